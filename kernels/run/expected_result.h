// The result that a plan must compute, made before its first step and compared after its last.
//
// A result that its reference computes soon enough is compared whole. Of a larger one (a 16384²
// matrix product would take the CPU hours) the first and the last elements of each buffer and 4,096
// between them are, each from catalog::Timed::expected_at; the same kernel at a smaller size is
// compared whole.
#pragma once

#include <optional>
#include <vector>

#include "kernels/run/device_buffers.h"

namespace warplens::run {

// Whether the variant's reference computes the whole result in well under a second, or nothing says
// what its elements must be.
[[nodiscard]] bool is_soon_computed(const catalog::Family& family, const catalog::Variant& variant,
                                    const catalog::Parameters& parameters);

class ExpectedResult {
 public:
  // `parameters`: all that the variant takes. `buffers`: as the plan's first step finds them.
  ExpectedResult(const catalog::Family& family, const catalog::Variant& variant,
                 const catalog::Parameters& parameters, const catalog::Plan& plan,
                 DeviceBuffers& buffers);

  // `only`: of this buffer; empty: of all that the plan writes.
  [[nodiscard]] std::optional<trace::Mismatch> compare_with(DeviceBuffers& actual,
                                                            std::string_view only = "") const;
  [[nodiscard]] bool is_whole() const { return whole_.has_value(); }

 private:
  struct Sample {
    std::size_t buffer = 0;  // index into specs
    std::uint64_t element = 0;
    double value = 0;
  };
  catalog::Tolerance tolerance_;
  std::optional<ExpectedBuffers> whole_;
  std::vector<Sample> samples_;
};

}  // namespace warplens::run
