#include "kernels/own/given_launch.h"

#include <algorithm>

#include "kernels/base/names.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/tensor_map_text.h"
#include "kernels/own/texture_text.h"

namespace warplens::own {
namespace {

std::vector<std::string> names_of(const std::vector<FormArgument>& arguments) {
  std::vector<std::string> names;
  for (const FormArgument& argument : arguments) names.push_back(name_of(argument));
  return names;
}

FormArgument* argument_of(LaunchForm& form, std::string_view name) {
  const auto found = std::ranges::find_if(
      form.arguments, [&](const FormArgument& one) { return name_of(one) == name; });
  return found == form.arguments.end() ? nullptr : &*found;
}

const FormArgument* argument_of(const LaunchForm& form, std::string_view name) {
  const auto found = std::ranges::find_if(
      form.arguments, [&](const FormArgument& one) { return name_of(one) == name; });
  return found == form.arguments.end() ? nullptr : &*found;
}

// A number that the form has as a size of the same name.
bool is_size(const FormArgument& given, const FormArgument& place) {
  const auto* value = std::get_if<FormScalar>(&given);
  const auto* scalar = std::get_if<FormScalar>(&place);
  return value != nullptr && scalar != nullptr && scalar->value.text == scalar->name;
}

Result<void> take(const FormArgument& given, LaunchForm& form, catalog::Parameters& sizes) {
  FormArgument* place = argument_of(form, name_of(given));
  if (place == nullptr || std::holds_alternative<FormReference>(given))
    return fail(tr("{} has no parameter '{}': it has {}; give some by name, or all in their order",
                   form.entry, name_of(given),
                   list_of_names(names_of(form.arguments), name_of(given))));
  if (is_size(given, *place)) {
    const auto number = evaluate(std::get<FormScalar>(given).value.text, {});
    if (number.has_value()) sizes[name_of(given)] = *number;
    if (number.has_value()) return {};
  }
  const auto* before = std::get_if<FormBuffer>(place);
  const Entry count = before == nullptr ? Entry() : before->count;
  *place = given;
  auto* buffer = std::get_if<FormBuffer>(place);
  if (buffer != nullptr && buffer->count.text.empty()) buffer->count = count;
  return {};
}

void take(const std::array<Entry, 3>& given, std::array<Entry, 3>& shape) {
  if (!given[0].text.empty()) shape = given;
}

bool is_corrected(const Entry& entry, const Entry& base) {
  return entry.why.empty() && entry.text != base.text;
}

bool is_corrected(const std::array<Entry, 3>& shape, const std::array<Entry, 3>& base) {
  return is_corrected(shape[0], base[0]) || is_corrected(shape[1], base[1]) ||
         is_corrected(shape[2], base[2]);
}

std::string fill_of(const FormBuffer& buffer) {
  return buffer.fill.has_value() ? fill_text(*buffer.fill) : "";
}

// The corrected buffer, with no count where that is still the guess's.
std::optional<FormArgument> corrected(const FormBuffer& buffer, const FormBuffer& base) {
  const bool has_count = is_corrected(buffer.count, base.count);
  const bool is_other = has_count || buffer.type != base.type || buffer.role != base.role ||
                        fill_of(buffer) != fill_of(base) || buffer.file != base.file;
  if (!is_other) return std::nullopt;
  FormBuffer given = buffer;
  if (!has_count) given.count = {};
  return given;
}

std::optional<FormArgument> corrected(const FormArgument& argument, const FormArgument& base) {
  if (argument.index() != base.index()) return std::nullopt;
  if (const auto* buffer = std::get_if<FormBuffer>(&argument))
    return corrected(*buffer, std::get<FormBuffer>(base));
  if (const auto* map = std::get_if<FormTensorMap>(&argument))
    return is_same(*map, std::get<FormTensorMap>(base)) ? std::nullopt : std::optional(argument);
  if (const auto* texture = std::get_if<FormTexture>(&argument))
    return is_same(*texture, std::get<FormTexture>(base)) ? std::nullopt : std::optional(argument);
  const auto* scalar = std::get_if<FormScalar>(&argument);
  const bool is_other =
      scalar != nullptr && scalar->value.text != std::get<FormScalar>(base).value.text;
  return is_other ? std::optional(argument) : std::nullopt;
}

}  // namespace

bool GivenLaunch::is_empty() const {
  return grid[0].text.empty() && block[0].text.empty() && cluster[0].text.empty() &&
         shared.text.empty() && arguments.empty() && buffers.empty() && sizes.empty();
}

const FormArgument* GivenLaunch::find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      arguments, [&](const FormArgument& one) { return name_of(one) == name; });
  return found == arguments.end() ? nullptr : &*found;
}

Result<catalog::Parameters> take_given_fields(const GivenLaunch& given, LaunchForm& form) {
  catalog::Parameters sizes = given.sizes;
  for (const FormArgument& argument : given.arguments) {
    TRY(take(argument, form, sizes));
  }
  form.buffers.insert(form.buffers.end(), given.buffers.begin(), given.buffers.end());
  form.given_files.insert(form.given_files.end(), given.files.begin(), given.files.end());
  take(given.grid, form.grid);
  take(given.block, form.block);
  take(given.cluster, form.cluster);
  if (!given.shared.text.empty()) form.shared = given.shared;
  return sizes;
}

Result<void> take_given(const GivenLaunch& given, LaunchForm& form) {
  TRY(const auto sizes, take_given_fields(given, form));
  return set_sizes(form, sizes);
}

GivenLaunch given_in(const LaunchForm& form, const LaunchForm& base) {
  GivenLaunch given;
  given.files = form.given_files;
  if (is_corrected(form.grid, base.grid)) given.grid = form.grid;
  if (is_corrected(form.block, base.block)) given.block = form.block;
  if (is_corrected(form.cluster, base.cluster)) given.cluster = form.cluster;
  if (is_corrected(form.shared, base.shared)) given.shared = form.shared;
  for (const FormSize& size : form.sizes) {
    const auto before = std::ranges::find(base.sizes, size.name, &FormSize::name);
    const bool is_other =
        before != base.sizes.end() && size.why.empty() && size.value != before->value;
    if (is_other) given.sizes[size.name] = size.value;
  }
  for (const FormArgument& argument : form.arguments) {
    const FormArgument* before = argument_of(base, name_of(argument));
    auto one = before == nullptr ? std::nullopt : corrected(argument, *before);
    if (one.has_value()) given.arguments.push_back(std::move(*one));
  }
  return given;
}

}  // namespace warplens::own
