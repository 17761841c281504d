#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "kernels/base/names.h"
#include "kernels/own/launch_form.h"
#include "kernels/own/scalar_text.h"
#include "kernels/own/tensor_map_form.h"
#include "kernels/own/texture_form.h"
#include "kernels/run/elements.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::own {
namespace {

constexpr std::array<const char*, 3> kDimensions{"x", "y", "z"};

tl::unexpected<Error> in_field(const Error& error, std::string_view field) {
  return fail(Error{tr("{}: {}", field, error.message), error.code, std::string(field)});
}

Result<std::int64_t> number(const Entry& entry, const Values& values, std::string_view field,
                            std::int64_t when_empty) {
  if (entry.text.empty()) return when_empty;
  const auto value = evaluate(entry.text, values);
  if (value.has_value()) return value;
  return in_field(value.error(), field);
}

Result<std::uint32_t> extent(const Entry& entry, const Values& values, const std::string& field) {
  TRY(const auto value, number(entry, values, field, 1));
  if (value >= 1 && value <= 0x7fffffff) return static_cast<std::uint32_t>(value);
  return fail(tr("{} is {}: choose at least 1 and at most 2147483647", field, value));
}

// Adds block.x … or grid.x ….
Result<Dim3> take_shape(const std::array<Entry, 3>& entries, const char* name, Values& values) {
  Values found;
  std::array<std::uint32_t, 3> shape{1, 1, 1};
  for (std::size_t d = 0; d < 3; ++d) {
    const std::string field = fmt::format("{}.{}", name, kDimensions[d]);
    TRY(const auto one, extent(entries[d], values, field));
    shape[d] = one;
    found[field] = one;
  }
  for (const auto& [field, value] : found) values.insert_or_assign(field, value);
  return Dim3{shape[0], shape[1], shape[2]};
}

struct Shape {
  Dim3 grid, block;
  std::optional<Dim3> cluster;
};

Result<Shape> take_shapes(const FormLaunch& launch, Values& values) {
  TRY(const auto block, take_shape(launch.block, "block", values));
  TRY(const auto grid, take_shape(launch.grid, "grid", values));
  if (launch.cluster[0].text.empty()) return Shape{grid, block, std::nullopt};
  TRY(const auto cluster, take_shape(launch.cluster, "cluster", values));
  return Shape{grid, block, cluster};
}

Values sizes_of(const LaunchForm& form) {
  Values values;
  for (const FormSize& size : form.sizes) values[size.name] = size.value;
  return values;
}

Result<std::vector<std::byte>> read_file(const run::Roots& roots, const std::string& file) {
  TRY(const auto text, run::read_beneath(file, roots));
  const auto bytes = std::as_bytes(std::span(text));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

// Where the last multiplication of an expression that is a product stands; nothing: it is none.
std::optional<std::size_t> last_factor(std::string_view text) {
  int depth = 0;
  std::optional<std::size_t> product;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (depth > 0) continue;
    if (text[i] == '*') product = i;
    if (std::string_view("+-/%<>&|^?").find(text[i]) != std::string_view::npos) return std::nullopt;
  }
  return product;
}

// Of "rows*columns" elements a row has `columns`; 0: the count says nothing of rows.
std::uint64_t columns_of(const std::string& count, std::uint64_t elements, const Values& values) {
  const auto product = last_factor(count);
  if (!product) return 0;
  const auto factor = evaluate(count.substr(*product + 1), values);
  if (!factor.has_value() || *factor <= 1) return 0;
  const auto columns = static_cast<std::uint64_t>(*factor);
  return elements % columns == 0 ? columns : 0;
}

// Makes arguments of one launch; buffers' counts are those of the first launch's shape.
class Arguments {
 public:
  Arguments(const Values& values, const run::Roots& roots) : values_(values), roots_(roots) {}

  Result<run::OwnBuffer> buffer(const FormBuffer& form) const {
    run::OwnBuffer buffer;
    buffer.name = form.name;
    buffer.role = form.role;
    buffer.type = form.type;
    TRY(const auto count, number(form.count, values_, form.name, 1));
    if (count < 1) return in_field({tr("{} elements: choose at least 1", count)}, form.name);
    buffer.count = static_cast<std::uint64_t>(count);
    buffer.columns = columns_of(form.count.text, buffer.count, values_);
    buffer.may_be_short = form.may_be_short;
    const bool is_unset = form.role == catalog::BufferRole::out;
    buffer.fill = form.fill.value_or(is_unset ? catalog::kUnset : catalog::Fill{});
    if (form.file.empty()) return buffer;
    auto contents = read_file(roots_, form.file);
    if (!contents.has_value()) return in_field(contents.error(), form.name);
    buffer.contents = std::move(*contents);
    return buffer;
  }

