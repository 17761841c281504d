#include "kernels/caches/triton_signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace warplens::caches {
namespace {

constexpr std::size_t kLongestSignature = std::size_t{64} << 10;
constexpr std::size_t kMostParameters = 1024;
constexpr std::size_t kLongestName = 100;
constexpr std::size_t kMostDimensions = 5;
constexpr std::size_t kMostStoredTo = 64;  // parameters that are looked for in the whole text

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// What stands between the parentheses behind the function's name; nothing: they do not close.
std::optional<std::string_view> inside(std::string_view text, std::string_view entry) {
  const std::string begin = fmt::format("tt.func public @{}(", entry);
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return std::nullopt;
  text = text.substr(at + begin.size(), kLongestSignature);
  int depth = 1;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return text.substr(0, i);
  }
  return std::nullopt;
}

// At the commas that stand in no bracket and no quotes.
std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < list.size() && parts.size() < kMostParameters; ++i) {
    const char c = list[i];
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (c == '(' || c == '{' || c == '<') ++depth;
    if (c == ')' || c == '}' || c == '>') --depth;
    if (c != ',' || depth != 0) continue;
    parts.push_back(list.substr(begin, i - begin));
    begin = i + 1;
  }
  if (!list.empty() && parts.size() < kMostParameters) parts.push_back(list.substr(begin));
  return parts;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin);
  if (from == std::string_view::npos) return {};
  text.remove_prefix(from + begin.size());
  return text.substr(0, text.find(end));
}

// Not one that only numbers parameters.
bool is_name(std::string_view name) {
  const bool is_number = name.starts_with("arg") && name.size() > 3 && is_digit(name[3]);
  return !is_number && !name.empty() && name.size() <= kLongestName && is_letter(name.front()) &&
         std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c) || c == '.'; });
}

// "x" of `loc("x"(#loc))`, else of "%x".
std::string name_in(std::string_view part) {
  const std::string_view located = between(part, "loc(\"", "\"(");
  if (is_name(located)) return std::string(located);
  std::string_view name = trimmed(part.substr(0, part.find(':')));
  if (name.starts_with('%')) name.remove_prefix(1);
  return is_name(name) ? std::string(name) : "";
}

struct TypeName {
  std::string_view triton, c, element;  // of a tensor map; empty: no element of one
};

// Numbers of 8 bits are bytes here: nothing else is known of their values.
std::optional<TypeName> type_named(std::string_view name) {
  static constexpr std::array<TypeName, 11> kTypes{{{"f32", "float", "f32"},
                                                    {"f64", "double", "f64"},
                                                    {"f16", "half", "f16"},
                                                    {"bf16", "__nv_bfloat16", "bf16"},
                                                    {"i1", "bool", ""},
                                                    {"i8", "signed char", "u8"},
                                                    {"ui8", "unsigned char", "u8"},
                                                    {"i16", "short", "u16"},
                                                    {"i32", "int", "i32"},
                                                    {"i64", "long long", "i64"},
                                                    {"index", "long long", ""}}};
  if (name.starts_with("f8")) return TypeName{name, "unsigned char", "u8"};
  const auto found = std::ranges::find(kTypes, name, &TypeName::triton);
  return found == kTypes.end() ? std::nullopt : std::optional(*found);
}

// "64x32xf16": its sizes, outermost first, and the name of its elements.
ToldMap map_of(std::string_view shape) {
  ToldMap map;
  while (!shape.empty() && is_digit(shape.front()) && map.box.size() < kMostDimensions) {
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(shape.data(), shape.data() + shape.size(), size);
    shape.remove_prefix(static_cast<std::size_t>(end - shape.data()));
    if (error != std::errc() || size < 1 || !shape.starts_with('x')) return {};
    shape.remove_prefix(1);
    map.box.insert(map.box.begin(), size);
  }
  const auto type = type_named(shape.substr(0, shape.find_first_of(",> ")));
  if (!type || type->element.empty()) return {};
  map.type = type->element;
  return map;
}

