// What the files of recordings share: members of a kind, or Damage that says which one is not; the
// device. Private to this folder.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "kernels/timing/timings.h"

namespace warplens::timing {

using Json = nlohmann::ordered_json;

// What is wrong with a file, thrown by the readers and caught by what calls them.
struct Damage {
  std::string what;
};

inline const Json& member(const Json& object, const char* name) {
  if (!object.is_object()) throw Damage{fmt::format("'{}' is looked for in no object", name)};
  const auto found = object.find(name);
  if (found == object.end()) throw Damage{fmt::format("'{}' is missing", name)};
  return *found;
}

inline std::string text(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_string()) throw Damage{fmt::format("'{}' is no text", name)};
  return value.get<std::string>();
}

template <class T>
T as_integer(const Json& value, std::string_view name) {
  const bool right = std::is_signed_v<T> ? value.is_number_integer() : value.is_number_unsigned();
  if (!right || !std::in_range<T>(value.get<std::int64_t>())) {
    throw Damage{fmt::format("'{}' is no number of its kind", name)};
  }
  return value.get<T>();
}

template <class T>
T integer(const Json& object, const char* name) {
  return as_integer<T>(member(object, name), name);
}

inline double amount(const Json& object, const char* name) {
  const Json& value = member(object, name);
  const double number = value.is_number() ? value.get<double>() : -1;
  if (!std::isfinite(number) || number < 0) {
    throw Damage{fmt::format("'{}' is no amount", name)};
  }
  return number;
}

inline bool flag(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_boolean()) throw Damage{fmt::format("'{}' is neither true nor false", name)};
  return value.get<bool>();
}

inline const Json& list(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_array()) throw Damage{fmt::format("'{}' is no list", name)};
  return value;
}

inline Json to_json(const Device& device) {
  return {{"name", device.name},         {"compute_capability", device.compute_capability},
          {"driver", device.driver},     {"memory_bytes", device.memory_bytes},
          {"l2_bytes", device.l2_bytes}, {"multiprocessors", device.multiprocessors}};
}

inline Device device(const Json& json) {
  return {text(json, "name"),
          text(json, "compute_capability"),
          text(json, "driver"),
          integer<std::uint64_t>(json, "memory_bytes"),
          integer<std::uint64_t>(json, "l2_bytes"),
          integer<std::uint32_t>(json, "multiprocessors")};
}

}  // namespace warplens::timing
