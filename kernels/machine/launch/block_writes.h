// The bytes of watched buffers that one block has written, by guest address.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "kernels/machine/launch/byte_set.h"

namespace warplens::machine {

class BlockWrites {
 public:
  void clear() {
    pages_.clear();
    last_ = nullptr;
  }
  // `sets`: gives the bytes a value by itself; an atomic that adds to what is there does not.
  void add(const ByteMask& bytes, bool sets) {
    Page& page = page_of(bytes.word);
    page.written[bytes.word % kWords] |= bytes.bits;
    if (sets) page.set[bytes.word % kWords] |= bytes.bits;
  }
  // The same for [begin, end), which may be long.
  void add(std::uint64_t begin, std::uint64_t end, bool sets) {
    each_mask(begin, end, [&](const ByteMask& bytes) { add(bytes, sets); });
  }
  [[nodiscard]] std::uint64_t written_bits(std::uint64_t word) const {
    const Page* const page = find(word);
    return page == nullptr ? 0 : page->written[word % kWords];
  }
  [[nodiscard]] bool wrote_any(const ByteMask& bytes) const {
    return (written_bits(bytes.word) & bytes.bits) != 0;
  }
  [[nodiscard]] bool set_any(const ByteMask& bytes) const {
    const Page* const page = find(bytes.word);
    return page != nullptr && (page->set[bytes.word % kWords] & bytes.bits) != 0;
  }
  [[nodiscard]] bool wrote_any_in(std::uint64_t begin, std::uint64_t end, bool sets) const {
    bool is_found = false;
    each_mask(begin, end, [&](const ByteMask& bytes) {
      is_found = is_found || (sets ? set_any(bytes) : wrote_any(bytes));
    });
    return is_found;
  }
  // visit(word, bits that were written, bits that were set)
  template <class Visit>
  void each_word(Visit visit) const {
    for (const auto& [key, page] : pages_) {
      for (std::uint64_t i = 0; i < kWords; ++i) {
        if (page.written[i] != 0) visit(key * kWords + i, page.written[i], page.set[i]);
      }
    }
  }

 private:
  static constexpr std::uint64_t kWords = 64;  // a page
  struct Page {
    std::array<std::uint64_t, kWords> written{}, set{};
  };

  // Accesses stay in a page for a while.
  Page& page_of(std::uint64_t word) {
    if (last_ == nullptr || last_key_ != word / kWords) {
      last_key_ = word / kWords;
      last_ = &pages_[last_key_];
    }
    return *last_;
  }
  [[nodiscard]] const Page* find(std::uint64_t word) const {
    if (last_ != nullptr && last_key_ == word / kWords) return last_;
    const auto found = pages_.find(word / kWords);
    return found == pages_.end() ? nullptr : &found->second;
  }

  std::unordered_map<std::uint64_t, Page> pages_;
  Page* last_ = nullptr;
  std::uint64_t last_key_ = 0;
};

}  // namespace warplens::machine
