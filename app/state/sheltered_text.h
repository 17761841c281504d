// Text with signs that shells, mails and links themselves take for something else, written with
// letters, digits and _ . , = - + ~ alone: a blank is +, another sign ~ and two hexadecimal digits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warplens::link {

[[nodiscard]] std::string sheltered(std::string_view text);
// Nothing where it is no such text.
[[nodiscard]] std::optional<std::string> unsheltered(std::string_view text);

}  // namespace warplens::link
