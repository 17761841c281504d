#include "viz/scene/charts/accuracy_chart.h"

#include <cmath>

#include "viz/scene/charts/accuracy_phrases.h"
#include "viz/scene/charts/chart_axis.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

class AccuracyCharts : public ::testing::Test {
 protected:
  AccuracyCharts() {
    chart_.sizes = {16, 256, 4096};
    add("plain", {2, 20, 200});
    add("kahan", {0.5, 0.6, 0.7});
    add("exact", {0, 0, 0});
    chart_.series[1].is_on_stage = true;
  }
  void add(const std::string& name, const std::vector<double>& largest) {
    run::SumAccuracy errors;
    for (std::size_t i = 0; i < largest.size(); ++i) {
      errors.at.push_back({chart_.sizes[i], largest[i], largest[i] / 2, 256});
    }
    errors_.push_back(std::make_unique<run::SumAccuracy>(errors));
    chart_.series.push_back({name, false, errors_.back().get(), nullptr});
  }
  [[nodiscard]] DrawList drawn(const AccuracyLook& look = {}) const {
    return accuracy_chart(chart_, look, size_, style_);
  }
  [[nodiscard]] Rectangle point(const DrawList& list, std::uint32_t series,
                                std::uint32_t size) const {
    for (const Rectangle& r : list.rectangles) {
      if (r.id == MarkId{MarkId::Kind::point, series, size}) return r;
    }
    return {};
  }
  [[nodiscard]] float middle(const Rectangle& r) const { return r.y + r.height / 2; }

  std::vector<std::unique_ptr<run::SumAccuracy>> errors_;
  AccuracyChart chart_;
  Style style_;
  Size size_{700, 400};
};

TEST_F(AccuracyCharts, TenTimesTheErrorIsTheSameStepUpwardsAnywhere) {
  const DrawList list = drawn();
  const float first = middle(point(list, 0, 0)) - middle(point(list, 0, 1));
  EXPECT_NEAR(first, middle(point(list, 0, 1)) - middle(point(list, 0, 2)), 0.1);
  EXPECT_GT(first, 10);
}

TEST_F(AccuracyCharts, TheAxisIsTheSameWhateverWasMeasured) {
  const DrawList before = drawn();
  chart_.series.resize(1);
  EXPECT_EQ(middle(point(drawn(), 0, 1)), middle(point(before, 0, 1)));
}

TEST_F(AccuracyCharts, NamesCarryTheErrorAtTheSizeThatIsTold) {
  EXPECT_TRUE(has_text(drawn(), "plain 200"));
  EXPECT_TRUE(has_text(drawn({.size = 256}), "plain 20.0"));
  EXPECT_TRUE(has_text(drawn({.by_rms = true, .size = 256}), "plain 10.0"));
  EXPECT_TRUE(has_text(drawn({.size = 17}), "kahan 0.70")) << "no such size: the largest";
}

TEST_F(AccuracyCharts, WhatIsBelowThePlotStandsHollowAtItsEdge) {
  const DrawList list = drawn();
  const Rectangle exact = point(list, 2, 0);
  std::size_t hollow = 0;
  for (const Rectangle& r : list.rectangles) {
    const bool is_mark = r.rounding > 0 && std::abs(middle(r) - middle(exact)) < 0.1f;
    hollow += is_mark && r.fill == theme(style_.theme).background ? 1 : 0;
  }
  EXPECT_EQ(hollow, 3u);
}

TEST_F(AccuracyCharts, TheBoundSaysThatItIsNotMeasured) {
  EXPECT_TRUE(has_text(drawn(), std::string(phrases::bound.in(Language::en))));
  EXPECT_TRUE(has_text(drawn(), std::string(phrases::one_rounding.in(Language::en))));
}

TEST_F(AccuracyCharts, SumsOfTensorCoresSayWhatTheyWereHeldAgainst) {
  EXPECT_FALSE(has_text(drawn(), std::string(phrases::as_hardware.in(Language::en))));
  chart_.on_tensor_cores = true;
  EXPECT_TRUE(has_text(drawn(), std::string(phrases::as_hardware.in(Language::en))));
  const std::size_t whole = drawn().lines.size();
  chart_.series[0].is_published = true;
  EXPECT_TRUE(has_text(drawn(), std::string(phrases::as_published.in(Language::en))));
  EXPECT_GT(drawn().lines.size(), whole + 5) << "dashes";
  expect_well_formed(drawn(), style_);
}

