#include "kernels/own/source_constants.h"

#include <algorithm>
#include <array>

#include "kernels/own/source_words.h"

namespace warplens::own {
namespace {

constexpr int kMostLookups = 300;           // for one constant
constexpr int kMostLookupsInAll = 1 << 17;  // of a source
constexpr std::size_t kMostConstants = 1000, kMostDefinitions = 50'000;
constexpr std::size_t kLongestStructure = 64 << 10, kMostOfStructures = 1 << 20;  // characters

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "64" of "64u", "1'000" and "64ULL".
std::string plain_number(std::string_view number) {
  std::string text;
  for (const char c : number)
    if (c != '\'') text += c;
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  while (text.size() > 1 &&
         std::string_view("uUlLzZ").find(text.back()) != std::string_view::npos &&
         (!is_hexadecimal || text.size() > 3))
    text.pop_back();
  return text;
}

// A word that says how a value is kept, and not which it is.
bool is_of_type(std::string_view word) {
  constexpr std::array<std::string_view, 14> kWords{
      "int",     "unsigned", "long",     "short",    "size_t", "int32_t",     "uint32_t",
      "int64_t", "uint64_t", "typename", "template", "std",    "static_cast", "const"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// "(unsigned) 64" and "int(64)" without what is_of_type() leaves of them.
std::string without_empty_brackets(std::string text) {
  for (const std::string_view empty : {"()", "( )", "<>", "< >"})
    for (std::size_t at = text.find(empty); at != std::string::npos; at = text.find(empty))
      text.erase(at, empty.size());
  return text;
}

// "M" of "int M = 4", "Config" of "typename Config"; and what stands behind the =.
std::pair<std::string, std::string> name_and_default(std::string_view parameter) {
  const std::size_t equals = parameter.find('=');
  const std::string before = trimmed(parameter.substr(0, equals));
  const std::size_t begin = before.find_last_of(" .*&") + 1;  // npos + 1: 0
  return {before.substr(begin),
          equals == std::string_view::npos ? "" : trimmed(parameter.substr(equals + 1))};
}

bool is_of_types(std::string_view parameter) {
  return parameter.starts_with("typename") || parameter.starts_with("class");
}

// What is made of one constant after the other, of so many lookups in all.
template <class Make>
auto with_lookups(int& in_all, Make make) {
  const int given = std::min(kMostLookups, in_all);
  int left = given;
  auto made = make(left);
  in_all -= given - left;
  return made;
}

// What stands behind NAME in "NAME = 2 * TILE;", "NAME{256};" or "#define NAME (TILE + 1)".
std::string_view value_behind(std::string_view text, std::size_t at, bool is_define) {
  text = statement_from(text, at);
  at = is_define ? text.find_first_not_of(" \t") : behind_blanks(text, 0);
  if (at >= text.size()) return {};
  if (is_define) return text.substr(at, text.find('\n', at) - at);
  if (text[at] == '{') {
    const std::size_t end = behind_bracket(text, at);
    return end == std::string_view::npos ? std::string_view() : text.substr(at + 1, end - at - 2);
  }
  if (text[at] != '=') return {};
  ++at;
  int depth = 0;
  for (std::size_t end = at; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '(') ++depth;
    const std::size_t behind = c == '<' ? behind_angle(text, end) : std::string_view::npos;
    if (behind != std::string_view::npos && text.substr(behind).starts_with("::")) end = behind;
    const bool is_over = c == ';' || c == '}' || (c == ',' && depth == 0);
    if (is_over || (c == ')' && --depth < 0)) return text.substr(at, end - at);
  }
  return text.substr(at);
}

constexpr std::size_t kLongestDirective = 100;  // "# define" with its blanks

// Whether "#define " stands before the word at `at`.
bool is_defined_at(std::string_view text, std::size_t at) {
  std::string_view line = statement_to(text, at);
  if (line.empty() || is_word(line.back())) return false;
  line.remove_prefix(line.find_last_of('\n') + 1);  // npos + 1: 0
  if (line.size() > kLongestDirective) return false;
  const std::string before = trimmed(line);
  return before == "#define" || before == "# define";
}

}  // namespace

SourceConstants::SourceConstants(std::string_view source, TemplateArguments given)
    : outside_{nullptr, std::move(given)} {
  std::string text = without_comments(source);
  aliases_ = aliases_in(text);
  take_structures(text);
  take_constants(text);
}

std::vector<SourceConstants::Definition> SourceConstants::definitions_in(std::string_view text,
                                                                         std::size_t most) {
  std::vector<Definition> all;
  for (std::size_t at = 0; at < text.size() && all.size() < most;) {
    const std::size_t end = end_of_word(text, at);
    if (end == at) {
      ++at;
      continue;
    }
    const std::string_view value = value_behind(text, end, is_defined_at(text, at));
    if (!value.empty() && !is_digit(text[at]))
      all.push_back({std::string(text.substr(at, end - at)), trimmed(value)});
    at = end;
  }
  return all;
}

// "using Shape = Tile<64, 64>;" and "typedef Tile<64, 64> Shape;".
std::map<std::string, std::string, std::less<>> SourceConstants::aliases_in(std::string_view text) {
  std::map<std::string, std::string, std::less<>> aliases;
  const auto each = [&](std::string_view word, auto add) {
    for (std::size_t at = find_word(text, word, 0); at != std::string_view::npos;
         at = find_word(text, word, at + 1)) {
      const std::string_view said = statement_from(text, at + word.size());
      const std::size_t end = said.find_first_of(";{}");
      const bool is_whole = end != std::string_view::npos && aliases.size() < kMostConstants;
      if (is_whole) add(trimmed(said.substr(0, end)));
    }
  };
  each("using", [&](const std::string& said) {
    const std::size_t equals = said.find('=');
    if (equals != std::string::npos)
      aliases[trimmed(said.substr(0, equals))] = trimmed(said.substr(equals + 1));
  });
  each("typedef", [&](const std::string& said) {
    const std::size_t space = said.rfind(' ');
    if (space != std::string::npos) aliases[said.substr(space + 1)] = said.substr(0, space);
  });
  return aliases;
}

// "Policy<64>::kThreads" that begins at `at`; arguments belong to it where :: follows.
SourceConstants::Name SourceConstants::name_at(std::string_view text, std::size_t at) {
  Name name;
  while (true) {
    std::size_t end = end_of_word(text, at);
    if (end == at) return name;
    const std::size_t open = behind_blanks(text, end);
    const std::size_t close =
        open < text.size() && text[open] == '<' ? behind_angle(text, open) : std::string_view::npos;
    const bool has_arguments = close != std::string_view::npos &&
                               text.substr(behind_blanks(text, close)).starts_with("::");
    if (has_arguments) end = close;
    name.parts.push_back(trimmed(text.substr(at, end - at)));
    name.end = end;
    const std::size_t next = behind_blanks(text, end);
    if (!text.substr(next).starts_with("::")) return name;
    at = behind_blanks(text, next + 2);
    if (text.substr(at).starts_with("template ")) at = behind_blanks(text, at + 9);
  }
}

// The structure whose "struct" stands at `at`, and where it ends; nothing where none is defined.
std::optional<SourceConstants::Structure> SourceConstants::structure_at(std::string_view text,
                                                                        std::size_t at,
                                                                        std::size_t& end) const {
  const std::size_t begin = behind_blanks(text, end_of_word(text, at));
  const std::size_t behind_name = end_of_word(text, begin);
  const std::size_t ahead = statement_from(text, behind_name).find_first_of("{;()=>");
  const std::size_t open = ahead == std::string_view::npos ? ahead : behind_name + ahead;
  if (behind_name == begin || open == std::string_view::npos || text[open] != '{')
    return std::nullopt;
  const std::string between = trimmed(text.substr(behind_name, open - behind_name));
  const bool has_bases = between.starts_with(':') || between.starts_with("final");
  end = behind_bracket(text.substr(0, open + kLongestStructure), open);
  if ((!between.empty() && !has_bases) || end == std::string_view::npos) return std::nullopt;
  const std::string_view body = text.substr(open + 1, end - open - 2);
  Structure structure{std::string(text.substr(begin, behind_name - begin)),
                      template_parameters_before(text, at),
                      {},
                      definitions_in(body, kMostConstants),
                      aliases_in(body)};
  const std::size_t colon = between.find(':');
  if (colon == std::string::npos) return structure;
  for (const std::string& base : split_list(between.substr(colon + 1)))
    structure.bases.push_back(base.substr(base.starts_with("public ") ? 7 : 0));
  return structure;
}

// Their text is made blanks, so that what is left is outside of them.
void SourceConstants::take_structures(std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> taken;
  std::size_t looked_at = 0;
  for (const std::string_view word : {"struct", "class"}) {
    for (std::size_t at = find_word(text, word, 0); at != std::string::npos;
         at = find_word(text, word, at + 1)) {
      std::size_t end = at;
      if (structures_.size() >= kMostConstants || looked_at >= kMostOfStructures) break;
      auto structure = structure_at(text, at, end);
      looked_at += structure.has_value() ? end - at : kLongestStatement;
      if (!structure.has_value()) continue;
      structures_.push_back(std::move(*structure));
      taken.emplace_back(at, end);
    }
  }
  for (const auto& [begin, end] : taken)
    for (std::size_t at = begin; at < end; ++at)
      if (text[at] != '\n') text[at] = ' ';
}

void SourceConstants::take_constants(std::string_view text) {
  Values& values = outside_.arguments.numbers;
  int lookups = kMostLookupsInAll;
  for (const Definition& one : definitions_in(text, kMostDefinitions)) {
    const auto value =
        with_lookups(lookups, [&](int& left) { return value_of(one.value, outside_, left); });
    if (!value.has_value() || values.size() >= kMostConstants) continue;
    values.insert_or_assign(one.name, *value);
    if (names_a_block(one.name) && of_blocks_.size() < kMostConstants)
      of_blocks_.push_back({one.name, *value});
  }
}

// The expression with numbers in the place of names.
std::optional<std::int64_t> SourceConstants::value_of(std::string_view expression,
                                                      const Scope& scope, int& left) const {
  if (left-- <= 0 || expression.size() > kLongestStatement) return std::nullopt;
  std::string numbers;
  for (std::size_t at = 0; at < expression.size();) {
    std::size_t end = end_of_word(expression, at);
    if (end == at) {
      const bool is_scope = expression.substr(at).starts_with("::");
      if (!is_scope) numbers += expression[at];
      at += is_scope ? 2 : 1;
      continue;
    }
    if (is_digit(expression[at])) {
      while (end < expression.size() && (expression[end] == '\'' || is_word(expression[end])))
        ++end;
      numbers += plain_number(expression.substr(at, end - at));
    } else if (const auto word = expression.substr(at, end - at); word == "min" || word == "max") {
      numbers += word;
    } else if (!is_of_type(word)) {
      const Name name = name_at(expression, at);
      const auto value = value_of(name, scope, left);
      if (!value.has_value()) return std::nullopt;
      numbers += *value < 0 ? "(" + std::to_string(*value) + ")" : std::to_string(*value);
      end = name.end;
    }
    at = end;
  }
  const auto value = evaluate(trimmed(without_empty_brackets(numbers)), {});
  return value.has_value() ? std::optional(*value) : std::nullopt;
}

std::optional<std::int64_t> SourceConstants::value_of(const Name& name, const Scope& scope,
                                                      int& left) const {
  if (name.parts.empty() || left-- <= 0) return std::nullopt;
  if (name.parts.size() > 1) {
    const std::vector<std::string> type(name.parts.begin(), name.parts.end() - 1);
    const auto owner = scope_of(type, scope, left);
    if (owner.has_value()) return member(*owner, name.parts.back(), left);
  }
  return member(scope, name.parts.back(), left);
}

// The member of a scope's structure or of its bases, its argument, or what lies outside.
std::optional<std::int64_t> SourceConstants::member(const Scope& scope, std::string_view name,
                                                    int& left) const {
  const auto number = scope.arguments.numbers.find(name);
  if (number != scope.arguments.numbers.end()) return number->second;
  if (left-- <= 0) return std::nullopt;
  if (scope.structure != nullptr) {
    for (const Definition& one : scope.structure->constants)
      if (one.name == name) return value_of(one.value, scope, left);
    for (const std::string& base : scope.structure->bases) {
      const auto of_base = scope_of(base, scope, left);
      const auto value = of_base.has_value() ? member(*of_base, name, left) : std::nullopt;
      if (value.has_value()) return value;
    }
    const auto outside = outside_.arguments.numbers.find(name);
    if (outside != outside_.arguments.numbers.end()) return outside->second;
  }
  return std::nullopt;
}

std::optional<SourceConstants::Scope> SourceConstants::scope_of(std::string_view type,
                                                                const Scope& scope,
                                                                int& left) const {
  std::string name = trimmed(type);
  for (const std::string_view word : {"typename ", "const ", "struct ", "::"})
    if (name.starts_with(word)) name.erase(0, word.size());
  // The end makes arguments belong to the name, as those before a member do.
  return scope_of(name_at(name + "::", 0).parts, scope, left);
}

std::optional<SourceConstants::Scope> SourceConstants::scope_of(
    const std::vector<std::string>& type, const Scope& scope, int& left) const {
  std::optional<Scope> found;
  for (const std::string& part : type) {
    const auto next = part_of(part, found.value_or(scope), scope, left);
    if (!next.has_value() && found.has_value()) return std::nullopt;
    found = next;  // none: a namespace
  }
  return found;
}

// The structure that a part of a type's name stands for; its arguments are written in `scope`.
std::optional<SourceConstants::Scope> SourceConstants::part_of(const std::string& part,
                                                               const Scope& within,
                                                               const Scope& scope,
                                                               int& left) const {
  if (left-- <= 0) return std::nullopt;
  const std::string name = part.substr(0, end_of_word(part, 0));
  const auto argument = within.arguments.types.find(name);
  if (argument != within.arguments.types.end() && argument->second != part)
    return scope_of(argument->second, outside_, left);
  const auto& aliases = within.structure != nullptr ? within.structure->aliases : aliases_;
  const auto alias = aliases.find(name);
  if (alias != aliases.end() && alias->second != part) return scope_of(alias->second, within, left);
  const auto structure = std::ranges::find(structures_, name, &Structure::name);
  if (structure == structures_.end()) {
    const auto outer = aliases_.find(name);
    const bool is_outer = within.structure != nullptr && outer != aliases_.end();
    return is_outer ? scope_of(outer->second, outside_, left) : std::nullopt;
  }
  Scope result{&*structure, {}};
  const std::size_t open = part.find('<');
  const auto arguments =
      open == std::string::npos
          ? std::vector<std::string>()
          : split_list(std::string_view(part).substr(open + 1, part.size() - open - 2));
  for (std::size_t i = 0; i < structure->parameters.size(); ++i) {
    const auto [parameter, usual] = name_and_default(structure->parameters[i]);
    const bool is_given = i < arguments.size();
    const std::string& text = is_given ? arguments[i] : usual;
    if (is_of_types(structure->parameters[i])) {
      result.arguments.types[parameter] = text;
    } else if (const auto value = value_of(text, is_given ? scope : result, left)) {
      result.arguments.numbers[parameter] = *value;
    }
  }
  return result;
}

std::vector<NamedConstant> SourceConstants::members_named_in(std::string_view body) const {
  std::vector<NamedConstant> members;
  int lookups = kMostLookupsInAll;
  for (std::size_t at = 0; at < body.size();) {
    const Name name = name_at(body, at);
    if (name.parts.size() > 1 && names_a_block(name.parts.back())) {
      const auto value =
          with_lookups(lookups, [&](int& left) { return value_of(name, outside_, left); });
      if (value.has_value())
        members.push_back({std::string(body.substr(at, name.end - at)), *value});
    }
    at = name.parts.empty() ? at + 1 : name.end;
  }
  return members;
}

std::vector<NamedConstant> SourceConstants::threads_of_arguments() const {
  std::vector<NamedConstant> threads;
  int lookups = kMostLookupsInAll;
  for (const auto& argument : outside_.arguments.types) {
    const auto scope =
        with_lookups(lookups, [&](int& left) { return scope_of(argument.second, outside_, left); });
    if (!scope.has_value()) continue;
    for (const Definition& one : scope->structure->constants) {
      if (!names_threads_of_block(one.name)) continue;
      const auto value =
          with_lookups(lookups, [&](int& left) { return member(*scope, one.name, left); });
      if (value.has_value()) threads.push_back({argument.first + "::" + one.name, *value});
    }
  }
  return threads;
}

}  // namespace warplens::own
