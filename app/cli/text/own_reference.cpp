#include "app/cli/text/own_reference.h"

#include "app/cli/text/own_arguments.h"
#include "app/cli/text/said_of.h"
#include "kernels/own/reference.h"

namespace warplens::cli {

namespace {

std::array<own::Entry, 3> as_entries(const Dim3& shape) {
  return {own::Entry{std::to_string(shape.x)}, own::Entry{std::to_string(shape.y)},
          own::Entry{std::to_string(shape.z)}};
}

bool is_floating_point(catalog::ElementType type) {
  using enum catalog::ElementType;
  return type == f16 || type == bf16 || type == f32 || type == f64;
}

// As much of a form as a reference's shape is found from: names in their places, sizes, a shape.
own::LaunchForm form_of(const run::OwnKernel& kernel) {
  own::LaunchForm form;
  form.entry = kernel.entry;
  form.grid = as_entries(kernel.grid);
  form.block = as_entries(kernel.block);
  form.shared.text = std::to_string(kernel.dynamic_shared_bytes);
  for (const run::OwnArgument& argument : kernel.arguments) {
    const std::string& name = std::visit(
        [](const auto& value) -> const auto& { return value.name; }, argument);
    form.arguments.emplace_back(own::FormReference{name});
    const auto* scalar = std::get_if<run::OwnScalar>(&argument);
    if (scalar == nullptr || is_floating_point(scalar->type)) continue;
    form.sizes.push_back({name, static_cast<std::int64_t>(scalar->bits)});
  }
  return form;
}

}  // namespace

Result<void> add_reference(const std::string& text, const run::LoadedKernel& loaded,
                           run::OwnKernel& kernel) {
  TRY(const auto name, parse_reference(text));
  own::LaunchForm form = form_of(kernel);
  TRY(auto expectation,
      said_of("--reference", own::expect_of_kernel(loaded, form, name.kernel, name.tolerance)));
  form.expectations = {std::move(expectation)};
  form.arguments.clear();
  TRY(auto described, said_of("--reference", own::own_kernel(form, loaded)));
  kernel.references.push_back(std::move(described.references.front()));
  return {};
}

}  // namespace warplens::cli
