// Taking a person's correction of one field into a form.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/session/form_fields.h"
#include "kernels/base/trimmed.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/scalar_text.h"
#include "kernels/own/tensor_map_form.h"
#include "kernels/own/texture_form.h"

namespace warplens::session {
namespace {

using Kind = FormField::Kind;
using own::Entry;
using own::LaunchForm;
using Corrected = Result<LaunchForm>;

Corrected with_size(LaunchForm form, std::size_t index, std::string_view text) {
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || value < 0)
    return fail(tr("'{}' is no size: write a whole number from 0", text));
  form.sizes[index].value = value;
  form.sizes[index].why = {};
  TRY(own::values_of(form));
  return form;
}

// At least `least`, with the sizes and the shape as they are.
Result<void> check_number(const LaunchForm& form, const Entry& entry, std::int64_t least) {
  TRY(const auto values, own::values_of(form));
  if (entry.text.empty()) return {};
  TRY(const auto value, own::evaluate(entry.text, values));
  if (value >= least) return {};
  return fail(tr("it gives {}: at least {} is needed", value, least));
}

Corrected with_count(LaunchForm form, std::size_t index, std::string_view text) {
  if (text.empty()) return fail(tr("how many elements? write a number or an expression, as in n"));
  auto& entry = std::get<own::FormBuffer>(form.arguments[index]).count;
  entry = {std::string(text), {}};
  TRY(check_number(form, entry, 1));
  return form;
}

Corrected with_shape(LaunchForm form, const FormField& field, std::string_view text) {
  auto& shape = field.kind == Kind::grid ? form.grid : form.block;
  shape[field.index] = {std::string(text), {}};
  TRY(own::values_of(form));
  return form;
}

Corrected with_reference_shape(LaunchForm form, const FormField& field, std::string_view text) {
  own::FormExpectation* reference = reference_in(form);
  if (reference == nullptr) return form;
  auto& shape = field.kind == Kind::reference_grid ? reference->grid : reference->block;
  shape[field.index] = {std::string(text), {}};
  TRY(own::values_of(as_reference(form)));
  return form;
}

// For every buffer that is written. Its shape is left to be guessed.
Corrected with_reference(LaunchForm form, std::string_view kernel) {
  own::FormExpectation expectation;
  if (const own::FormExpectation* before = reference_in(form))
    expectation.tolerance = before->tolerance;
  std::erase_if(form.expectations,
                [](const own::FormExpectation& each) { return !each.kernel.empty(); });
  if (kernel.empty()) return form;
  expectation.kernel = std::string(kernel);
  form.expectations.push_back(std::move(expectation));
  return form;
}

Corrected with_shared(LaunchForm form, std::string_view text) {
  form.shared = {std::string(text), {}};
  TRY(check_number(form, form.shared, 0));
  return form;
}

Corrected with_value(LaunchForm form, std::size_t index, std::string_view text) {
  auto& scalar = std::get<own::FormScalar>(form.arguments[index]);
  scalar.value = {std::string(text), {}};
  auto bits = own::scalar_bits(scalar.type, text);
  if (bits.has_value()) return form;
  TRY(const auto values, own::values_of(form));
  const auto value = own::evaluate(text, values);
  if (value.has_value()) bits = own::scalar_bits(scalar.type, std::to_string(*value));
  TRY(bits);
  return form;
}

Corrected with_type(LaunchForm form, std::size_t index, std::string_view text) {
  const auto type = catalog::element_type(text);
  if (!type.has_value()) return fail(tr("'{}' is no type", text));
  auto& buffer = std::get<own::FormBuffer>(form.arguments[index]);
  buffer.type = *type;
  buffer.why_type = {};
  return form;
}

Corrected with_role(LaunchForm form, std::size_t index, std::string_view text) {
  auto& buffer = std::get<own::FormBuffer>(form.arguments[index]);
  for (const auto role :
       {catalog::BufferRole::in, catalog::BufferRole::out, catalog::BufferRole::inout}) {
    if (role_name(role) != text) continue;
    buffer.role = role;
    buffer.why_role = {};
    if (role == catalog::BufferRole::in)
      std::erase_if(form.expectations,
                    [&](const own::FormExpectation& each) { return each.buffer == buffer.name; });
    return form;
  }
  return fail(tr("'{}' is no role: in, out or inout", text));
}

Result<void> check_file(std::string_view file, const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::is_regular_file(folder / file, error)) return {};
  return fail(tr("no file '{}' beside the kernel", file));
}

Corrected with_fill(LaunchForm form, std::size_t index, std::string_view text,
                    const std::filesystem::path& folder) {
  auto& buffer = std::get<own::FormBuffer>(form.arguments[index]);
  buffer.why_fill = {};
  buffer.fill.reset();
  buffer.file.clear();
  if (text.empty()) return form;
  TRY(auto fill, own::parse_fill(text));
  if (fill.has_value()) {
    buffer.fill = *fill;
    return form;
  }
  const Result<void> found = check_file(text, folder);
  if (!found.has_value())
    return fail(tr("no fill and no file beside the kernel: zero, 5, iota, random:1, FILE"));
  buffer.file = std::string(text);
  form.given_files.push_back(buffer.file);
  return form;
}

