// Fields of lesson.json by their kinds; private to this folder. What is wrong is thrown as a
// BadLesson and becomes an Error at the file's edge (parse_stages).
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/session/activity.h"
#include "app/session/cursor.h"
#include "app/session/live/recorded_seconds.h"
#include "kernels/base/json.h"
#include "kernels/catalog/family.h"
#include "viz/analysis/cache_preset.h"

namespace warplens::lessons {

struct BadLesson {
  std::string what;
};

template <class... Args>
[[noreturn]] void bad(fmt::format_string<Args...> format, Args&&... args) {
  throw BadLesson{fmt::format(format, std::forward<Args>(args)...)};
}

// What a field's own reader made of it; its error is the lesson's.
template <class T>
[[nodiscard]] T taken(Result<T> read) {
  if (!read.has_value()) bad("{}", read.error().message.in(Language::en));
  return std::move(*read);
}

// Null where it is not there.
[[nodiscard]] const SortedJson* find_field(const SortedJson& object, const char* name);

// Empty where it need not be there and is not.
[[nodiscard]] std::string text_of(const SortedJson& object, const char* name, bool required = true);
// 0 where it is not there.
[[nodiscard]] std::uint32_t count_of(const SortedJson& object, const char* name);
[[nodiscard]] catalog::Parameters parameters_of(const SortedJson& object);
[[nodiscard]] session::Anchor anchor_of(const SortedJson& object);
// "minutes" and "needs"; both need not be there.
[[nodiscard]] Effort effort_of(const SortedJson& object);
[[nodiscard]] StagedFile staged_file_of(const SortedJson& object);
[[nodiscard]] bool flag_of(const SortedJson& object, const char* name, bool fallback);
// A list of texts; empty where it is not there. `of`: what an error says that they are.
[[nodiscard]] std::vector<std::string> texts_in(const SortedJson& object, const char* list,
                                                const char* of);
[[nodiscard]] analysis::CachePreset cache_of(const SortedJson& object);
// {"scenario": …, "bytes": …}.
[[nodiscard]] session::HostTimelineKey host_timeline_key_of(const SortedJson& object);
// {"kernel": …, "parameters": …, "index": …}, in `field`.
[[nodiscard]] session::NamedKernel named_kernel_of(const SortedJson& object, const char* field);

// One of `values` by the name that traces have for it.
template <class Enum>
[[nodiscard]] Enum named(const SortedJson& object, const char* name,
                         std::initializer_list<Enum> values) {
  const std::string wanted = text_of(object, name);
  std::string known;
  for (const Enum value : values) {
    if (trace::name_of(value) == wanted) return value;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", trace::name_of(value));
  }
  bad("\"{}\" is \"{}\", which is none of {}", name, wanted, known);
}

// What the field's text names, as `named` says; `fallback` without it.
template <class Enum>
[[nodiscard]] Enum one_of(const SortedJson& object, const char* name,
                          std::optional<Enum> (*named)(std::string_view),
                          std::span<const std::string_view> names, Enum fallback) {
  const std::string wanted = text_of(object, name, false);
  if (wanted.empty()) return fallback;
  if (const auto known = named(wanted)) return *known;
  bad("\"{}\" is \"{}\", which is none of {}", name, wanted, fmt::join(names, ", "));
}

// The enumerator at the name's place among `names`.
template <class Enum, std::size_t N>
[[nodiscard]] Enum place_in(const SortedJson& object, const char* name,
                            const std::array<std::string_view, N>& names) {
  const std::string wanted = text_of(object, name);
  const auto it = std::ranges::find(names, wanted);
  if (it != names.end()) return static_cast<Enum>(it - names.begin());
  bad("\"{}\" is \"{}\", which is none of {}", name, wanted, fmt::join(names, ", "));
}

inline const SortedJson* find_field(const SortedJson& object, const char* name) {
  const auto it = object.find(name);
  return it == object.end() ? nullptr : &*it;
}

inline std::string text_of(const SortedJson& object, const char* name, bool required) {
  const SortedJson* value = find_field(object, name);
  if (value == nullptr && !required) return {};
  if (value == nullptr || !value->is_string()) bad("\"{}\" must be a text", name);
  return value->get<std::string>();
}

inline std::uint32_t count_of(const SortedJson& object, const char* name) {
  const SortedJson* value = find_field(object, name);
  if (value == nullptr) return 0;
  if (!value->is_number_unsigned() || value->get<std::uint64_t>() > 1'000'000) {
    bad("\"{}\" must be a whole number from 0 to 1000000", name);
  }
  return value->get<std::uint32_t>();
}

inline catalog::Parameters parameters_of(const SortedJson& object) {
  catalog::Parameters parameters;
  const SortedJson* values = find_field(object, "parameters");
  if (values == nullptr) return parameters;
  if (!values->is_object()) bad("\"parameters\" must be an object of numbers");
  for (const auto& [name, value] : values->items()) {
    if (!value.is_number_integer()) bad("parameter \"{}\" must be a whole number", name);
    parameters[name] = value.get<std::int64_t>();
  }
  return parameters;
}

inline session::Anchor anchor_of(const SortedJson& object) {
  if (!object.is_object()) bad("a cursor must be an object");
  using enum trace::EventKind;
  return {
      text_of(object, "marker", false),
      named(object, "space", {trace::Space::global, trace::Space::shared, trace::Space::none}),
      named(object, "kind",
            {load, store, atomic, async_copy, load_matrix, store_matrix, barrier, branch, shuffle}),
      count_of(object, "occurrence")};
}

inline Effort effort_of(const SortedJson& object) {
  Effort effort{static_cast<int>(count_of(object, "minutes")), {}};
  const SortedJson* needs = find_field(object, "needs");
  if (needs == nullptr) return effort;
  constexpr std::uint64_t kLargest = 1000;
  const bool fits = needs->is_array() && std::ranges::all_of(*needs, [](const SortedJson& each) {
                      return each.is_number_unsigned() && each.get<std::uint64_t>() <= kLargest;
                    });
  if (!fits) bad("\"needs\" must be a list of lessons' numbers");
  for (const SortedJson& each : *needs) effort.needs.push_back(each.get<int>());
  return effort;
}

inline session::NamedKernel named_kernel_of(const SortedJson& object, const char* field) {
  if (!object.is_object()) bad("\"{}\" must name kernels: {{\"kernel\": …}}", field);
  return {text_of(object, "kernel"), parameters_of(object), text_of(object, "index", false)};
}

// {"launch": …, "mended": …}, beside a kernel that is a file.
inline StagedFile staged_file_of(const SortedJson& object) {
  return {text_of(object, "launch", false), texts_in(object, "mended", "mends")};
}

inline bool flag_of(const SortedJson& object, const char* name, bool fallback) {
  const SortedJson* value = find_field(object, name);
  if (value == nullptr) return fallback;
  if (!value->is_boolean()) bad("\"{}\" must be true or false", name);
  return value->get<bool>();
}

inline std::vector<std::string> texts_in(const SortedJson& object, const char* list,
                                         const char* of) {
  std::vector<std::string> names;
  const SortedJson* values = find_field(object, list);
  if (values == nullptr) return names;
  const bool fits = values->is_array() && std::ranges::all_of(*values, &SortedJson::is_string);
  if (!fits) bad("\"{}\" must be a list of {}", list, of);
  for (const SortedJson& name : *values) names.push_back(name.get<std::string>());
  return names;
}

inline analysis::CachePreset cache_of(const SortedJson& object) {
  return one_of(object, "cache", analysis::cache_preset_named, analysis::kCachePresetNames,
                analysis::CachePreset::one_line);
}

inline session::HostTimelineKey host_timeline_key_of(const SortedJson& object) {
  if (!object.is_object()) bad("\"timeline\" must be an object with a scenario and bytes");
  const SortedJson* bytes = find_field(object, "bytes");
  if (bytes == nullptr || !bytes->is_number_unsigned()) {
    bad("\"bytes\" must be the size of an array in bytes");
  }
  return {place_in<timing::Scenario>(object, "scenario", timing::kScenarioNames),
          bytes->get<std::uint64_t>()};
}

}  // namespace warplens::lessons
