// Every element of a result held against the CPU, on all cores, however large it is.
//
// run::ExpectedResult compares large results in some elements alone. Here each element of each
// buffer that the plan writes is computed by itself (catalog::Timed::expected_at), or, where a
// row's elements share most of the work, rows at a time (expected_rows). No second copy of the
// result is kept: a band of rows is computed, compared and forgotten.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/run/device_buffers.h"

namespace warplens::run {

// How far a comparison has come, 0 to 1; called from one thread at a time.
using CheckProgress = std::function<void(double part)>;

class WholeCheck {
 public:
  // Whether the family says what single elements must be.
  [[nodiscard]] static bool is_possible(const catalog::Family& family) {
    return family.timed.has_value() && family.timed->expected_at;
  }

  // The family must be one whose results can be checked whole. `initial` holds the buffers as the
  // plan's first step finds them; buffers that the plan reads and changes are copied, the others
  // must still be there in compare_with().
  WholeCheck(const catalog::Family& family, const catalog::Variant& variant,
             catalog::Parameters parameters, const catalog::Plan& plan, DeviceBuffers& initial);

  // `only`: of this buffer; empty: of all that the plan writes. Errors: "cancelled".
  Result<std::optional<trace::Mismatch>> compare_with(DeviceBuffers& actual, std::string_view only,
                                                      const CheckProgress& progress,
                                                      const std::stop_token& stop) const;

 private:
  struct Part {
    std::uint64_t first = 0, count = 0;  // elements of a buffer, whole rows where it goes by rows
  };
  [[nodiscard]] std::optional<trace::Mismatch> compare_part(const catalog::BufferSpec& spec,
                                                            std::span<const std::byte> actual,
                                                            catalog::HostBuffers& initial,
                                                            Part part) const;

  const catalog::Family& family_;
  const catalog::Variant& variant_;
  catalog::Parameters parameters_;
  catalog::Tolerance tolerance_;
  std::map<std::string, std::vector<std::byte>, std::less<>> changed_;  // inout, as they were
};

}  // namespace warplens::run
