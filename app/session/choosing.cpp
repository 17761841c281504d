#include "app/session/choosing.h"

#include <algorithm>
#include <utility>

#include "app/session/accepted_values.h"
#include "app/session/kernel_file.h"
#include "kernels/trace/capture.h"
#include "viz/swizzle/own_index.h"

namespace warplens::session {
namespace {

// The values of `old` that the variant also takes; its defaults for the others.
catalog::Parameters carried_over(const NamedVariant& to, const catalog::Parameters& old) {
  catalog::Parameters parameters;
  for (const catalog::Parameter& parameter : to.family->parameters_of(*to.variant)) {
    const auto it = old.find(parameter.name);
    const bool keeps = it != old.end() && in_range(parameter, it->second);
    parameters[parameter.name] = keeps ? it->second : parameter.default_value;
  }
  return parameters;
}

// A file as it is saved now; `sizes` are of its launch, in place of those that it has.
Selection own_selection(const std::string& path, const catalog::Parameters& sizes,
                        trace::Order order, const Selection& now) {
  return {path, sizes, path, order, now.backend, now.capability, trace::capture_stamp(path), {}};
}

bool is_problem_size(const catalog::Family& family, std::string_view name) {
  const auto it = std::ranges::find(family.parameters, name, &catalog::Parameter::name);
  return it != family.parameters.end() && it->is_problem_size;
}

}  // namespace

NamedVariant variant_named(const std::vector<catalog::Family>& families, std::string_view kernel) {
  const auto slash = kernel.find('/');
  if (slash == std::string_view::npos) return {};
  for (const catalog::Family& family : families) {
    if (family.name != kernel.substr(0, slash)) continue;
    return {&family, family.find(kernel.substr(slash + 1))};
  }
  return {};
}

NamedVariant variant_of(const std::vector<catalog::Family>& families, const Selection& selection) {
  return selection.capture.empty() ? variant_named(families, selection.kernel) : NamedVariant{};
}

Result<std::string> chosen_index(const catalog::Variant& variant, const std::string& index) {
  if (index.empty()) return index;
  if (!variant.index) {
    return fail(tr("{} has no index to write anew", variant.name));
  }
  TRY(swizzle::parse_index(*variant.index, index));
  return index == variant.index->written ? std::string() : index;
}

Result<Selection> selection_of(const std::vector<catalog::Family>& families,
                               const NamedKernel& named, trace::Order order, const Selection& now) {
  if (is_kernel_file(named.kernel))
    return own_selection(named.kernel, named.parameters, order, now);
  const NamedVariant found = variant_named(families, named.kernel);
  if (found.variant == nullptr) return fail(tr("no kernel {}; see warplens list", named.kernel));
  TRY(auto parameters, catalog::complete(*found.family, *found.variant, named.parameters));
  TRY(auto index, chosen_index(*found.variant, named.index));
  Selection selection{named.kernel, std::move(parameters), {}, order, now.backend, now.capability};
  selection.index = std::move(index);
  return selection;
}

std::optional<Selection> changed_kernel(const std::vector<catalog::Family>& families,
                                        std::string_view name, const Selection& old) {
  if (is_kernel_file(name)) return own_selection(std::string(name), {}, old.order, old);
  const NamedVariant found = variant_named(families, name);
  if (found.variant == nullptr) return std::nullopt;
  Selection changed{
      std::string(name), carried_over(found, old.parameters), {}, old.order, old.backend,
      old.capability};
  changed.picture = old.picture;
  return changed;
}

Choice with_parameters(const std::vector<catalog::Family>& families, Choice choice,
                       const catalog::Parameters& values, Side side) {
  Selection* const asked = choice.find(side);
  if (asked == nullptr) return choice;
  const catalog::Family* family = variant_of(families, *asked).family;
  for (const auto& [name, value] : values) {
    if (!asked->parameters.contains(name)) continue;
    const bool both = family != nullptr && is_problem_size(*family, name);
    choice.change_all([&, &name = name, &value = value](Selection& each) {
      if (&each != asked && !both) return;
      const auto set = each.parameters.find(name);
      if (set != each.parameters.end()) set->second = value;
    });
  }
  return choice;
}

void repair(const std::vector<catalog::Family>& families, Choice& choice) {
  choice.change_all([&](Selection& selection) {
    const NamedVariant found = variant_of(families, selection);
    if (found.variant != nullptr) repair(*found.family, *found.variant, selection.parameters);
  });
}

}  // namespace warplens::session
