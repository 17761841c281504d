#include "app/features/features.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace warplens::features {
namespace {

template <class Kind>
void expect_own_names(std::span<const Kind> session::Feature::*kinds) {
  std::set<std::string_view> names;
  for (const session::Feature& feature : all()) {
    for (const Kind& kind : feature.*kinds) {
      EXPECT_TRUE(names.insert(kind.name).second) << kind.name << " twice";
      EXPECT_EQ(kind_named(all(), kinds, kind.name), &kind);
    }
  }
  EXPECT_FALSE(names.empty());
  EXPECT_EQ(kind_named(all(), kinds, "nothing"), nullptr);
}

TEST(Features, EachGoalNumberMeasureTextAndPictureOptionHasANameOfItsOwn) {
  expect_own_names(&session::Feature::goals);
  expect_own_names(&session::Feature::asked);
  expect_own_names(&session::Feature::measures);
  expect_own_names(&session::Feature::texts);
  expect_own_names(&session::Feature::picture_options);
}

TEST(Features, WhatIsWrittenOfAChoiceIsReadBack) {
  for (const session::Feature& feature : all()) {
    for (const session::ChoiceText& text : feature.texts) {
      session::FeatureChoices usual, read;
      text.reset(usual);
      text.reset(read);
      for (const session::TextField& field : text.write(usual)) {
        if (field.value.empty()) continue;
        EXPECT_TRUE(text.read(field.name, field.value, read)) << field.name;
      }
      EXPECT_EQ(read, usual) << text.name;
      const std::string nothing = std::string(text.name) + ".nothing";
      EXPECT_FALSE(text.read(nothing, "1", read)) << text.name;
      for (const session::TextField& field : text.write(usual)) {
        EXPECT_FALSE(text.read(nothing, field.value, read)) << text.name;
      }
    }
  }
}

}  // namespace
}  // namespace warplens::features
