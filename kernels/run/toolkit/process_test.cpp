#include "kernels/run/toolkit/process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "kernels/base/all_tests.h"

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

TEST_F(StoppedProcess, EndsWhenItsTimeIsOver) {
  const auto begin = std::chrono::steady_clock::now();
  const auto status =
      run_process({"/bin/sh", "-c", "sleep 60 & wait"}, log_, {}, {std::chrono::milliseconds(200)});
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().message.in(Language::en),
            "sh was ended after 0.2 s: allow it more (--time-limit)");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
}

TEST_F(StoppedProcess, TakesNoMoreMemoryThanItMay) {
  if (is_emulated()) GTEST_SKIP() << "qemu starts programs in its own way";
  const std::vector<std::string> doubling = {"/bin/sh", "-c",
                                             "a=xxxxxxxx; while :; do a=$a$a; done"};
  const auto status = run_process(doubling, log_, {}, {60s, std::uint64_t{64} << 20});
  ASSERT_TRUE(status.has_value()) << status.error().message.in(Language::en);
  EXPECT_NE(*status, 0);
}

TEST_F(StoppedProcess, LeavesNothingBehindThatItStarted) {
  const auto status = run_process({"/bin/sh", "-c", "sleep 60 & echo $! >" + started_.string()},
                                  log_, stop_.get_token());
  EXPECT_EQ(status.value(), 0);
  const std::string left = line_of(started_);
  for (int i = 0; i < 1000 && !has_ended(left); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(has_ended(left));
}

TEST_F(StoppedProcess, EndsWithTheProcessThatRanItWhateverEndsThat) {
  for (const int signal : {SIGTERM, SIGKILL}) {
    const pid_t parent = fork();
    if (parent == 0) {
      (void)run_process({"/bin/sh", "-c", "echo $$ >" + started_.string() + "; sleep 60"}, log_);
      _exit(0);
    }
    const std::string child = line_of(started_);
    std::this_thread::sleep_for(100ms);
    EXPECT_FALSE(has_ended(child));
    kill(parent, signal);
    waitpid(parent, nullptr, 0);
    for (int i = 0; i < 2000 && !has_ended(child); ++i) std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(has_ended(child)) << signal;
    fs::remove(started_);
  }
}

TEST_F(StoppedProcess, MayBeACopyOfThisOne) {
  EXPECT_EQ(run_copy("it",
                     [&] {
                       std::ofstream(started_) << "line\n";
                       return 3;
                     })
                .value(),
            3);
  EXPECT_EQ(line_of(started_), "line");
  const auto begin = std::chrono::steady_clock::now();
  const auto endless = run_copy("it", [] { return static_cast<int>(sleep(60)); }, {},
                                {std::chrono::milliseconds(200)});
  ASSERT_FALSE(endless.has_value());
  EXPECT_EQ(endless.error().message.in(Language::en),
            "it was ended after 0.2 s: allow it more (--time-limit)");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
}

TEST_F(StoppedProcess, ThatEndsByItselfHasItsStatus) {
  EXPECT_EQ(run_process({"/bin/sh", "-c", "exit 3"}, log_, stop_.get_token()).value(), 3);
  EXPECT_EQ(run_process({"/bin/sh", "-c", "kill -9 $$"}, log_, stop_.get_token()).value(), 128 + 9);
}

}  // namespace
}  // namespace warplens::run
