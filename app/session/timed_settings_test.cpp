#include "app/session/timed_settings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/fake_timings_test.h"

namespace warplens::session {
namespace {

const catalog::Family kTranspose = catalog::transpose_family();
const catalog::Family kAdd = catalog::add_family();

TEST(TimedSettings, ASizeAndSettingsGiveAllParameters) {
  const catalog::Variant& padded = *kTranspose.find("tile_padded");
  const Parameters all = timed_parameters(kTranspose, padded, 4096, {{"pitch", 34}});
  EXPECT_EQ(all.at("rows"), 4096);
  EXPECT_EQ(all.at("cols"), 4096);
  EXPECT_EQ(all.at("pitch"), 34);
  EXPECT_EQ(all.size(), kTranspose.parameters_of(padded).size());
}

TEST(TimedSettings, WhatAVariantDoesNotTakeStaysAtItsDefault) {
  const catalog::Variant& padded = *kTranspose.find("tile_padded");
  const Parameters plain = timed_parameters(kTranspose, padded, 64, {});
  EXPECT_EQ(timed_parameters(kTranspose, padded, 64, {{"pitch", 1'000'000}, {"k", 3}}), plain);
}

TEST(TimedSettings, AnEntrysSettingsGiveItsParametersBack) {
  const timing::Entry entry = fake_entry(kAdd, "grid_stride", 1024, 1e-5, {{"blocks", 8448}});
  const Parameters settings = settings_of(kAdd, entry);
  EXPECT_EQ(settings.at("blocks"), 8448);
  EXPECT_FALSE(settings.contains("n"));
  EXPECT_FALSE(settings.contains("threads"));  // as the size has it
  EXPECT_EQ(timed_parameters(kAdd, *kAdd.find("grid_stride"), 1024, settings), entry.parameters);
}

TEST(TimedSettings, OfTheStageOnlyWhatTheSizeDoesNotDecide) {
  const Parameters stage{{"n", 64}, {"blocks", 2}, {"threads", 32}, {"offset_a", 1}};
  EXPECT_EQ(settings_on_stage(kAdd, stage), (Parameters{{"offset_a", 1}}));
}

TEST(TimedSettings, EachSettingIsListedOnce) {
  timing::Timings timings;
  for (const std::int64_t side : {64, 128}) {
    for (const std::int64_t blocks : {1056, 8448}) {
      timings.entries.push_back(fake_entry(kAdd, "grid_stride", side, 1e-5, {{"blocks", blocks}}));
    }
    timings.entries.push_back(fake_entry(kAdd, "vector4", side, 1e-5));
  }
  const auto all = recorded_settings(kAdd, *kAdd.find("grid_stride"), timings);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_FALSE(all[0].contains("blocks"));
  EXPECT_EQ(all[1].at("blocks"), 8448);
}

TEST(TimedSettings, ALibraryAgreesUnlessItDidSomethingElse) {
  timing::Entry dot;
  dot.parameters = {{"n", 64}, {"operation", 1}};
  EXPECT_TRUE(agrees(dot, {{"operation", 1}, {"tile", 32}}));
  EXPECT_FALSE(agrees(dot, {{"operation", 0}}));
}

}  // namespace
}  // namespace warplens::session
