#include "kernels/own/array_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace warplens::own {
namespace {

constexpr std::size_t kWordsBeforeShape = 5;  // meminfo, parent, nitems, itemsize, data
constexpr std::size_t kMostArrayDimensions = 8;

struct ArrayType {
  ParameterType element;  // of a pointer to it
  std::size_t dimensions = 0;
};

// "Array<float, 2, C, mutable, aligned>".
std::optional<ArrayType> array_type(const std::string& text) {
  constexpr std::string_view kBegin = "Array<";
  const std::size_t comma = text.find(", ");
  if (!text.starts_with(kBegin) || comma == std::string::npos || comma + 2 >= text.size())
    return std::nullopt;
  ArrayType type;
  type.element = parameter_type(text.substr(kBegin.size(), comma - kBegin.size()) + "*");
  const int digit = text[comma + 2] - '0';
  if (digit < 1 || digit > static_cast<int>(kMostArrayDimensions)) return std::nullopt;
  type.dimensions = static_cast<std::size_t>(digit);
  type.element.text = text;
  type.element.is_constant = text.find("readonly") != std::string::npos;
  return type.element.element.has_value() ? std::optional(type) : std::nullopt;
}

SignatureParameter word(const std::string& array, const std::string& name, std::string value) {
  SignatureParameter parameter{fmt::format("{}.{}", array, name), parameter_type("long long")};
  parameter.is_part = true;
  parameter.value = std::move(value);
  return parameter;
}

std::int64_t bytes_of(const ArrayType& type) {
  return static_cast<std::int64_t>(catalog::size_of(*type.element.element)) *
         static_cast<std::int64_t>(type.element.lanes);
}

// An array whose dimensions are as `shape` says, row by row.
void add_array(const std::string& name, bool is_named, const ArrayType& type,
               const std::vector<std::string>& shape, std::vector<SignatureParameter>& all) {
  const std::string count = fmt::format("{}", fmt::join(shape, "*"));
  for (const char* object : {"meminfo", "parent"}) all.push_back(word(name, object, "0"));
  all.push_back(word(name, "nitems", count));
  all.push_back(word(name, "itemsize", std::to_string(bytes_of(type))));
  SignatureParameter data{name, type.element, is_named};
  data.count = count;
  all.push_back(std::move(data));
  for (std::size_t d = 0; d < shape.size(); ++d)
    all.push_back(word(name, fmt::format("shape{}", d), shape[d]));
  for (std::size_t d = 0; d < shape.size(); ++d) {
    std::string stride;
    for (std::size_t inner = d + 1; inner < shape.size(); ++inner) stride += shape[inner] + "*";
    all.push_back(word(name, fmt::format("stride{}", d), stride + std::to_string(bytes_of(type))));
  }
}

std::size_t words_of(const std::string& type) {
  const auto array = array_type(type);
  return array ? kWordsBeforeShape + 2 * array->dimensions : 1;
}

// At the products of a whole expression; one that is none is one factor.
std::vector<std::string> factors_of(const std::string& text) {
  std::vector<std::string> factors(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == '*' && depth == 0) factors.emplace_back();
    if (c != '*' || depth != 0) factors.back() += c;
  }
  return factors;
}

const FormScalar* scalar_named(const LaunchForm& form, const std::string& name) {
  for (const FormArgument& argument : form.arguments) {
    const auto* scalar = std::get_if<FormScalar>(&argument);
    if (scalar != nullptr && scalar->name == name) return scalar;
  }
  return nullptr;
}

void say(const std::string& name, std::string value, std::vector<FormArgument>& arguments) {
  arguments.emplace_back(FormScalar{name, catalog::ElementType::i64, {std::move(value), {}}});
}

std::size_t dimensions_of(const LaunchForm& form, const std::string& array) {
  std::size_t dimensions = 0;
  while (scalar_named(form, fmt::format("{}.shape{}", array, dimensions)) != nullptr) ++dimensions;
  return dimensions;
}

Result<void> say_shape(const FormBuffer& buffer, const LaunchForm& form,
                       std::vector<FormArgument>& arguments) {
  const std::size_t dimensions = dimensions_of(form, buffer.name);
  const FormScalar* itemsize = scalar_named(form, buffer.name + ".itemsize");
  if (dimensions == 0 || itemsize == nullptr || buffer.count.text.empty()) return {};
  const auto shape =
      dimensions == 1 ? std::vector{buffer.count.text} : factors_of(buffer.count.text);
  if (shape.size() != dimensions)
    return fail(
        tr("{} is an array of {} dimensions: write the number of its elements as their "
           "product, as in {}:in:f32[64*32]",
           buffer.name, dimensions, buffer.name));
  if (const auto bytes = evaluate(itemsize->value.text, {});
      bytes.has_value() && static_cast<std::uint64_t>(*bytes) != catalog::size_of(buffer.type))
    return fail(tr("{} is an array of elements of {} bytes each: {} has another size", buffer.name,
                   *bytes, catalog::name_of(buffer.type)));
  say(buffer.name + ".nitems", buffer.count.text, arguments);
  std::string below = itemsize->value.text;
  for (std::size_t d = dimensions; d-- > 0;) {
    say(fmt::format("{}.shape{}", buffer.name, d), shape[d], arguments);
    say(fmt::format("{}.stride{}", buffer.name, d), below, arguments);
    below = fmt::format("({})*{}", shape[d], below);
  }
  return {};
}

