#include "kernels/run/toolkit/included_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "kernels/run/toolkit/process.h"

namespace warplens::run {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class IncludedFiles : public testing::Test {
 protected:
  IncludedFiles() {
    fs::create_directory(folder_.path() / "inc");
    mkfifo((folder_.path() / "fifo").c_str(), 0600);
    fs::create_symlink("/dev/zero", folder_.path() / "inc/zero.h");
  }
  [[nodiscard]] std::string error_of(const std::string& source) {
    std::ofstream(folder_.path() / "k.cu") << source;
    const auto checked = check_includes(folder_.path() / "k.cu", {folder_.path() / "inc"});
    return checked.has_value() ? "" : checked.error().message.in(Language::en);
  }
  TemporaryFolder folder_ = *TemporaryFolder::make();
};

TEST_F(IncludedFiles, ThatAreDevicesOrPipesAreRefusedWithTheirLine) {
  EXPECT_THAT(error_of("\n#include \"/dev/zero\"\n"),
              HasSubstr("k.cu:2: '/dev/zero' is no regular file"));
  EXPECT_THAT(error_of("# include </dev/zero>"), HasSubstr("is no regular file"));
  EXPECT_THAT(error_of("  #  include \"fifo\""), HasSubstr("'fifo' is no regular file"));
  EXPECT_THAT(error_of("#include <zero.h>"), HasSubstr("'zero.h' is no regular file"));
}

TEST_F(IncludedFiles, AreLookedAtInHeadersOfItsOwnToo) {
  std::ofstream(folder_.path() / "a.h") << "#include \"inc/b.h\"\n#include \"a.h\"\n";
  std::ofstream(folder_.path() / "inc/b.h") << "#include \"../fifo\"\n";
  EXPECT_THAT(error_of("#include \"a.h\""), HasSubstr("inc/b.h:1: '../fifo' is no regular file"));
}

TEST_F(IncludedFiles, ThatAreFilesOrTheToolkitsArePassed) {
  std::ofstream(folder_.path() / "a.h") << "// fine\n";
  EXPECT_EQ(error_of("#include \"a.h\"\n#include <cuda_fp16.h>\n#include \"missing.h\"\n"
                     "// #include \"fifo\"\n#define X 1\n#include MACRO\n"),
            "");
}

}  // namespace
}  // namespace warplens::run
