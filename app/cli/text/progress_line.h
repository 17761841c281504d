// One line on standard error that says how far long work is, where a person watches.
#pragma once

#include <string_view>

namespace warplens::cli {

// Nothing is written unless standard error is a terminal. The line is gone at the end of the scope.
class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();
  void show(std::string_view text) const;
  void clear() const;
  [[nodiscard]] bool is_watched() const { return is_watched_; }

 private:
  bool is_watched_;
};

}  // namespace warplens::cli
