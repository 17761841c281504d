#include "kernels/own/signature.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>

#include "kernels/base/names.h"
#include "kernels/caches/python_names.h"
#include "kernels/own/array_structures.h"
#include "kernels/own/array_words.h"
#include "kernels/own/source_constants.h"
#include "kernels/own/source_words.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::own {
namespace {

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text != nullptr ? text.get() : "";
}

// The types in "void tile<32>(float const*, int)".
std::vector<std::string> types_of(const std::string& name) {
  std::vector<std::string> types;
  const std::string text = demangled(name);
  if (text.empty() || text.back() != ')') return types;
  int depth = 0;
  std::size_t end = text.size() - 1;
  for (std::size_t i = text.size(); i-- > 0;) {
    const char c = text[i];
    if (c == ')' || c == '>') ++depth;
    if (c == '(' || c == '<') --depth;
    const bool opens = c == '(' && depth == 0;
    if (!opens && (c != ',' || depth != 1)) continue;
    const std::size_t begin = text.find_first_not_of(' ', i + 1);
    if (begin < end) types.insert(types.begin(), text.substr(begin, end - begin));
    end = i;
    if (opens) break;
  }
  return types;
}

// "rows" of "int rows", "const float in[]" and "float (&x)[4] = {}".
std::string name_in(std::string_view parameter) {
  parameter = parameter.substr(0, parameter.find('='));
  parameter = parameter.substr(0, parameter.find('['));
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::size_t end = parameter.size();
  while (end > 0 && !is_word(parameter[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_word(parameter[begin - 1])) --begin;
  return std::string(parameter.substr(begin, end - begin));
}

std::string type_in(std::string_view parameter, std::string_view name) {
  std::string text(parameter.substr(0, parameter.find('=')));
  const bool is_array = text.find('[') != std::string::npos;
  const std::size_t at = text.rfind(name);
  if (at != std::string::npos) text.erase(at);
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return is_array ? text + "*" : text;
}

std::string plain_name(const std::string& entry) {
  const std::string name = run::source_name(entry);
  const std::string_view whole(name);
  const std::string_view last = whole.substr(last_part(whole));
  return std::string(last.substr(0, last.find_first_of("<[")));
}

std::optional<Declaration> declaration_of(const ptx::Function& entry,
                                          const std::vector<std::string>& sources) {
  for (const std::string& source : sources) {
    for (Declaration& one : kernel_declarations(source, plain_name(entry.name)))
      if (one.parameters.size() == entry.parameters.size()) return std::move(one);
  }
  return std::nullopt;
}

// What a template is instantiated with, by the names in the source: integers and types.
TemplateArguments template_arguments(const ptx::Function& entry, const Declaration& declaration) {
  TemplateArguments arguments;
  const std::string name = run::source_name(entry.name);
  const std::size_t open = name.find('<');
  const std::size_t close = open == std::string::npos ? open : behind_angle(name, open);
  if (close == std::string::npos) return arguments;
  const auto given = split_list(std::string_view(name).substr(open + 1, close - open - 2));
  for (std::size_t i = 0; i < std::min(given.size(), declaration.template_parameters.size()); ++i) {
    const std::string parameter = name_in(declaration.template_parameters[i]);
    std::int64_t value = 0;
    const char* const end = given[i].data() + given[i].size();
    const auto [stop, error] = std::from_chars(given[i].data(), end, value);
    const std::string_view suffix(stop, static_cast<std::size_t>(end - stop));
    const bool is_integer = error == std::errc() && suffix.find_first_not_of("ul") == suffix.npos;
    if (is_integer) arguments.numbers[parameter] = value;
    if (error != std::errc()) arguments.types[parameter] = given[i];
  }
  return arguments;
}

// "float const*" as people write it.
std::string in_usual_order(std::string text) {
  constexpr std::string_view kConst = " const*";
  const std::size_t at = text.find(kConst);
  if (at == std::string::npos) return text;
  return "const " + text.substr(0, at) + text.substr(at + kConst.size() - 1);
}

bool says_nothing_of(const ParameterType& type, const ptx::Variable& parameter) {
  return type.text.empty() || (type.is_pointer && parameter.size != 8);
}

ParameterType type_of(const ptx::Variable& parameter) {
  std::string name(name_of(parameter.type));
  return {name, false, false, std::nullopt, 1};
}

// Of the Python function that it was compiled from, where that is at hand.
std::vector<std::string> python_names(const ptx::Function& entry,
                                      const std::vector<std::string>& sources) {
  for (const std::string& source : sources) {
    auto names = caches::python_parameters(source, plain_name(entry.name));
    if (!names.empty()) return names;
  }
  return {};
}

bool is_array_structure(const SignatureParameter& parameter) {
  return parameter.type.text.find("CArray<") != std::string::npos;
}

// Of what is as long as all arrays in a guess.
std::string length_name(const Signature& signature) {
  const auto n = std::ranges::find(signature.parameters, "n", &SignatureParameter::name);
  return n == signature.parameters.end() ? "n" : "length";
}

// Of a parameter that somebody wrote.
bool is_unnamed(const caches::ToldParameter& told) {
  return told.name.empty() && told.value.empty() && told.count.empty();
}

void take_told(const caches::ToldParameter& told, SignatureParameter& parameter) {
  parameter.is_part = !told.value.empty() || !told.count.empty();
  parameter.is_named = !told.name.empty();
  if (parameter.is_named) parameter.name = told.name;
  if (!told.type.empty()) parameter.type = parameter_type(told.type);
  parameter.value = told.value;
  parameter.count = told.count;
  parameter.is_written = told.is_written || !told.count.empty();
  parameter.multiple = told.multiple;
  parameter.map = told.map;
}

// Names of the source are for the parameters that have none, if they are as many.
void take_told(const caches::ToldLaunch& told, const std::vector<std::string>& names,
               Signature& signature) {
  const auto unnamed = std::ranges::count_if(told.parameters, is_unnamed);
  const bool has_names = names.size() == static_cast<std::size_t>(unnamed);
  const std::size_t most = std::min(told.parameters.size(), signature.parameters.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < most; ++i) {
    caches::ToldParameter one = told.parameters[i];
    if (has_names && is_unnamed(one)) one.name = names[next++];
    take_told(one, signature.parameters[i]);
  }
}

}  // namespace

Signature signature_of(const ptx::Function& entry, const std::vector<std::string>& sources,
                       const std::optional<caches::ToldLaunch>& told) {
  Signature signature{run::source_name(entry.name), {}};
  auto types = types_of(entry.name);
  if (types.empty()) types = cupy_types(entry);
  const auto names = python_names(entry, sources);
  if (auto words = array_words(types, names, entry)) {
    signature.kernel = plain_name(entry.name);
    signature.parameters = std::move(words->parameters);
    signature.sizes = std::move(words->sizes);
    return signature;
  }
  const auto declaration = declaration_of(entry, sources);
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    SignatureParameter parameter{fmt::format("arg{}", i), type_of(entry.parameters[i]), false};
    if (declaration.has_value()) {
      const std::string name = name_in(declaration->parameters[i]);
      parameter = {name, parameter_type(type_in(declaration->parameters[i], name)), true};
    }
    if (types.size() == entry.parameters.size())
      parameter.type = parameter_type(in_usual_order(types[i]));
    if (says_nothing_of(parameter.type, entry.parameters[i]))
      parameter.type = type_of(entry.parameters[i]);
    signature.parameters.push_back(std::move(parameter));
  }
  const bool has_arrays = std::ranges::any_of(signature.parameters, is_array_structure);
  if (has_arrays) signature.sizes = {length_name(signature)};
  if (told.has_value() && told->entry == entry.name) take_told(*told, names, signature);
  return signature;
}

