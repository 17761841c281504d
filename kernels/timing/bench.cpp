#include "kernels/timing/bench.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "kernels/device/capabilities.h"
#include "kernels/timing/images.h"
#include "kernels/timing/libraries.h"
#include "kernels/timing/subject.h"

namespace warplens::timing {
namespace {

using catalog::Family;
using catalog::Parameters;
using catalog::Variant;

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

Result<std::vector<const Variant*>> chosen_variants(const Family& family,
                                                    const std::vector<std::string>& names) {
  std::vector<const Variant*> chosen;
  for (const std::string& name : names) {
    if (family.find(name) == nullptr) {
      return fail("{} has no variant '{}' (see: warplens list)", family.name, name);
    }
    chosen.push_back(family.find(name));
  }
  for (const Variant& variant : family.variants) {
    if (names.empty() && !variant.broken) chosen.push_back(&variant);
  }
  return chosen;
}

// Each setting must be taken by one of the variants at least.
Result<void> check_settings(const Family& family, const std::vector<const Variant*>& variants,
                            const Parameters& settings) {
  for (const auto& [name, value] : settings) {
    const bool taken = std::ranges::any_of(
        variants, [&](const Variant* variant) { return contains(variant->parameters, name); });
    if (!taken) return fail("no timed variant of {} has a parameter '{}'", family.name, name);
  }
  return {};
}

Parameters settings_for(const Family& family, const Variant& variant, std::int64_t side,
                        const Parameters& on_top) {
  Parameters settings = catalog::at_side(family, variant, side);
  for (const auto& [name, value] : on_top) {
    if (contains(variant.parameters, name)) settings[name] = value;
  }
  return settings;
}

bool sets_the_size(const Family& family, const Parameters& settings) {
  return std::ranges::any_of(family.parameters, [&](const catalog::Parameter& parameter) {
    return parameter.is_problem_size && settings.contains(parameter.name);
  });
}

Result<Prepared> prepare_kernel(const device::Gpu& gpu, const ptx::Module& module,
                                const catalog::Plan& plan, run::DeviceBuffers& initial) {
  Result<run::GpuPlan> prepared = run::GpuPlan::prepare(gpu, module, plan, initial);
  if (!prepared.has_value()) return fail(prepared.error());
  const auto kept = std::make_shared<run::GpuPlan>(std::move(*prepared));
  return Prepared{[kept](device::Laps& laps) { return kept->run(laps); }, {kept, &kept->buffers()}};
}

// One family on its way through the sizes.
class Bench {
 public:
  Bench(const run::Catalogue& catalogue, const device::Gpu& gpu, const Family& family,
        const BenchRequest& request, const Observer& observer, std::stop_token stop)
      : catalogue_(catalogue),
        gpu_(gpu),
        family_(family),
        request_(request),
        observer_(observer),
        stop_(std::move(stop)),
        libraries_(Libraries::open(gpu)) {}

  Result<Timings> run();

 private:
  struct Item {
    Subject subject;  // of a copy: only its kind, name and parameters
    catalog::Work work;
    std::string label;      // "tile at 4096"
    std::int64_t side = 0;  // of the entry
    std::string image;
  };
  Result<std::vector<Item>> items_at(std::int64_t side);
  Result<void> list_items();
  Item make_item(Subject subject, std::int64_t side) const;
  Item copy_beside(const Item& kernel, std::int64_t side) const;
  Result<Item> kernel_at(const Variant& variant, std::int64_t side) const;
  void time(const Item& item);
  void add(const Item& item, const Timing& timing);
  void leave_out(const Item& item, std::string_view why);
  // Seconds that the last smaller size lets expect; 0 when there was none.
  double expected_seconds(const Item& item) const;

