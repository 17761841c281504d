// What the view of estimated times shows, of kernels of the catalogue.
#include "app/features/latency/estimate_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/features/latency/estimate_lines.h"

namespace warplens::estimates {
namespace {

using testing::HasSubstr;

const std::filesystem::path kAssets = WARPLENS_SOURCE_DIR "/assets";

std::shared_ptr<const run::Catalogue> catalogue() {
  static const auto opened = [] {
    auto all = run::Catalogue::open(kAssets);
    EXPECT_TRUE(all.has_value());
    return std::make_shared<const run::Catalogue>(std::move(*all));
  }();
  return opened;
}

session::EstimateSubject subject_of(const std::string& kernel, std::int64_t side) {
  session::Selection selection;
  selection.kernel = kernel;
  selection.parameters = {{"rows", side}, {"cols", side}};
  session::EstimateSubject subject;
  subject.image = kernel + ".ptx";
  subject.run = session::run_again(catalogue(), selection);
  subject.budget = kFollowedInstructions;
  return subject;
}

std::string why_none(const std::string& chip, const session::EstimateSubject& subject,
                     const std::stop_token& stop = {}) {
  const auto model = estimate_model(kAssets, chip, subject, stop);
  return model.has_value() ? "" : model.error().message.in(Language::en);
}

TEST(EstimateModel, HasATimeItsErrorAndWhyWarpsWaitByLine) {
  const auto model = estimate_model(kAssets, "h100", subject_of("transpose/tile", 1024), {});
  ASSERT_TRUE(model.has_value()) << model.error().message.in(Language::en);
  EXPECT_GT(model->seconds, 3e-6);
  EXPECT_LT(model->seconds, 30e-6);
  EXPECT_GE(model->error.recordings, 150u);
  EXPECT_GT(model->blocks_an_sm, 0u);
  ASSERT_GT(model->lines.size(), 3u);
  for (std::size_t i = 1; i < model->lines.size(); ++i) {
    EXPECT_LT(model->lines[i - 1].source.line, model->lines[i].source.line)
        << "in the source's order";
  }
}

TEST(EstimateModel, OfAColumnReadTheConflictsMakeWarpsWaitForSharedMemory) {
  const auto tile = estimate_model(kAssets, "h100", subject_of("transpose/tile", 1024), {});
  const auto padded =
      estimate_model(kAssets, "h100", subject_of("transpose/tile_padded", 1024), {});
  ASSERT_TRUE(tile.has_value() && padded.has_value());
  EXPECT_GT(tile->seconds, padded->seconds);
}

TEST(EstimateModel, ThereIsNoneOfAChipThatNothingWasHeldAgainst) {
  EXPECT_THAT(why_none("t4", subject_of("transpose/tile", 64)), HasSubstr("there is no estimate"));
}

TEST(EstimateModel, WhatTheModelLacksIsNamed) {
  EXPECT_THAT(why_none("h100", subject_of("transpose/tma", 64)),
              HasSubstr("the model lacks cp.async.bulk"));
}

TEST(EstimateModel, BlocksThatAreNotFollowedToTheirEndAreNotEstimated) {
  session::EstimateSubject subject = subject_of("transpose/tile", 1024);
  subject.budget = 2000;
  EXPECT_EQ(why_none("h100", subject),
            "its first blocks execute more instructions than the model follows");
}

TEST(EstimateModel, CanBeCancelled) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(why_none("h100", subject_of("transpose/tile", 1024), stop.get_token()), "cancelled");
}

TEST(EstimateLines, HaveTheTextOfTheirSource) {
  EstimateModel model;
  latency::StalledLine line;
  line.source = {"kernels/a.cu", 2};
  model.lines = {line};
  session::KernelResult result;
  auto run = std::make_shared<trace::Run>();
  run->sources = std::make_shared<const trace::Sources>(
      trace::Sources{{"kernels/a.cu", "first\n  second;  \nthird\n"}});
  result.run = run;
  const auto lines = lines_with_text(model, result, Language::en);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].number, "2");
  EXPECT_EQ(lines[0].text, "second;");
  EXPECT_EQ(place_of(line), "a.cu:2");
}

TEST(EstimateLines, AreThePtxsWhereItNamesNoSource) {
  EstimateModel model;
  latency::StalledLine line;
  line.ptx_line = 1;
  model.lines = {line};
  session::KernelResult result;
  auto run = std::make_shared<trace::Run>();
  run->ptx = std::make_shared<const std::string>("add.f32 %f1, %f1, %f1;\n");
  result.run = run;
  const auto lines = lines_with_text(model, result, Language::en);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].number, "PTX:1");
  EXPECT_EQ(lines[0].text, "add.f32 %f1, %f1, %f1;");
}

}  // namespace
}  // namespace warplens::estimates