// Those that a person writes: arrays, numbers; not the words of an array.
std::vector<std::string> written_names(const LaunchForm& form) {
  std::vector<std::string> names;
  for (const FormArgument& argument : form.arguments) {
    if (!is_array_word(form, name_of(argument))) names.push_back(name_of(argument));
  }
  return names;
}

void rename(FormArgument& argument, const std::string& name) {
  std::visit([&](auto& one) { one.name = name; }, argument);
}

// An array with its words; a number that is no size.
void rename(Inference& inference, const std::string& name, const std::string& given) {
  for (FormArgument& argument : inference.form.arguments) {
    const std::string before = name_of(argument);
    if (before == name) rename(argument, given);
    if (before.starts_with(name + ".")) rename(argument, given + before.substr(name.size()));
  }
  if (inference.given_counts.erase(name) > 0) inference.given_counts.insert(given);
}

void rename_in_order(const std::vector<std::string>& names, GivenLaunch& given,
                     Inference& inference) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_size = std::ranges::find(inference.form.sizes, names[i], &FormSize::name) !=
                         inference.form.sizes.end();
    if (is_size) rename(given.arguments[i], names[i]);
    if (!is_size) rename(inference, names[i], name_of(given.arguments[i]));
  }
}

}  // namespace

bool is_array_word(const LaunchForm& form, const std::string& name) {
  const std::string array = name.substr(0, name.rfind('.'));
  return array != name && dimensions_of(form, array) > 0;
}

Result<std::string> shape_text(const LaunchForm& form, const std::string& array,
                               const Values& values) {
  std::string text;
  for (std::size_t d = 0; d < dimensions_of(form, array); ++d) {
    const FormScalar* shape = scalar_named(form, fmt::format("{}.shape{}", array, d));
    TRY(const auto length, evaluate(shape->value.text, values));
    text += (d == 0 ? "" : "*") + std::to_string(length);
  }
  return text;
}

std::optional<ArrayWords> array_words(const std::vector<std::string>& types,
                                      const std::vector<std::string>& names,
                                      const ptx::Function& entry) {
  std::size_t words = 0;
  std::size_t most = 0;
  for (const std::string& type : types) {
    words += words_of(type);
    const auto array = array_type(type);
    most = std::max(most, array ? array->dimensions : 0);
  }
  if (most == 0 || words != entry.parameters.size()) return std::nullopt;
  const bool is_named = names.size() == types.size();
  const bool has_n = is_named && std::ranges::find(names, "n") != names.end();
  ArrayWords all;
  all.sizes = {has_n ? "length" : "n"};
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::string name = is_named ? names[i] : fmt::format("arg{}", i);
    if (const auto array = array_type(types[i])) {
      add_array(name, is_named, *array, std::vector(array->dimensions, all.sizes.front()),
                all.parameters);
    } else {
      all.parameters.push_back({name, parameter_type(types[i]), is_named});
    }
  }
  return all;
}

Result<GivenLaunch> in_words(GivenLaunch given, Inference& inference) {
  const LaunchForm& form = inference.form;
  const bool has_arrays = std::ranges::any_of(form.arguments, [&](const FormArgument& argument) {
    return dimensions_of(form, name_of(argument)) > 0;
  });
  if (!has_arrays) return given;
  const auto names = written_names(form);
  const bool is_in_order = given.arguments.size() == names.size() &&
                           std::ranges::none_of(given.arguments, [&](const FormArgument& argument) {
                             return std::ranges::find(names, name_of(argument)) != names.end();
                           });
  if (is_in_order) rename_in_order(names, given, inference);
  std::vector<FormArgument> words;
  for (const FormArgument& argument : given.arguments)
    if (const auto* buffer = std::get_if<FormBuffer>(&argument)) {
      TRY(say_shape(*buffer, form, words));
    }
  for (FormArgument& one : words)
    if (given.find(name_of(one)) == nullptr) given.arguments.push_back(std::move(one));
  return given;
}

}  // namespace warplens::own
