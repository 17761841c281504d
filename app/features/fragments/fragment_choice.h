// What is chosen in the fragments view, and as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/result.h"
#include "kernels/machine/operations/fragment_map.h"

namespace warplens::fragments {

// An execution that stays whatever the cursor does.
struct ChosenExecution {
  std::uint32_t ptx_line = 0;  // of the instruction
  std::uint32_t block = 0, warp = 0, execution = 0;
  friend bool operator==(const ChosenExecution&, const ChosenExecution&) = default;
};

struct FragmentChoice {
  char operand = 0;                                   // its letter; 0: the first that there is
  std::optional<machine::FragmentElement> element{};  // of that operand
  bool shows_values = false;                          // in cells, in place of lanes
  std::optional<ChosenExecution> at{};                // none: what stands at the cursor
  friend bool operator==(const FragmentChoice&, const FragmentChoice&) = default;
};

// "A", "A[3][5]", "R2[3][5]". Errors: it is none of these.
struct NamedElement {
  char operand = 0;
  std::optional<machine::FragmentElement> element{};
};
Result<NamedElement> parse_element(std::string_view text);
[[nodiscard]] std::string element_text(const FragmentChoice& choice);

}  // namespace warplens::fragments
