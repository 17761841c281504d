#include "kernels/run/whole_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>

#include "kernels/run/elements.h"

namespace warplens::run {
namespace {

using catalog::Parameters;

const std::vector<catalog::Family>& all_families() {
  static const std::vector<catalog::Family> all = catalog::families();
  return all;
}

// A variant's plan, its buffers, and what they must hold in the end, by the whole reference.
struct Right {
  const catalog::Family& family;
  const catalog::Variant& variant;
  Parameters parameters;
  catalog::Plan plan;
  DeviceBuffers buffers;
  std::optional<WholeCheck> check;

  Right(const catalog::Family& of, const catalog::Variant& one, const Parameters& settings)
      : family(of), variant(one), parameters(complete(of, one, settings).value()) {
    plan = variant.plan(parameters).value();
    for (const catalog::BufferSpec& spec : plan.buffers) EXPECT_TRUE(buffers.add(spec).has_value());
    check.emplace(family, variant, parameters, plan, buffers);
    ExpectedBuffers expected(plan, buffers);
    for (const catalog::BufferSpec& spec : plan.buffers) {
      if (spec.role == catalog::BufferRole::in) continue;
      std::ranges::copy(expected.bytes(spec.name), buffers.bytes(spec.name).begin());
    }
  }
  std::optional<trace::Mismatch> compare() {
    return check->compare_with(buffers, "", {}, {}).value();
  }
};

Right product(std::int64_t m, std::int64_t n, std::int64_t k) {
  const catalog::Family& gemm = *std::ranges::find(all_families(), "gemm", &catalog::Family::name);
  return {gemm, *gemm.find("pitched"), {{"m", m}, {"n", n}, {"k", k}}};
}

TEST(WholeChecks, FindNothingInWhatTheReferencesOfAllFamiliesGive) {
  std::size_t checked = 0;
  for (const catalog::Family& family : all_families()) {
    if (!WholeCheck::is_possible(family)) continue;
    for (const catalog::Variant& variant : family.variants) {
      Parameters settings = catalog::at_side(family, variant, 37);
      if (settings.contains("cols")) settings["cols"] = 21;
      if (settings.contains("n") && settings.contains("m")) settings["n"] = 29;
      Right right(family, variant, settings);
      const auto mismatch = right.compare();
      EXPECT_FALSE(mismatch.has_value()) << family.name << "/" << variant.name << " "
                                         << mismatch->buffer << "[" << mismatch->element << "]";
      ++checked;
    }
  }
  EXPECT_GT(checked, 30u);
}

TEST(WholeChecks, FindAnyOneElementThatIsWrong) {
  Right right = product(19, 301, 33);
  const std::size_t pitch = right.plan.buffers[2].pitch / sizeof(float);
  for (const std::size_t row : {0, 7, 8, 18}) {
    for (const std::size_t column : {0, 1, 255, 256, 300}) {
      float& element = right.buffers.as<float>("c")[row * pitch + column];
      const float before = std::exchange(element, element + 0.01f);
      const auto mismatch = right.compare();
      ASSERT_TRUE(mismatch.has_value()) << row << " " << column;
      EXPECT_EQ(mismatch->element, row * 301 + column);
      EXPECT_EQ(mismatch->count, 1u);
      element = before;
    }
  }
}

TEST(WholeChecks, CountAllThatDiffersAndTellTheFirst) {
  Right right = product(40, 50, 5);
  for (float& element : right.buffers.as<float>("c")) element += 1;
  const auto mismatch = right.compare();
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(mismatch->count, 40u * 50);
  EXPECT_EQ(mismatch->element, 0u);
}

TEST(WholeChecks, LookAtOneBufferWhereOnlyThatIsAskedFor) {
  Right right = product(8, 8, 8);
  right.buffers.as<float>("c")[0] += 1;
  EXPECT_FALSE(right.check->compare_with(right.buffers, "a", {}, {}).value().has_value());
  EXPECT_TRUE(right.check->compare_with(right.buffers, "c", {}, {}).value().has_value());
}

TEST(WholeChecks, TellHowFarTheyAreUpToTheEnd) {
  Right right = product(40, 10, 5);
  std::vector<double> parts;
  const auto note = [&](double part) { parts.push_back(part); };
  EXPECT_TRUE(right.check->compare_with(right.buffers, "", note, {}).has_value());
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  EXPECT_EQ(parts.size(), 5u);
  EXPECT_EQ(parts.back(), 1);
}

TEST(WholeChecks, GiveOnWhatIsThrownOnAnyOfTheirThreads) {
  Right right = product(400, 10, 5);
  std::atomic<int> parts = 0;
  const auto run_out = [&](double) {
    if (++parts > 3) throw std::bad_alloc();
  };
  EXPECT_THROW(static_cast<void>(right.check->compare_with(right.buffers, "", run_out, {})),
               std::bad_alloc);
}

TEST(WholeChecks, EndWhenTheyAreStopped) {
  Right right = product(40, 10, 5);
  std::stop_source stop;
  stop.request_stop();
  const auto result = right.check->compare_with(right.buffers, "", {}, stop.get_token());
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().message.in(Language::en), "cancelled");
}

}  // namespace
}  // namespace warplens::run
