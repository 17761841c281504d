// What is written comes back, and the file appears whole or not at all.
#include "kernels/trace/capture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/trace/capture_test_kit.h"

namespace warplens::trace {
namespace {

using namespace capture_test;
using testing::HasSubstr;

class CaptureFile : public InAFolder {
 protected:
  void expect_written(const trace::Run& run, std::uint64_t chunk_bytes = kChunkBytes) {
    const auto written = write_capture(path_, run, chunk_bytes);
    ASSERT_TRUE(written.has_value()) << written.error().message.in(Language::en);
    const auto read = read_capture(path_);
    ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
    EXPECT_TRUE(same(run, *read));
  }
  void expect_not_written(const trace::Run& run, const std::string& says) {
    const auto written = write_capture(path_, run);
    ASSERT_FALSE(written.has_value()) << says;
    EXPECT_THAT(written.error().message.in(Language::en), HasSubstr(says));
    EXPECT_EQ(written.error().message.in(Language::en).find('\n'), std::string::npos);
  }
  [[nodiscard]] std::size_t entries(const fs::path& folder) const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
};

TEST_F(CaptureFile, EverythingComesBackEqual) { expect_written(sample_run()); }

TEST_F(CaptureFile, CopiesByTmaComeBackEqual) {
  for (const std::uint64_t bytes : {1, 600, 100000}) {
    expect_written(run_of({trace_with_copies()}), bytes);
  }
}

TEST_F(CaptureFile, ChunksStaySmallWhereEveryLaneCopies) {
  Trace trace = trace_with_copies();
  std::vector<BulkCopy> copies;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) copies.push_back(plain_copy(lane));
  for (int i = 0; i < 300; ++i) trace.events.append(copies_at(4, 3, copies), false, false);
  constexpr std::uint64_t kBytes = 100000;
  expect_written(run_of({trace}), kBytes);
  for (const auto& [name, chunk] : unpacked(path_)) EXPECT_LE(chunk.size(), kBytes) << name;
}

TEST_F(CaptureFile, EqualityLooksAtEveryPart) {
  const trace::Run run = sample_run();
  trace::Run other = run;
  other.ptx = std::make_shared<const std::string>(*run.ptx + ' ');
  EXPECT_FALSE(same(run, other));
  Trace trace = sample_trace();
  trace.events = {};
  for (std::uint32_t i = 0; i < 24; ++i) trace.events.append(event_at(0, 1, 0, 1), true, false);
  EXPECT_FALSE(trace == sample_trace());
}

TEST_F(CaptureFile, ChunksOfAnySizeComeBackEqual) {
  for (const std::uint64_t bytes : {1, 7, 600, 2000, 100000}) {
    expect_written(sample_run(), bytes);
  }
  expect_written(sample_run(), 600);
  EXPECT_EQ(unpacked(path_).size(), 1 + 1 + 2 + 24);  // manifest, texts, launches, a chunk an event
}

TEST_F(CaptureFile, NoEventsAndNoTextsComeBackEqual) {
  trace::Run run;
  run.traces = {std::make_shared<const Trace>()};
  expect_written(run);
}

TEST_F(CaptureFile, AnExistingCaptureIsReplacedAndNothingIsLeftBeside) {
  expect_written(sample_run(), 600);
  Trace other = sample_trace();
  other.kernel = "another";
  expect_written(run_of({other}));
  EXPECT_EQ(entries(folder_), 1u);
  EXPECT_EQ(unpacked(path_).size(), 4u);
}

TEST_F(CaptureFile, ReadingUnpacksNothing) {
  expect_written(sample_run(), 600);
  EXPECT_EQ(entries(folder_), 1u);
  EXPECT_TRUE(fs::is_regular_file(path_));
}

TEST_F(CaptureFile, ItsStampTellsWhenItIsRecordedAnew) {
  EXPECT_EQ(capture_stamp(path_), 0u);
  expect_written(sample_run());
  const std::uint64_t before = capture_stamp(path_);
  EXPECT_EQ(capture_stamp(path_), before);
  expect_written(sample_run());
  EXPECT_NE(capture_stamp(path_), before);
}

TEST_F(CaptureFile, LooksLikeOneByItsFirstBytes) {
  expect_written(sample_run());
  EXPECT_TRUE(looks_like_a_capture(path_));
  EXPECT_FALSE(looks_like_a_capture(folder_));
  write_file(path_, "text");
  EXPECT_FALSE(looks_like_a_capture(path_));
}

TEST_F(CaptureFile, ADamagedCaptureMayBeReplaced) {
  expect_written(sample_run());
  std::string bytes = read_file(path_);
  bytes[64] ^= 1;  // of the manifest, which is the first entry
  write_file(path_, bytes);
  EXPECT_FALSE(read_capture(path_).has_value());
  expect_written(sample_run());
  auto entries = unpacked(path_);
  entries.at("launch-0").clear();
  entries.erase("launch-1");
  pack(path_, entries);
  EXPECT_FALSE(read_capture(path_).has_value());
  expect_written(sample_run());
}

TEST_F(CaptureFile, ATrailingSlashNamesTheSameFile) {
  ASSERT_TRUE(write_capture(path_ / "", sample_run()).has_value());
  EXPECT_TRUE(read_capture(path_ / "").has_value());
  EXPECT_TRUE(read_capture(path_).has_value());
}

TEST_F(CaptureFile, WhatIsNoCaptureIsNotOverwritten) {
  const std::string says = "is there and is no capture";
  write_file(path_, "precious");
  expect_not_written(sample_run(), says);
  EXPECT_EQ(read_file(path_), "precious");
  fs::remove(path_);
  fs::create_directory(path_);
  expect_not_written(sample_run(), says);
  fs::remove(path_);
  expect_written(sample_run());
  auto entries = unpacked(path_);
  entries["notes.txt"] = "mine";
  pack(path_, entries);
  expect_not_written(sample_run(), says);
  EXPECT_EQ(unpacked(path_).at("notes.txt"), "mine");
  fs::remove(path_);
  expect_written(sample_run());
  fs::rename(path_, folder_ / "real");
  fs::create_symlink(folder_ / "real", path_);
  expect_not_written(sample_run(), says);
  EXPECT_TRUE(read_capture(path_).has_value());  // reading through the link is fine
}

TEST_F(CaptureFile, AFolderThatIsNotThereIsAnError) {
  path_ = folder_ / "missing" / "t.wlens";
  expect_not_written(sample_run(), "cannot write");
  path_ = "/";
  expect_not_written(sample_run(), "no name for a capture");
}

TEST_F(CaptureFile, AFailedWriteLeavesTheOldCaptureAndNothingElse) {
  expect_written(sample_run());
  const std::string before = read_file(path_);
  Trace bad = sample_trace();
  bad.totals.pop_back();
  expect_not_written(run_of({bad}), "one total a site");
  Trace huge = sample_trace();
  huge.sites[0].ptx = std::string((std::size_t{64} << 20), 'x');
  expect_not_written(run_of({huge}), "a chunk holds");
  EXPECT_EQ(read_file(path_), before);
  EXPECT_EQ(entries(folder_), 1u);
}

TEST_F(CaptureFile, WhatCannotBeReadIsNotWritten) {
  expect_not_written(trace::Run{}, "no launch");
  trace::Run run = sample_run();
  run.sources = std::make_shared<const Sources>(Sources{{"latin-\xe9.cu", ""}});
  expect_not_written(run, "no UTF-8");
  run = sample_run();
  run.device = "two\nlines";
  expect_not_written(run, "control characters");
  run = sample_run();
  run.counters.pop_back();
  expect_not_written(run, "counters of 1 launches, not of its 2");
}

}  // namespace
}  // namespace warplens::trace
