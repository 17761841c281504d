// Errors are values. A function that can fail returns Result<T>, and its caller passes an error on
// with TRY, or checks before using the value:
//
//   Result<Module> read(const std::string& file) {
//     TRY(const std::string text, read_text(file));   // the text, or out of here with the error
//     TRY(check(text));                               // nothing to keep
//     return parse(text);
//   }
//
// The message is one line for the person at the keyboard: what is wrong and what to do about it.
// It is told in the reader's language (text.h), in a window and on a terminal; what is about PTX's
// text is English:
//
//   return fail(tr("no GPU {}: choose another", ordinal));
//   return fail("line {}: unknown type '{}'", line, name);
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "kernels/base/text.h"

namespace warplens {

// The kind of error, for code that handles it. Most errors are only shown to a person.
enum class ErrorCode : std::uint8_t {
  other,
  out_of_memory,
  kernel_fault,  // a kernel did what the GPU refuses; its context is lost
  in_use,        // by another program: it may be had later
};

struct Error {
  Text message;
  ErrorCode code = ErrorCode::other;
  std::string field{};  // the one that the message is about, where a form can show it there
  // What a compiler said, or a reader in nvcc's form: "k.ptx(3): error: …". Diagnostics are read
  // from it (kernels/run/toolkit/diagnostics.h).
  std::string log{};
};

template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
  using Base = tl::expected<T, Error>;

 public:
  using Base::Base;
  Result() = default;
  Result(Base other) : Base(std::move(other)) {}  // what map() and and_then() return
};

[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

[[nodiscard]] inline tl::unexpected<Error> fail(Text message) {
  return fail(Error{std::move(message)});
}
[[nodiscard]] inline tl::unexpected<Error> fail(TextView message) { return fail(Text(message)); }

template <class... Args>
[[nodiscard]] tl::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return fail(Text(fmt::format(format, std::forward<Args>(args)...)));
}

}  // namespace warplens

// TRY(DECLARATION, EXPRESSION) declares the value of EXPRESSION, a Result, or returns its error
// from the function around it; TRY(EXPRESSION) does so where nobody wants the value.
//
// Commas between angle brackets part arguments: an expression that has some stands in parentheses.
#define TRY(...)                                                                                \
  WARPLENS_TRY_PICK(__VA_ARGS__, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, \
                    ONLY, unused)                                                               \
  (__VA_ARGS__)
#define WARPLENS_TRY_PICK(a, b, c, d, e, f, g, h, i, j, kind, ...) WARPLENS_TRY_##kind
#define WARPLENS_TRY_ONLY(expression) WARPLENS_TRY_CHECK(WARPLENS_TRY_NAME(__COUNTER__), expression)
#define WARPLENS_TRY_VALUE(declaration, ...) \
  WARPLENS_TRY_KEEP(WARPLENS_TRY_NAME(__COUNTER__), declaration, __VA_ARGS__)
#define WARPLENS_TRY_NAME(number) WARPLENS_TRY_JOIN(number)
#define WARPLENS_TRY_JOIN(number) tried_##number
#define WARPLENS_TRY_CHECK(tried, expression)                                \
  do {                                                                       \
    if (auto&& tried = (expression); !tried.has_value()) [[unlikely]] {      \
      return ::warplens::fail(std::forward<decltype(tried)>(tried).error()); \
    }                                                                        \
  } while (false)
#define WARPLENS_TRY_KEEP(tried, declaration, ...)                         \
  auto&& tried = __VA_ARGS__;                                              \
  if (!tried.has_value()) [[unlikely]] {                                   \
    return ::warplens::fail(std::forward<decltype(tried)>(tried).error()); \
  }                                                                        \
  declaration = *std::forward<decltype(tried)>(tried)
