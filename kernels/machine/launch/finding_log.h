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

struct FindingKey {
  trace::FindingKind kind = trace::FindingKind::race;
  std::uint32_t instruction = 0;
  std::uint32_t other = 0;   // a race: the earlier access's instruction
  bool within_warp = false;  // a race: between lanes of one warp
  friend auto operator<=>(const FindingKey&, const FindingKey&) = default;
};

class FindingLog {
 public:
  // Counts an occurrence; `make` is called for the first one only.
  void add(const FindingKey& key, const std::function<trace::Finding()>& make);
  // Counts an occurrence of what was added last; false where it is another. What all lanes of an
  // instruction find costs one look at the key for each.
  bool repeats(const FindingKey& key);
  // More occurrences of what may have been found; of what has not they are nothing.
  void count(const FindingKey& key, std::uint64_t occurrences);
  [[nodiscard]] bool contains(const FindingKey& key) const { return index_.contains(key); }
  [[nodiscard]] const std::vector<FindingKey>& keys() const { return keys_; }
  // Appends a later block's log, but for the findings at the instructions in `without`.
  void append(const FindingLog& other, const std::set<std::uint32_t>& without = {});
  // The same, but for what `left_out` contains.
  void append_new(const FindingLog& other, const std::set<FindingKey>& left_out);
  // The first `maximum` findings, in the order in which they were met. One stands for all of its
  // kind, about the same, at the same source line or the same two lines: a loop that the compiler
  // unrolled is one place to a person. Without line information an instruction is a place. Of races
  // a pair from two warps stands for those within one.
  [[nodiscard]] std::vector<trace::Finding> take(std::size_t maximum) const;
  void clear();

 private:
  // File, line, and the instruction where there is no line.
  using Place = std::tuple<std::string, std::uint32_t, std::uint32_t>;
  using Group = std::tuple<trace::FindingKind, std::string, Place, Place>;
  [[nodiscard]] Group group_of(std::size_t index) const;
  void append(const FindingKey& key, const trace::Finding& finding);

  std::map<FindingKey, std::size_t> index_;
  std::vector<FindingKey> keys_;
  std::vector<trace::Finding> findings_;
  std::size_t latest_ = 0;  // in `keys_`: what was added last
};

}  // namespace warplens::machine
