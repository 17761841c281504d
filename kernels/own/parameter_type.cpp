#include "kernels/own/parameter_type.h"

#include <cctype>
#include <map>
#include <vector>

namespace warplens::own {
namespace {

using catalog::ElementType;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : std::string(text) + " ") {
    const bool is_part = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (is_part) word += c;
    if (is_part || word.empty()) continue;
    words.push_back(word);
    word.clear();
  }
  return words;
}

bool is_qualifier(const std::string& word) {
  return word == "const" || word == "volatile" || word == "__restrict__" || word == "__restrict" ||
         word == "restrict" || word == "signed" || word == "std" || word == "struct";
}

std::optional<ElementType> named_type(std::string_view name) {
  using enum ElementType;
  static const std::map<std::string_view, ElementType> types = {
      {"bool", u8},      {"char", i8},       {"short", i16},          {"int", i32},
      {"long", i64},     {"float", f32},     {"double", f64},         {"half", f16},
      {"__half", f16},   {"int8_t", i8},     {"uint8_t", u8},         {"int16_t", i16},
      {"uint16_t", u16}, {"int32_t", i32},   {"uint32_t", u32},       {"int64_t", i64},
      {"uint64_t", u64}, {"size_t", u64},    {"uchar", u8},           {"ushort", u16},
      {"uint", u32},     {"ulong", u64},     {"longlong", i64},       {"ulonglong", u64},
      {"byte", u8},      {"ptrdiff_t", i64}, {"__nv_bfloat16", bf16}, {"nv_bfloat16", bf16}};
  const auto found = types.find(name);
  return found == types.end() ? std::nullopt : std::optional(found->second);
}

ElementType unsigned_of(ElementType type) {
  using enum ElementType;
  switch (type) {
    case i8:
      return u8;
    case i16:
      return u16;
    case i32:
      return u32;
    case i64:
      return u64;
    default:
      return type;
  }
}

// "float4", "__half2", "__nv_bfloat162".
bool set_vector(std::string_view word, ParameterType& type) {
  if (word.empty() || word.back() < '1' || word.back() > '4') return false;
  const auto element = named_type(word.substr(0, word.size() - 1));
  if (!element.has_value()) return false;
  type.element = element;
  type.lanes = static_cast<std::uint32_t>(word.back() - '0');
  return true;
}

void set_element(const std::vector<std::string>& words, ParameterType& type) {
  bool is_unsigned = false;
  for (const std::string& word : words) {
    if (is_qualifier(word)) continue;
    if (word == "unsigned") {
      is_unsigned = true;
      if (!type.element.has_value()) type.element = ElementType::i32;
      continue;
    }
    const auto named = named_type(word);
    const bool is_short_int = word == "int" && type.element.has_value();
    if (named.has_value() && !(is_short_int && type.element != ElementType::i32))
      type.element = named;
    else if (!named.has_value() && !set_vector(word, type))
      type.element.reset();
  }
  if (is_unsigned && type.element.has_value()) type.element = unsigned_of(*type.element);
}

}  // namespace

ParameterType parameter_type(std::string_view text) {
  ParameterType type;
  type.text = text;
  const std::size_t star = text.rfind('*');
  type.is_pointer = star != std::string_view::npos;
  const auto words = words_of(text.substr(0, star));
  for (const std::string& word : words) type.is_constant |= type.is_pointer && word == "const";
  if (type.is_pointer && text.find('*') != star) return type;  // a pointer to pointers
  if (text.find('<') == std::string_view::npos) set_element(words, type);
  return type;
}

}  // namespace warplens::own
