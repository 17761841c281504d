#include "viz/swizzle/traced/source_array.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "kernels/own/source_text.h"
#include "kernels/own/source_words.h"

namespace warplens::swizzle {

namespace {

using own::behind_blanks;
using own::behind_bracket;
using own::end_of_word;
using own::find_word;
using own::is_word;

constexpr std::size_t kNone = std::string_view::npos;

std::uint32_t line_at(std::string_view code, std::size_t at) {
  return 1 + static_cast<std::uint32_t>(std::ranges::count(code.substr(0, at), '\n'));
}

constexpr std::array<std::pair<std::string_view, std::uint32_t>, 28> kTypes{{
    {"float", 4},    {"int", 4},      {"unsigned", 4}, {"double", 8},        {"half", 2},
    {"__half", 2},   {"half2", 4},    {"__half2", 4},  {"__nv_bfloat16", 2}, {"nv_bfloat16", 2},
    {"bfloat16", 2}, {"char", 1},     {"short", 2},    {"float2", 8},        {"float4", 16},
    {"int2", 8},     {"int4", 16},    {"uint2", 8},    {"uint4", 16},        {"double2", 16},
    {"uint8_t", 1},  {"int8_t", 1},   {"uint16_t", 2}, {"int16_t", 2},       {"uint32_t", 4},
    {"int32_t", 4},  {"uint64_t", 8}, {"int64_t", 8},
}};

std::uint32_t bytes_of_type(std::string_view words) {
  std::uint32_t bytes = 0;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = end_of_word(words, at);
    const auto word = words.substr(at, end - at);
    const auto* found =
        std::ranges::find(kTypes, word, &std::pair<std::string_view, std::uint32_t>::first);
    // "unsigned char" is a char; "long" is no size that is the same everywhere.
    if (word == "long") return 0;
    if (found != kTypes.end()) bytes = bytes == 0 ? found->second : std::min(bytes, found->second);
    at = std::max(end, at + 1);
  }
  return bytes;
}

// The brackets that stand at `at` one behind the other, without them themselves.
std::vector<SourcePart> brackets_at(std::string_view code, std::size_t at) {
  std::vector<SourcePart> parts;
  code = code.substr(0, at + own::kLongestStatement);
  for (at = behind_blanks(code, at); at < code.size() && code[at] == '[';
       at = behind_blanks(code, at)) {
    const std::size_t behind = behind_bracket(code, at);
    if (behind == kNone) return {};
    parts.push_back({at + 1, behind - 1});
    at = behind;
  }
  return parts;
}

// Names that stand for several numbers, in different scopes, stand for none.
struct FoundConstants {
  own::Values values;
  std::set<std::string, std::less<>> unclear;
};

void take_constant(std::string_view name, std::string_view text, FoundConstants& found) {
  const auto value = own::evaluate(std::string(text), found.values);
  if (!value.has_value()) return;
  const auto [at, is_new] = found.values.emplace(std::string(name), *value);
  if (!is_new && at->second != *value) found.unclear.insert(at->first);
}

// "kPitch = 32" of constexpr int kPitch = 32, kOther = 4;
void take_definitions(std::string_view statement, FoundConstants& values) {
  for (const std::string& part : own::split_list(statement)) {
    const std::size_t equals = part.find('=');
    if (equals == kNone || equals == 0) continue;
    const std::string head = own::trimmed(std::string_view(part).substr(0, equals));
    std::size_t begin = head.size();
    while (begin > 0 && is_word(head[begin - 1])) --begin;
    take_constant(head.substr(begin), part.substr(equals + 1), values);
  }
}

void take_macros(std::string_view code, FoundConstants& values) {
  constexpr std::string_view kDefine = "#define";
  for (std::size_t at = code.find(kDefine); at != kNone; at = code.find(kDefine, at + 1)) {
    const std::size_t name = behind_blanks(code, at + kDefine.size());
    const std::size_t end = end_of_word(code, name),
                      stop = std::min(code.find('\n', end), code.size());
    take_constant(code.substr(name, end - name), code.substr(end, stop - end), values);
  }
}

own::Values constants_of(std::string_view code) {
  FoundConstants values;
  take_macros(code, values);
  for (const std::string_view word : {"constexpr", "const", "enum"}) {
    for (std::size_t at = find_word(code, word, 0); at != kNone;
         at = find_word(code, word, at + 1)) {
      const auto statement = own::statement_from(code, at + word.size());
      const std::size_t end = statement.find_first_of(word == "enum" ? "}" : ";(){}");
      if (end == kNone) continue;
      const std::size_t brace = word == "enum" ? statement.find('{') + 1 : 0;
      if (brace <= end) take_definitions(statement.substr(brace, end - brace), values);
    }
  }
  take_macros(code, values);
  for (const std::string& name : values.unclear) values.values.erase(name);
  return std::move(values.values);
}

// Behind the last brace of the block that `at` stands in.
std::size_t end_of_block(std::string_view code, std::size_t at) {
  int depth = 0;
  for (; at < code.size(); ++at) {
    if (code[at] == '{') ++depth;
    if (code[at] == '}' && --depth < 0) return at;
  }
  return code.size();
}

std::optional<SourceArray> declaration_at(std::string_view code, std::size_t shared,
                                          const std::string& name) {
  const auto statement = own::statement_from(code, shared);
  const std::size_t end = statement.find(';');
  const std::size_t at = find_word(statement.substr(0, end), name, 0);
  if (end == kNone || at == kNone) return std::nullopt;
  SourceArray array;
  array.name = name;
  array.extents = brackets_at(code, shared + at + name.size());
  if (array.extents.empty()) return std::nullopt;
  array.line = line_at(code, shared + at);
  array.element_bytes = bytes_of_type(statement.substr(0, at));
  const auto before = own::statement_to(code, shared);
  const auto head = before.substr(before.find_last_of(";{}") + 1);
  array.is_dynamic = find_word(head, "extern", 0) != kNone ||
                     find_word(statement.substr(0, at), "extern", 0) != kNone;
  if (array.element_bytes == 0) array.element_bytes = bytes_of_type(head);
  return array;
}

bool is_address_of(std::string_view code, std::size_t name) {
  const std::size_t before = code.find_last_not_of(" \t\r\n", name == 0 ? 0 : name - 1);
  if (name == 0 || before == kNone || code[before] != '&') return false;
  return before == 0 || code[before - 1] != '&';
}

std::uint32_t lines_in(std::string_view text) {
  return static_cast<std::uint32_t>(std::ranges::count(text, '\n'));
}

void take_uses(std::size_t from, SourceArray& array) {
  const std::string_view code = array.code;
  const std::size_t end = end_of_block(code, from);
  std::uint32_t line = line_at(code, from);
  std::size_t counted = from;
  for (std::size_t at = find_word(code, array.name, from); at < end;
       at = find_word(code, array.name, at + 1)) {
    line += lines_in(code.substr(counted, at - counted));
    counted = at;
    const auto statement = own::statement_from(code, at);
    SourceUse use;
    use.name = {at, at + array.name.size()};
    use.line = line;
    use.last_line = line + lines_in(statement.substr(0, statement.find(';')));
    use.subscripts = brackets_at(code, use.name.end);
    use.is_address = is_address_of(code, at);
    array.uses.push_back(std::move(use));
  }
}

}  // namespace

std::optional<std::int64_t> SourceArray::value(std::string_view expression) const {
  const auto value = own::evaluate(own::trimmed(expression), constants);
  if (!value.has_value()) return std::nullopt;
  return *value;
}

Result<SourceArray> read_source_array(std::string_view source, const std::string& name,
                                      std::uint32_t line) {
  const std::string code = own::without_comments(source);
  std::optional<SourceArray> found;
  std::size_t from = 0;
  constexpr std::string_view kShared = "__shared__";
  for (std::size_t at = find_word(code, kShared, 0); at != kNone;
       at = find_word(code, kShared, at + 1)) {
    auto declared = declaration_at(code, at, name);
    if (!declared || (found && declared->line > line)) continue;
    from = declared->extents.back().end;
    found = std::move(declared);
  }
  if (!found || code.size() != source.size())
    return fail(tr("the source has no __shared__ array called {}", name));
  found->code = code;
  found->constants = constants_of(code);
  take_uses(from, *found);
  return std::move(*found);
}

}  // namespace warplens::swizzle
