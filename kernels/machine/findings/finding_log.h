// Findings, one for each (kind, instruction, other instruction), with how often each occurred.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::machine {

class FindingLog {
 public:
  // Counts an occurrence; `make` is called for the first one only.
  void add(trace::FindingKind kind, std::uint32_t instruction, std::uint32_t other,
           const std::function<trace::Finding()>& make);
  // Appends a later block's log, but for the findings at the instructions in `without`.
  void append(const FindingLog& other, const std::set<std::uint32_t>& without = {});
  // The first `maximum` findings, in the order in which they were met. One stands for all of its
  // kind, about the same, at the same source line or the same two lines: a loop that the compiler
  // unrolled is one place to a person. Without line information an instruction is a place.
  [[nodiscard]] std::vector<trace::Finding> take(std::size_t maximum) const;
  void clear();

 private:
  using Key = std::tuple<trace::FindingKind, std::uint32_t, std::uint32_t>;
  // File, line, and the instruction where there is no line.
  using Place = std::tuple<std::string, std::uint32_t, std::uint32_t>;
  using Group = std::tuple<trace::FindingKind, std::string, Place, Place>;
  [[nodiscard]] Group group_of(std::size_t index) const;

  std::map<Key, std::size_t> index_;
  std::vector<Key> keys_;
  std::vector<trace::Finding> findings_;
};

}  // namespace warplens::machine
