// The PTX that ships has what the descriptors name, and names nothing of the machine it was made
// on.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/catalogue/every_setting.h"
#include "tests/catalogue/running.h"

namespace warplens {
namespace {

const std::vector<std::string> kKernelChoosers = {
    "block_shape", "tile", "pitch", "space", "width", "pixels", "window", "operation", "loads"};

// Calls check(family, variant, module).
template <class F>
void for_each_image(const F& check) {
  for (const catalog::Family& family : catalogue().families()) {
    for (const catalog::Variant& variant : family.variants) {
      SCOPED_TRACE(family.name + "/" + variant.name);
      const auto module = catalogue().module(family, variant);
      ASSERT_TRUE(module.has_value()) << module.error().message.en;
      check(family, variant, **module);
    }
  }
}

TEST(Images, EveryPlanNamesAnEntryOfItsImageAndPassesItsParameters) {
  std::size_t launches = 0;
  for_each_image([&](const auto& family, const auto& variant, const ptx::Module& module) {
    for_each_setting(family, variant, {}, kKernelChoosers, [&](const catalog::Parameters& p) {
      const auto plan = variant.plan(*complete(family, variant, p));
      if (!plan.has_value()) return;  // a combination that the variant does not take
      for (const catalog::Step& step : plan->steps) {
        const auto* launch = std::get_if<catalog::LaunchStep>(&step);
        if (launch == nullptr) continue;
        ++launches;
        const ptx::Function* entry = module.find_entry(launch->entry);
        ASSERT_NE(entry, nullptr) << launch->entry;
        EXPECT_EQ(entry->parameters.size(), launch->arguments.size());
      }
    });
  });
  // linear_*, coalesced_*, tile_padded, five with a choice of tile, tile_xor and
  // tile_shift, packed_*
  const unsigned transposes = 2u * 1 + 2 * 4 + 10 + 5 * 2 + 2 * 1 + 4 * 1;
  const unsigned accesses = 10 + 1;  // pattern in two memories at five widths, ldmatrix
  const unsigned shared = 3;
  const unsigned additions = 11;
  const unsigned inversions = 3 * (2 * 1 + 2 * 5);  // at three widths
  // Blurs of two squares, the separable one by two launches; maxpool.
  const unsigned windows = 2 * (1 + 1 + 2) + 32;
  const unsigned products = 2 + 12;  // chessboard with a choice of tile, twelve more
  // Three operations; nine variants are launched twice, five once, two with three numbers of loads.
  const unsigned reductions = 3 * (9 * 2 + 5 + 2 * 3);
  const unsigned atomics = 6;  // operations
  EXPECT_EQ(launches, reductions + transposes + products + additions + inversions + windows +
                          shared + accesses + atomics);
}

TEST(Images, EveryEntryIsReachedByAPlan) {
  for_each_image([](const auto& family, const auto& variant, const ptx::Module& module) {
    std::set<std::string> named;
    for_each_setting(family, variant, {}, kKernelChoosers, [&](const catalog::Parameters& p) {
      const auto plan = variant.plan(*complete(family, variant, p));
      if (!plan.has_value()) return;
      for (const catalog::Step& step : plan->steps) {
        const auto* launch = std::get_if<catalog::LaunchStep>(&step);
        if (launch != nullptr) named.insert(launch->entry);
      }
    });
    for (const ptx::Function& function : module.functions) {
      if (function.is_entry) {
        EXPECT_TRUE(named.contains(function.name)) << function.name;
      }
    }
  });
}

TEST(Images, SourcesAreNamedFromTheRootAndFound) {
  for_each_image([&](const auto&, const catalog::Variant& variant, const ptx::Module& module) {
    EXPECT_EQ(module.files.front(), variant.source);
    for (const std::string& file : module.files) {
      EXPECT_TRUE(file == variant.source || file.starts_with("cuda/")) << file;
    }
    EXPECT_EQ(module.text.find("\"/"), std::string::npos) << "an absolute path";
    EXPECT_NE(catalogue().source(variant).find("__global__"), std::string::npos);
    const auto sources = catalogue().sources(module);
    ASSERT_EQ(sources.size(), 1u);
    EXPECT_EQ(sources[0].first, variant.source);
    EXPECT_EQ(sources[0].second, catalogue().source(variant));
  });
}

// Kernels that use what older architectures lack.
const std::map<std::string, std::string> kNewerTargets = {{"async_copy", "sm_80"}};

TEST(Images, AreMadeForTheOldestArchitectureThatTakesThem) {
  for_each_image([](const auto&, const catalog::Variant& variant, const ptx::Module& module) {
    const auto newer = kNewerTargets.find(variant.name);
    EXPECT_EQ(module.target, newer == kNewerTargets.end() ? "sm_75" : newer->second);
  });
}

}  // namespace
}  // namespace warplens
