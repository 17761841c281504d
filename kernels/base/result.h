// Errors are values. A function that can fail returns Result<T>; its caller looks before using it.
//
//   Result<Module> parse(...);
//   auto module = parse(text);
//   if (!module.has_value()) return fail(module.error());
//
// The message is one line for the person at the keyboard: what is wrong and what to do about it.
// What the app's window shows in the course of things (no GPU here, say) is written in both its
// languages:
//
//   return fail_in_both("no GPU {}: choose another", "没有 GPU {}：请另选一个", ordinal);
#pragma once

#include <fmt/format.h>

#include <tl/expected.hpp>
#include <utility>

#include "kernels/base/text.h"

namespace warplens {

struct Error {
  Text message;
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

template <class... Args>
[[nodiscard]] tl::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return fail(Error{{fmt::format(format, std::forward<Args>(args)...)}});
}

// Both sentences take the same arguments, in the same order.
template <class... Args>
[[nodiscard]] tl::unexpected<Error> fail_in_both(fmt::format_string<Args...> english,
                                                 fmt::format_string<Args...> chinese,
                                                 Args&&... args) {
  return fail(Error{text_in_both(english, chinese, std::forward<Args>(args)...)});
}

}  // namespace warplens