  Result<run::OwnArgument> take(const FormBuffer& form) const {
    TRY(auto one, buffer(form));
    return run::OwnArgument(std::move(one));
  }
  Result<run::OwnArgument> take(const FormScalar& form) const {
    auto bits = scalar_bits(form.type, form.value.text);
    if (!bits.has_value() && is_integer(form.type)) {
      TRY(const auto value, number(form.value, values_, form.name, 0));
      bits = scalar_bits(form.type, std::to_string(value));
    }
    if (!bits.has_value()) return in_field(bits.error(), form.name);
    return run::OwnArgument(run::OwnScalar{form.name, form.type, *bits});
  }
  Result<run::OwnArgument> take(const FormStructure& form) const {
    run::OwnStructure structure{form.name, form.contents, {}};
    structure.bytes.resize(form.bytes);
    for (const auto& pointer : form.pointers) {
      TRY(const auto element, number({pointer.element, {}}, values_, form.name, 0));
      structure.pointers.push_back({pointer.offset, pointer.buffer, element});
    }
    for (const auto& member : form.members) {
      TRY(put(member, form.name, structure.bytes));
    }
    return run::OwnArgument(std::move(structure));
  }
  Result<run::OwnArgument> take(const FormTensorMap& form) const {
    run::OwnTensorMap map;
    map.name = form.name;
    map.buffer = form.buffer;
    auto described = tensor_map_of(form, values_);
    if (!described.has_value()) return in_field(described.error(), form.name);
    map.map = *described;
    TRY(map.element, number({form.element, {}}, values_, form.name, 0));
    if (!form.buffer.empty()) return run::OwnArgument(std::move(map));
    const auto elements = elements_of(form, map.map);
    if (!elements.has_value()) return in_field(elements.error(), form.name);
    TRY(map.data, buffer(*elements));
    return run::OwnArgument(std::move(map));
  }
  Result<run::OwnArgument> take(const FormTexture& form) const {
    run::OwnTexture texture;
    texture.name = form.name;
    texture.buffer = form.buffer;
    const auto described = texture_of(form, values_);
    if (!described.has_value()) return in_field(described.error(), form.name);
    texture.texture = *described;
    if (form.buffer.empty()) {
      TRY(texture.data, buffer(texels_of(form, *described)));
    }
    return run::OwnArgument(std::move(texture));
  }
  Result<run::OwnArgument> take(const FormReference& form) const {
    TRY(const auto offset, number({form.offset, {}}, values_, form.name, 0));
    return run::OwnArgument(run::OwnReference{form.name, offset});
  }

 private:
  Result<void> put(const FormStructure::Member& member, const std::string& field,
                   std::vector<std::byte>& bytes) const {
    TRY(const auto value, number({member.value, {}}, values_, field, 0));
    const auto bits = scalar_bits(member.type, std::to_string(value));
    if (!bits.has_value()) return in_field(bits.error(), field);
    const std::size_t width = catalog::size_of(member.type);
    if (bytes.size() < width || member.offset > bytes.size() - width)
      return in_field(
          {tr("a member at byte {} does not fit into {} bytes", member.offset, bytes.size())},
          field);
    std::memcpy(bytes.data() + member.offset, &*bits, width);
    return {};
  }

  static bool is_integer(catalog::ElementType type) {
    using enum catalog::ElementType;
    return type != f16 && type != bf16 && type != f32 && type != f64;
  }

