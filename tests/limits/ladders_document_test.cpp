// docs/LADDERS.md is what recordings and docs/ladders give now. After a wanted change:
// cmake --build --preset release --target ladders_document, then read the diff.
#include "tests/limits/ladders_document.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "kernels/base/whole_file.h"

namespace warplens::limits {
namespace {

const std::filesystem::path kLadders = WARPLENS_SOURCE_DIR "/docs/LADDERS.md";

TEST(LaddersDocument, IsWhatIsCommitted) {
  session::Recordings recordings(WARPLENS_SOURCE_DIR "/assets", {});
  recordings.wait();
  const std::string text = ladders_document(recordings, WARPLENS_SOURCE_DIR "/docs/ladders");
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) {
    EXPECT_TRUE(write_whole_file(kLadders, text).has_value());
  }
  std::ifstream in(kLadders);
  EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(in), {}) == text)
      << "docs/LADDERS.md is stale: build the target ladders_document";
  for (const char* missing : {"{{", "not recorded"}) {
    EXPECT_EQ(text.find(missing), std::string::npos) << missing;
  }
}

}  // namespace
}  // namespace warplens::limits
