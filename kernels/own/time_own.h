// A person's own kernel timed as it is launched: its launches together, on its own inputs.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "kernels/run/own_kernel.h"
#include "kernels/timing/measure.h"

namespace warplens::own {

struct OwnTiming {
  timing::Seconds seconds;
  std::uint64_t buffer_bytes = 0;
  bool fits_in_l2 = false;                            // all buffers together
  trace::Verdict result = trace::Verdict::unchecked;  // of the one run before it is timed
  std::optional<trace::Mismatch> mismatch;            // then it was not timed
};

// `memory`: bytes that its buffers may take on the host. Errors: as run_own(), no GPU memory for
// it, what the driver refuses; "cancelled".
Result<OwnTiming> time_own(const std::shared_ptr<const device::Gpu>& gpu,
                           const run::OwnKernel& kernel, std::uint64_t memory,
                           const timing::Repeating& repeating, const std::stop_token& stop);

}  // namespace warplens::own
