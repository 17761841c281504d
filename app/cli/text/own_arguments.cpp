#include "app/cli/text/own_arguments.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/cli/text/files.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/said_of.h"
#include "kernels/base/visible_text.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/scalar_text.h"
#include "kernels/run/elements.h"

namespace warplens::cli {

namespace {

using catalog::BufferRole;
using catalog::ElementType;
using run::OwnArgument;
using run::OwnBuffer;

Result<ElementType> parse_type(std::string_view name) {
  const auto type = catalog::element_type(name);
  if (type.has_value()) return *type;
  return fail(tr("unknown type '{}': use u8 i8 u16 i16 u32 i32 u64 i64 f16 bf16 f32 f64", name));
}

std::optional<BufferRole> parse_role(std::string_view name) {
  if (name == "in") return BufferRole::in;
  if (name == "out") return BufferRole::out;
  if (name == "inout") return BufferRole::inout;
  return std::nullopt;
}

// "f32[4096]"
Result<void> parse_shape(std::string_view text, OwnBuffer& buffer) {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos || text.back() != ']') {
    return fail(tr("'{}' has no [COUNT]: {}", text, kArgumentForms));
  }
  TRY(const auto type, parse_type(text.substr(0, bracket)));
  const std::string_view count = text.substr(bracket + 1, text.size() - bracket - 2);
  buffer.type = type;
  buffer.count = parse_number<std::uint64_t>(count).value_or(0);
  if (buffer.count == 0) return fail(tr("'{}' is no number of elements: give at least 1", count));
  return {};
}

Result<std::uint64_t> bytes_of(const OwnBuffer& buffer) {
  catalog::BufferSpec spec;
  spec.name = buffer.name;
  spec.type = buffer.type;
  spec.columns = buffer.count;
  return run::bytes_of(spec);
}

Result<std::vector<std::byte>> read_contents(const OwnBuffer& buffer, const std::string& file) {
  TRY(const auto size, bytes_of(buffer));
  TRY(auto contents, read_bytes(file, size));
  if (contents.size() != size) {
    return fail(tr("'{}' has {} bytes, but {}:{}[{}] takes {}: give a file of that size", file,
                   contents.size(), buffer.name, catalog::name_of(buffer.type), buffer.count,
                   size));
  }
  return contents;
}

// A number or the name of a fill; else a file.
Result<void> parse_contents(std::string_view text, OwnBuffer& buffer) {
  TRY(const auto fill, own::parse_fill(text));
  if (fill.has_value()) {
    buffer.fill = *fill;
    return {};
  }
  TRY(auto contents, read_contents(buffer, std::string(text)));
  buffer.contents = std::move(contents);
  return {};
}

struct Source {
  std::string_view specification;
  std::optional<std::string_view> value;
};

// At the first '=', so that file names may hold more of them.
Source split_value(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {text, std::nullopt};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Result<OwnArgument> parse_buffer(const std::vector<std::string_view>& parts,
                                 std::optional<std::string_view> value) {
  OwnBuffer buffer;
  buffer.name = parts[0];
  const auto role = parse_role(parts[1]);
  if (!role.has_value()) return fail(tr("'{}' is no role: {}", parts[1], kArgumentForms));
  buffer.role = *role;
  TRY(parse_shape(parts[2], buffer));
  TRY(bytes_of(buffer));
  if (!value.has_value()) {
    buffer.fill.is_leftover = buffer.role == BufferRole::out;
    return buffer;
  }
  TRY(parse_contents(*value, buffer));
  return buffer;
}

Result<OwnArgument> parse_scalar(const std::vector<std::string_view>& parts,
                                 std::optional<std::string_view> value) {
  if (parse_role(parts[1]).has_value())
    return fail(tr("a buffer needs TYPE[COUNT]: {}", kArgumentForms));
  if (is_structure(parts[1])) return parse_structure(parts[0], parts[1], value);
  TRY(const auto type, parse_type(parts[1]));
  if (!value.has_value()) return fail(tr("a scalar needs =VALUE: {}", kArgumentForms));
  TRY(const auto bits, own::scalar_bits(type, *value));
  return run::OwnScalar{std::string(parts[0]), type, bits};
}

const OwnBuffer* find_buffer(const run::OwnLaunch& launch, std::string_view name) {
  for (const OwnArgument& argument : launch.arguments) {
    const auto* buffer = std::get_if<OwnBuffer>(&argument);
    if (buffer != nullptr && buffer->name == name) return buffer;
  }
  return nullptr;
}

const OwnBuffer* find_buffer(const run::OwnKernel& kernel, std::string_view name) {
  for (const OwnBuffer& buffer : kernel.buffers) {
    if (buffer.name == name) return &buffer;
  }
  const OwnBuffer* found = find_buffer(static_cast<const run::OwnLaunch&>(kernel), name);
  for (const run::OwnLaunch& launch : kernel.then) {
    if (found == nullptr) found = find_buffer(launch, name);
  }
  return found;
}

struct FileAndTolerance {
  std::string file;
  std::optional<catalog::Tolerance> tolerance = catalog::Tolerance();
};

bool is_tolerance(double value) { return value >= 0 && std::isfinite(value); }

// "1e-5", or "1e-5,1e-6" with an absolute one beside the relative.
std::optional<catalog::Tolerance> parse_tolerance(std::string_view text) {
  const auto parts = split(text, ',');
  const double relative = parse_number<double>(parts[0]).value_or(-1);
  const double absolute = parts.size() < 2 ? 0 : parse_number<double>(parts[1]).value_or(-1);
  if (parts.size() > 2 || !is_tolerance(relative) || !is_tolerance(absolute)) return std::nullopt;
  return catalog::Tolerance{relative, absolute};
}

// "out.bin:1e-5"; a file that is there under its whole name is meant as such.
FileAndTolerance split_tolerance(std::string_view text) {
  std::error_code error;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || std::filesystem::exists(std::string(text), error)) {
    return {std::string(text)};
  }
  return {std::string(text.substr(0, colon)), parse_tolerance(text.substr(colon + 1))};
}

std::string option(std::string_view name, std::string_view text) {
  return fmt::format("--{} '{}'", name, text);
}

}  // namespace

