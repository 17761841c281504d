#include "app/cli/text/own_form.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/text/parse.h"
#include "app/cli/text/said_of.h"
#include "app/session/kernel_result.h"
#include "kernels/base/names.h"
#include "kernels/own/array_words.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/follow_sizes.h"
#include "kernels/own/included_headers.h"
#include "kernels/own/infer_form.h"
#include "kernels/own/probe.h"
#include "kernels/own/tensor_map_text.h"
#include "kernels/own/texture_text.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::cli {

namespace {

using own::FormArgument;
using own::FormBuffer;
using own::LaunchForm;

std::size_t count_of_kernels(const ptx::Module& module) {
  return static_cast<std::size_t>(
      std::count_if(module.functions.begin(), module.functions.end(),
                    [](const ptx::Function& function) { return function.is_entry; }));
}

std::vector<std::string> names_of(const own::Sidecar& sidecar) {
  std::vector<std::string> names;
  for (const own::NamedLaunch& launch : sidecar.launches) names.push_back(launch.name);
  return names;
}

// The sidecar's launch that was asked for; nothing where none is of that kernel.
Result<std::optional<OwnForm>> from_sidecar(const OwnFormRequest& request,
                                            const own::Sidecar& sidecar) {
  const bool is_named = !request.launch.empty();
  const auto* launch = sidecar.find(is_named ? request.launch : request.kernel);
  if (launch != nullptr) {
    OwnForm form{launch->form, launch->name, false};
    TRY(own::take_given(request.given, form.form));
    return form;
  }
  if (!is_named) return std::optional<OwnForm>();
  return fail(tr("{} has no launch '{}', it has: {}", own::sidecar_path(request.file).string(),
                 request.launch, list_of_names(names_of(sidecar), request.launch)));
}

Result<std::optional<OwnForm>> from_guess(const OwnFormRequest& request,
                                          const run::LoadedKernel& loaded) {
  if (request.kernel.empty() && count_of_kernels(*loaded.module) > 1)
    return std::optional<OwnForm>();
  TRY(auto form, own::guess_form(loaded, request.kernel, request.stop, request.given));
  std::string name = form.entry;
  return OwnForm{std::move(form), std::move(name), true, !request.given.is_empty()};
}

Result<void> apply_settings(const std::vector<std::string>& texts, const run::LoadedKernel& loaded,
                            LaunchForm& form) {
  TRY(const auto settings, parse_settings(texts));
  return said_of("--set", own::resize_guess(form, settings, loaded));
}

std::string role_text(catalog::BufferRole role) {
  return role == catalog::BufferRole::in    ? "in"
         : role == catalog::BufferRole::out ? "out"
                                            : "inout";
}

// "n = 1024: named like a size".
void add_line(const std::string& what, const std::string& value, const Text& why,
              std::vector<Text>& lines) {
  if (why.empty()) return;
  lines.push_back(tr("  {} = {}: {}", what, value, why));
}

void add_shape(const char* name, const std::array<own::Entry, 3>& shape, std::vector<Text>& lines) {
  constexpr std::array<char, 3> kAxes{'x', 'y', 'z'};
  for (std::size_t d = 0; d < 3; ++d)
    if (!shape[d].text.empty())
      add_line(fmt::format("{}.{}", name, kAxes[d]), shape[d].text, shape[d].why, lines);
}

std::string fill_of(const FormBuffer& buffer) {
  return buffer.fill.has_value() ? "=" + own::fill_text(*buffer.fill) : "";
}

void add_buffer(const FormBuffer& buffer, std::vector<Text>& lines) {
  Text why = tr("{}; {}", buffer.why_type, buffer.why_role);
  if (!buffer.count.why.empty()) why = tr("{}; {}", why, buffer.count.why);
  if (!buffer.why_fill.empty()) why = tr("{}; {}", why, buffer.why_fill);
  const std::string value =
      fmt::format("{}:{}[{}]{}", role_text(buffer.role), catalog::name_of(buffer.type),
                  buffer.count.text, fill_of(buffer));
  lines.push_back(tr("  {} = {}: {}", buffer.name, value, why));
}

// An option's value for a shell.
std::string quoted(const std::string& text) {
  const bool is_plain = text.find_first_of(" <>()'\"*?$&|;[]{}~!#\\`") == std::string::npos;
  if (is_plain && !text.empty()) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// `shape`: of an array that a kernel takes word by word, else empty.
Result<std::string> argument_text(const FormArgument& argument, const own::Values& values,
                                  const std::string& shape) {
  if (const auto* buffer = std::get_if<FormBuffer>(&argument)) {
    TRY(const auto elements, own::evaluate(buffer->count.text, values));
    const std::string count = shape.empty() ? std::to_string(elements) : shape;
    const std::string contents = buffer->file.empty() ? fill_of(*buffer) : "=" + buffer->file;
    return fmt::format("{}:{}:{}[{}]{}", buffer->name, role_text(buffer->role),
                       catalog::name_of(buffer->type), count, contents);
  }
  if (const auto* scalar = std::get_if<own::FormScalar>(&argument)) {
    const auto value = own::evaluate(scalar->value.text, values);
    const std::string text = value.has_value() ? std::to_string(*value) : scalar->value.text;
    return fmt::format("{}:{}={}", scalar->name, catalog::name_of(scalar->type), text);
  }
  if (const auto* map = std::get_if<own::FormTensorMap>(&argument)) {
    TRY(const auto plain, own::with_numbers(*map, values));
    const std::string contents = own::part_text(plain, own::TensorMapPart::contents);
    return fmt::format("{}:tensormap{{{}}}{}{}", map->name, own::tensor_map_text(plain),
                       contents.empty() ? "" : "=", contents);
  }
  if (const auto* texture = std::get_if<own::FormTexture>(&argument)) {
    TRY(const auto plain, own::with_numbers(*texture, values));
    const std::string contents = own::part_text(plain, own::TexturePart::contents);
    return fmt::format("{}:{}{{{}}}{}{}", texture->name, own::kind_of(plain),
                       own::texture_text(plain), contents.empty() ? "" : "=", contents);
  }
  if (const auto* structure = std::get_if<own::FormStructure>(&argument))
    return fmt::format("{}:bytes[{}]=FILE", structure->name, structure->bytes);
  const auto& reference = std::get<own::FormReference>(argument);
  return reference.offset.empty() ? reference.name
                                  : fmt::format("@{}+{}", reference.name, reference.offset);
}

std::string shape_text(const Dim3& shape) {
  if (shape.z > 1) return fmt::format("{},{},{}", shape.x, shape.y, shape.z);
  return shape.y > 1 ? fmt::format("{},{}", shape.x, shape.y) : std::to_string(shape.x);
}

Dim3 shape_in(const own::Values& values, const char* name) {
  const auto at = [&](char axis) {
    return static_cast<std::uint32_t>(values.at(fmt::format("{}.{}", name, axis)));
  };
  return {at('x'), at('y'), at('z')};
}

}  // namespace

Result<std::optional<OwnForm>> find_own_form(const OwnFormRequest& request,
                                             const run::LoadedKernel& loaded) {
  TRY(const auto sidecar, own::read_sidecar(own::sidecar_path(request.file)));
  if (!request.launch.empty() && !sidecar.has_value())
    return fail(tr("--launch {}: there is no {}: run without it and add --save-launch",
                   request.launch, own::sidecar_path(request.file).string()));
  Result<std::optional<OwnForm>> form =
      sidecar.has_value() ? from_sidecar(request, *sidecar) : std::optional<OwnForm>();
  if (form.has_value() && !form->has_value()) form = from_guess(request, loaded);
  if (!form.has_value() || !form->has_value()) return form;
  if (!(*form)->is_guessed) own::follow_sizes((*form)->form, *loaded.module);
  TRY(apply_settings(request.settings, loaded, (*form)->form));
  return form;
}

std::vector<std::string> signatures_of(const run::LoadedKernel& loaded) {
  std::vector<std::string> lines;
  const auto sources = own::source_texts(loaded);
  for (const ptx::Function& function : loaded.module->functions)
    if (function.is_entry)
      lines.push_back(own::readable(own::signature_of(function, sources, loaded.told)));
  return lines;
}

std::vector<Text> assumption_lines(const OwnForm& own, const std::string& file) {
  const LaunchForm& form = own.form;
  const TextView begin = own.is_given_in_part
                             ? tr("{}: only a part of its launch is given; assumed:")
                             : tr("{}: nobody said how it is launched; assumed:");
  std::vector<Text> lines{tr(begin, form.signature)};
  for (const own::FormSize& size : form.sizes)
    add_line(size.name, std::to_string(size.value), size.why, lines);
  for (const FormArgument& argument : form.arguments) {
    if (const auto* buffer = std::get_if<FormBuffer>(&argument)) add_buffer(*buffer, lines);
    if (const auto* scalar = std::get_if<own::FormScalar>(&argument))
      add_line(scalar->name, scalar->value.text, scalar->value.why, lines);
    if (const auto* map = std::get_if<own::FormTensorMap>(&argument))
      add_line(map->name, own::tensor_map_text(*map), map->why, lines);
    if (const auto* texture = std::get_if<own::FormTexture>(&argument))
      add_line(texture->name, own::texture_text(*texture), texture->why, lines);
  }
  add_shape("grid", form.grid, lines);
  add_shape("block", form.block, lines);
  if (!form.cluster[0].text.empty()) add_shape("cluster", form.cluster, lines);
  add_line("shared", form.shared.text, form.shared.why, lines);
  for (const Text& text : form.assumptions) lines.push_back(tr("  {}", text));
  lines.push_back(
      tr("Keep it in {} with --save-launch, or write it out:", own::sidecar_path(file).string()));
  lines.emplace_back("  " + command_line(form, file).value_or(""));
  return lines;
}

Result<std::string> command_line(const LaunchForm& form, const std::string& file) {
  TRY(const auto values, own::values_of(form));
  std::string text = fmt::format("warplens trace {} --entry {} --grid {} --block {}", quoted(file),
                                 quoted(form.entry), shape_text(shape_in(values, "grid")),
                                 shape_text(shape_in(values, "block")));
  if (!form.cluster[0].text.empty()) {
    text += fmt::format(" --cluster {}", shape_text(shape_in(values, "cluster")));
  }
  if (!form.shared.text.empty()) {
    TRY(const auto shared, own::evaluate(form.shared.text, values));
    text += fmt::format(" --shared {}", shared);
  }
  for (const FormArgument& argument : form.arguments) {
    if (own::is_array_word(form, own::name_of(argument))) continue;
    TRY(const auto shape, own::shape_text(form, own::name_of(argument), values));
    TRY(const auto one, argument_text(argument, values, shape));
    text += " --arg " + quoted(one);
  }
  return text;
}

Result<void> save_own_form(const OwnForm& own, const std::string& file) {
  const auto path = own::sidecar_path(file);
  TRY(auto sidecar, own::read_sidecar(path));
  own::Sidecar all = sidecar.value_or(own::Sidecar());
  own::keep_launch(all, {own.name, own.form});
  return own::write_sidecar(path, all);
}

}  // namespace warplens::cli