std::int64_t multiple_in(std::string_view part) {
  const std::string_view number = between(part, "tt.divisibility = ", " ");
  std::int64_t multiple = 1;
  std::from_chars(number.data(), number.data() + number.size(), multiple);
  return std::clamp<std::int64_t>(multiple, 1, 1024);
}

ToldParameter parameter_in(std::string_view part) {
  ToldParameter parameter;
  parameter.name = name_in(part);
  const std::size_t colon = part.find(": ");
  if (colon == std::string_view::npos) return parameter;
  const std::string_view text = trimmed(part.substr(colon + 2));
  if (text.starts_with("!tt.tensordesc<")) {
    std::string_view shape = between(text, "!tt.tensordesc<", "loc");
    if (shape.starts_with("tensor<")) shape.remove_prefix(7);
    parameter.map = map_of(shape);
    return parameter;
  }
  const bool is_pointer = text.starts_with("!tt.ptr<");
  const std::string_view named = is_pointer ? text.substr(8) : text;
  const auto type = type_named(named.substr(0, named.find_first_of(",> {")));
  if (!type) return parameter;
  parameter.type = std::string(type->c) + (is_pointer ? "*" : "");
  if (!is_pointer) parameter.multiple = multiple_in(part);
  return parameter;
}

// Behind a tensor map stand its sizes and strides, outermost first, each a parameter.
void name_parts(std::size_t at, std::vector<ToldParameter>& all) {
  ToldMap& map = all[at].map;
  const std::size_t rank = map.box.size();
  if (rank == 0 || at + 2 * rank >= all.size()) return;
  const std::string name = all[at].name.empty() ? fmt::format("arg{}", at) : all[at].name;
  for (std::size_t d = 0; d < rank; ++d) {
    all[at + 1 + d].name = fmt::format("{}.shape{}", name, d);
    all[at + 1 + rank + d].name = fmt::format("{}.stride{}", name, d);
    map.sizes.insert(map.sizes.begin(), all[at + 1 + d].name);
  }
  std::string below = "1";
  for (std::size_t d = rank; d-- > 0;) {
    all[at + 1 + rank + d].value = below;
    if (d + 1 < rank) map.strides.push_back(below);
    const std::string& size = all[at + 1 + d].name;
    below = below == "1" ? size : size + "*" + below;
  }
}

// "%a" of the line's `%a = …`.
std::string_view assigned_in(std::string_view text, std::size_t at) {
  const std::size_t line = text.rfind('\n', at) + 1;
  const std::string_view before = trimmed(text.substr(line, at - line));
  return before.ends_with('=') ? trimmed(before.substr(0, before.size() - 1)) : std::string_view();
}

// Whether the kernel makes a descriptor of the pointer and stores or adds through it.
bool is_stored_to(std::string_view text, std::string_view pointer) {
  const std::size_t at = text.find(fmt::format("tt.make_tensor_descriptor {},", pointer));
  if (at == std::string_view::npos) return false;
  const std::string_view descriptor = assigned_in(text, at);
  if (descriptor.empty() || descriptor.size() > kLongestName) return false;
  return text.find(fmt::format("tt.descriptor_store {}[", descriptor)) != std::string_view::npos ||
         text.find(fmt::format(", {}[", descriptor)) != std::string_view::npos;
}

}  // namespace

std::vector<ToldParameter> parameters_in_ttir(std::string_view text, std::string_view entry) {
  std::vector<ToldParameter> parameters;
  const auto list = inside(text, entry);
  if (!list) return parameters;
  for (const std::string_view part : parts_of(*list)) {
    parameters.push_back(parameter_in(part));
    const std::string_view pointer = trimmed(part.substr(0, part.find(':')));
    const bool is_looked_for = parameters.size() <= kMostStoredTo && pointer.starts_with('%');
    parameters.back().is_written = is_looked_for && is_stored_to(text, pointer);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) name_parts(i, parameters);
  return parameters;
}

}  // namespace warplens::caches
