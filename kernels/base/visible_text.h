// Text of others (PTX, sources, what a kernel prints, captures) on its way to a terminal.
#pragma once

#include <string>
#include <string_view>

namespace warplens {

// UTF-8 in which no control character is left but line ends and tabs: the others, and bytes that
// are no UTF-8, become "\\u001b", so that a terminal does nothing but show them. JSON stays the
// same JSON.
[[nodiscard]] std::string visible_text(std::string_view text);
// The same of what is to stay one line: line ends become "\\u000a", too.
[[nodiscard]] std::string visible_line(std::string_view text);
// Whether a name has no line ends and no other control characters.
[[nodiscard]] bool is_one_line(std::string_view name);

}  // namespace warplens
