// Answers processes that are captured and ask which parts of large allocations a launch touches
// (kernels/injected/spool_format.h).
#pragma once

#include <filesystem>
#include <thread>

namespace warplens::capturing {

class TouchedAnswers {
 public:
  // Listens in the folder in which the processes leave their files, on a thread of its own, until
  // the end of its scope. Where that is refused nobody is answered.
  explicit TouchedAnswers(const std::filesystem::path& folder);
  ~TouchedAnswers();
  TouchedAnswers(const TouchedAnswers&) = delete;
  TouchedAnswers& operator=(const TouchedAnswers&) = delete;

 private:
  int listening_ = -1;
  std::jthread answering_;
};

}  // namespace warplens::capturing
