#include "kernels/trace/event_patterns.h"

#include <algorithm>
#include <utility>

namespace warplens::trace {

namespace {

constexpr std::size_t kFewForms = 64;

void append_without_base(std::vector<std::uint32_t>& words, EventPatterns::Words entry) {
  const std::size_t begin = words.size();
  words.insert(words.end(), entry.begin(), entry.end());
  if (!entry.empty()) words[begin + 1] = words[begin + 2] = 0;
}

void append_with_base(std::vector<std::uint32_t>& words, EventPatterns::Words entry,
                      std::uint64_t base) {
  const std::size_t begin = words.size();
  words.insert(words.end(), entry.begin(), entry.end());
  if (entry.empty()) return;
  words[begin + 1] = static_cast<std::uint32_t>(base);
  words[begin + 2] = static_cast<std::uint32_t>(base >> 32);
}

std::uint32_t hash_of(const EventPattern& pattern, EventPatterns::Words words) {
  std::uint64_t hash = pattern.site;
  const auto add = [&](std::uint32_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u >> 3; };
  for (const std::uint32_t value : {pattern.mask, pattern.taken, pattern.words}) add(value);
  for (const std::uint32_t word : words) add(word);
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

void decode_entry(EventPatterns::Words entry, std::uint64_t base, std::uint32_t mask,
                  LaneAddresses& addresses) {
  if (entry.empty()) return addresses.fill(0);
  AddressEntry::decode(entry, base, mask, addresses);
}

}  // namespace

std::uint32_t EventPatterns::number_of(std::uint32_t site, std::uint32_t mask, std::uint32_t taken,
                                       Words entry, Words entry2) {
  append_without_base(words_, entry);
  append_without_base(words_, entry2);
  return number_of_last({site, mask, taken, static_cast<std::uint32_t>(entry.size()),
                         static_cast<std::uint32_t>(entry2.size())});
}

std::uint32_t EventPatterns::number_of(const EventPatterns& other, std::uint32_t pattern) {
  const Words words = other.words_of(other.patterns_[pattern]);
  words_.insert(words_.end(), words.begin(), words.end());
  return number_of_last(other[pattern]);
}

std::uint32_t EventPatterns::number_of_last(const EventPattern& pattern) {
  if (2 * patterns_.size() >= table_.size()) grow();
  Kept kept{pattern, 0, words_.size() - pattern.words - pattern.words2};
  kept.hash = hash_of(pattern, words_of(kept));
  std::uint32_t& number = table_[place_of(kept)];
  if (number != kNone) {
    words_.resize(kept.first);
    return number;
  }
  number = static_cast<std::uint32_t>(patterns_.size());
  patterns_.push_back(kept);
  return number;
}

// The slot of the table that has it, or the free one for it.
std::size_t EventPatterns::place_of(const Kept& kept) const {
  std::size_t place = kept.hash & (table_.size() - 1);
  for (; table_[place] != kNone; place = (place + 1) & (table_.size() - 1)) {
    const Kept& other = patterns_[table_[place]];
    if (other.hash == kept.hash && other.pattern == kept.pattern &&
        std::ranges::equal(words_of(other), words_of(kept))) {
      break;
    }
  }
  return place;
}

void EventPatterns::grow() {
  table_.assign(std::max(kFewForms, 2 * table_.size()), kNone);
  for (std::uint32_t i = 0; i < patterns_.size(); ++i) table_[place_of(patterns_[i])] = i;
}

bool EventPatterns::are_alike(std::uint32_t pattern, const EventPatterns& other,
                              std::uint32_t others_pattern) const {
  return patterns_[pattern].pattern == other[others_pattern] &&
         std::ranges::equal(words_of(patterns_[pattern]),
                            other.words_of(other.patterns_[others_pattern]));
}

void EventPatterns::decode(std::uint32_t pattern, std::uint64_t base,
                           LaneAddresses& addresses) const {
  const Kept& kept = patterns_[pattern];
  decode_entry(words_of(kept).first(kept.pattern.words), base, kept.pattern.mask, addresses);
}

void EventPatterns::decode2(std::uint32_t pattern, std::uint64_t base2,
                            LaneAddresses& addresses2) const {
  const Kept& kept = patterns_[pattern];
  decode_entry(words_of(kept).last(kept.pattern.words2), base2, kept.pattern.mask, addresses2);
}

void EventPatterns::copy_whole(std::uint32_t pattern, std::uint64_t base, std::uint64_t base2,
                               std::vector<std::uint32_t>& words) const {
  const Kept& kept = patterns_[pattern];
  append_with_base(words, words_of(kept).first(kept.pattern.words), base);
  append_with_base(words, words_of(kept).last(kept.pattern.words2), base2);
}

void EventPatterns::clear() {
  patterns_.clear();
  words_.clear();
  std::ranges::fill(table_, kNone);
}

}  // namespace warplens::trace
