#include "app/session/recordings.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <semaphore>
#include <thread>

#include "app/session/fake_timings_test.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/timing/fake_timeline_test.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

class RecordingsFolder : public ::testing::Test {
 protected:
  RecordingsFolder() {
    fs::create_directories(folder_.path() / "recordings");
    fs::create_directories(folder_.path() / "ptx");
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
  }
  const run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  const catalog::Family family_ = catalog::transpose_family();
};

TEST_F(RecordingsFolder, AreReadInTheBackground) {
  const timing::Timings made = fake_timings(family_, {64, 128});
  write("ptx/manifest.json", R"({"images": {}})");
  write("recordings/b.json", timing::to_json(made));
  std::atomic<int> wakes = 0;
  Recordings recordings(folder_.path(), [&] { ++wakes; });
  recordings.wait();
  EXPECT_EQ(wakes, 1);
  ASSERT_EQ(recordings.all().size(), 1u);
  EXPECT_EQ(*recordings.all().front(), made);
  EXPECT_EQ(recordings.damage(), "");
  EXPECT_EQ(recordings.of("transpose").size(), 1u);
  EXPECT_TRUE(recordings.of("gemm").empty());
  EXPECT_FALSE(recordings.update());  // once
}

TEST_F(RecordingsFolder, AreThereBeforeTheWindowIsWoken) {
  std::binary_semaphore woken(0);
  Recordings recordings(folder_.path(), [&] {
    woken.release();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  });
  woken.acquire();
  EXPECT_TRUE(recordings.update());
}

TEST_F(RecordingsFolder, ADamagedFileIsOneLineAndTheOthersAreRead) {
  write("recordings/a.json", "{\"version\": 1, ");
  write("recordings/b.json", timing::to_json(fake_timings(family_, {64})));
  write("recordings/notes.txt", "no recording");
  Recordings recordings(folder_.path(), {});
  recordings.wait();
  EXPECT_EQ(recordings.all().size(), 1u);
  EXPECT_NE(recordings.damage().find("a.json"), std::string::npos);
  EXPECT_EQ(recordings.damage().find('\n'), std::string::npos);
}

TEST_F(RecordingsFolder, HostTimelinesAreToldByTheirNameAndMatchedByThePtx) {
  timing::HostTimeline made = timing::fake_host_timeline({4096});
  write("ptx/manifest.json",
        R"({"images": {"add/linear_1d.ptx": {"ptx_sha256": ")" + made.image + R"("}}})");
  write("recordings/a-host_timeline.json", timing::to_json(made));
  write("recordings/a-transpose.json", timing::to_json(fake_timings(family_, {64})));
  Recordings recordings(folder_.path(), {});
  recordings.wait();
  EXPECT_EQ(recordings.damage(), "");
  EXPECT_EQ(recordings.all().size(), 1u);
  ASSERT_EQ(recordings.timelines().size(), 1u);
  EXPECT_EQ(*recordings.timelines().front(), made);
  const auto families = catalog::families();
  EXPECT_EQ(recordings.timeline(families), recordings.timelines().front());
  write("recordings/b-host_timeline.json",
        timing::to_json(timing::fake_host_timeline({4096, 8192})));
  Recordings two(folder_.path(), {});
  two.wait();
  EXPECT_EQ(two.timeline(families), two.timelines().back()) << "it has more runs";
  fs::remove(folder_.path() / "recordings/b-host_timeline.json");
  made.image = std::string(64, 'f');
  write("recordings/a-host_timeline.json", timing::to_json(made));
  Recordings other(folder_.path(), {});
  other.wait();
  EXPECT_EQ(other.timeline(families), nullptr) << "timed with other PTX";
  write("recordings/a-host_timeline.json", "{");
  Recordings damaged(folder_.path(), {});
  damaged.wait();
  EXPECT_NE(damaged.damage().find("a-host_timeline.json"), std::string::npos);
}

TEST_F(RecordingsFolder, NoFolderHoldsNone) {
  Recordings recordings(folder_.path() / "nowhere", {});
  recordings.wait();
  EXPECT_TRUE(recordings.all().empty());
  EXPECT_EQ(recordings.damage(), "");
}

TEST_F(RecordingsFolder, TheManifestNamesThePtxThatShips) {
  write("ptx/manifest.json",
        R"({"images": {"transpose/tile.ptx": {"ptx_sha256": "abc"}, "x": {}}})");
  Recordings recordings(folder_.path(), {});
  recordings.wait();
  EXPECT_EQ(recordings.image_of(family_, *family_.find("tile")), "abc");
  EXPECT_EQ(recordings.image_of(family_, *family_.find("tile_padded")), "");
}

TEST(Recordings, ThoseThatShipAreWhole) {
  Recordings recordings(WARPLENS_SOURCE_DIR "/assets", {});
  recordings.wait();
  EXPECT_EQ(recordings.damage(), "");
  const catalog::Family family = catalog::transpose_family();
  EXPECT_EQ(recordings.image_of(family, *family.find("tile")).size(), 64u);
}

}  // namespace
}  // namespace warplens::session
