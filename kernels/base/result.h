// Errors are values. A function that can fail returns Result<T>; its caller looks before using it.
//
//   Result<Module> parse(...);
//   auto module = parse(text);
//   if (!module.has_value()) return fail(module.error());
//
// The message is one line for the person at the keyboard: what is wrong and what to do about it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace warplens {

struct Error {
  std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

template <class... Args>
[[nodiscard]] tl::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return fail(Error{fmt::format(format, std::forward<Args>(args)...)});
}

}  // namespace warplens
