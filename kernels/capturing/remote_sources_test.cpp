#include "kernels/capturing/remote_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "kernels/capturing/run_here.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::capturing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

void write_source(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// This machine in the other's place: the line run by its shell, in the folder above `project`.
class RemoteSources : public ::testing::Test {
 protected:
  RemoteSources() : made_(run::TemporaryFolder::make()), folder_(made_->path()) {
    fs::create_directory(folder_ / "copies");
    write_source(folder_ / "project/scale.cu", "scale\n");
  }

  trace::Sources found(const std::vector<std::string>& files,
                       const std::vector<std::string>& roots = {}) {
    const auto names = names_to_ask(files);
    write_source(folder_ / "names", lines_of(names));
    const std::string line =
        line_for_sources((folder_ / "project").string(), (folder_ / "copies").string(), roots);
    const auto status =
        run_here({{"sh", "-c", line}, {}, folder_ / "names", folder_ / "sent", std::nullopt});
    EXPECT_EQ(status.value_or(-1), 0);
    std::ifstream sent(folder_ / "sent", std::ios::binary);
    return sent_sources({std::istreambuf_iterator<char>(sent), {}}, names);
  }

  Result<run::TemporaryFolder> made_;
  fs::path folder_;
};

TEST_F(RemoteSources, AreThoseBeneathTheFolderInWhichTheProgramRan) {
  write_source(folder_ / "project/in ner/it's.cu", std::string("a\0\r\n1 2\n", 8));
  write_source(folder_ / "outside.cu", "outside");
  const std::string whole = (folder_ / "project/scale.cu").string();
  EXPECT_THAT(found({"in ner/it's.cu", whole, "../outside.cu", "missing.cu", "scale.cu"}),
              ElementsAre(Pair("in ner/it's.cu", std::string("a\0\r\n1 2\n", 8)),
                          Pair(whole, "scale\n"), Pair("scale.cu", "scale\n")));
}

TEST_F(RemoteSources, AreThoseBeneathAFolderThatIsNamedToo) {
  write_source(folder_ / "library/add.cuh", "add");
  const std::string whole = (folder_ / "library/add.cuh").string();
  EXPECT_THAT(found({whole, "add.cuh"}), IsEmpty());
  const std::string root = (folder_ / "library").string();
  EXPECT_THAT(found({whole, "add.cuh"}, {"missing", root}),
              ElementsAre(Pair(whole, "add"), Pair("add.cuh", "add")));
  EXPECT_THAT(found({"add.cuh"}, {"../library"}), ElementsAre(Pair("add.cuh", "add")));
}

TEST_F(RemoteSources, AreNoneThatALinkLeadsTo) {
  write_source(folder_ / "secret", "secret");
  fs::create_symlink(folder_ / "secret", folder_ / "project/link.cu");
  fs::create_directory_symlink(folder_, folder_ / "project/up");
  fs::create_symlink("scale.cu", folder_ / "project/inside.cu");
  EXPECT_THAT(found({"link.cu", "up/secret", "inside.cu"}),
              ElementsAre(Pair("inside.cu", "scale\n")));
}

TEST_F(RemoteSources, AreNoneThatAreHiddenAndNoFolders) {
  write_source(folder_ / "project/.ssh/id", "key");
  write_source(folder_ / "project/.env", "key");
  EXPECT_THAT(found({".ssh/id", ".env", ".", "/dev/zero", "/"}), IsEmpty());
  EXPECT_THAT(found({"id"}, {".ssh"}), ElementsAre(Pair("id", "key")));  // a folder that is named
}

TEST_F(RemoteSources, AreNoneThatAreTooLarge) {
  const fs::path large = folder_ / "project/large.cu";
  write_source(large, "x");
  fs::resize_file(large, run::kMaximumSourceBytes);
  EXPECT_EQ(found({"large.cu"}).at(0).second.size(), run::kMaximumSourceBytes);
  fs::resize_file(large, run::kMaximumSourceBytes + 1);
  EXPECT_THAT(found({"large.cu", "scale.cu"}), ElementsAre(Pair("scale.cu", "scale\n")));
}

TEST_F(RemoteSources, TakeNoMoreThanTheirRoom) {
  std::vector<std::string> files;
  for (int i = 0; i < 17; ++i) {
    files.push_back(fmt::format("{}.cu", i));
    write_source(folder_ / "project" / files.back(), "x");
    fs::resize_file(folder_ / "project" / files.back(), run::kMaximumSourceBytes);
  }
  files.emplace_back("scale.cu");
  EXPECT_EQ(found(files).size(), 16U);
}

TEST_F(RemoteSources, RunNothingThatANameHolds) {
  EXPECT_THAT(found({"$(touch a)", "`touch a`", "'; touch a; '", "a\ntouch a", "-n", "*"}),
              IsEmpty());
  write_source(folder_ / "project/$(touch a)*.cu", "plain");
  EXPECT_THAT(found({"$(touch a)*.cu"}), ElementsAre(Pair("$(touch a)*.cu", "plain")));
  EXPECT_FALSE(fs::exists(folder_ / "project/a"));
}

TEST(SentSources, AreReadAsFarAsTheyAreSources) {
  const std::vector<std::string> names{"a", "b", "c"};
  EXPECT_THAT(sent_sources("0 2\nhi2 0\n", names), ElementsAre(Pair("a", "hi"), Pair("c", "")));
  for (const char* sent : {"", "0", "0 ", "0 2", "0 2\nh", "3 1\nx", "-1 1\nx", "0 -1\nx", "x",
                           "0 1 1\nx", "99999999999999999999 1\nx", "0 99999999999\nx", "+0 1\nx"})
    EXPECT_THAT(sent_sources(sent, names), IsEmpty()) << sent;
  EXPECT_THAT(sent_sources("1 1\nx1 1\ny", names), ElementsAre(Pair("b", "x")));
  EXPECT_THAT(sent_sources("1 1\nx0 1\ny", names), ElementsAre(Pair("b", "x")));
}

}  // namespace
}  // namespace warplens::capturing
