#include "app/cli/text/occupancy_check.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "app/session/kernel_result.h"
#include "viz/analysis/limits/occupancy.h"
#include "viz/analysis/limits/resources.h"

namespace warplens::cli {

namespace {

using Shape = std::tuple<std::string, std::uint32_t, std::uint32_t>;  // entry, threads, dynamic

std::uint32_t capability_of(const device::Description& gpu) {
  return static_cast<std::uint32_t>(10 * gpu.compute_major + gpu.compute_minor);
}

// Those that it can have besides the default.
std::vector<std::int64_t> values_of(const catalog::Parameter& parameter) {
  if (parameter.is_problem_size) return {};
  if (!parameter.choices.empty()) return parameter.choices;
  return {parameter.minimum, parameter.maximum};
}

void add_shapes(const run::Catalogue& catalogue, const run::Catalogue::Found& variant,
                const catalog::Parameters& settings, std::set<Shape>& shapes) {
  const std::string name = variant.family->name + "/" + variant.variant->name;
  const auto planned = run::plan_variant(catalogue, name, settings);
  if (!planned.has_value()) return;  // a combination that the kernel does not take
  for (const catalog::Step& step : planned->plan.steps) {
    const auto* launch = std::get_if<catalog::LaunchStep>(&step);
    if (launch == nullptr) continue;
    shapes.emplace(launch->entry, static_cast<std::uint32_t>(launch->block.count()),
                   launch->dynamic_shared_bytes);
  }
}

std::set<Shape> launched_shapes(const run::Catalogue& catalogue,
                                const run::Catalogue::Found& variant) {
  std::set<Shape> shapes;
  add_shapes(catalogue, variant, {}, shapes);
  for (const catalog::Parameter& parameter : variant.family->parameters_of(*variant.variant)) {
    for (const std::int64_t value : values_of(parameter)) {
      add_shapes(catalogue, variant, {{parameter.name, value}}, shapes);
    }
  }
  return shapes;
}

// Whole warps and others, few and many, up to what a block may have.
constexpr std::array<std::uint32_t, 16> kThreads{1,   32,  33,  64,  96,  128, 160,  192,
                                                 256, 320, 384, 512, 640, 768, 1000, 1024};
constexpr std::uint32_t kKilobyte = 1024;
constexpr std::array<std::uint32_t, 10> kShared{0,
                                                1,
                                                127,
                                                8 * kKilobyte,
                                                20 * kKilobyte,
                                                33'280,
                                                48 * kKilobyte,
                                                64 * kKilobyte,
                                                100 * kKilobyte,
                                                160 * kKilobyte};

class Asking {
 public:
  Asking(const device::Gpu& gpu, const device::LoadedModule& image)
      : gpu_(gpu),
        image_(image),
        sm_(*analysis::multiprocessor(capability_of(gpu.description()))) {}

  Result<AskedOccupancy> ask(const device::Kernel& kernel, const Shape& shape) const {
    const auto& [entry, threads, dynamic] = shape;
    AskedOccupancy asked{entry, threads, dynamic, kernel.registers, kernel.static_shared_bytes};
    TRY(const auto drivers, gpu_.blocks_an_sm(kernel, threads, dynamic));
    asked.drivers = drivers;
    asked.ours = analysis::occupancy(sm_, {.threads = threads,
                                           .registers = kernel.registers,
                                           .shared_bytes = kernel.static_shared_bytes + dynamic})
                     .blocks;
    return asked;
  }

  Result<void> ask_launches(const ptx::Module& module, const std::set<Shape>& shapes,
                            OccupancyCheck& check) const {
    for (const Shape& shape : shapes) {
      TRY(const auto kernel, image_.kernel(*module.find_entry(std::get<0>(shape))));
      TRY(auto asked, ask(kernel, shape));
      if (asked.differs()) check.different.push_back(asked);
      check.launches.push_back(std::move(asked));
    }
    return {};
  }

  void note_compiler(const ptx::Function& entry, const analysis::Resources& resources,
                     OccupancyCheck& check) const {
    const auto kernel = image_.kernel(entry);
    const auto report = resources.of(check.variant + ".ptx", entry.name, sm_.capability);
    if (!kernel.has_value() || !report.has_value()) return;
    if (kernel->registers == report->registers &&
        kernel->static_shared_bytes == report->shared_bytes)
      return;
    check.notes.push_back(tr(
        "{}: {} registers and {} bytes here, {} and {} by the ptxas of resources.json", entry.name,
        kernel->registers, kernel->static_shared_bytes, report->registers, report->shared_bytes));
  }

  // Only what CUDA would launch: beyond that there is nothing to count.
  Result<void> ask_what_if(const ptx::Function& entry, OccupancyCheck& check) const {
    TRY(const auto kernel, image_.kernel(entry));
    for (const std::uint32_t threads : kThreads) {
      for (const std::uint32_t dynamic : kShared) {
        const bool fits = threads <= kernel.maximum_threads &&
                          kernel.static_shared_bytes + dynamic <= sm_.block_shared_bytes;
        if (!fits) continue;
        TRY(const auto asked, ask(kernel, {entry.name, threads, dynamic}));
        ++check.what_if;
        if (asked.differs()) check.different.push_back(asked);
      }
    }
    return {};
  }

 private:
  const device::Gpu& gpu_;
  const device::LoadedModule& image_;
  const analysis::Multiprocessor& sm_;
};

}  // namespace

Result<std::vector<Text>> multiprocessor_faults(const device::Description& gpu) {
  const analysis::Multiprocessor* sm = analysis::multiprocessor(capability_of(gpu));
  if (sm == nullptr)
    return fail(tr("{} has compute capability {}.{}, whose limits Warplens does not know", gpu.name,
                   gpu.compute_major, gpu.compute_minor));
  std::vector<Text> faults;
  const auto compare = [&](TextView what, std::uint32_t ours, std::uint32_t drivers) {
    if (ours != drivers) faults.push_back(tr("{}: {}, the driver says {}", what, ours, drivers));
  };
  compare(tr("threads an SM"), sm->warps * kWarpSize, gpu.threads_per_multiprocessor);
  compare(tr("blocks an SM"), sm->blocks, gpu.blocks_per_multiprocessor);
  compare(tr("registers an SM"), sm->registers, gpu.registers_per_multiprocessor);
  compare(tr("bytes of shared memory an SM"), sm->shared_bytes,
          gpu.shared_bytes_per_multiprocessor);
  compare(tr("bytes of shared memory a block"), sm->block_shared_bytes, gpu.shared_bytes_per_block);
  compare(tr("reserved bytes a block"), sm->reserved_bytes, gpu.reserved_shared_bytes_per_block);
  return faults;
}

Result<OccupancyCheck> check_variant_occupancy(const run::Catalogue& catalogue,
                                               const run::Catalogue::Found& variant,
                                               const analysis::Resources& resources,
                                               const device::Gpu& gpu) {
  TRY(const auto module, catalogue.module(*variant.family, *variant.variant));
  TRY(const auto image, gpu.compile(module->text));
  OccupancyCheck check;
  check.variant = variant.family->name + "/" + variant.variant->name;
  const Asking asking(gpu, image);
  TRY(asking.ask_launches(*module, launched_shapes(catalogue, variant), check));
  for (const ptx::Function& function : module->functions) {
    if (!function.is_entry) continue;
    TRY(asking.ask_what_if(function, check));
    asking.note_compiler(function, resources, check);
  }
  return check;
}

}  // namespace warplens::cli
