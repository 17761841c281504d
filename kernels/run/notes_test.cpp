#include "kernels/run/notes.h"

#include <gtest/gtest.h>

namespace warplens::run {
namespace {

TEST(Notes, AreToldInBothLanguagesWithTheirFigure) {
  EXPECT_EQ(lost_records_note(12).in(Language::en),
            "12 records did not fit and are not in the trace");
  EXPECT_EQ(lost_records_note(12).in(Language::zh), "12 条记录放不下，不在访问轨迹中");
  EXPECT_EQ(split_events_note(3).in(Language::en), "lanes of 3 events ran apart on the GPU");
  EXPECT_EQ(split_events_note(3).in(Language::zh), "3 个事件的各 lane 在 GPU 上没有一起执行");
  EXPECT_EQ(stray_addresses_note(4).in(Language::en), "4 accesses are in none of the buffers");
  EXPECT_EQ(stray_addresses_note(4).in(Language::zh), "4 次访问不在任何缓冲区内");
}

TEST(Notes, WhySassIsMissingIsSaidInEachLanguageThatItIsKnownIn) {
  EXPECT_EQ(no_sass_note(std::string("ptxas?")).in(Language::zh), "没有按 SASS 的数字：ptxas?");
  const Text note = no_sass_note({"ptxas is not here"});
  EXPECT_EQ(note.in(Language::en), "no figures by SASS: ptxas is not here");
  EXPECT_EQ(note.in(Language::zh), "没有按 SASS 的数字：ptxas is not here");
}

}  // namespace
}  // namespace warplens::run
