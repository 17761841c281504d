// What a text comes to, or what is wrong with it, for tests.
#pragma once

#include <string>

#include "viz/cute/parse.h"

namespace warplens::cute {

[[nodiscard]] inline std::string value_of(const std::string& text) {
  const auto value = parse_value(text);
  return value.has_value() ? text_of(*value) : value.error().message.in(Language::en);
}

}  // namespace warplens::cute
