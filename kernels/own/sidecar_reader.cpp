#include <set>

#include "kernels/base/json_fields.h"
#include "kernels/base/visible_text.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/sidecar.h"
#include "kernels/own/tensor_map_text.h"
#include "kernels/own/texture_text.h"

namespace warplens::own {
namespace {

using Fields = OrderedJsonFields;

constexpr int kVersion = 1;
constexpr std::uint32_t kLargestStructure = 4096;
constexpr std::size_t kLongestList = 1000;

catalog::ElementType type_of(const Fields& at) {
  const std::string name = at.filled_written("type");
  if (const auto type = catalog::element_type(name)) return *type;
  at.wrong(tr("'{}' is no type: write u8 i8 u16 i16 u32 i32 u64 i64 f16 bf16 f32 or f64", name));
  return {};
}

catalog::BufferRole role_of(const Fields& at) {
  const std::string name = at.written_or("role", "in");
  if (name == "out") return catalog::BufferRole::out;
  if (name == "inout") return catalog::BufferRole::inout;
  if (name != "in") at.wrong(tr("'{}' is no role: write in, out or inout", name));
  return catalog::BufferRole::in;
}

// An expression that can be read, whatever its names stand for.
Entry expression_in(const Fields& at, const std::string& text) {
  if (!text.empty()) static_cast<void>(at.taken(SizeExpression::parse(text)));
  return {text, {}};
}

std::optional<catalog::Fill> fill_of(const Fields& at) {
  const std::string text = at.written_or("fill", "");
  if (text.empty()) return std::nullopt;
  const auto fill = at.taken(parse_fill(text));
  if (!fill)
    at.wrong(tr("'{}' is no fill: write zero, 5, iota, iota%16, random:1 or random:1:0..9", text));
  return fill;
}

// Names are printed in one line.
std::string name_in(const Fields& at, const std::string& name) {
  if (!is_one_line(name)) at.wrong(tr("a name takes no line ends and other control characters"));
  return name;
}

FormBuffer read_buffer(const Fields& at) {
  at.only({"name", "type", "count", "role", "fill", "file"});
  FormBuffer buffer;
  buffer.name = name_in(at, at.filled_written("name"));
  buffer.type = type_of(at);
  buffer.role = role_of(at);
  buffer.count = expression_in(at, at.filled_written("count"));
  buffer.file = at.written_or("file", "");
  buffer.fill = fill_of(at);
  return buffer;
}

FormScalar read_scalar(const Fields& at, const std::string& name) {
  at.only({"name", "type", "value"});
  return {name, type_of(at), {at.filled_written("value"), {}}};
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

FormStructure::Member read_member(const Fields& at, std::uint32_t bytes) {
  at.only({"offset", "type", "value"});
  FormStructure::Member member;
  member.offset = at.integer_or<std::uint32_t>("offset", 0, 0, kLargestStructure);
  member.type = type_of(at);
  member.value = expression_in(at, at.filled_written("value")).text;
  if (member.offset + catalog::size_of(member.type) > bytes)
    at.wrong(tr("a member at byte {} does not fit into {} bytes", member.offset, bytes));
  return member;
}

FormStructure read_structure(const Fields& at, const std::string& name) {
  at.only({"name", "bytes", "contents", "pointers", "members"});
  FormStructure structure;
  structure.name = name;
  structure.bytes = at.integer_or<std::uint32_t>("bytes", 0, 0, kLargestStructure);
  auto contents = bytes_of_hex(at.written_or("contents", ""));
  if (!contents.has_value() || contents->size() > structure.bytes)
    at.wrong(tr("\"contents\" are at most {} bytes as two digits each, 0 to 9 and a to f",
                structure.bytes));
  structure.contents = std::move(contents).value_or(std::vector<std::byte>());
  for (const Fields& pointer : at.list_or_none("pointers", kLongestList)) {
    const auto offset = pointer.integer_or<std::uint32_t>("offset", 0, 0, kLargestStructure);
    if (offset + 8 > structure.bytes)
      pointer.wrong(tr("a pointer at byte {} does not fit into {} bytes", offset, structure.bytes));
    structure.pointers.push_back({offset, pointer.filled_written("buffer"),
                                  expression_in(pointer, pointer.written_or("element", "")).text});
  }
  for (const Fields& member : at.list_or_none("members", kLongestList))
    structure.members.push_back(read_member(member, structure.bytes));
  return structure;
}

FormTensorMap read_tensor_map(const Fields& at, const std::string& name) {
  at.only({"name", "tensormap", "buffer", "element", "fill", "file"});
  FormTensorMap map = at.taken(parse_tensor_map(at.filled_written("tensormap")));
  map.name = name;
  map.buffer = at.written_or("buffer", "");
  map.element = expression_in(at, at.written_or("element", "")).text;
  map.file = at.written_or("file", "");
  map.contents = fill_of(at);
  const bool is_own = map.contents.has_value() || !map.file.empty();
  if (!map.buffer.empty() && is_own)
    at.wrong(tr("write \"buffer\", or \"fill\" or \"file\" of elements that it alone has"));
  return map;
}

FormTexture read_texture(const Fields& at, const std::string& name, const char* kind) {
  at.only({"name", kind, "buffer", "fill", "file"});
  const bool is_surface = std::string_view(kind) == "surface";
  FormTexture texture = at.taken(parse_texture(at.filled_written(kind), is_surface));
  texture.name = name;
  texture.buffer = at.written_or("buffer", "");
  texture.file = at.written_or("file", "");
  texture.contents = fill_of(at);
  const bool is_own = texture.contents.has_value() || !texture.file.empty();
  if (!texture.buffer.empty() && is_own)
    at.wrong(tr("write \"buffer\", or \"fill\" or \"file\" of elements that it alone has"));
  return texture;
}

FormReference read_pointer(const Fields& at, const std::string& name) {
  at.only({"name", "offset"});
  return {name, expression_in(at, at.written_or("offset", "")).text};
}

FormArgument read_argument(const Fields& at) {
  const std::string name = name_in(at, at.filled_written("name"));
  if (at.has("count")) return read_buffer(at);
  if (at.has("value")) return read_scalar(at, name);
  if (at.has("bytes")) return read_structure(at, name);
  if (at.has("tensormap")) return read_tensor_map(at, name);
  if (at.has("texture")) return read_texture(at, name, "texture");
  if (at.has("surface")) return read_texture(at, name, "surface");
  return read_pointer(at, name);
}

std::array<Entry, 3> read_shape(const Fields& at, const char* name) {
  std::array<Entry, 3> shape;
  const std::vector<Fields> list = at.list_or_none(name, shape.size());
  for (std::size_t d = 0; d < list.size(); ++d)
    shape[d] = expression_in(list[d], list[d].as_written());
  return shape;
}

void read_launch(const Fields& at, FormLaunch& launch) {
  launch.entry = name_in(at, at.filled_written("kernel"));
  launch.grid = read_shape(at, "grid");
  launch.block = read_shape(at, "block");
  launch.cluster = read_shape(at, "cluster");
  launch.shared = expression_in(at, at.written_or("shared", ""));
  for (const Fields& one : at.list_or_none("arguments", kLongestList))
    launch.arguments.push_back(read_argument(one));
}

std::vector<FormSize> read_sizes(const Fields& at) {
  std::vector<FormSize> sizes;
  const auto fields = at.find("sizes");
  if (!fields) return sizes;
  for (const auto& [name, value] : fields->members()) {
    if (!evaluate(name, {{name, 1}}).has_value())
      fields->wrong(tr("'{}' is no name: write letters, digits and _", name));
    sizes.push_back({name, value.as_integer<std::int64_t>(), {}, true});
  }
  return sizes;
}

// A second kernel; with the first launch's grid and block where it says none.
FormExpectation read_expected_kernel(const Fields& at) {
  at.only({"buffer", "kernel", "grid", "block", "shared", "relative", "absolute"});
  FormExpectation expectation;
  expectation.kernel = at.filled_written("kernel");
  expectation.buffer = at.written_or("buffer", "");
  expectation.grid = read_shape(at, "grid");
  expectation.block = read_shape(at, "block");
  expectation.shared = expression_in(at, at.written_or("shared", ""));
  return expectation;
}

FormExpectation read_expected_file(const Fields& at) {
  at.only({"buffer", "file", "relative", "absolute"});
  FormExpectation expectation;
  expectation.buffer = at.filled_written("buffer");
  expectation.file = at.filled_written("file");
  return expectation;
}

FormExpectation read_expectation(const Fields& at) {
  if (at.has("kernel") && at.has("file")) at.wrong(tr("write \"file\" or \"kernel\", not both"));
  FormExpectation expectation =
      at.has("kernel") ? read_expected_kernel(at) : read_expected_file(at);
  expectation.tolerance = {at.number_or("relative", 0, 0), at.number_or("absolute", 0, 0)};
  return expectation;
}

SymbolValue read_symbol(const Fields& at) {
  at.only({"name", "type", "values"});
  SymbolValue symbol;
  symbol.name = name_in(at, at.filled_written("name"));
  if (at.has("type")) symbol.type = type_of(at);
  symbol.values = at.filled_written("values");
  return symbol;
}

void read_bounds(const Fields& at, const char* name, Bound bound, Promises& promises) {
  const auto fields = at.find(name);
  if (!fields) return;
  for (const auto& [subject, value] : fields->members()) {
    const std::string written = value.as_written();
    promises.bounds.push_back(fields->taken(parse_promise(bound, subject + "=" + written)));
  }
}

Promises read_promises(const Fields& at) {
  at.only({"max", "min", "fail_on"});
  Promises promises;
  read_bounds(at, "max", Bound::max, promises);
  read_bounds(at, "min", Bound::min, promises);
  for (const std::string& name : at.texts_or_none("fail_on")) {
    static_cast<void>(at.taken(parse_fail_on(name)));
    promises.fails_on.push_back(name);
  }
  return promises;
}

NamedLaunch read_named(const Fields& at) {
  at.only({"name", "kernel", "sizes", "grid", "block", "cluster", "shared", "arguments", "buffers",
           "then", "expect", "symbols", "promises"});
  NamedLaunch launch;
  LaunchForm& form = launch.form;
  read_launch(at, form);
  launch.name = name_in(at, at.written_or("name", form.entry));
  form.sizes = read_sizes(at);
  for (const Fields& one : at.list_or_none("buffers", kLongestList))
    form.buffers.push_back(read_buffer(one));
  for (const Fields& one : at.list_or_none("expect", kLongestList))
    form.expectations.push_back(read_expectation(one));
  for (const Fields& one : at.list_or_none("symbols", kLongestList))
    form.symbols.push_back(read_symbol(one));
  if (const auto promises = at.find("promises")) form.promises = read_promises(*promises);
  for (const Fields& one : at.list_or_none("then", kLongestList)) {
    one.only({"kernel", "grid", "block", "cluster", "shared", "arguments"});
    read_launch(one, form.then.emplace_back());
  }
  return launch;
}

}  // namespace

Result<Sidecar> parse_sidecar(std::string_view text) {
  const auto all = Fields::parse(text);
  if (!all) return fail(tr("it is no JSON: is a comma or a quote missing?"));
  all->only({"warplens_launches", "launches"});
  if (all->number_or("warplens_launches", 0) != kVersion)
    all->wrong(tr("\"warplens_launches\" must be {}: this program reads no other form", kVersion));
  Sidecar sidecar;
  std::set<std::string> names;
  for (const Fields& one : all->list_or_none("launches", kLongestList)) {
    NamedLaunch launch = read_named(one);
    if (!names.insert(launch.name).second)
      one.wrong(tr("a second launch is called '{}': give each its own name", launch.name));
    sidecar.launches.push_back(std::move(launch));
  }
  return all->finish(std::move(sidecar));
}

}  // namespace warplens::own