TEST_F(AccuracyCharts, ErrorsBeyondTheBoundHaveRoom) {
  add("eight_bits", {3000, 40000, 2'000'000});
  const DrawList list = drawn();
  EXPECT_GT(point(list, 3, 2).y, 0);
  EXPECT_LT(middle(point(list, 3, 2)), middle(point(list, 0, 2)));
  expect_well_formed(list, style_);
}

TEST_F(AccuracyCharts, WhatIsNotMeasuredYetHasNoLine) {
  chart_.series[0].sizes = nullptr;
  const DrawList list = drawn();
  EXPECT_EQ(point(list, 0, 0).width, 0);
  EXPECT_FALSE(has_text(list, "plain 200"));
}

TEST_F(AccuracyCharts, AFifthKernelIsGreyUntilItIsPointedAt) {
  add("fourth", {1, 1, 1});
  add("fifth", {1, 2, 3});
  EXPECT_EQ(accuracy_color(chart_, 4, {}, style_.theme), series_hue(std::nullopt, style_.theme));
  AccuracyLook look;
  look.pointed_at = 4;
  EXPECT_EQ(accuracy_color(chart_, 4, look, style_.theme), pointed_series(style_.theme));
  EXPECT_EQ(accuracy_color(chart_, 1, {}, style_.theme), series_hue(1, style_.theme));
}

TEST_F(AccuracyCharts, AreWellFormedInAnySize) {
  for (const Size size : {Size{120, 90}, Size{300, 200}, Size{700, 400}, Size{1900, 900}}) {
    for (const Language language : {Language::en, Language::zh}) {
      size_ = size;
      style_.language = language;
      expect_well_formed(drawn({.size = 16}), style_);
    }
  }
}

class OrderCharts : public AccuracyCharts {
 protected:
  OrderCharts() {
    chart_.series = {{"atomic", true, nullptr, &several_}, {"one_launch", false, nullptr, &one_}};
    several_.results = {1, 2, 2, 4};
    several_.errors = {-1.5, 0.5, 0.5, 2};
    one_.results = {3, 3, 3, 3};
    one_.errors = {0.25, 0.25, 0.25, 0.25};
  }
  run::OrderResults several_, one_;
};

TEST_F(OrderCharts, EachOrderIsADotAndEqualResultsStandOneAboveAnother) {
  const DrawList list = order_chart(chart_, {}, size_, style_);
  EXPECT_EQ(with_kind(list, MarkId::Kind::point).size(), 8u);
  const Rectangle second = point(list, 0, 1), third = point(list, 0, 2), last = point(list, 0, 3);
  EXPECT_EQ(second.x, third.x);
  EXPECT_GT(second.y, third.y);
  EXPECT_GT(last.x, second.x);
}

TEST_F(OrderCharts, SayHowManyResultsThereAre) {
  const DrawList list = order_chart(chart_, {}, size_, style_);
  EXPECT_TRUE(has_text(list, "3 different results"));
  EXPECT_TRUE(has_text(list, "the same result each time"));
}

TEST_F(OrderCharts, AreWellFormedInAnySize) {
  for (const Size size : {Size{120, 90}, Size{300, 200}, Size{700, 400}, Size{1900, 900}}) {
    for (const Language language : {Language::en, Language::zh}) {
      style_.language = language;
      expect_well_formed(order_chart(chart_, {}, size, style_), style_);
    }
  }
}

TEST(AccuracyPhrases, HaveAsManyDigitsAsMatter) {
  EXPECT_EQ(roundings_phrase(0), "0");
  EXPECT_EQ(roundings_phrase(0.001), "<0.01");
  EXPECT_EQ(roundings_phrase(0.617), "0.62");
  EXPECT_EQ(roundings_phrase(12.34), "12.3");
  EXPECT_EQ(roundings_phrase(99.97), "100");
  EXPECT_EQ(roundings_phrase(16384.2), "16,384");
}

}  // namespace
}  // namespace warplens::scene
