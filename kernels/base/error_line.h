// An error as a command tells it.
#pragma once

#include <string>

#include "kernels/base/result.h"
#include "kernels/base/visible_text.h"

namespace warplens {

// One line, whatever names are in it; a compiler's words may follow on lines of their own.
[[nodiscard]] inline std::string error_line(const Error& error, Language language = Language::en) {
  const std::string message = error.message.in(language);
  return error.log.empty() ? visible_line(message) : visible_text(message);
}

}  // namespace warplens
