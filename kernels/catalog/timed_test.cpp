#include "kernels/catalog/timed.h"

#include <gtest/gtest.h>

namespace warplens::catalog {
namespace {

Family family(std::string_view name) {
  for (Family& family : families()) {
    if (family.name == name) return family;
  }
  ADD_FAILURE() << name;
  return {};
}

Work work_of(std::string_view name, std::string_view variant, const Parameters& settings) {
  const Family of = family(name);
  const Variant& chosen = *of.find(variant);
  return of.timed->work(chosen, complete(of, chosen, settings).value());
}

void expect_work(const Work& work, double bytes, double flops) {
  EXPECT_EQ(work.bytes, bytes);
  EXPECT_EQ(work.flops, flops);
}

TEST(TimedFamilies, AreAllButTheSingleAccess) {
  for (const Family& family : families()) {
    EXPECT_EQ(family.timed.has_value(), family.name != "access") << family.name;
  }
}

TEST(TimedFamilies, TakeEverySizeOfTheChartsWithEveryVariant) {
  for (const Family& family : families()) {
    if (!family.timed.has_value()) continue;
    for (const Variant& variant : family.variants) {
      for (const std::int64_t side : {64, 100, 4097, 16384}) {
        const auto parameters = complete(family, variant, at_side(family, variant, side));
        ASSERT_TRUE(parameters.has_value()) << parameters.error().message.in(Language::en);
        EXPECT_TRUE(variant.plan(*parameters).has_value()) << family.name << "/" << variant.name;
        EXPECT_GT(family.timed->work(variant, *parameters).bytes, 0);
      }
    }
  }
}

TEST(TimedFamilies, MoveEachInputAndOutputOnce) {
  for (const Family& family : families()) {
    if (!family.timed.has_value() || family.timed->figure == ChartedRate::shared_bandwidth)
      continue;
    for (const Variant& variant : family.variants) {
      const Parameters p = complete(family, variant, at_side(family, variant, 100)).value();
      double bytes = 0;
      const Plan plan = variant.plan(p).value();
      for (const BufferSpec& buffer : plan.buffers) {
        // What a solution keeps between its steps, and a single result, are no part of it.
        const bool of_tiles = buffer.name.starts_with("totals") || buffer.name == "sums" ||
                              buffer.name == "flags" || buffer.name == "words";
        const bool own = of_tiles || buffer.name == "between" || buffer.name == "partials" ||
                         buffer.name == "counter" || buffer.name == "total" ||
                         buffer.name == "result" || buffer.name == "rows_a" ||
                         buffer.name == "rows_b";
        const int ways = buffer.role == BufferRole::inout ? 2 : 1;
        if (own) continue;
        bytes += ways * static_cast<double>(buffer.rows * buffer.columns * size_of(buffer.type));
      }
      EXPECT_EQ(family.timed->work(variant, p).bytes, bytes) << family.name << "/" << variant.name;
    }
  }
}

TEST(TimedFamilies, CountOperationsByDefinition) {
  expect_work(work_of("copy", "tiles", {{"rows", 10}, {"cols", 20}}), 1600, 0);
  expect_work(work_of("transpose", "tile", {{"rows", 10}, {"cols", 20}}), 1600, 0);
  expect_work(work_of("gemm", "row_loop", {{"m", 2}, {"n", 3}, {"k", 5}}), 4 * (10 + 15 + 6), 60);
  expect_work(work_of("tensor_gemm", "shared", {{"m", 2}, {"n", 3}, {"k", 5}}),
              2 * (10 + 15) + 4 * 6, 60);
  expect_work(work_of("add", "linear_1d", {{"n", 10}}), 120, 10);
  expect_work(work_of("add", "matrix_2d", {{"rows", 2}, {"cols", 5}}), 120, 10);
  expect_work(work_of("reduce", "shuffle", {{"n", 10}}), 40, 9);
  expect_work(work_of("reduce", "shuffle", {{"n", 10}, {"operation", 2}}), 80, 19);
  expect_work(work_of("scan", "look_back", {{"n", 10}}), 80, 0);
  expect_work(work_of("invert", "pixel", {{"width", 3}, {"height", 5}}), 120, 0);
  expect_work(work_of("histogram", "shared", {{"n", 10}}), 10 + 4 * 256, 0);
  const Parameters shared = {{"blocks", 2}, {"threads", 64}, {"rounds", 3}};
  expect_work(work_of("shared", "strided", shared), 4 * 3 * 32 * 128, 0);
  expect_work(work_of("shared", "wide", shared), 16 * 3 * 32 * 128, 0);
  const Parameters window = {{"rows", 4}, {"cols", 5}, {"window", 3}};
  expect_work(work_of("window", "blur_direct", window), 160, 180);
  expect_work(work_of("window", "blur_separable", window), 160, 180);
  expect_work(work_of("window", "blur_twice", window), 160, 360);
  expect_work(work_of("window", "blur_twice_fused", window), 160, 360);
  expect_work(work_of("window", "maxpool", window), 4 * (20 + 4), 16);
  expect_work(work_of("pipeline", "stages", {{"frames", 3}}), 8 * 3 * 256, 8 * 3 * 256);
}

TEST(TimedFamilies, ShowABandwidthOrAFlopRate) {
  for (const Family& family : families()) {
    if (!family.timed.has_value()) continue;
    const bool computes = family.name == "gemm" || family.name == "tensor_gemm";
    EXPECT_EQ(family.timed->figure == ChartedRate::flop_rate, computes) << family.name;
    const bool is_shared = family.name == "shared";
    EXPECT_EQ(family.timed->figure == ChartedRate::shared_bandwidth, is_shared) << family.name;
  }
}

}  // namespace
}  // namespace warplens::catalog