  const Values& values_;
  const run::Roots& roots_;
};

Result<run::OwnLaunch> own_launch(const FormLaunch& form, Values values,
                                  const Arguments& arguments) {
  run::OwnLaunch launch;
  launch.entry = form.entry;
  TRY(const auto shape, take_shapes(form, values));
  launch.grid = shape.grid;
  launch.block = shape.block;
  launch.cluster = shape.cluster;
  TRY(const auto shared, number(form.shared, values, "shared", 0));
  if (shared < 0 || shared > 0x7fffffff)
    return fail(tr("shared is {} bytes: choose from 0 on", shared));
  launch.dynamic_shared_bytes = static_cast<std::uint32_t>(shared);
  for (const FormArgument& argument : form.arguments) {
    TRY(auto one, std::visit([&](const auto& value) { return arguments.take(value); }, argument));
    launch.arguments.push_back(std::move(one));
  }
  return launch;
}

Result<run::ReferenceKernel> reference_of(const FormExpectation& expectation,
                                          const LaunchForm& form, const Arguments& arguments) {
  FormLaunch plain;
  plain.entry = expectation.kernel;
  plain.grid = expectation.grid[0].text.empty() ? form.grid : expectation.grid;
  plain.block = expectation.block[0].text.empty() ? form.block : expectation.block;
  plain.shared = expectation.shared;
  auto launch = own_launch(plain, sizes_of(form), arguments);
  if (!launch.has_value()) return in_field(launch.error(), expectation.kernel);
  return run::ReferenceKernel{std::move(*launch), expectation.buffer, expectation.tolerance};
}

Result<void> add_expectations(const LaunchForm& form, const Arguments& arguments,
                              const run::Roots& roots, run::OwnKernel& kernel) {
  for (const FormExpectation& expectation : form.expectations) {
    if (!expectation.kernel.empty()) {
      TRY(auto reference, reference_of(expectation, form, arguments));
      kernel.references.push_back(std::move(reference));
      continue;
    }
    auto bytes = read_file(roots, expectation.file);
    if (!bytes.has_value()) return in_field(bytes.error(), expectation.buffer);
    kernel.expectations.push_back({expectation.buffer, std::move(*bytes), expectation.tolerance});
  }
  return {};
}

// What was measured may not hold any more.
void note_other_size(LaunchForm& form) {
  for (FormArgument& argument : form.arguments)
    if (auto* buffer = std::get_if<FormBuffer>(&argument))
      buffer->may_be_short |= buffer->is_measured;
}

run::Roots roots_of(const LaunchForm& form, const run::LoadedKernel& loaded,
                    const std::filesystem::path& folder) {
  run::Roots roots{folder};
  roots.insert(roots.end(), loaded.source_roots.begin(), loaded.source_roots.end());
  for (const std::string& file : form.given_files) roots.push_back(folder / file);
  return roots;
}

}  // namespace

const std::string& name_of(const FormArgument& argument) {
  return std::visit([](const auto& value) -> const std::string& { return value.name; }, argument);
}

Result<Values> values_of(const LaunchForm& form) {
  Values values = sizes_of(form);
  TRY(take_shapes(form, values));
  return values;
}

Result<void> set_sizes(LaunchForm& form, const catalog::Parameters& sizes) {
  for (const auto& [name, value] : sizes) {
    const auto size = std::ranges::find(form.sizes, name, &FormSize::name);
    if (size == form.sizes.end()) {
      std::vector<std::string> names;
      for (const FormSize& one : form.sizes) names.push_back(one.name);
      return fail(tr("there is no size '{}' in {}'s launch, there is: {}", name, form.entry,
                     list_of_names(names, name)));
    }
    if (size->value != value) note_other_size(form);
    size->value = value;
    size->why = {};
  }
  return {};
}

Result<run::OwnKernel> own_kernel(const LaunchForm& form, const run::LoadedKernel& loaded,
                                  const std::filesystem::path& folder) {
  TRY(const auto values, values_of(form));
  const run::Roots roots = roots_of(form, loaded, folder);
  const Arguments arguments(values, roots);
  run::OwnKernel kernel;
  TRY(const auto set, with_symbols(loaded, form.symbols, roots));
  kernel.module = set.module;
  kernel.ptx = loaded.ptx;
  kernel.sources = loaded.sources;
  kernel.is_guessed = form.is_guessed;
  for (const FormBuffer& one : form.buffers) {
    TRY(auto buffer, arguments.buffer(one));
    kernel.buffers.push_back(std::move(buffer));
  }
  TRY(auto first, own_launch(form, sizes_of(form), arguments));
  static_cast<run::OwnLaunch&>(kernel) = std::move(first);
  for (const FormLaunch& one : form.then) {
    TRY(auto next, own_launch(one, sizes_of(form), arguments));
    kernel.then.push_back(std::move(next));
  }
  TRY(add_expectations(form, arguments, roots, kernel));
  return kernel;
}

}  // namespace warplens::own
