// Errors that begin with what they are of: an option, a row of a file.
#pragma once

#include <string_view>
#include <utility>

#include "kernels/base/result.h"

namespace warplens::cli {

// "WHAT: …" where it is an error: TRY(const auto spec, said_of("--spec", parse_spec(text))).
template <class T>
[[nodiscard]] Result<T> said_of(std::string_view what, Result<T> result) {
  if (result.has_value()) return result;
  Error error = std::move(result).error();
  error.message = tr("{}: {}", what, error.message);
  return fail(std::move(error));
}

}  // namespace warplens::cli
