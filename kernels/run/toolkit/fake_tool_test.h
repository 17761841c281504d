// A compiler or assembler that does as a test likes; while it lives PATH leads to it alone.
#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "kernels/run/toolkit/process.h"

namespace warplens::run {

// What a slow one does: a minute is longer than any test waits.
inline constexpr const char* kTakesAMinute = "exec /bin/sleep 60";

class FakeTool {
 public:
  FakeTool(const std::string& name, const std::string& script) {
    const std::filesystem::path tool = folder_.path() / name;
    std::ofstream(tool) << "#!/bin/sh\necho run >>" << log_.string() << "\n" << script << "\n";
    std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
    setenv("PATH", folder_.path().c_str(), 1);
  }
  FakeTool(const FakeTool&) = delete;
  FakeTool& operator=(const FakeTool&) = delete;
  ~FakeTool() { setenv("PATH", searched_.c_str(), 1); }

  // How often it was started.
  [[nodiscard]] int runs() const {
    std::ifstream in(log_);
    int count = 0;
    for (std::string line; std::getline(in, line);) ++count;
    return count;
  }
  void wait_for_runs(int count) const {
    while (runs() < count) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

 private:
  const std::string searched_ = std::getenv("PATH");
  const TemporaryFolder folder_ = TemporaryFolder::make().value();
  const std::filesystem::path log_ = folder_.path() / "runs";
};

}  // namespace warplens::run
