// One thing that is timed: a kernel of the catalogue, or a library on the same buffers.
//
//   Subject ── variant, parameters ── plan: buffers, reference
//           ── prepare(gpu, …) → Prepared ── run, buffers on the GPU
//   make_ready(): fills, uploads, runs once, checks the result
//   time_subject(): … and only then measures
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "kernels/run/gpu_plan.h"
#include "kernels/run/whole_check.h"
#include "kernels/timing/measure.h"

namespace warplens::timing {

struct Prepared {
  Run run;
  std::shared_ptr<const run::GpuBuffers> buffers;  // that it works on
};

struct Subject {
  EntryKind kind = EntryKind::variant;
  std::string name;  // "tile_padded", "cublasSgeam"
  const catalog::Family* family = nullptr;
  const catalog::Variant* variant = nullptr;  // whose plan has the buffers and the reference
  catalog::Parameters parameters;             // all that the variant takes
  std::string result;                         // the buffer that is checked; empty: all
  std::function<Result<Prepared>(const device::Gpu&, const catalog::Plan&, run::DeviceBuffers&)>
      prepare;
};

// The plan's launches of `image`, the module's own or another with the same entries.
Result<Prepared> prepare_kernel(const device::Gpu& gpu,
                                const std::shared_ptr<const ptx::Module>& module,
                                device::LoadedModule image, const catalog::Plan& plan,
                                run::DeviceBuffers& initial);

// How a result is compared: as soon as the CPU can, or every element whatever it takes.
struct Checking {
  bool whole = false;
  run::CheckProgress progress{};      // of a comparison that takes its time
  std::uint64_t memory = kAnyMemory;  // bytes that the CPU's buffers may take
};

// A subject that ran once.
struct Ready {
  Prepared prepared;
  Checked checked = Checked::unknown;
  std::string wrong;  // how the result is wrong; empty: it is right
};
// Inputs are random. Errors: as time_subject().
Result<Ready> make_ready(const device::Gpu& gpu, const Subject& subject,
                         const std::stop_token& stop, const Checking& checking = {});

struct Timing {
  Seconds seconds;
  std::uint64_t buffer_bytes = 0;
  std::string wrong;  // how the result is wrong: it was not timed then
  Checked checked = Checked::unknown;
};

// Inputs are random. Errors: a plan that these parameters do not have, no GPU memory for it, a
// wrong result, what the driver refuses; "cancelled".
Result<Timing> time_subject(const device::Gpu& gpu, const Subject& subject,
                            const Repeating& repeating, const std::stop_token& stop,
                            const Checking& checking = {});

// A copy on the GPU that reads and writes `bytes` in all.
Result<Timing> time_copy(const device::Gpu& gpu, double bytes, const Repeating& repeating,
                         const std::stop_token& stop);

}  // namespace warplens::timing
