// What a person reads, in both of the app's languages.
//
//   Text      made at run time: errors, findings, notes, what the catalogue says
//   TextView  a constant: constexpr TextView kMiss{"miss", "未命中"};
//
// Both languages are filled where the text arises; nobody finds the one by the other.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace warplens {

enum class Language : std::uint8_t { en, zh };

struct Text {
  std::string en;
  std::string zh{};  // empty: there is only the English one

  [[nodiscard]] const std::string& in(Language language) const {
    return language == Language::en || zh.empty() ? en : zh;
  }
  friend bool operator==(const Text&, const Text&) = default;
};

struct TextView {
  std::string_view en, zh;

  [[nodiscard]] constexpr std::string_view in(Language language) const {
    return language == Language::en || zh.empty() ? en : zh;
  }
  friend constexpr bool operator==(const TextView&, const TextView&) = default;
};

// Both sentences take the same arguments, in the same order.
template <class... Args>
[[nodiscard]] Text text_in_both(fmt::format_string<Args...> english,
                                fmt::format_string<Args...> chinese, Args&&... args) {
  const auto values = fmt::make_format_args(args...);
  return {fmt::vformat(english, values), fmt::vformat(chinese, values)};
}

}  // namespace warplens
