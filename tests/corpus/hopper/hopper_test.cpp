// Each launch of the sidecars in this folder: what its kernel leaves is what the plain kernel
// leaves that the sidecar names, nothing is found, and it ends, in index order and in seeded ones,
// whenever asynchronous copies land.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <ostream>

#include "kernels/base/all_tests.h"
#include "kernels/own/sidecar.h"
#include "kernels/run/own_kernel.h"

namespace warplens::own {
namespace {

using machine::CopiesLand;

const std::string kFolder = WARPLENS_SOURCE_DIR "/tests/corpus/hopper/";

struct KeptLaunch {
  std::string file;
  NamedLaunch launch;
};
void PrintTo(const KeptLaunch& kept, std::ostream* to) {
  *to << kept.file << ": " << kept.launch.name;
}

std::vector<KeptLaunch> kept_launches() {
  std::vector<KeptLaunch> all;
  for (const char* name :
       {"scaled_products", "register_tiles", "attention", "tile_programs", "layouts"}) {
    const std::string file = kFolder + name + ".ptx";
    const auto sidecar = read_sidecar(sidecar_path(file));
    if (!sidecar.has_value() || !sidecar->has_value()) {
      all.push_back({file, {name, {}}});
      continue;
    }
    for (const NamedLaunch& launch : (*sidecar)->launches) all.push_back({file, launch});
  }
  return all;
}

// Each file is parsed once.
const Result<run::LoadedKernel>& kept_file(const std::string& file) {
  static std::map<std::string, Result<run::LoadedKernel>> files;
  const auto known = files.find(file);
  if (known != files.end()) return known->second;
  return files.emplace(file, run::load_kernel_file(file)).first->second;
}

struct HopperOrder {
  std::string name;
  std::optional<std::uint64_t> seed;
  CopiesLand copies = CopiesLand::late;
};

std::vector<HopperOrder> hopper_orders() {
  std::vector<HopperOrder> orders = {{"index order", std::nullopt}};
  if (is_too_slow_here()) return orders;
  orders.push_back({"copies early", std::nullopt, CopiesLand::early});
  orders.push_back({"copies at once", std::nullopt, CopiesLand::at_once});
  for (std::uint64_t seed = 1; seed <= 2; ++seed)
    orders.push_back({fmt::format("order and copies of seed {}", seed), seed, CopiesLand::by_seed});
  return orders;
}

void expect_right(const trace::Run& result) {
  EXPECT_EQ(result.verdict, trace::Verdict::match);
  if (result.mismatch.has_value()) {
    const trace::Mismatch& wrong = *result.mismatch;
    ADD_FAILURE() << fmt::format("{}: element {} is {}, not {}; {} elements differ", wrong.buffer,
                                 wrong.element, wrong.actual, wrong.expected, wrong.count);
  }
  for (const auto& trace : result.traces) {
    for (const trace::Finding& finding : trace->findings) {
      EXPECT_EQ(finding.severity, trace::Severity::information) << finding.message.in(Language::en);
    }
  }
}

class HopperKernel : public testing::TestWithParam<KeptLaunch> {};

TEST_P(HopperKernel, LeavesWhatAPlainOneLeavesInEveryOrder) {
  const auto& loaded = kept_file(GetParam().file);
  ASSERT_TRUE(loaded.has_value()) << loaded.error().message.in(Language::en);
  const auto kernel = own_kernel(GetParam().launch.form, *loaded, kFolder);
  ASSERT_TRUE(kernel.has_value()) << kernel.error().message.in(Language::en);
  ASSERT_FALSE(kernel->references.empty());
  for (const HopperOrder& order : hopper_orders()) {
    SCOPED_TRACE(order.name);
    run::Options options;
    options.machine.recording = machine::Recording::totals;
    options.machine.order_seed = order.seed;
    options.machine.copies = order.copies;
    options.machine.copies_seed = order.seed.value_or(0);
    const auto result = run::run_own(*kernel, options);
    ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
    expect_right(*result);
  }
}

INSTANTIATE_TEST_SUITE_P(Styles, HopperKernel, testing::ValuesIn(kept_launches()),
                         [](const auto& test) { return test.param.launch.name; });

}  // namespace
}  // namespace warplens::own
