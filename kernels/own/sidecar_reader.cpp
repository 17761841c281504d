#include <cmath>
#include <limits>
#include <set>

#include "kernels/own/field_reader.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/sidecar.h"

namespace warplens::own {
namespace {

using Field = FieldReader;

constexpr int kVersion = 1;
constexpr std::uint32_t kLargestStructure = 4096;

Result<catalog::ElementType> type_of(const Field& at) {
  TRY(const auto name, at.wanted_text("type"));
  const auto type = catalog::element_type(name);
  if (type.has_value()) return *type;
  return at.wrong(
      tr("'{}' is no type: write u8 i8 u16 i16 u32 i32 u64 i64 f16 bf16 f32 or f64", name));
}

Result<catalog::BufferRole> role_of(const Field& at) {
  TRY(const auto name, at.text("role", "in"));
  if (name == "in") return catalog::BufferRole::in;
  if (name == "out") return catalog::BufferRole::out;
  if (name == "inout") return catalog::BufferRole::inout;
  return at.wrong(tr("'{}' is no role: write in, out or inout", name));
}

// An expression that can be read, whatever its names stand for.
Result<Entry> expression_in(const Field& at, const Result<std::string>& text) {
  TRY(text);
  if (text->empty()) return Entry{};
  const auto parsed = SizeExpression::parse(*text);
  if (!parsed.has_value()) return at.wrong(parsed.error().message);
  return Entry{*text, {}};
}

Result<FormBuffer> read_buffer(const Field& at) {
  TRY(at.only({"name", "type", "count", "role", "fill", "file"}));
  FormBuffer buffer;
  TRY(const auto name, at.wanted_text("name"));
  buffer.name = name;
  TRY(const auto type, type_of(at));
  buffer.type = type;
  TRY(const auto role, role_of(at));
  buffer.role = role;
  TRY(const auto count, expression_in(at, at.wanted_text("count")));
  buffer.count = count;
  TRY(const auto file, at.text("file", ""));
  buffer.file = file;
  TRY(const auto text, at.text("fill", ""));
  if (text.empty()) return buffer;
  TRY(const auto fill, parse_fill(text));
  if (!fill.has_value())
    return at.wrong(
        tr("'{}' is no fill: write zero, 5, iota, iota%16, random:1 or random:1:0..9", text));
  buffer.fill = *fill;
  return buffer;
}

Result<FormScalar> read_scalar(const Field& at, const std::string& name) {
  TRY(at.only({"name", "type", "value"}));
  TRY(const auto type, type_of(at));
  TRY(const auto value, at.wanted_text("value"));
  return FormScalar{name, type, {value, {}}};
}

std::optional<std::vector<std::byte>> bytes_of_hex(std::string_view text) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  };
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const int high = digit(text[i]), low = digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(16 * high + low));
  }
  return text.size() % 2 == 0 ? std::optional(std::move(bytes)) : std::nullopt;
}

Result<std::uint32_t> byte_count(const Field& at, const char* name) {
  TRY(const auto number, at.number(name, 0));
  if (number >= 0 && number <= kLargestStructure && number == std::floor(number))
    return static_cast<std::uint32_t>(number);
  return at.wrong(tr("\"{}\" is a number of bytes, from 0 to {}", name, kLargestStructure));
}

Result<FormStructure> read_structure(const Field& at, const std::string& name) {
  TRY(at.only({"name", "bytes", "contents", "pointers"}));
  FormStructure structure;
  structure.name = name;
  TRY(const auto bytes, byte_count(at, "bytes"));
  structure.bytes = bytes;
  TRY(const auto contents, at.text("contents", ""));
  auto read = bytes_of_hex(contents);
  if (!read.has_value() || read->size() > structure.bytes)
    return at.wrong(tr("\"contents\" are at most {} bytes as two digits each, 0 to 9 and a to f",
                       structure.bytes));
  structure.contents = std::move(*read);
  TRY(const auto pointers, at.list("pointers"));
  for (const Field& pointer : pointers) {
    TRY(const auto offset, byte_count(pointer, "offset"));
    TRY(const auto buffer, pointer.wanted_text("buffer"));
    if (offset + 8 > structure.bytes)
      return pointer.wrong(
          tr("a pointer at byte {} does not fit into {} bytes", offset, structure.bytes));
    structure.pointers.push_back({offset, buffer});
  }
  return structure;
}

