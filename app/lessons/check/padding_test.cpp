// What the lesson on padding says, asked of the trace.
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"

namespace warplens::lessons {
namespace {

using session::Figure;

class Padding : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("padding", id); }
  // The n-way of the column read under the cursor, at this pitch.
  std::int64_t ways_at(std::int64_t pitch) {
    set("pitch", pitch);
    return figure(Figure::max_way);
  }
};

TEST_F(Padding, OneColumnFreesTheColumnRead) {
  (void)enter_here("one-column");
  EXPECT_EQ(figure(Figure::wavefronts), 32);
  EXPECT_EQ(figure(Figure::banks), 1);
  EXPECT_EQ(ways_at(33), 1);
  EXPECT_EQ(figure(Figure::banks), 32);
  EXPECT_EQ(figure(Figure::wavefronts), 1);
}

TEST_F(Padding, RowOneStartsInBankOneAndEndsInBankZero) {
  const Step& step = enter_here("rows-still-free");
  EXPECT_EQ(expected_answer(step, session_), 0) << "the bank of lane 31";
  EXPECT_EQ(figure(Figure::wavefronts), 1);
  const trace::Trace& trace = *session_.launch()->trace;
  const trace::EventView row = trace.events.view(session_.cursor().event);
  EXPECT_EQ(row.address[0], trace.shared_arrays.at(0).offset + 33 * 4);
  EXPECT_EQ(row.address[0] / 4 % 32, 1u);
  EXPECT_EQ(row.address[31] / 4 % 32, 0u);
}

TEST_F(Padding, BytesAreAsTheTextSays) {
  (void)enter_here("bytes");
  EXPECT_EQ(figure(Figure::shared_bytes), 4224);
  set("pitch", 32);
  EXPECT_EQ(figure(Figure::shared_bytes), 4224 - 128);
  EXPECT_EQ(figure(Figure::shared_bytes), 4096);
  set("pitch", 36);
  EXPECT_EQ(figure(Figure::shared_bytes), 4608);
}

TEST_F(Padding, ColumnMeetsAsManyBanksAsTheDivisorLeaves) {
  (void)enter_here("even-pitches");
  constexpr std::array<std::array<std::int64_t, 3>, 5> kPitches{
      {{32, 1, 32}, {33, 32, 1}, {34, 16, 2}, {35, 32, 1}, {36, 8, 4}}};
  for (const auto& [pitch, banks, ways] : kPitches) {
    EXPECT_EQ(ways_at(pitch), ways) << pitch;
    EXPECT_EQ(figure(Figure::banks), banks) << pitch;
  }
}

TEST_F(Padding, OnlyPitch18FreesATileOf16) {
  const Step& step = enter_here("find-the-pitch");
  EXPECT_EQ(ways_at(17), 2);
  EXPECT_EQ(ways_at(19), 2);
  EXPECT_EQ(ways_at(20), 2);
  EXPECT_EQ(ways_at(16), 8);
  EXPECT_FALSE(is_done(step, session_));
  EXPECT_EQ(ways_at(18), 1);
  EXPECT_EQ(figure(Figure::total_wavefronts), 576);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Padding, NoPitchFreesBothSidesOfATileOf16) {
  (void)enter_here("find-the-pitch");
  for (std::int64_t pitch = 16; pitch <= 20; ++pitch) {
    set("pitch", pitch);
    EXPECT_EQ(totals().shared_store.max_way, pitch == 16 ? 1u : 2u) << pitch;
    EXPECT_GT(figure(Figure::total_conflicts), 0) << pitch;
  }
}

TEST_F(Padding, OnlyRowZeroIsAligned) {
  const Step& step = enter_here("alignment");
  EXPECT_EQ(expected_answer(step, session_), 8);
  const trace::Trace& trace = *session_.launch()->trace;
  const trace::EventView store = trace.events.view(session_.cursor().event);
  constexpr std::array<std::uint64_t, 4> kRowStarts{0, 132, 264, 396};
  for (std::size_t row = 0; row < kRowStarts.size(); ++row) {
    const std::uint64_t start = store.address[8 * row] - trace.shared_arrays.at(0).offset;
    EXPECT_EQ(start, kRowStarts[row]);
    EXPECT_EQ(start % 16 == 0, row == 0);
    EXPECT_EQ(store.address[8 * row + 1] - store.address[8 * row], 16u);
  }
  EXPECT_EQ(totals().shared_store.requests, 192u);
  EXPECT_EQ(totals().global_load.requests, 48u);
  for (const trace::Site& site : trace.sites) {
    if (site.space != trace::Space::shared) continue;
    EXPECT_EQ(site.width, 4u) << site.ptx;
  }
}

TEST_F(Padding, Pitch36SuitsWideAccesses) {
  const Step& step = enter_here("pitch-36");
  EXPECT_EQ(expected_answer(step, session_), 4);
  EXPECT_EQ(figure(Figure::conflicts), 0);
  EXPECT_EQ(figure(Figure::banks), 32);
  set("stride", 8);
  go_to(kSharedLoad);
  EXPECT_EQ(figure(Figure::wavefronts), 32);
  EXPECT_EQ(figure(Figure::max_way), 8);
  EXPECT_EQ(figure(Figure::banks), 4);
}

// What a person writes, and for which room.
class OwnPadding : public Padding {
 protected:
  OwnPadding() : step_(enter_here("write-the-padding")) {}
  bool is_met_by(const std::string& index, std::int64_t room) {
    begin(step_);
    write(index);
    set("room", room);
    return is_done(step_, session_);
  }
  const Step& step_;
};

TEST_F(OwnPadding, TheFloatBehindTheLastRowIsNotNeeded) {
  EXPECT_EQ(figure(Figure::max_way), 32);
  EXPECT_FALSE(is_done(step_, session_));
  EXPECT_TRUE(is_met_by("row * (kTile + 1) + col", 1055));
  EXPECT_EQ(figure(Figure::shared_bytes), 4220);
  EXPECT_EQ(figure(Figure::total_conflicts), 0);
  EXPECT_FALSE(is_met_by("row * (kTile + 1) + col", 1056)) << "more than 4,220 bytes";
  EXPECT_FALSE(is_met_by("row * (kTile + 1) + col", 1054));
  EXPECT_GT(figure(Figure::out_of_bounds), 0);
}

TEST_F(OwnPadding, AnotherPadOrNoneDoesNotDo) {
  EXPECT_FALSE(is_met_by("row * kTile + col", 1055));
  EXPECT_FALSE(is_met_by("row * (kTile + 2) + col", 1055));
  EXPECT_FALSE(is_met_by("row * (kTile - 1) + col", 1055)) << "free of conflicts, and wrong";
  EXPECT_TRUE(is_met_by("row * kTile + col + row", 1055)) << "the same place";
}

}  // namespace
}  // namespace warplens::lessons
