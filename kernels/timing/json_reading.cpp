#include "kernels/timing/json_reading.h"

namespace warplens::timing::json_reading {

const Json& member(const Json& object, const char* name) {
  if (!object.is_object()) throw Damage{fmt::format("'{}' is looked for in no object", name)};
  const auto found = object.find(name);
  if (found == object.end()) throw Damage{fmt::format("'{}' is missing", name)};
  return *found;
}

std::string text(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_string()) throw Damage{fmt::format("'{}' is no text", name)};
  return value.get<std::string>();
}

double amount(const Json& object, const char* name) {
  const Json& value = member(object, name);
  const double number = value.is_number() ? value.get<double>() : -1;
  if (!std::isfinite(number) || number < 0) throw Damage{fmt::format("'{}' is no amount", name)};
  return number;
}

bool flag(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_boolean()) throw Damage{fmt::format("'{}' is neither true nor false", name)};
  return value.get<bool>();
}

const Json& list(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_array()) throw Damage{fmt::format("'{}' is no list", name)};
  return value;
}

std::map<std::string, std::int64_t, std::less<>> integers(const Json& object, const char* name) {
  const Json& values = member(object, name);
  if (!values.is_object()) throw Damage{fmt::format("'{}' is no object", name)};
  std::map<std::string, std::int64_t, std::less<>> read;
  for (const auto& [key, value] : values.items()) {
    read.emplace(key, as_integer<std::int64_t>(value, key));
  }
  return read;
}

}  // namespace warplens::timing::json_reading
