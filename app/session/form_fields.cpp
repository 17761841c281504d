#include "app/session/form_fields.h"

#include <algorithm>

#include "kernels/own/fill_text.h"

namespace warplens::session {
namespace {

using Kind = FormField::Kind;
using own::LaunchForm;

constexpr std::array<std::string_view, 3> kRoles{"in", "out", "inout"};

const own::FormBuffer& buffer_at(const LaunchForm& form, std::size_t index) {
  return std::get<own::FormBuffer>(form.arguments[index]);
}

const own::FormExpectation* expectation_of(const LaunchForm& form, std::size_t index) {
  const std::string& name = own::name_of(form.arguments[index]);
  const auto found = std::ranges::find_if(form.expectations, [&](const auto& each) {
    return each.kernel.empty() && each.buffer == name;
  });
  return found == form.expectations.end() ? nullptr : &*found;
}

// The expression of a field; null: it has none.
const own::Entry* entry_of(const LaunchForm& form, const FormField& field) {
  const own::FormExpectation* reference = reference_in(form);
  switch (field.kind) {
    case Kind::grid:
      return &form.grid[field.index];
    case Kind::block:
      return &form.block[field.index];
    case Kind::cluster:
      return &form.cluster[field.index];
    case Kind::shared:
      return &form.shared;
    case Kind::reference_grid:
      return reference == nullptr ? nullptr : &reference->grid[field.index];
    case Kind::reference_block:
      return reference == nullptr ? nullptr : &reference->block[field.index];
    case Kind::count:
      return &buffer_at(form, field.index).count;
    case Kind::value:
      return &std::get<own::FormScalar>(form.arguments[field.index]).value;
    default:
      return nullptr;
  }
}

std::string text_of_fill(const own::FormBuffer& buffer) {
  if (!buffer.file.empty()) return buffer.file;
  return buffer.fill.has_value() ? own::fill_text(*buffer.fill) : std::string();
}

std::string tolerance_text(const own::FormExpectation* expectation) {
  const double relative = expectation == nullptr ? 0 : expectation->tolerance.relative;
  return relative == 0 ? "0" : fmt::format("{:g}", relative);
}

std::string_view kind_name(Kind kind) {
  constexpr std::array<std::string_view, 18> kKindNames{"size",
                                                        "grid",
                                                        "block",
                                                        "cluster",
                                                        "shared",
                                                        "count",
                                                        "type",
                                                        "role",
                                                        "fill",
                                                        "value",
                                                        "map",
                                                        "texture",
                                                        "expected",
                                                        "tolerance",
                                                        "reference",
                                                        "reference_grid",
                                                        "reference_block",
                                                        "reference_tolerance"};
  return kKindNames[static_cast<std::size_t>(kind)];
}

bool is_shape(Kind kind) {
  return kind == Kind::grid || kind == Kind::block || kind == Kind::cluster ||
         kind == Kind::reference_grid || kind == Kind::reference_block;
}

bool is_alone(Kind kind) {
  return kind == Kind::shared || kind == Kind::reference || kind == Kind::reference_tolerance;
}

const own::FormTensorMap& map_at(const LaunchForm& form, std::size_t index) {
  return std::get<own::FormTensorMap>(form.arguments[index]);
}

const own::FormTexture& texture_at(const LaunchForm& form, std::size_t index) {
  return std::get<own::FormTexture>(form.arguments[index]);
}

// The part with the numbers that its expressions give; empty where it has them already.
std::string numbers_of(const LaunchForm& form, const FormField& field) {
  const auto values = own::values_of(form);
  if (!values.has_value()) return {};
  const std::string text = field_text(form, field);
  std::string shown = text;
  if (field.kind == Kind::map) {
    const auto plain = own::with_numbers(map_at(form, field.index), *values);
    if (plain.has_value()) shown = own::part_text(*plain, field.part);
  } else {
    const auto plain = own::with_numbers(texture_at(form, field.index), *values);
    if (plain.has_value()) shown = own::part_text(*plain, field.texture_part);
  }
  return shown == text ? std::string() : shown;
}

bool is_scalar_field(const own::FormArgument& argument) {
  return std::holds_alternative<own::FormScalar>(argument);
}

void add_argument(const LaunchForm& form, std::size_t index, std::vector<FormField>& fields) {
  const own::FormArgument& argument = form.arguments[index];
  if (is_scalar_field(argument)) fields.push_back({Kind::value, index});
  if (const auto* map = std::get_if<own::FormTensorMap>(&argument)) {
    for (const own::TensorMapPart part : own::parts_of(*map))
      fields.push_back({Kind::map, index, part});
  }
  if (const auto* texture = std::get_if<own::FormTexture>(&argument)) {
    for (const own::TexturePart part : own::parts_of(*texture))
      fields.push_back({Kind::texture, index, {}, part});
  }
  if (!std::holds_alternative<own::FormBuffer>(argument)) return;
  for (const Kind kind : {Kind::type, Kind::count, Kind::role, Kind::fill})
    fields.push_back({kind, index});
  if (buffer_at(form, index).role == catalog::BufferRole::in) return;
  fields.push_back({Kind::expected, index});
  if (expectation_of(form, index) != nullptr) fields.push_back({Kind::tolerance, index});
}

}  // namespace

std::string_view role_name(catalog::BufferRole role) {
  return kRoles[static_cast<std::size_t>(role)];
}

std::vector<FormField> fields_of(const LaunchForm& form) {
  std::vector<FormField> fields;
  for (std::size_t i = 0; i < form.sizes.size(); ++i) fields.push_back({Kind::size, i});
  for (const Kind kind : {Kind::grid, Kind::block})
    for (std::size_t d = 0; d < 3; ++d) fields.push_back({kind, d});
  const bool has_cluster = !form.cluster[0].text.empty();
  for (std::size_t d = 0; has_cluster && d < 3; ++d) fields.push_back({Kind::cluster, d});
  fields.push_back({Kind::shared, 0});
  for (std::size_t i = 0; i < form.arguments.size(); ++i) add_argument(form, i, fields);
  fields.push_back({Kind::reference, 0});
  if (reference_in(form) == nullptr) return fields;
  for (const Kind kind : {Kind::reference_grid, Kind::reference_block})
    for (std::size_t d = 0; d < 3; ++d) fields.push_back({kind, d});
  fields.push_back({Kind::reference_tolerance, 0});
  return fields;
}

std::string field_name(const LaunchForm& form, const FormField& field) {
  const std::string_view kind = kind_name(field.kind);
  if (is_alone(field.kind)) return std::string(kind);
  if (field.kind == Kind::size) return fmt::format("{}.{}", kind, form.sizes[field.index].name);
  if (is_shape(field.kind)) return fmt::format("{}.{}", kind, "xyz"[field.index]);
  const std::string_view part = field.kind == Kind::map       ? own::name_of(field.part)
                                : field.kind == Kind::texture ? own::name_of(field.texture_part)
                                                              : kind;
  return fmt::format("{}.{}", part, own::name_of(form.arguments[field.index]));
}

std::string field_text(const LaunchForm& form, const FormField& field) {
  if (const own::Entry* entry = entry_of(form, field)) return entry->text;
  switch (field.kind) {
    case Kind::size:
      return std::to_string(form.sizes[field.index].value);
    case Kind::type:
      return std::string(catalog::name_of(buffer_at(form, field.index).type));
    case Kind::role:
      return std::string(role_name(buffer_at(form, field.index).role));
    case Kind::fill:
      return text_of_fill(buffer_at(form, field.index));
    case Kind::map:
      return own::part_text(map_at(form, field.index), field.part);
    case Kind::texture:
      return own::part_text(texture_at(form, field.index), field.texture_part);
    case Kind::expected: {
      const own::FormExpectation* expectation = expectation_of(form, field.index);
      return expectation == nullptr ? std::string() : expectation->file;
    }
    case Kind::tolerance:
      return tolerance_text(expectation_of(form, field.index));
    case Kind::reference: {
      const own::FormExpectation* reference = reference_in(form);
      return reference == nullptr ? std::string() : reference->kernel;
    }
    case Kind::reference_tolerance:
      return tolerance_text(reference_in(form));
    default:
      return {};
  }
}

Text field_why(const LaunchForm& form, const FormField& field) {
  if (const own::Entry* entry = entry_of(form, field)) return entry->why;
  switch (field.kind) {
    case Kind::size:
      return form.sizes[field.index].why;
    case Kind::type:
      return buffer_at(form, field.index).why_type;
    case Kind::role:
      return buffer_at(form, field.index).why_role;
    case Kind::fill:
      return buffer_at(form, field.index).why_fill;
    case Kind::map:
      return map_at(form, field.index).why;
    case Kind::texture:
      return texture_at(form, field.index).why;
    default:
      return {};
  }
}

const own::FormExpectation* reference_in(const LaunchForm& form) {
  const auto found = std::ranges::find_if(
      form.expectations, [](const own::FormExpectation& each) { return !each.kernel.empty(); });
  return found == form.expectations.end() ? nullptr : &*found;
}

own::FormExpectation* reference_in(LaunchForm& form) {
  const auto found = std::ranges::find_if(
      form.expectations, [](const own::FormExpectation& each) { return !each.kernel.empty(); });
  return found == form.expectations.end() ? nullptr : &*found;
}

LaunchForm as_reference(LaunchForm form) {
  const own::FormExpectation* reference = reference_in(std::as_const(form));
  if (reference == nullptr) return form;
  if (!reference->grid[0].text.empty()) form.grid = reference->grid;
  if (!reference->block[0].text.empty()) form.block = reference->block;
  return form;
}

std::string field_value(const LaunchForm& form, const FormField& field) {
  if (field.kind == Kind::map || field.kind == Kind::texture) return numbers_of(form, field);
  const own::Entry* entry = entry_of(form, field);
  if (entry == nullptr || entry->text.empty()) return {};
  const bool is_references =
      field.kind == Kind::reference_grid || field.kind == Kind::reference_block;
  const auto values = own::values_of(is_references ? as_reference(form) : form);
  if (!values.has_value()) return {};
  const auto value = own::evaluate(entry->text, *values);
  if (!value.has_value()) return {};
  const std::string shown = std::to_string(*value);
  return shown == entry->text ? std::string() : shown;
}

}  // namespace warplens::session