Result<void> check_buffer(const LaunchForm& form, const std::string& name) {
  const auto is_it = [&](const auto& each) { return each.name == name; };
  const bool is_argument = std::ranges::any_of(form.arguments, [&](const auto& argument) {
    const auto* buffer = std::get_if<own::FormBuffer>(&argument);
    return buffer != nullptr && is_it(*buffer);
  });
  if (is_argument || std::ranges::any_of(form.buffers, is_it)) return {};
  return fail(tr("no buffer is called '{}'", name));
}

// What is wrong with the map as it would be is said of the part that makes it so.
Corrected with_map_part(LaunchForm form, const FormField& field, std::string_view text,
                        const std::filesystem::path& folder) {
  auto& map = std::get<own::FormTensorMap>(form.arguments[field.index]);
  TRY(map, own::with_part(map, field.part, text));
  map.why = {};
  if (!map.buffer.empty()) TRY(check_buffer(form, map.buffer));
  if (field.part == own::TensorMapPart::contents && !map.file.empty()) {
    TRY(check_file(map.file, folder));
    form.given_files.push_back(map.file);
  }
  TRY(const auto values, own::values_of(form));
  TRY(own::tensor_map_of(map, values));
  return form;
}

Corrected with_texture_part(LaunchForm form, const FormField& field, std::string_view text,
                            const std::filesystem::path& folder) {
  auto& texture = std::get<own::FormTexture>(form.arguments[field.index]);
  TRY(texture, own::with_part(texture, field.texture_part, text));
  texture.why = {};
  if (!texture.buffer.empty()) TRY(check_buffer(form, texture.buffer));
  if (field.texture_part == own::TexturePart::contents && !texture.file.empty()) {
    TRY(check_file(texture.file, folder));
    form.given_files.push_back(texture.file);
  }
  TRY(const auto values, own::values_of(form));
  TRY(own::texture_of(texture, values));
  return form;
}

own::FormExpectation& expectation(LaunchForm& form, std::size_t index) {
  const std::string& name = own::name_of(form.arguments[index]);
  const auto found = std::ranges::find_if(form.expectations, [&](const auto& each) {
    return each.kernel.empty() && each.buffer == name;
  });
  if (found != form.expectations.end()) return *found;
  return form.expectations.emplace_back(own::FormExpectation{name, {}, {}});
}

Corrected with_expected(LaunchForm form, std::size_t index, std::string_view text,
                        const std::filesystem::path& folder) {
  const std::string name = own::name_of(form.arguments[index]);
  if (text.empty()) {
    std::erase_if(form.expectations, [&](const own::FormExpectation& each) {
      return each.kernel.empty() && each.buffer == name;
    });
    return form;
  }
  TRY(check_file(text, folder));
  expectation(form, index).file = std::string(text);
  form.given_files.emplace_back(text);
  return form;
}

// Relative.
Result<double> tolerance_in(std::string_view text) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && stop == text.data() + text.size();
  if (is_whole && std::isfinite(value) && value >= 0) return value;
  return fail(tr("'{}' is no tolerance: write a number from 0, as in 1e-6", text));
}

Corrected with_tolerance(LaunchForm form, const FormField& field, std::string_view text) {
  TRY(const auto value, tolerance_in(text));
  own::FormExpectation* of = field.kind == Kind::reference_tolerance
                                 ? reference_in(form)
                                 : &expectation(form, field.index);
  if (of != nullptr) of->tolerance.relative = value;
  return form;
}

}  // namespace

Corrected with_field(LaunchForm form, const FormField& field, std::string_view text,
                     const std::filesystem::path& folder) {
  text = trimmed(text);
  switch (field.kind) {
    case Kind::size:
      return with_size(std::move(form), field.index, text);
    case Kind::grid:
    case Kind::block:
    case Kind::cluster:
      return with_shape(std::move(form), field, text);
    case Kind::shared:
      return with_shared(std::move(form), text);
    case Kind::count:
      return with_count(std::move(form), field.index, text);
    case Kind::type:
      return with_type(std::move(form), field.index, text);
    case Kind::role:
      return with_role(std::move(form), field.index, text);
    case Kind::fill:
      return with_fill(std::move(form), field.index, text, folder);
    case Kind::value:
      return with_value(std::move(form), field.index, text);
    case Kind::map:
      return with_map_part(std::move(form), field, text, folder);
    case Kind::texture:
      return with_texture_part(std::move(form), field, text, folder);
    case Kind::expected:
      return with_expected(std::move(form), field.index, text, folder);
    case Kind::tolerance:
    case Kind::reference_tolerance:
      return with_tolerance(std::move(form), field, text);
    case Kind::reference:
      return with_reference(std::move(form), text);
    case Kind::reference_grid:
    case Kind::reference_block:
      return with_reference_shape(std::move(form), field, text);
  }
  return form;
}

}  // namespace warplens::session
