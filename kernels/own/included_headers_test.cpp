#include "kernels/own/included_headers.h"

#include <gmock/gmock.h>

#include <fstream>

#include "kernels/ptx/parser.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::own {
namespace {
namespace fs = std::filesystem;

using testing::ElementsAre;

class IncludedHeaders : public testing::Test {
 protected:
  void write(const fs::path& name, const std::string& text) const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
  }
  [[nodiscard]] std::vector<std::string> texts_of(const fs::path& name,
                                                  const trace::Sources& compiled) const {
    run::LoadedKernel loaded;
    const std::string file = (folder_.path() / name).string();
    loaded.module = std::make_shared<const ptx::Module>(
        ptx::parse(".version 7.0\n.target sm_75\n.address_size 64\n", file).value());
    loaded.sources = std::make_shared<const trace::Sources>(compiled);
    return source_texts(loaded);
  }
  [[nodiscard]] std::vector<std::string> texts_of(const std::string& text) const {
    return texts_of("k/k.cu", {{(folder_.path() / "k/k.cu").string(), text}});
  }

 private:
  run::TemporaryFolder folder_ = *run::TemporaryFolder::make();
};

TEST_F(IncludedHeaders, StandWhereTheyAreIncluded) {
  write("k/config/a.h", "#pragma once\n#include \"b.h\"\na\n");
  write("k/config/b.h", "#pragma once\n#include \"a.h\"\nb");
  EXPECT_THAT(texts_of("first\n  #  include \"config/a.h\" // sizes\nlast"),
              ElementsAre("first\n#pragma once\n#pragma once\n#include \"a.h\"\nb\na\n\nlast"));
}

TEST_F(IncludedHeaders, OfOtherFoldersAreLeftOut) {
  write("other/secret.h", "secret\n");
  write("k/.hidden/secret.h", "secret\n");
  for (const char* name : {"../other/secret.h", ".hidden/secret.h", "/etc/passwd", "missing.h"}) {
    const std::string text = std::string("#include \"") + name + "\"\n";
    EXPECT_THAT(texts_of(text), ElementsAre(text)) << name;
  }
}

TEST_F(IncludedHeaders, OfAFileWithoutLinesOfItsOwnAreRead) {
  write("k/k.cu", "#include \"kernel.cuh\"\n");
  write("k/kernel.cuh", "kernel\n");
  EXPECT_THAT(texts_of("k/k.cu", {}), ElementsAre("kernel\n\n"));
}

}  // namespace
}  // namespace warplens::own
