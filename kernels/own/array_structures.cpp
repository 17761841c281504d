#include "kernels/own/array_structures.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace warplens::own {
namespace {

constexpr std::uint32_t kWord = 8;
constexpr std::uint64_t kMostCupyDimensions = 25;  // of CuPy's arrays

struct NumpyType {
  std::string_view name, c;
};
constexpr std::array<NumpyType, 17> kNumpyTypes{{{"float32", "float"},
                                                 {"float64", "double"},
                                                 {"float16", "half"},
                                                 {"int32", "int"},
                                                 {"int64", "long long"},
                                                 {"int16", "short"},
                                                 {"int8", "signed char"},
                                                 {"uint32", "unsigned int"},
                                                 {"uint64", "unsigned long long"},
                                                 {"uint16", "unsigned short"},
                                                 {"uint8", "unsigned char"},
                                                 {"bool", "bool"},
                                                 {"float", "float"},
                                                 {"double", "double"},
                                                 {"int", "int"},
                                                 {"long", "long long"},
                                                 {"bfloat16", "__nv_bfloat16"}}};

std::string_view c_type(std::string_view name) {
  for (const NumpyType& type : kNumpyTypes)
    if (type.name == name) return type.c;
  return {};
}

// "float32", "float32" of "cupy_add__float32_float32"; empty where a name says no types.
std::vector<std::string_view> types_in(std::string_view name) {
  std::vector<std::string_view> types;
  const std::size_t at = name.find("__");
  if (at == std::string_view::npos) return types;
  name.remove_prefix(at + 2);
  while (!name.empty()) {
    const std::size_t end = name.find('_');
    const auto type = c_type(name.substr(0, end));
    if (type.empty()) return {};
    types.push_back(type);
    name = end == std::string_view::npos ? std::string_view() : name.substr(end + 1);
  }
  return types;
}

// What stands between the angles, up to the first comma and behind it: "float", 2.
std::optional<std::pair<std::string, std::uint64_t>> type_and_dimensions(const std::string& text,
                                                                         std::string_view name) {
  const std::size_t at = text.find(std::string(name) + "<");
  if (at == std::string::npos) return std::nullopt;
  std::string inside = text.substr(at + name.size() + 1);
  std::string type;
  if (name == "CArray") {
    const std::size_t comma = inside.find(',');
    if (comma == std::string::npos) return std::nullopt;
    type = inside.substr(0, comma);
    inside = inside.substr(comma + 1);
  }
  const std::size_t digit = inside.find_first_not_of(' ');
  std::uint64_t dimensions = 0;
  for (std::size_t i = digit; i < inside.size() && inside[i] >= '0' && inside[i] <= '9'; ++i)
    dimensions = 10 * dimensions + static_cast<std::uint64_t>(inside[i] - '0');
  if (dimensions > kMostCupyDimensions) return std::nullopt;
  return std::pair(type, dimensions);
}

class Words {
 public:
  explicit Words(FormStructure& structure) : structure_(structure) {}
  void skip() { offset_ += kWord; }
  void add(std::string value) {
    structure_.members.push_back({offset_, catalog::ElementType::i64, std::move(value)});
    skip();
  }

 private:
  FormStructure& structure_;
  std::uint32_t offset_ = 0;
};

std::string product(const std::string& length, std::uint64_t dimensions) {
  std::string text = dimensions == 0 ? "1" : length;
  for (std::uint64_t d = 1; d < dimensions; ++d) text += "*" + length;
  return text;
}

FormBuffer elements_of(const SignatureParameter& parameter, const ParameterType& type,
                       std::string count) {
  FormBuffer buffer;
  buffer.name = parameter.name + ".data";
  buffer.role = type.is_constant ? catalog::BufferRole::in : catalog::BufferRole::inout;
  buffer.type = type.element.value_or(catalog::ElementType::f32);
  buffer.count = {std::move(count), tr("as many as the array's size")};
  buffer.fill = catalog::Fill{catalog::Fill::Kind::random, 1};
  buffer.why_type = tr("of {}", parameter.type.text);
  buffer.why_role = type.is_constant ? tr("an array that is const") : tr("an array");
  return buffer;
}

}  // namespace

std::vector<std::string> cupy_types(const ptx::Function& entry) {
  std::vector<std::string> all;
  if (!entry.name.starts_with("cupy_") || entry.parameters.size() < 2) return all;
  const auto named = types_in(entry.name);
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const ptx::Variable& parameter = entry.parameters[i];
    const bool is_last = i + 1 == entry.parameters.size();
    const std::uint64_t words = parameter.size / kWord, before = is_last ? 1 : 2;
    const std::string type(i < named.size() ? named[i] : std::string_view("float"));
    if (parameter.type != ptx::ScalarType::b8 && !is_last) {
      all.push_back(type);
      continue;
    }
    if (parameter.size % kWord != 0 || words < before || (words - before) % 2 != 0) return {};
    const std::uint64_t dimensions = (words - before) / 2;
    all.push_back(is_last ? fmt::format("CIndexer<{}>", dimensions)
                          : fmt::format("CArray<{}, {}>", type, dimensions));
  }
  return all;
}

std::optional<ArrayStructure> array_structure(const SignatureParameter& parameter,
                                              std::uint64_t bytes, const std::string& length) {
  const auto array = type_and_dimensions(parameter.type.text, "CArray");
  const auto indexer = type_and_dimensions(parameter.type.text, "CIndexer");
  if (!array && !indexer) return std::nullopt;
  const std::uint64_t dimensions = array ? array->second : indexer->second;
  if (bytes != (array ? 2 : 1) * kWord + 2 * kWord * dimensions) return std::nullopt;
  ArrayStructure made;
  made.structure.name = parameter.name;
  made.structure.bytes = static_cast<std::uint32_t>(bytes);
  made.structure.why = tr("an array of CuPy's, its elements one after the other");
  Words words(made.structure);
  const std::string count = product(length, dimensions);
  if (array) {
    const ParameterType type = parameter_type(array->first + "*");
    made.elements = elements_of(parameter, type, count);
    made.structure.pointers.push_back({0, made.elements->name});
    words.skip();
  }
  words.add(count);
  for (std::uint64_t d = 0; d < dimensions; ++d) words.add(length);
  for (std::uint64_t d = 0; d < dimensions; ++d) {
    const std::uint64_t size = array ? catalog::size_of(made.elements->type) : 0;
    const std::uint64_t inner = dimensions - 1 - d;
    const std::string below = inner == 0 ? "" : product(length, inner) + "*";
    words.add(array ? below + std::to_string(size) : "0");
  }
  return made;
}

}  // namespace warplens::own
