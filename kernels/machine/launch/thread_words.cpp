#include "kernels/machine/launch/thread_words.h"

#include <algorithm>

namespace warplens::machine {

void ThreadWords::add(std::uint64_t address, std::uint32_t width, std::uint32_t thread,
                      GlobalUse use, std::set<std::uint64_t>& suspects) {
  Line& line = line_of(address / kBytesAWord);
  const std::uint64_t first = address % kBytesAWord;
  bool fits = true;
  for (std::uint64_t word = first / kWordBytes; word * kWordBytes < first + width; ++word) {
    fits = use_word(line.words[word], thread, use) && fits;
  }
  if (!fits) suspects.insert(line.line);
}

// False where another thread has used the word and the order matters.
bool ThreadWords::use_word(std::uint32_t& word, std::uint32_t thread, GlobalUse use) {
  const auto state = [](std::uint32_t owner, GlobalUse how) {
    return (owner << kUseBits | static_cast<std::uint32_t>(how)) + 1;
  };
  const std::uint32_t own = state(thread, use);
  if (word == 0 || word == own) {
    const bool is_own = word == 0 || thread != kEveryone;
    word = own;
    return is_own || use != GlobalUse::write;
  }
  const std::uint32_t known = word - 1;
  const auto known_use = static_cast<GlobalUse>(known & ((1u << kUseBits) - 1));
  if (known >> kUseBits == thread && thread != kEveryone) {
    word = state(thread, GlobalUse::write);
    return true;
  }
  const bool is_harmless = known_use == use && use != GlobalUse::write;
  word = state(kEveryone, is_harmless ? use : GlobalUse::write);
  return is_harmless;
}

ThreadWords::Line& ThreadWords::line_of(std::uint64_t line) {
  if (last_ < lines_.size() && lines_[last_].line == line) return lines_[last_];
  std::uint64_t slot = slot_of(line);
  for (; table_[slot] != kNone; slot = (slot + 1) & (table_.size() - 1)) {
    last_ = table_[slot];
    if (lines_[last_].line == line) return lines_[last_];
  }
  last_ = static_cast<std::uint32_t>(lines_.size());
  table_[slot] = last_;
  lines_.push_back({line});
  if (lines_.size() * 2 > table_.size()) grow();
  return lines_.back();
}

void ThreadWords::grow() {
  ++bits_;
  table_.assign(std::size_t{1} << bits_, kNone);
  for (std::uint32_t i = 0; i < lines_.size(); ++i) {
    std::uint64_t slot = slot_of(lines_[i].line);
    while (table_[slot] != kNone) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = i;
  }
}

void ThreadWords::forget() {
  std::ranges::fill(table_, kNone);
  lines_.clear();
  last_ = 0;
}

}  // namespace warplens::machine