Result<FormReference> read_reference(const Field& at, const std::string& name) {
  TRY(at.only({"name", "offset"}));
  TRY(const auto offset, expression_in(at, at.text("offset", "")));
  return FormReference{name, offset.text};
}

template <class Read>
Result<FormArgument> as_argument(Read read) {
  TRY(read);
  return FormArgument(std::move(*read));
}

Result<FormArgument> read_argument(const Field& at) {
  TRY(const auto name, at.wanted_text("name"));
  if (at.has("count")) return as_argument(read_buffer(at));
  if (at.has("value")) return as_argument(read_scalar(at, name));
  if (at.has("bytes")) return as_argument(read_structure(at, name));
  return as_argument(read_reference(at, name));
}

Result<std::array<Entry, 3>> read_shape(const Field& at, const char* name) {
  std::array<Entry, 3> shape;
  TRY(const auto list, at.list(name));
  if (list.size() > shape.size())
    return at.wrong(tr("\"{}\" has {} dimensions: at most 3", name, list.size()));
  for (std::size_t d = 0; d < list.size(); ++d) {
    TRY(auto entry, expression_in(list[d], list[d].as_text()));
    shape[d] = std::move(entry);
  }
  return shape;
}

Result<void> read_launch(const Field& at, FormLaunch& launch) {
  TRY(const auto kernel, at.wanted_text("kernel"));
  launch.entry = kernel;
  TRY(auto grid, read_shape(at, "grid"));
  launch.grid = std::move(grid);
  TRY(auto block, read_shape(at, "block"));
  launch.block = std::move(block);
  TRY(auto shared, expression_in(at, at.text("shared", "")));
  launch.shared = std::move(shared);
  TRY(const auto arguments, at.list("arguments"));
  for (const Field& one : arguments) {
    TRY(auto argument, read_argument(one));
    launch.arguments.push_back(std::move(argument));
  }
  return {};
}

Result<std::vector<FormSize>> read_sizes(const Field& at) {
  std::vector<FormSize> sizes;
  if (!at.has("sizes")) return sizes;
  const Field list(at.json().at("sizes"), at.place() + ".sizes");
  if (!list.json().is_object()) return list.wrong(tr("write an object: {\"n\": 1024}"));
  for (const auto& [name, value] : list.json().items()) {
    const bool is_name = evaluate(name, {{name, 1}}).has_value();
    const bool is_large = value.is_number_unsigned() &&
                          value.get<std::uint64_t>() >
                              static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!is_name || !value.is_number_integer() || is_large)
      return list.wrong(tr("'{}' is no name with a whole number", name));
    sizes.push_back({name, value.get<std::int64_t>(), {}, true});
  }
  return sizes;
}

Result<catalog::Tolerance> read_tolerance(const Field& at) {
  TRY(const auto relative, at.number("relative", 0));
  TRY(const auto absolute, at.number("absolute", 0));
  const bool is_right =
      relative >= 0 && absolute >= 0 && std::isfinite(relative) && std::isfinite(absolute);
  if (!is_right) return at.wrong(tr("a tolerance is a number from 0"));
  return catalog::Tolerance{relative, absolute};
}

// A second kernel; with the first launch's grid and block where it says none.
Result<FormExpectation> read_reference(const Field& at) {
  TRY(at.only({"buffer", "kernel", "grid", "block", "shared", "relative", "absolute"}));
  FormExpectation expectation;
  TRY(const auto kernel, at.wanted_text("kernel"));
  expectation.kernel = kernel;
  TRY(const auto buffer, at.text("buffer", ""));
  expectation.buffer = buffer;
  TRY(auto grid, read_shape(at, "grid"));
  expectation.grid = std::move(grid);
  TRY(auto block, read_shape(at, "block"));
  expectation.block = std::move(block);
  TRY(auto shared, expression_in(at, at.text("shared", "")));
  expectation.shared = std::move(shared);
  return expectation;
}

