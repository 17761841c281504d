#include "kernels/run/notes.h"

#include <gtest/gtest.h>

namespace warplens::run {
namespace {

TEST(Notes, AreToldInChineseWithTheirFigure) {
  EXPECT_EQ(note_in_chinese(lost_records_note(12)), "12 条记录放不下，不在轨迹中");
  EXPECT_EQ(note_in_chinese(split_events_note(3)), "3 个事件的各 lane 在 GPU 上没有一起执行");
  EXPECT_EQ(note_in_chinese(stray_addresses_note(4)), "4 次访问不在任何缓冲区内");
  EXPECT_EQ(note_in_chinese(no_sass_note("ptxas is not here")),
            "没有按 SASS 的数字：ptxas is not here");
}

TEST(Notes, WhatIsUnknownStaysAsItIs) {
  EXPECT_EQ(note_in_chinese("a later version's note"), "a later version's note");
  EXPECT_EQ(note_in_chinese("lanes of  events ran apart on the GP"),
            "lanes of  events ran apart on the GP");
  EXPECT_EQ(note_in_chinese(""), "");
}

}  // namespace
}  // namespace warplens::run
