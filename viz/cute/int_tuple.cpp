#include "viz/cute/int_tuple.h"

#include <fmt/format.h>

namespace warplens::cute {

std::string text_of(const IntTuple& tuple) {
  if (tuple.is_number()) return fmt::format("{}", tuple.value);
  std::string text;
  for (const IntTuple& part : tuple.parts) text += (text.empty() ? "(" : ",") + text_of(part);
  return text + ")";
}

}  // namespace warplens::cute
