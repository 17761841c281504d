// Asks whoever started this process which parts of large allocations a launch touches
// (spool_format.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::injected {

struct TouchedPart {
  std::uint64_t address = 0, bytes = 0;
};

// Of one episode.
class TouchedQuestion {
 public:
  // Where nobody listens nobody knows.
  explicit TouchedQuestion(const std::string& folder);
  ~TouchedQuestion();
  TouchedQuestion(const TouchedQuestion&) = delete;
  TouchedQuestion& operator=(const TouchedQuestion&) = delete;

  // What it touches beside what the spool has, which may be nothing; nullopt: nobody knows, or it
  // is more than `left` bytes.
  [[nodiscard]] std::optional<std::vector<TouchedPart>> ask(std::uint64_t episode,
                                                            std::uint64_t left) const;

 private:
  int socket_ = -1;
};

}  // namespace warplens::injected
