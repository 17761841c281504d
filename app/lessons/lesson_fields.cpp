#include "app/lessons/lesson_fields.h"

namespace warplens::lessons {

const SortedJson* find_field(const SortedJson& object, const char* name) {
  const auto it = object.find(name);
  return it == object.end() ? nullptr : &*it;
}

std::string text_of(const SortedJson& object, const char* name, bool required) {
  const SortedJson* value = find_field(object, name);
  if (value == nullptr && !required) return {};
  if (value == nullptr || !value->is_string()) bad("\"{}\" must be a text", name);
  return value->get<std::string>();
}

std::uint32_t count_of(const SortedJson& object, const char* name) {
  const SortedJson* value = find_field(object, name);
  if (value == nullptr) return 0;
  if (!value->is_number_unsigned() || value->get<std::uint64_t>() > 1'000'000) {
    bad("\"{}\" must be a whole number from 0 to 1000000", name);
  }
  return value->get<std::uint32_t>();
}

catalog::Parameters parameters_of(const SortedJson& object) {
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

session::Anchor anchor_of(const SortedJson& object) {
  if (!object.is_object()) bad("a cursor must be an object");
  using enum trace::EventKind;
  return {
      text_of(object, "marker", false),
      named(object, "space", {trace::Space::global, trace::Space::shared, trace::Space::none}),
      named(object, "kind",
            {load, store, atomic, async_copy, load_matrix, store_matrix, barrier, branch, shuffle}),
      count_of(object, "occurrence")};
}

Effort effort_of(const SortedJson& object) {
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

session::NamedKernel named_kernel_of(const SortedJson& object, const char* field) {
  if (!object.is_object()) bad("\"{}\" must name kernels: {{\"kernel\": …}}", field);
  return {text_of(object, "kernel"), parameters_of(object)};
}

}  // namespace warplens::lessons
