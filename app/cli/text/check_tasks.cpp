#include "app/cli/text/check_tasks.h"

namespace warplens::cli {

namespace {

using Found = run::Catalogue::Found;

// What `name` means: a variant, or all of a family.
Result<std::vector<Found>> find(const run::Catalogue& catalogue, const std::string& name) {
  for (const catalog::Family& family : catalogue.families()) {
    if (family.name != name) continue;
    std::vector<Found> all;
    for (const catalog::Variant& variant : family.variants) all.push_back({&family, &variant});
    return all;
  }
  TRY(const auto one, catalogue.find(name));
  return std::vector{one};
}

Result<std::vector<Found>> chosen(const run::Catalogue& catalogue, std::vector<std::string> names) {
  if (names.empty()) {
    for (const catalog::Family& family : catalogue.families()) names.push_back(family.name);
  }
  std::vector<Found> all;
  for (const std::string& name : names) {
    TRY(const auto found, find(catalogue, name));
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

// Each free size of the problem: as asked, or near the lesson's, even or odd.
catalog::Parameters sizes_of(const Found& found, std::optional<std::int64_t> size, bool is_odd) {
  constexpr std::int64_t kToTheOther = 3;  // an odd number, so that a size changes from even to odd
  catalog::Parameters sizes;
  for (const catalog::Parameter& parameter : found.family->parameters_of(*found.variant)) {
    if (!parameter.is_problem_size || !parameter.choices.empty()) continue;
    const std::int64_t usual = parameter.default_value;
    const bool fits = (usual % 2 != 0) == is_odd;
    sizes[parameter.name] = size.value_or(fits ? usual : usual - kToTheOther);
  }
  return sizes;
}

}  // namespace

std::string CheckTask::name() const { return found.family->name + "/" + found.variant->name; }

Result<std::vector<CheckTask>> check_tasks(const run::Catalogue& catalogue,
                                           const std::vector<std::string>& names,
                                           std::optional<std::int64_t> size) {
  TRY(const auto variants, chosen(catalogue, names));
  std::vector<CheckTask> tasks;
  for (const Found& variant : variants) {
    const catalog::Parameters even = sizes_of(variant, size, false);
    const catalog::Parameters odd = sizes_of(variant, size, true);
    tasks.push_back({variant, even});
    if (odd != even) tasks.push_back({variant, odd});
  }
  return tasks;
}

}  // namespace warplens::cli
