// What a person reads, in the language that they chose. English is in the code, and what it is
// found by in the catalogues of the other languages, po/LANGUAGE.po (gettext's format):
//
//   constexpr TextView kMiss = tr("miss");                     a constant
//   const Text words = tr("{} sectors of {}", count, name);    made at run time: errors, findings,
//   notes words.in(Language::zh)
//
// A Text keeps the English sentence and its values, not what they make: so it can be read in any
// language, also one that was chosen later, or that another machine's reader has. A value may be a
// Text itself. In a catalogue values may stand in another order: "{1} of {0}".
//
//   Text(name)   of a std::string: the same in every language, as names and compilers' messages are
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/base/language.h"

namespace warplens {

// A text without values. Where one English text has several meanings, `context` parts them.
struct TextView {
  std::string_view english;
  std::string_view context{};

  [[nodiscard]] std::string_view in(Language language) const;
  friend constexpr bool operator==(const TextView&, const TextView&) = default;
};

class Text {
 public:
  struct Value;

  Text();
  Text(std::string name);
  Text(TextView text);
  Text(TextView format, std::vector<Value> values);

  [[nodiscard]] std::string in(Language language) const;
  [[nodiscard]] bool empty() const { return english_.empty(); }
  friend bool operator==(const Text&, const Text&) = default;

  // The English sentence. If is_translated(), it is looked up in the catalogue and its placeholders
  // are filled with the values.
  [[nodiscard]] const std::string& english() const { return english_; }
  [[nodiscard]] const std::string& context() const { return context_; }
  [[nodiscard]] const std::vector<Value>& values() const { return values_; }
  [[nodiscard]] bool is_translated() const { return is_translated_; }

 private:
  std::string english_, context_;
  std::vector<Value> values_;
  bool is_translated_ = false;
};

struct Text::Value {
  std::variant<std::int64_t, std::uint64_t, float, double, std::string, Text> is;
  friend bool operator==(const Value&, const Value&) = default;
};

inline Text::Text() = default;
inline Text::Text(std::string name) : english_(std::move(name)) {}
inline Text::Text(TextView text)
    : english_(text.english), context_(text.context), is_translated_(true) {}
inline Text::Text(TextView format, std::vector<Value> values)
    : english_(format.english),
      context_(format.context),
      values_(std::move(values)),
      is_translated_(true) {}

// `format` with its places filled: {}, {0}, {:.1f}. What is no place of a value that is there stays
// as it is written, so that a text out of a file cannot do harm.
[[nodiscard]] std::string filled(std::string_view format, const std::vector<Text::Value>& values,
                                 Language language);

// No fewer bytes than `text` takes in English, told without reading it: texts out of a file may
// name their values again and again.
[[nodiscard]] std::size_t most_bytes(const Text& text);

namespace text_detail {

// The type as which a placeholder of the English sentence is checked at compile time: a number is
// itself, anything else a string.
template <class T>
using Shown = std::conditional_t<std::is_arithmetic_v<T>, T, std::string>;

template <class T>
[[nodiscard]] Text::Value value(const T& given) {
  if constexpr (std::is_base_of_v<Text, T> || std::is_same_v<T, TextView>) {
    return {Text(given)};
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, char>) {
    return {fmt::format("{}", given)};
  } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    if (given < 0) return {std::int64_t{given}};
    return {static_cast<std::uint64_t>(given)};
  } else if constexpr (std::is_integral_v<T>) {
    return {std::uint64_t{given}};
  } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    return {given};
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    return {std::string(std::string_view(given))};
  } else {
    return {fmt::vformat("{}", fmt::make_format_args(given))};
  }
}

}  // namespace text_detail

template <std::size_t N>
[[nodiscard]] constexpr TextView tr(const char (&english)[N]) {
  return {{english, N - 1}};
}

// "Open" as a verb and as a state, say: tr_in("state", "open").
template <std::size_t M, std::size_t N>
[[nodiscard]] constexpr TextView tr_in(const char (&context)[M], const char (&english)[N]) {
  return {{english, N - 1}, {context, M - 1}};
}

// A row of a table of texts: S(open, "open") or S(open, "open", "state").
template <std::size_t N>
[[nodiscard]] constexpr TextView tr_row(const char (&english)[N]) {
  return tr(english);
}
template <std::size_t N, std::size_t M>
[[nodiscard]] constexpr TextView tr_row(const char (&english)[N], const char (&context)[M]) {
  return tr_in(context, english);
}

template <class First, class... Rest>
[[nodiscard]] Text
tr(fmt::format_string<const text_detail::Shown<First>&, const text_detail::Shown<Rest>&...> english,
   const First& first, const Rest&... rest) {
  const fmt::string_view format = english;
  return {TextView{{format.data(), format.size()}},
          {text_detail::value(first), text_detail::value(rest)...}};
}

// A constant's places filled: tr(kShare, 12.5, name).
template <class First, class... Rest>
[[nodiscard]] Text tr(const TextView& format, const First& first, const Rest&... rest) {
  return {format, {text_detail::value(first), text_detail::value(rest)...}};
}

}  // namespace warplens
