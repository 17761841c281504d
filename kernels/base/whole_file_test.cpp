#include "kernels/base/whole_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace warplens {
namespace {

namespace fs = std::filesystem;

class WholeFiles : public testing::Test {
 protected:
  WholeFiles() { fs::create_directories(folder_); }
  ~WholeFiles() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string read(const char* name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  [[nodiscard]] auto files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  fs::path folder_ = fs::temp_directory_path() / fmt::format("warplens-whole-{}", ::getpid());
};

TEST_F(WholeFiles, AreMadeAndReplaced) {
  ASSERT_TRUE(write_whole_file(folder_ / "a", "one").has_value());
  ASSERT_TRUE(write_whole_file(folder_ / "a", "two").has_value());
  EXPECT_EQ(read("a"), "two");
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFiles, RemoveWhatAKilledWriterOfThatNameHadBegun) {
  const pid_t killed = fork();
  if (killed == 0) _exit(0);
  ASSERT_EQ(waitpid(killed, nullptr, 0), killed);
  const auto leave = [&](const std::string& name) { std::ofstream(folder_ / name) << "half"; };
  leave(fmt::format("a.{}-0.tmp", killed));
  leave(fmt::format("a.{}-12.tmp", killed));
  const std::vector<std::string> others = {
      fmt::format("a.{}-0.tmp", ::getppid()), fmt::format("b.{}-0.tmp", killed),
      fmt::format("a.{}-x.tmp", killed), "a.tmp", "a.notes-1.tmp"};
  for (const std::string& name : others) leave(name);
  ASSERT_TRUE(write_whole_file(folder_ / "a", "one").has_value());
  EXPECT_EQ(files(), static_cast<std::ptrdiff_t>(1 + others.size()));
  for (const std::string& name : others) EXPECT_TRUE(fs::exists(folder_ / name)) << name;
}

TEST_F(WholeFiles, AreMadeOfPieces) {
  const auto made = write_whole_file(folder_ / "a", [](const TakePiece& take) {
    for (const char* piece : {"one", "", " two"}) EXPECT_TRUE(take(piece));
  });
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(read("a"), "one two");
}

TEST_F(WholeFiles, WhosePiecesDoNotFitAreNotThere) {
  bool is_taken = true;
  const auto made = write_whole_file("/dev/full", [&](const TakePiece& take) {
    is_taken = take(std::string(1 << 20, 'x')) && take("y");
  });
  EXPECT_FALSE(made.has_value());
  EXPECT_FALSE(is_taken) << "no more is wanted";
}

TEST_F(WholeFiles, KeepTheirPermissionsAndTheLinksToThem) {
  ASSERT_TRUE(write_whole_file(folder_ / "a", "one").has_value());
  fs::permissions(folder_ / "a", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a", folder_ / "link");
  ASSERT_TRUE(write_whole_file(folder_ / "link", "two").has_value());
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read("a"), "two");
  EXPECT_EQ(fs::status(folder_ / "a").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(WholeFiles, StayAsTheyWereWhenTheDiskIsFull) {
  ASSERT_TRUE(write_whole_file(folder_ / "a", "one").has_value());
  // A limit on a file's size fails as a full disk does: in the middle of a write.
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{4096, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const auto written = write_whole_file(folder_ / "a", std::string(100'000, 'x'));
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(read("a"), "one");
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFiles, GoToADeviceAsItIs) {
  EXPECT_TRUE(write_whole_file("/dev/null", "x").has_value());
  EXPECT_TRUE(check_writable("/dev/null").has_value());
  const auto full = write_whole_file("/dev/full", "x");
  ASSERT_FALSE(full.has_value());
  EXPECT_TRUE(full.error().message.in(Language::en).starts_with("cannot write '/dev/full': "));
}

TEST_F(WholeFiles, ThatALibraryWritesBeginBesideTheirPlace) {
  const auto made = new_file_beside(folder_ / "a");
  ASSERT_TRUE(made.has_value());
  const auto other = new_file_beside(folder_ / "a");
  ASSERT_TRUE(other.has_value());
  EXPECT_NE(*made, *other);
  EXPECT_EQ(made->parent_path(), folder_);
  EXPECT_FALSE(fs::exists(folder_ / "a"));
  EXPECT_TRUE(synchronise(*made));
  fs::remove(*made);
  EXPECT_FALSE(synchronise(*made));
}

TEST_F(WholeFiles, HaveNoPlaceInAFolderThatIsMissing) {
  const auto made = new_file_beside(folder_ / "missing/a");
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().message.in(Language::en),
            fmt::format("cannot write '{}': No such file or directory",
                        (folder_ / "missing/a").string()));
}

TEST_F(WholeFiles, AreRefusedBeforeThereIsAnythingToWrite) {
  EXPECT_TRUE(check_writable(folder_ / "a").has_value());
  EXPECT_FALSE(check_writable(folder_).has_value());
  EXPECT_FALSE(check_writable(folder_ / "missing/a").has_value());
}

}  // namespace
}  // namespace warplens
