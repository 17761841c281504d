#include "kernels/machine/launch/thread_words.h"

namespace warplens::machine {

void ThreadWords::add(std::uint64_t address, std::uint32_t width, std::uint32_t thread,
                      GlobalUse use, std::set<std::uint64_t>& suspects) {
  Line& line = lines_.of(address / kBytesAWord);
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

}  // namespace warplens::machine