Result<run::OwnReference> parse_pointer(std::string_view text) {
  const std::size_t plus = text.find('+');
  run::OwnReference reference{std::string(text.substr(1, plus - 1))};
  if (plus == std::string_view::npos && !reference.name.empty()) return reference;
  const auto element = parse_number<std::int64_t>(text.substr(std::min(plus, text.size() - 1) + 1));
  reference.element = element.value_or(-1);
  if (reference.element >= 0 && !reference.name.empty()) return reference;
  return fail(tr("'{}' points to nothing: write @NAME or @NAME+ELEMENT, as in @x+12", text));
}

Result<OwnArgument> parse_argument(std::string_view text) {
  if (text.starts_with('@')) {
    TRY(auto pointer, said_of(option("arg", text), parse_pointer(text)));
    return OwnArgument(std::move(pointer));
  }
  const Source source = split_value(text);
  if (!is_one_line(source.specification))
    return fail(tr("--arg '{}': a name takes no line ends and other control characters", text));
  const auto parts = split(source.specification, ':');
  Result<OwnArgument> argument = fail(kArgumentForms);
  if (!parts[0].empty() && parts.size() == 3) argument = parse_buffer(parts, source.value);
  if (!parts[0].empty() && parts.size() == 2) argument = parse_scalar(parts, source.value);
  if (!parts[0].empty() && parts.size() == 1 && !source.value.has_value()) {
    argument = run::OwnReference{std::string(parts[0])};
  }
  return said_of(option("arg", text), std::move(argument));
}

Result<ExpectedFile> parse_expected_file(std::string_view text) {
  const auto parts = parse_assignment(text);
  if (!parts.has_value())
    return fail(tr("--expect '{}': write NAME=FILE[:RELATIVE[,ABSOLUTE]]", text));
  auto [file, tolerance] = split_tolerance(parts->value);
  if (!tolerance.has_value()) {
    return fail(
        tr("--expect '{}': the tolerance is no number from 0: write out=y.bin:RELATIVE or "
           "out=y.bin:RELATIVE,ABSOLUTE, as in out=y.bin:1e-4,1e-6",
           text));
  }
  return ExpectedFile{std::string(parts->name), std::move(file), *tolerance};
}

Result<ReferenceName> parse_reference(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const bool has_tolerance =
      colon != std::string_view::npos && (colon == 0 || text[colon - 1] != ':');
  const auto tolerance =
      has_tolerance ? parse_tolerance(text.substr(colon + 1)) : catalog::Tolerance();
  const std::string_view name = text.substr(0, has_tolerance ? colon : text.size());
  if (tolerance.has_value() && !name.empty()) return ReferenceName{std::string(name), *tolerance};
  return fail(tr(
      "--reference '{}': write KERNEL[:RELATIVE[,ABSOLUTE]], tolerances from 0, as in plain:1e-5",
      text));
}

Result<run::Expectation> parse_expectation(std::string_view text, const run::OwnKernel& kernel) {
  TRY(const auto expected, parse_expected_file(text));
  const OwnBuffer* buffer = find_buffer(kernel, expected.buffer);
  if (buffer == nullptr) {
    return fail(
        tr("--expect '{}': no buffer is named '{}' in --arg or --buffer", text, expected.buffer));
  }
  TRY(auto bytes, said_of(option("expect", text), read_contents(*buffer, expected.file)));
  return run::Expectation{buffer->name, std::move(bytes), expected.tolerance};
}

Result<Dump> parse_dump(std::string_view text) {
  const auto parts = parse_assignment(text);
  if (!parts.has_value() || parts->value.empty())
    return fail(tr("--dump '{}': write NAME=FILE", text));
  return Dump{std::string(parts->name), std::string(parts->value)};
}

}  // namespace warplens::cli
