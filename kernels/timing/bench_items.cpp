#include "kernels/timing/bench_items.h"

#include <algorithm>

#include "kernels/timing/images.h"

namespace warplens::timing {
namespace {

using catalog::Family;
using catalog::Parameters;
using catalog::Variant;
using Variants = std::vector<const Variant*>;

bool takes(const Variant& variant, std::string_view parameter) {
  return std::ranges::find(variant.parameters, parameter) != variant.parameters.end();
}

Result<void> check_settings(const Family& family, const Variants& variants,
                            const Parameters& settings) {
  for (const auto& [name, value] : settings) {
    const auto is_taken = [&taken = name](const Variant* variant) {
      return takes(*variant, taken);
    };
    if (std::ranges::any_of(variants, is_taken)) continue;
    return fail(tr("no timed variant of {} has a parameter '{}'", family.name, name));
  }
  return {};
}

bool is_problem_size(const Family& family, std::string_view name) {
  return std::ranges::any_of(family.parameters, [&](const catalog::Parameter& parameter) {
    return parameter.is_problem_size && parameter.name == name;
  });
}

// Lists the items of one size.
class Size {
 public:
  Size(const Family& family, const BenchRequest& request, std::int64_t side)
      : family_(family), request_(request), side_(side), settings_(family.timed->at_side(side)) {
    for (const auto& [name, value] : request.settings) settings_[name] = value;
  }

  // `swept`: the sweep's parameter and value; nothing where there is none.
  Result<Item> kernel(const run::Catalogue& catalogue, const Variant& variant, const Images& images,
                      const Parameters& swept) const {
    Parameters taken = swept;
    taken.insert(settings_.begin(), settings_.end());
    std::erase_if(taken, [&](const auto& setting) { return !takes(variant, setting.first); });
    TRY(const auto parameters, complete(family_, variant, taken));
    const auto module = catalogue.module(family_, variant);
    TRY(module);
    const auto prepare = [module = *module](const device::Gpu& gpu, const catalog::Plan& plan,
                                            run::DeviceBuffers& initial) -> Result<Prepared> {
      TRY(device::LoadedModule image, gpu.compile(module->text));
      return prepare_kernel(gpu, module, std::move(image), plan, initial);
    };
    Item item =
        make({EntryKind::variant, variant.name, &family_, &variant, parameters, "", prepare});
    item.image = images.of(family_, variant);
    for (const auto& [name, value] : swept) item.label += fmt::format(", {}={}", name, value);
    return item;
  }

  // It moves what the kernel must, and is found by the problem's size alone.
  Item copy_beside(const Item& kernel) const {
    Subject copy = kernel.subject;
    copy.kind = EntryKind::ceiling;
    copy.name = "device_copy";
    Item item = make(std::move(copy));
    item.work.flops = 0;
    std::erase_if(item.subject.parameters, [&](const auto& parameter) {
      return !is_problem_size(family_, parameter.first);
    });
    return item;
  }

  Result<std::vector<Item>> of(const Libraries& libraries) const {
    TRY(auto subjects, libraries.of(family_, settings_));
    std::vector<Item> items;
    for (Subject& subject : subjects) items.push_back(make(std::move(subject)));
    return items;
  }

 private:
  Item make(Subject subject) const {
    Item item;
    item.work = family_.timed->work(*subject.variant, subject.parameters);
    item.label = fmt::format("{} at {}", subject.name, side_);
    item.side = side_;
    for (const auto& [name, value] : request_.settings) {
      if (is_problem_size(family_, name)) item.side = 0;
      if (subject.parameters.contains(name)) item.label += fmt::format(", {}={}", name, value);
    }
    item.subject = std::move(subject);
    return item;
  }

  const Family& family_;
  const BenchRequest& request_;
  std::int64_t side_;
  Parameters settings_;
};

// Each value of the sweep; nothing if there is no sweep.
std::vector<Parameters> swept_settings(const BenchRequest& request) {
  if (!request.sweep.has_value()) return {{}};
  std::vector<Parameters> all;
  for (const std::int64_t value : request.sweep->values)
    all.push_back({{request.sweep->parameter, value}});
  return all;
}

}  // namespace

Result<Variants> chosen_variants(const Family& family, const std::vector<std::string>& names) {
  Variants chosen;
  for (const std::string& name : names) {
    if (family.find(name) == nullptr) {
      return fail(tr("{} has no variant '{}' (see: warplens list)", family.name, name));
    }
    chosen.push_back(family.find(name));
  }
  for (const Variant& variant : family.variants) {
    if (names.empty() && !variant.broken) chosen.push_back(&variant);
  }
  return chosen;
}

Result<std::vector<Item>> list_items(const run::Catalogue& catalogue, const Family& family,
                                     const BenchRequest& request, const Libraries& libraries) {
  TRY(const auto variants, chosen_variants(family, request.variants));
  TRY(check_settings(family, variants, request.settings));
  TRY(const auto images, Images::open(catalogue.assets()));
  std::vector<std::int64_t> sides = request.sides;
  std::ranges::sort(sides);
  std::vector<Item> items;
  for (const std::int64_t side : sides) {
    const Size size(family, request, side);
    const std::size_t first = items.size();
    for (const Variant* variant : variants) {
      for (const Parameters& swept : swept_settings(request)) {
        TRY(auto kernel, size.kernel(catalogue, *variant, images, swept));
        items.push_back(std::move(kernel));
      }
    }
    if (!request.baselines) continue;
    Item copy = size.copy_beside(items[first]);
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(first), std::move(copy));
    TRY(auto of_libraries, size.of(libraries));
    std::ranges::move(of_libraries, std::back_inserter(items));
  }
  return items;
}

}  // namespace warplens::timing
