#include "kernels/own/promise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::own {
namespace {

using testing::HasSubstr;

TEST(Promise, IsAFigureOfAClassOrALineAndItsBound) {
  EXPECT_EQ(parse_promise(Bound::max, "shared_load.conflicts=0").value(),
            (Promise{Bound::max, "shared_load", "conflicts", 0}));
  EXPECT_EQ(parse_promise(Bound::min, "global_load.efficiency=0.9").value(),
            (Promise{Bound::min, "global_load", "efficiency", 0.9}));
  const Promise line = parse_promise(Bound::max, "line:tile.cuh:29.max_way=1").value();
  EXPECT_EQ(line, (Promise{Bound::max, "line:tile.cuh:29", "n_way", 1}));
  EXPECT_EQ(line_of(line.place)->file, "tile.cuh");
  EXPECT_EQ(line_of(line.place)->line, 29u);
  EXPECT_EQ(subject_of(line), "line:tile.cuh:29.n_way");
}

TEST(Promise, WhatIsNoneSaysWhatToWrite) {
  const auto says = [](const char* text) {
    const auto read = parse_promise(Bound::max, text);
    return read.has_value() ? "read" : read.error().message.in(Language::en);
  };
  for (const char* text : {"", "shared_load", "shared_load.conflicts", "conflicts=0", "=0"})
    EXPECT_THAT(says(text), HasSubstr("is no bound: write")) << text;
  for (const char* text : {"load.conflicts=0", "line:.n_way=1", "line:0.n_way=1", "line::3.n_way=1",
                           "line:-1.n_way=1", "line:1x.n_way=1", ".conflicts=0"})
    EXPECT_THAT(says(text), HasSubstr("write line:29, or one of global_load")) << text;
  EXPECT_THAT(says("global_load.conflicts=0"), HasSubstr("it has: requests sectors"));
  EXPECT_THAT(says("line:3.ways=0"), HasSubstr("n_way"));
  for (const char* value : {"", "nan", "inf", "-1", "1x", " 1", "1e999", "0x10"}) {
    const std::string text = std::string("shared_load.conflicts=") + value;
    EXPECT_THAT(says(text.c_str()), HasSubstr("write a number from 0 on")) << text;
  }
}

TEST(Promise, FailsOnCostsAndFindings) {
  EXPECT_THAT(parse_fail_on("conflicts,uncoalesced,races,out_of_bounds").value(),
              testing::ElementsAre("conflicts", "uncoalesced", "races", "out_of_bounds"));
  for (const char* text : {"", "conflicts,", "conflict", "conflicts races"})
    EXPECT_THAT(parse_fail_on(text).error().message.in(Language::en),
                HasSubstr("is nothing to fail on: write one of conflicts"))
        << text;
}

}  // namespace
}  // namespace warplens::own
