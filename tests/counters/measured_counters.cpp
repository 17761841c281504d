// Every variant of the catalogue at a lesson's size: what PTX predicts, what its SASS predicts, and
// what the GPU counts. Ends in "pass" when each measured figure is the one that SASS predicts.
#include <cstdio>
#include <set>

#include "kernels/device/counters.h"
#include "kernels/run/disassemble.h"
#include "kernels/run/run.h"
#include "tests/counters/plan_on_gpu.h"
#include "viz/analysis/hardware_counters.h"
#include "viz/analysis/sass_cost.h"

namespace warplens {
namespace {

using analysis::HardwareCounter;
using analysis::KernelTotals;

std::vector<std::string> all_metrics() {
  std::vector<std::string> names;
  for (const HardwareCounter& counter : analysis::hardware_counters()) {
    names.insert(names.end(), counter.metrics.begin(), counter.metrics.end());
  }
  return names;
}

// In the order of hardware_counters().
std::vector<std::uint64_t> sums(const std::vector<double>& metrics) {
  std::vector<std::uint64_t> result;
  std::size_t next = 0;
  for (const HardwareCounter& counter : analysis::hardware_counters()) {
    double sum = 0;
    for (std::size_t i = 0; i < counter.metrics.size(); ++i) sum += metrics[next++];
    result.push_back(static_cast<std::uint64_t>(sum + 0.5));
  }
  return result;
}

struct Prediction {
  std::string kernel;
  KernelTotals ptx, sass;
  bool is_certain = true;
};

class Comparison {
 public:
  Comparison(const run::Catalogue& catalogue, const device::Gpu& gpu,
             const device::Counters& counters)
      : catalogue_(catalogue), gpu_(gpu), counters_(counters) {}

  Result<void> compare(const std::string& name) {
    const auto predictions = predict(name);
    if (!predictions.has_value()) return fail(predictions.error());
    const auto found = *catalogue_.find(name);
    const auto module = *catalogue_.module(*found.family, *found.variant);
    const auto plan = *found.variant->plan(*complete(*found.family, *found.variant, {}));
    auto on_gpu = PlanOnGpu::make(gpu_, *module, plan);
    if (!on_gpu.has_value()) return fail(on_gpu.error());
    std::size_t next = 0;
    return on_gpu->run([&](const PlanOnGpu::Launch& launch) -> Result<void> {
      const auto values = counters_.read(all_metrics(), launch);
      if (!values.has_value()) return fail(values.error());
      print(predictions->at(next++), sums(*values));
      return {};
    });
  }
  [[nodiscard]] int differences() const { return differences_; }

 private:
  Result<std::vector<Prediction>> predict(const std::string& name) const {
    run::Options options;
    options.machine.cost = analysis::add_cost;
    options.keep_buffers = false;
    const auto result = run::run_variant(catalogue_, name, {}, options);
    if (!result.has_value()) return fail(result.error());
    const device::Description& gpu = gpu_.description();
    const auto text =
        run::disassemble(run::find_disassembler(), result->ptx,
                         static_cast<std::uint32_t>(10 * gpu.compute_major + gpu.compute_minor));
    if (!text.has_value()) return fail(text.error());
    const auto accesses = sass::parse(*text);
    std::vector<Prediction> predictions;
    for (const auto& trace : result->traces) {
      const auto sass = analysis::sass_cost(*trace, accesses);
      predictions.push_back(
          {trace->kernel, analysis::kernel_totals(*trace), sass.totals, sass.is_certain()});
    }
    return predictions;
  }

  void print(const Prediction& prediction, const std::vector<std::uint64_t>& measured) {
    const auto counters = analysis::hardware_counters();
    for (std::size_t i = 0; i < counters.size(); ++i) {
      const std::uint64_t ptx = counters[i].predicted(prediction.ptx);
      const std::uint64_t sass = counters[i].predicted(prediction.sass);
      if (ptx + sass + measured[i] == 0) continue;
      const bool is_equal = sass == measured[i] && prediction.is_certain;
      differences_ += is_equal ? 0 : 1;
      fmt::print("{:40} {:26} {:>9} {:>9} {:>9} {}\n", prediction.kernel, counters[i].name, ptx,
                 sass, measured[i], verdict(is_equal, ptx == sass, prediction.is_certain));
    }
    std::fflush(stdout);
  }

  static std::string_view verdict(bool is_equal, bool same_as_ptx, bool is_certain) {
    if (!is_certain) return "UNCERTAIN";
    if (!is_equal) return "DIFFERENT";
    return same_as_ptx ? "equal" : "equal by SASS";
  }

  const run::Catalogue& catalogue_;
  const device::Gpu& gpu_;
  const device::Counters& counters_;
  int differences_ = 0;
};

Result<int> compare_all(std::set<std::string> wanted) {
  const auto assets = run::find_assets();
  if (!assets.has_value()) return fail(assets.error());
  const auto catalogue = run::Catalogue::open(*assets);
  if (!catalogue.has_value()) return fail(catalogue.error());
  const auto driver = device::Driver::open();
  if (!driver.has_value()) return fail(driver.error());
  const auto gpu = device::Gpu::open(*driver);
  if (!gpu.has_value()) return fail(gpu.error());
  const auto counters = device::Counters::open(*gpu);
  if (!counters.has_value()) return fail(counters.error());
  Comparison comparison(*catalogue, *gpu, *counters);
  int failures = 0;
  for (const catalog::Family& family : catalogue->families()) {
    for (const catalog::Variant& variant : family.variants) {
      const std::string name = fmt::format("{}/{}", family.name, variant.name);
      if (!wanted.empty() && !wanted.contains(name)) continue;
      const auto compared = comparison.compare(name);
      if (compared.has_value()) continue;
      fmt::print("{:40} {}\n", name, compared.error().message);
      ++failures;
    }
  }
  failures += comparison.differences();
  fmt::print("{} figures differ or could not be had: {}\n", failures, failures ? "FAIL" : "pass");
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace warplens

int main(int argc, char** argv) {
  const auto status = warplens::compare_all({argv + 1, argv + argc});
  if (status.has_value()) return *status;
  fmt::print(stderr, "{}\n", status.error().message);
  return 1;
}