  const run::Catalogue& catalogue_;
  const device::Gpu& gpu_;
  const Family& family_;
  const BenchRequest& request_;
  const Observer& observer_;
  std::stop_token stop_;
  Libraries libraries_;
  std::optional<Images> images_;
  std::vector<const Variant*> variants_;
  std::vector<Item> items_;
  Timings timings_;
};

double amount_of(const catalog::Work& work) { return std::max(work.bytes, work.flops); }

Bench::Item Bench::make_item(Subject subject, std::int64_t side) const {
  Item item;
  item.work = family_.timed->work(*subject.variant, subject.parameters);
  item.label = fmt::format("{} at {}", subject.name, side);
  item.side = sets_the_size(family_, request_.settings) ? 0 : side;
  item.subject = std::move(subject);
  return item;
}

Result<Bench::Item> Bench::kernel_at(const Variant& variant, std::int64_t side) const {
  const auto parameters =
      complete(family_, variant, settings_for(family_, variant, side, request_.settings));
  if (!parameters.has_value()) return fail(parameters.error());
  const auto module = catalogue_.module(family_, variant);
  if (!module.has_value()) return fail(module.error());
  const auto prepare = [module = *module](const device::Gpu& gpu, const catalog::Plan& plan,
                                          run::DeviceBuffers& initial) {
    return prepare_kernel(gpu, *module, plan, initial);
  };
  Item item =
      make_item({Kind::variant, variant.name, &family_, &variant, *parameters, "", prepare}, side);
  item.image = images_->of(family_, variant);
  return item;
}

// It moves what the kernel must, and is found by the problem's size alone.
Bench::Item Bench::copy_beside(const Item& kernel, std::int64_t side) const {
  Subject copy = kernel.subject;
  copy.kind = Kind::ceiling;
  copy.name = "device_copy";
  Item item = make_item(std::move(copy), side);
  item.work.flops = 0;
  std::erase_if(item.subject.parameters,
                [&](const auto& parameter) { return !sets_the_size(family_, {parameter}); });
  return item;
}

Result<std::vector<Bench::Item>> Bench::items_at(std::int64_t side) {
  std::vector<Item> items;
  for (const Variant* variant : variants_) {
    Result<Item> item = kernel_at(*variant, side);
    if (!item.has_value()) return fail(item.error());
    items.push_back(std::move(*item));
  }
  if (!request_.baselines) return items;
  items.insert(items.begin(), copy_beside(items.front(), side));
  auto settings = family_.timed->at_side(side);
  for (const auto& [name, value] : request_.settings) settings[name] = value;
  auto subjects = libraries_.of(family_, settings);
  if (!subjects.has_value()) return fail(subjects.error());
  for (Subject& subject : *subjects) items.push_back(make_item(std::move(subject), side));
  return items;
}

Result<void> Bench::list_items() {
  std::vector<std::int64_t> sides = request_.sides;
  std::ranges::sort(sides);
  for (const std::int64_t side : sides) {
    auto more = items_at(side);
    if (!more.has_value()) return fail(more.error());
    std::ranges::move(*more, std::back_inserter(items_));
  }
  return {};
}

double Bench::expected_seconds(const Item& item) const {
  const auto last = std::find_if(timings_.entries.rbegin(), timings_.entries.rend(),
                                 [&](const Entry& e) { return e.name == item.subject.name; });
  if (last == timings_.entries.rend()) return 0;
  return last->seconds.median * amount_of(item.work) / amount_of({last->bytes, last->flops});
}

void Bench::leave_out(const Item& item, std::string_view why) {
  timings_.absent.push_back(fmt::format("{}: {}", item.label, why));
}

void Bench::add(const Item& item, const Timing& timing) {
  Entry entry;
  entry.kind = item.subject.kind;
  entry.family = family_.name;
  entry.name = item.subject.name;
  entry.side = item.side;
  entry.parameters = item.subject.parameters;
  entry.image = item.image;
  entry.bytes = item.work.bytes;
  entry.flops = item.work.flops;
  entry.seconds = timing.seconds;
  entry.fits_in_l2 = timing.buffer_bytes <= gpu_.description().l2_bytes;
  if (observer_.measured) observer_.measured(entry);
  timings_.set(std::move(entry));
}

void Bench::time(const Item& item) {
  if (const double seconds = expected_seconds(item); seconds > request_.longest_launch) {
    return leave_out(item, fmt::format("left out, a launch would take about {:.1f} s", seconds));
  }
  const Result<Timing> timing = item.subject.kind == Kind::ceiling
                                    ? time_copy(gpu_, item.work.bytes, request_.repeating, stop_)
                                    : time_subject(gpu_, item.subject, request_.repeating, stop_);
  if (timing.has_value()) return add(item, *timing);
  if (!stop_.stop_requested()) leave_out(item, timing.error().message);
}

Result<Timings> Bench::run() {
  if (!family_.timed.has_value()) {
    return fail("{} is not timed: choose another family", family_.name);
  }
  auto variants = chosen_variants(family_, request_.variants);
  if (!variants.has_value()) return fail(variants.error());
  variants_ = std::move(*variants);
  Result<void> right = check_settings(family_, variants_, request_.settings);
  if (!right.has_value()) return fail(right.error());
  auto images = Images::open(catalogue_.assets());
  if (!images.has_value()) return fail(images.error());
  images_ = std::move(*images);
  right = list_items();
  if (!right.has_value()) return fail(right.error());

  timings_.device = device_of(gpu_);
  timings_.date = today();
  timings_.command = request_.command;
  if (request_.baselines) timings_.absent = libraries_.absent(family_);
  for (std::size_t i = 0; i < items_.size() && !stop_.stop_requested(); ++i) {
    if (observer_.progress) observer_.progress(i, items_.size(), items_[i].label);
    time(items_[i]);
    const Result<void> alive = gpu_.synchronize();
    if (alive.has_value()) continue;
    leave_out(items_[i], "it broke the GPU's context, what follows was not timed");
    break;
  }
  return std::move(timings_);
}

}  // namespace

Result<Timings> bench(const run::Catalogue& catalogue, const device::Gpu& gpu, const Family& family,
                      const BenchRequest& request, const Observer& observer,
                      const std::stop_token& stop) {
  return Bench(catalogue, gpu, family, request, observer, stop).run();
}

Device device_of(const device::Gpu& gpu) {
  const device::Description& from = gpu.description();
  return {from.name,
          fmt::format("{}.{}", from.compute_major, from.compute_minor),
          device::driver_release(gpu.driver()),
          from.memory_bytes,
          from.l2_bytes,
          from.multiprocessors};
}

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm date{};
  localtime_r(&now, &date);
  return fmt::format("{:04}-{:02}-{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

}  // namespace warplens::timing
