// The PTX that ships has what the descriptors name, and names nothing of the machine it was made
// on.
#include <gtest/gtest.h>

#include <set>

#include "tests/catalogue/every_setting.h"
#include "tests/catalogue/running.h"

namespace warplens {
namespace {

const std::vector<std::string> kKernelChoosers = {
    "block_shape", "tile",       "pitch", "space",  "width",      "pixels", "window",  "operation",
    "type",        "block_tile", "loads", "stages", "copy_bytes", "copies", "swizzle", "cluster"};

const std::set<std::string> kByTma = {"tma", "tma_store", "clusters"};

// Sizes among which a variant chooses another kernel, or another tile.
std::vector<catalog::Parameters> sizes_that_choose(const catalog::Family& family,
                                                   const catalog::Variant& variant) {
  if (family.name == "transpose" && variant.name == "fastest") {
    return {{{"rows", 64}, {"cols", 96}},
            {{"rows", 1028}, {"cols", 1024}},
            {{"rows", 63}, {"cols", 96}},
            {{"rows", 2305}, {"cols", 2305}},
            {{"rows", 8193}, {"cols", 8193}}};
  }
  if (family.name == "gemm" && variant.name == "fastest") {
    return {{}, {{"m", 128}, {"n", 256}}, {{"m", 65}, {"n", 61}}};
  }
  if (family.name == "gemm" && variant.name == "split_k") return {{}, {{"n", 61}}};
  const std::set<std::string> by_edges = {"tall_tiles", "warpgroups", "producer"};
  if (by_edges.contains(variant.name)) return {{}, {{"n", 61}}, {{"m", 192}, {"n", 256}}};
  if (family.name == "transpose" && variant.name == "tma") return {{}, {{"cols", 97}}};
  if (family.name == "tensor_gemm" && kByTma.contains(variant.name))
    return {{}, {{"n", 61}, {"k", 61}}};
  const std::set<std::string> by_rows_start = {"blur_wide_tile", "blur_separable_fused",
                                               "blur_strip", "blur_twice", "blur_twice_fused"};
  if (family.name == "window" && by_rows_start.contains(variant.name)) {
    return {{{"cols", 96}}, {{"cols", 97}}};
  }
  if (family.name == "access" && variant.name == "atomic") return {{{"value", 0}}};  // fits all
  return {{}};
}

// Calls check(launch) for each launch of each entry that the variant's settings choose.
template <class F>
void for_each_launch(const catalog::Family& family, const catalog::Variant& variant,
                     const F& check) {
  for (const catalog::Parameters& sizes : sizes_that_choose(family, variant)) {
    for_each_setting(family, variant, sizes, kKernelChoosers, [&](const catalog::Parameters& p) {
      const auto plan = variant.plan(*complete(family, variant, p));
      if (!plan.has_value()) return;  // a combination that the variant does not take
      for (const catalog::Step& step : plan->steps) {
        const auto* launch = std::get_if<catalog::LaunchStep>(&step);
        if (launch != nullptr) check(*launch);
      }
    });
  }
}

// Calls check(family, variant, module).
template <class F>
void for_each_image(const F& check) {
  for (const catalog::Family& family : catalogue().families()) {
    for (const catalog::Variant& variant : family.variants) {
      SCOPED_TRACE(family.name + "/" + variant.name);
      const auto module = catalogue().module(family, variant);
      ASSERT_TRUE(module.has_value()) << module.error().message.in(Language::en);
      check(family, variant, **module);
    }
  }
}

TEST(Images, EveryPlanNamesAnEntryOfItsImageAndPassesItsParameters) {
  std::size_t launches = 0;
  for_each_image([&](const auto& family, const auto& variant, const ptx::Module& module) {
    for_each_launch(family, variant, [&](const catalog::LaunchStep& launch) {
      ++launches;
      const ptx::Function* entry = module.find_entry(launch.entry);
      ASSERT_NE(entry, nullptr) << launch.entry;
      EXPECT_EQ(entry->parameters.size(), launch.arguments.size());
    });
  });
  // linear_*, coalesced_*, tile_padded, five with a choice of tile, tile_xor, tile_shift and
  // placed, packed_*, wide_tile*, whole_sectors, fastest at five sizes,
  // tma of four widths (of rows at a pitch with a launch before)
  const unsigned transposes = 2u * 1 + 2 * 4 + 10 + 5 * 2 + 3 * 1 + 4 * 1 + 3 * 1 + 5 + 4 * (1 + 2);
  const unsigned accesses = 10 + 1;  // pattern in two memories at five widths, ldmatrix
  const unsigned shared = 3;
  const unsigned additions = 14;
  const unsigned copies = 4;
  const unsigned inversions = 3 * (3 * 1 + 2 * 5);  // at three widths
  // Blurs of two squares, three with tiles, the separable one by two launches, strips of two kinds
  // of rows; maxpool.
  const unsigned windows = 2 * (1 + 3 + 2 + 1 + 2 * (1 + 1 + 1 + 2 + 1)) + 32;
  // Chessboard with a choice of tile, twenty-one more, fastest at three sizes (the odd one with a
  // launch before it), split_k at two.
  const unsigned products = 2 + 21 + (3 + 2 + 2 * 2) + 2 * 2;
  // Of f16 and bf16: three at three sizes; three by TMA at two (the odd one with two launches
  // before it, and behind two of them one more), one of those with a choice of three clusters. Of
  // e4m3 three.
  const unsigned tensor_products = (7 + 3 * 3 + (1 + 3) + (1 + 3) * (1 + 4)) * 2 + 3;
  // Three operations; twelve variants are launched twice, six once, two with three numbers of
  // loads.
  const unsigned reductions = 3 * (12 * 2 + 6 + 2 * 3);
  // Seven of which the totals are scanned, too; four with a launch before them.
  const unsigned scans = 7 * 3 + 4 * 2;
  const unsigned atomics = 11;               // operations
  const unsigned pipelines = 6 + 4 * 3 + 4;  // stages of four numbers, copies of three widths, tma
  // Seven alone, three with six numbers of copies, one with three of copies and three of loads.
  const unsigned histograms = 7 + 3 * 6 + 3 * 3;
  EXPECT_EQ(launches, reductions + scans + copies + transposes + products + tensor_products +
                          additions + inversions + windows + pipelines + shared + accesses +
                          atomics + histograms);
}

TEST(Images, EveryEntryIsReachedByAPlan) {
  for_each_image([](const auto& family, const auto& variant, const ptx::Module& module) {
    std::set<std::string> named;
    for_each_launch(family, variant,
                    [&](const catalog::LaunchStep& launch) { named.insert(launch.entry); });
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
const std::set<std::string> kNewerTargets = {
    "gemm/async_copy",    "gemm/stages",         "gemm/read_ahead",    "gemm/grouped_blocks",
    "gemm/fastest",       "gemm/split_k",        "pipeline/one_stage", "pipeline/stages",
    "pipeline/late_wait", "pipeline/short_wait", "pipeline/early_copy"};

TEST(Images, AreMadeForTheOldestArchitectureThatTakesThem) {
  for_each_image([](const auto& family, const catalog::Variant& variant, const auto& module) {
    const bool is_newer = family.name == "tensor_gemm" ||  // mma.sync m16n8k16
                          kNewerTargets.contains(family.name + "/" + variant.name);
    const bool has_wgmma = variant.name == "warpgroups" || variant.name == "producer" ||
                           variant.name == "fp8_wgmma" || variant.name == "fp8_promoted" ||
                           (family.name == "tensor_gemm" && kByTma.contains(variant.name));
    const bool has_clusters = family.name + "/" + variant.name == "reduce/cluster" ||
                              (family.name != "tensor_gemm" && variant.name == "tma");
    EXPECT_EQ(module.target, has_wgmma               ? "sm_90a"
                             : variant.name == "fp8" ? "sm_89"
                             : has_clusters          ? "sm_90"
                             : is_newer              ? "sm_80"
                                                     : "sm_75");
  });
}

}  // namespace
}  // namespace warplens
