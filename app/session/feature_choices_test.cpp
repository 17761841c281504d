#include "app/session/feature_choices.h"

#include <gtest/gtest.h>

#include <string>

namespace warplens::session {
namespace {

struct Size {
  int side = 8;
  friend bool operator==(const Size&, const Size&) = default;
};
struct Name {
  std::string text;
  friend bool operator==(const Name&, const Name&) = default;
};

TEST(FeatureChoices, AreAsUsualUntilOneIsSet) {
  FeatureChoices choices;
  EXPECT_EQ(choices.of<Size>().side, 8);
  choices.set(Size{16});
  EXPECT_EQ(choices.of<Size>().side, 16);
  EXPECT_EQ(choices.of<Name>().text, "");
}

TEST(FeatureChoices, AreEqualWhereEachIs) {
  FeatureChoices one, other;
  one.set(Size{16});
  EXPECT_NE(one, other);
  EXPECT_NE(other, one);
  other.set(Name{"a"});
  EXPECT_NE(one, other);
  one.set(Name{"a"});
  other.set(Size{16});
  EXPECT_EQ(one, other);
  other.set(Size{17});
  EXPECT_NE(one, other);
}

TEST(FeatureChoices, SetBackToTheUsualAreAsIfNeverSet) {
  FeatureChoices choices;
  choices.set(Size{16});
  choices.set(Size{});
  EXPECT_EQ(choices, FeatureChoices());
  EXPECT_TRUE(choices.has<Size>());
}

TEST(FeatureChoices, TakeWhatOthersHaveAndLeaveTheRest) {
  FeatureChoices choices, wanted;
  choices.set(Size{16});
  choices.set(Name{"a"});
  wanted.set(Size{});
  choices.take(wanted);
  EXPECT_EQ(choices.of<Size>().side, 8);
  EXPECT_EQ(choices.of<Name>().text, "a");
}

TEST(FeatureChoices, ThatAreCopiedStayAsTheyWere) {
  FeatureChoices choices;
  choices.set(Size{16});
  const FeatureChoices before = choices;
  choices.set(Size{32});
  EXPECT_EQ(before.of<Size>().side, 16);
}

}  // namespace
}  // namespace warplens::session
