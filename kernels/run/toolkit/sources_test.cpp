// What a module's line information may make the program read.
#include "kernels/run/toolkit/sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "kernels/run/toolkit/process.h"

namespace warplens::run {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

// A module whose lines are of the files named.
ptx::Module module_of(std::vector<std::string> files) {
  ptx::Module module;
  module.files = std::move(files);
  for (std::uint32_t file = 0; file < module.files.size(); ++file) {
    ptx::SourceLocation location;
    location.file = file;
    module.locations.push_back(location);
  }
  return module;
}

class Sources : public testing::Test {
 protected:
  Sources() {
    fs::create_directories(root() / "sub/.git");
    write("kernel/../outside.txt");
    write("kernel/k.cu");
    write("kernel/sub/k.h");
    write("kernel/sub/.git/config");
  }
  [[nodiscard]] fs::path root() const { return folder_.path() / "kernel"; }
  void write(const std::string& name) { std::ofstream(folder_.path() / name) << name; }
  trace::Sources find(const std::string& name) { return find_sources(module_of({name}), {root()}); }

  TemporaryFolder folder_ = *TemporaryFolder::make();
};

TEST_F(Sources, BeneathTheKernelsFolderAreReadByAnyName) {
  EXPECT_THAT(find("k.cu"), ElementsAre(Pair("k.cu", "kernel/k.cu")));
  EXPECT_THAT(find("sub/../sub/k.h"), ElementsAre(Pair("sub/../sub/k.h", "kernel/sub/k.h")));
  const std::string absolute = (root() / "k.cu").string();
  EXPECT_THAT(find(absolute), ElementsAre(Pair(absolute, "kernel/k.cu")));
}

TEST_F(Sources, ElsewhereAreNotRead) {
  EXPECT_THAT(find("../outside.txt"), IsEmpty());
  EXPECT_THAT(find((folder_.path() / "outside.txt").string()), IsEmpty());
  EXPECT_THAT(find("/etc/passwd"), IsEmpty());
  EXPECT_THAT(find_sources(module_of({"../outside.txt"}), {root(), folder_.path()}),
              ElementsAre(Pair("../outside.txt", "kernel/../outside.txt")));
}

TEST_F(Sources, BehindALinkThatLeadsOutAreNotRead) {
  fs::create_symlink(folder_.path() / "outside.txt", root() / "link.cu");
  fs::create_directory_symlink(folder_.path(), root() / "up");
  EXPECT_THAT(find("link.cu"), IsEmpty());
  EXPECT_THAT(find("up/outside.txt"), IsEmpty());
}

TEST_F(Sources, InHiddenFoldersAreNotRead) { EXPECT_THAT(find("sub/.git/config"), IsEmpty()); }

TEST_F(Sources, ThatAreNoRegularFilesOfASourcesSizeAreNotRead) {
  ASSERT_EQ(mkfifo((root() / "pipe.cu").c_str(), 0600), 0);
  EXPECT_THAT(find("pipe.cu"), IsEmpty());
  EXPECT_THAT(find("sub"), IsEmpty());
  write("kernel/large.cu");
  fs::resize_file(root() / "large.cu", kMaximumSourceBytes + 1);
  EXPECT_THAT(find("large.cu"), IsEmpty());
  fs::resize_file(root() / "large.cu", kMaximumSourceBytes);
  EXPECT_THAT(find("large.cu"), testing::SizeIs(1));
}

TEST_F(Sources, OfAModuleHaveALimitTogether) {
  std::vector<std::string> names;
  const std::size_t fit = kMaximumAllSourcesBytes / kMaximumSourceBytes;
  for (std::size_t i = 0; i < fit + 2; ++i) {
    names.push_back(std::to_string(i) + ".cu");
    write("kernel/" + names.back());
    fs::resize_file(root() / names.back(), kMaximumSourceBytes);
  }
  EXPECT_THAT(find_sources(module_of(names), {root()}), testing::SizeIs(fit));
}

}  // namespace
}  // namespace warplens::run
