// Words, brackets and lists of a C++ source without its comments.
//
// A source may be anyone's: who looks from each of its words looks no further than a statement is
// long (kLongestStatement), so that all takes time in proportion to the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::own {

inline constexpr std::size_t kLongestStatement = 1000;  // characters

[[nodiscard]] bool is_word(char c);

// The text from `at` on, and up to it, as far as a statement reaches.
[[nodiscard]] inline std::string_view statement_from(std::string_view text, std::size_t at) {
  return text.substr(at, kLongestStatement);
}
[[nodiscard]] inline std::string_view statement_to(std::string_view text, std::size_t at) {
  const std::size_t begin = at < kLongestStatement ? 0 : at - kLongestStatement;
  return text.substr(begin, at - begin);
}

// Without blanks around it, and one blank for several.
[[nodiscard]] std::string trimmed(std::string_view text);

// The whole word `name` at or behind `from`; npos where there is none.
[[nodiscard]] std::size_t find_word(std::string_view text, std::string_view name, std::size_t from);

// The end of the word that begins at `at`; `at` if none does.
[[nodiscard]] std::size_t end_of_word(std::string_view text, std::size_t at);

// The first place at or behind `at` that is no blank; the text's end where there is none.
[[nodiscard]] std::size_t behind_blanks(std::string_view text, std::size_t at);

// Behind the bracket that closes the one at `open`; npos when none does.
[[nodiscard]] std::size_t behind_bracket(std::string_view text, std::size_t open);

// Behind the > that closes the < at `open`, as that of a template's arguments; npos when none does.
[[nodiscard]] std::size_t behind_angle(std::string_view text, std::size_t open);

// "int a", "float b[2]" of "int a, float b[2]": what commas outside of brackets part.
[[nodiscard]] std::vector<std::string> split_list(std::string_view list);

// The parameters of the template whose subject's first word stands at `at`: "int kTile = 4".
[[nodiscard]] std::vector<std::string> template_parameters_before(std::string_view text,
                                                                  std::size_t at);

}  // namespace warplens::own
