// Members of a JSON object, each of the kind that its reader expects. What is not so is thrown as
// Damage, which stays inside the readers of one file.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "kernels/base/json.h"
#include "kernels/base/result.h"

namespace warplens::timing::json_reading {

struct Damage {
  std::string what;  // "'side' is missing"
};

[[nodiscard]] const Json& member(const Json& object, const char* name);
[[nodiscard]] std::string text(const Json& object, const char* name);
[[nodiscard]] double amount(const Json& object, const char* name);  // finite, not below 0
[[nodiscard]] bool flag(const Json& object, const char* name);
[[nodiscard]] const Json& list(const Json& object, const char* name);
[[nodiscard]] std::map<std::string, std::int64_t, std::less<>> integers(const Json& object,
                                                                        const char* name);

template <class T>
[[nodiscard]] T as_integer(const Json& value, std::string_view name) {
  const bool right = std::is_signed_v<T> ? value.is_number_integer() : value.is_number_unsigned();
  if (!right || !std::in_range<T>(value.get<std::int64_t>())) {
    throw Damage{fmt::format("'{}' is no number of its kind", name)};
  }
  return value.get<T>();
}

template <class T>
[[nodiscard]] T integer(const Json& object, const char* name) {
  return as_integer<T>(member(object, name), name);
}

}  // namespace warplens::timing::json_reading