Result<FormExpectation> read_expected_file(const Field& at) {
  TRY(at.only({"buffer", "file", "relative", "absolute"}));
  FormExpectation expectation;
  TRY(const auto buffer, at.wanted_text("buffer"));
  expectation.buffer = buffer;
  TRY(const auto file, at.wanted_text("file"));
  expectation.file = file;
  return expectation;
}

Result<FormExpectation> read_expectation(const Field& at) {
  if (at.has("kernel") && at.has("file"))
    return at.wrong(tr("write \"file\" or \"kernel\", not both"));
  auto expectation = at.has("kernel") ? read_reference(at) : read_expected_file(at);
  if (!expectation.has_value()) return expectation;
  TRY(const auto tolerance, read_tolerance(at));
  expectation->tolerance = tolerance;
  return expectation;
}

Result<SymbolValue> read_symbol(const Field& at) {
  TRY(at.only({"name", "type", "values"}));
  SymbolValue symbol;
  TRY(const auto name, at.wanted_text("name"));
  symbol.name = name;
  if (at.has("type")) {
    TRY(const auto type, type_of(at));
    symbol.type = type;
  }
  TRY(const auto values, at.wanted_text("values"));
  symbol.values = values;
  return symbol;
}

Result<void> read_symbols(const Field& at, LaunchForm& form) {
  TRY(const auto list, at.list("symbols"));
  for (const Field& one : list) {
    TRY(auto symbol, read_symbol(one));
    form.symbols.push_back(std::move(symbol));
  }
  return {};
}

Result<void> read_then(const Field& at, LaunchForm& form) {
  TRY(const auto list, at.list("then"));
  for (const Field& one : list) {
    const auto known = one.only({"kernel", "grid", "block", "shared", "arguments"});
    if (!known.has_value()) return known;
    const Result<void> read = read_launch(one, form.then.emplace_back());
    if (!read.has_value()) return read;
  }
  return {};
}

Result<void> read_rest(const Field& at, LaunchForm& form) {
  TRY(const auto buffers, at.list("buffers"));
  for (const Field& one : buffers) {
    TRY(auto buffer, read_buffer(one));
    form.buffers.push_back(std::move(buffer));
  }
  TRY(const auto expectations, at.list("expect"));
  for (const Field& one : expectations) {
    TRY(auto expectation, read_expectation(one));
    form.expectations.push_back(std::move(expectation));
  }
  const Result<void> symbols = read_symbols(at, form);
  return symbols.has_value() ? read_then(at, form) : symbols;
}

Result<NamedLaunch> read_named(const Field& at) {
  TRY(at.only({"name", "kernel", "sizes", "grid", "block", "shared", "arguments", "buffers", "then",
               "expect", "symbols"}));
  NamedLaunch launch;
  TRY(read_launch(at, launch.form));
  TRY(const auto name, at.text("name", launch.form.entry));
  launch.name = name;
  TRY(auto sizes, read_sizes(at));
  launch.form.sizes = std::move(sizes);
  TRY(read_rest(at, launch.form));
  return launch;
}

}  // namespace

Result<Sidecar> parse_sidecar(std::string_view text) {
  const Json json = parse_json(text);
  if (json.is_discarded()) return fail(tr("it is no JSON: is a comma or a quote missing?"));
  const Field all(json, "");
  TRY(all.only({"warplens_launches", "launches"}));
  const auto version = all.number("warplens_launches", 0);
  if (!version.has_value() || *version != kVersion)
    return fail(tr("\"warplens_launches\" must be {}: this program reads no other form", kVersion));
  TRY(const auto launches, all.list("launches"));
  Sidecar sidecar;
  std::set<std::string> names;
  for (const Field& one : launches) {
    TRY(auto launch, read_named(one));
    if (!names.insert(launch.name).second)
      return one.wrong(tr("a second launch is called '{}': give each its own name", launch.name));
    sidecar.launches.push_back(std::move(launch));
  }
  return sidecar;
}

}  // namespace warplens::own
