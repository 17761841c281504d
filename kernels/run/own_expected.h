// The contents that a person's own kernel must leave in its buffers: bytes that were given, and
// what reference kernels leave there from the same inputs.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kernels/run/device_buffers.h"
#include "kernels/run/own_kernel.h"

namespace warplens::run {

struct ReferenceResult;

class OwnExpected {
 public:
  // Runs the reference kernels where `options` say. `buffers`: those that are compared. Errors: a
  // buffer that is not there, bytes of another size, a reference that cannot be launched, that is
  // stopped or in which the CPU finds errors.
  static Result<OwnExpected> make(const OwnKernel& kernel, const DeviceBuffers& buffers,
                                  const Options& options);

  [[nodiscard]] bool is_empty() const { return expectations_.empty(); }
  // The first difference. Errors: a reference did not write what differs, so that it says nothing
  // of it.
  Result<std::optional<trace::Mismatch>> compare_with(DeviceBuffers& actual) const;

 private:
  std::vector<Expectation> expectations_;  // bytes that were given, then those of references
  std::vector<std::shared_ptr<const ReferenceResult>> references_;  // of the latter, in order
};

}  // namespace warplens::run
