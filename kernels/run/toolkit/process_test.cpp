#include "kernels/run/toolkit/process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace warplens::run {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// Gone, or dead and not yet buried.
bool has_ended(const std::string& process) {
  std::string status;
  std::getline(std::ifstream("/proc/" + process + "/stat"), status);
  return status.empty() || status.find(") Z") != std::string::npos;
}

class StoppedProcess : public ::testing::Test {
 protected:
  // What the file holds once there is a line in it.
  [[nodiscard]] std::string line_of(const fs::path& file) const {
    std::string line;
    while (!std::getline(std::ifstream(file), line)) std::this_thread::sleep_for(1ms);
    return line;
  }

  const TemporaryFolder folder_ = TemporaryFolder::make().value();
  const fs::path log_ = folder_.path() / "log";
  const fs::path started_ = folder_.path() / "started";
  std::stop_source stop_;
};

TEST_F(StoppedProcess, EndsWithinASecondWithWhateverItHasStarted) {
  Result<int> status = 0;
  std::jthread waiting([&] {
    status =
        run_process({"/bin/sh", "-c", "sleep 60 & echo $! >" + started_.string() + "; wait; wait"},
                    log_, stop_.get_token());
  });
  const std::string grandchild = line_of(started_);
  EXPECT_FALSE(has_ended(grandchild));
  const auto begin = std::chrono::steady_clock::now();
  stop_.request_stop();
  waiting.join();
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().message.in(Language::en), "cancelled");
  while (!has_ended(grandchild)) {
    ASSERT_LT(std::chrono::steady_clock::now() - begin, 1s);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
}

TEST_F(StoppedProcess, IsNotEvenStartedAfterwards) {
  stop_.request_stop();
  EXPECT_FALSE(run_process({"/bin/touch", started_.string()}, log_, stop_.get_token()).has_value());
  EXPECT_FALSE(fs::exists(started_));
}

TEST_F(StoppedProcess, ThatEndsByItselfHasItsStatus) {
  EXPECT_EQ(run_process({"/bin/sh", "-c", "exit 3"}, log_, stop_.get_token()).value(), 3);
  EXPECT_EQ(run_process({"/bin/sh", "-c", "kill -9 $$"}, log_, stop_.get_token()).value(), 128 + 9);
}

}  // namespace
}  // namespace warplens::run