std::vector<NamedConstant> constants_of(const ptx::Function& entry,
                                        const std::vector<std::string>& sources) {
  const auto declaration = declaration_of(entry, sources);
  if (!declaration.has_value()) return {};
  const TemplateArguments given = template_arguments(entry, *declaration);
  std::vector<NamedConstant> constants;
  for (const std::string& parameter : declaration->template_parameters) {
    const auto number = given.numbers.find(name_in(parameter));
    const bool is_of_block = number != given.numbers.end() && names_a_block(number->first);
    if (is_of_block) constants.push_back({number->first, number->second});
  }
  for (const std::string& source : sources) {
    const SourceConstants all(source, given);
    for (const NamedConstant& constant : all.of_blocks())
      if (mentions(declaration->body, constant.name)) constants.push_back(constant);
    std::ranges::move(all.members_named_in(declaration->body), std::back_inserter(constants));
    std::ranges::move(all.threads_of_arguments(), std::back_inserter(constants));
  }
  return constants;
}

std::string readable(const Signature& signature) {
  std::string text;
  for (const SignatureParameter& parameter : signature.parameters) {
    if (parameter.is_part) continue;
    if (!text.empty()) text += ", ";
    text += parameter.type.text;
    if (parameter.is_named) text += " " + parameter.name;
  }
  return fmt::format("{}({})", signature.kernel, text);
}

}  // namespace warplens::own
