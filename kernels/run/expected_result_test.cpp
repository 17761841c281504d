#include "kernels/run/expected_result.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/run/elements.h"
#include "kernels/run/run.h"

namespace warplens::run {
namespace {

using catalog::Parameters;

const std::vector<catalog::Family>& families() {
  static const std::vector<catalog::Family> all = catalog::families();
  return all;
}

DeviceBuffers filled(const catalog::Plan& plan) {
  DeviceBuffers buffers;
  for (const catalog::BufferSpec& spec : plan.buffers) {
    EXPECT_TRUE(buffers.add(spec).has_value());
  }
  return buffers;
}

// Two accounts of the same: every element by itself, and the whole reference.
TEST(ExpectedElements, AreThoseOfTheReference) {
  int compared = 0;
  for (const catalog::Family& family : families()) {
    if (!family.timed.has_value() || !family.timed->expected_at) continue;
    for (const catalog::Variant& variant : family.variants) {
      Parameters settings = catalog::at_side(family, variant, 37);
      if (settings.contains("cols")) settings["cols"] = 21;
      if (settings.contains("n") && settings.contains("m")) settings["n"] = 29;
      if (variant.name == "maxpool") settings["window"] = 5;
      const Parameters parameters = complete(family, variant, settings).value();
      const catalog::Plan plan = variant.plan(parameters).value();
      DeviceBuffers buffers = filled(plan);
      ExpectedBuffers whole(plan, buffers);
      for (const catalog::BufferSpec& spec : plan.buffers) {
        if (spec.role == catalog::BufferRole::in) continue;
        std::optional<trace::Mismatch> mismatch;
        for (std::uint64_t i = 0; i < spec.rows * spec.columns; ++i, ++compared) {
          const double value =
              family.timed->expected_at(buffers, variant, parameters, spec.name, i);
          compare_element(spec, i, value, whole.bytes(spec.name), {}, mismatch);
        }
        EXPECT_FALSE(mismatch.has_value())
            << family.name << "/" << variant.name << " " << spec.name << "[" << mismatch->element
            << "] is " << mismatch->actual << ", not " << mismatch->expected;
      }
    }
  }
  EXPECT_GT(compared, 20000);
}

class LargeResults : public testing::Test {
 protected:
  void SetUp() override {
    const catalog::Family& family = *std::ranges::find(families(), "gemm", &catalog::Family::name);
    const catalog::Variant& variant = *family.find("pitched");
    const Parameters parameters =
        complete(family, variant, {{"m", 1000}, {"n", 1001}, {"k", 140}}).value();
    plan_ = variant.plan(parameters).value();
    buffers_ = filled(plan_);
    expected_.emplace(family, variant, parameters, plan_, buffers_);
  }

  // The reference takes seconds under a sanitizer: it runs once for all tests.
  void fill_in_the_reference() {
    static const std::vector<float> c = [&] {
      plan_.reference(buffers_);
      const std::span<float> result = buffers_.as<float>("c");
      return std::vector<float>(result.begin(), result.end());
    }();
    std::ranges::copy(c, buffers_.as<float>("c").begin());
  }

  catalog::Plan plan_;
  DeviceBuffers buffers_;
  std::optional<ExpectedResult> expected_;
};

TEST_F(LargeResults, AreComparedInSomeElements) {
  EXPECT_FALSE(expected_->is_whole());
  EXPECT_TRUE(expected_->compare_with(buffers_).has_value()) << "all zeros";
  fill_in_the_reference();
  EXPECT_FALSE(expected_->compare_with(buffers_).has_value());
}

TEST_F(LargeResults, AreComparedAtTheirEnds) {
  fill_in_the_reference();
  const std::span<float> c = buffers_.as<float>("c");
  const std::size_t pitch = plan_.buffers[2].pitch / sizeof(float);
  c[999 * pitch + 1000] += 1;
  const auto last = expected_->compare_with(buffers_);
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(last->element, 1000u * 1001 - 1);
  c[999 * pitch + 1000] -= 1;
  c[0] += 1;
  EXPECT_EQ(expected_->compare_with(buffers_).value().element, 0u);
}

TEST_F(LargeResults, AreComparedInEveryPart) {
  fill_in_the_reference();
  const std::size_t pitch = plan_.buffers[2].pitch / sizeof(float);
  for (std::size_t row = 0; row < 1000; row += 40) {
    const std::span<float> rows = buffers_.as<float>("c").subspan(row * pitch, 40 * pitch);
    const std::vector<float> right(rows.begin(), rows.end());
    for (float& value : rows) value += 1;
    EXPECT_TRUE(expected_->compare_with(buffers_).has_value()) << "rows from " << row;
    std::ranges::copy(right, rows.begin());
  }
}

}  // namespace
}  // namespace warplens::run
