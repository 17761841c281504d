#include "kernels/trace/event_forms.h"

#include <algorithm>
#include <utility>

namespace warplens::trace {

namespace {

constexpr std::size_t kFewForms = 64;

void append_without_base(std::vector<std::uint32_t>& words, EventForms::Words entry) {
  const std::size_t begin = words.size();
  words.insert(words.end(), entry.begin(), entry.end());
  if (!entry.empty()) words[begin + 1] = words[begin + 2] = 0;
}

void append_with_base(std::vector<std::uint32_t>& words, EventForms::Words entry,
                      std::uint64_t base) {
  const std::size_t begin = words.size();
  words.insert(words.end(), entry.begin(), entry.end());
  if (entry.empty()) return;
  words[begin + 1] = static_cast<std::uint32_t>(base);
  words[begin + 2] = static_cast<std::uint32_t>(base >> 32);
}

std::uint32_t hash_of(const EventForm& form, EventForms::Words words) {
  std::uint64_t hash = form.site;
  const auto add = [&](std::uint32_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u >> 3; };
  for (const std::uint32_t value : {form.mask, form.taken, form.words}) add(value);
  for (const std::uint32_t word : words) add(word);
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

void decode_entry(EventForms::Words entry, std::uint64_t base, std::uint32_t mask,
                  LaneAddresses& addresses) {
  if (entry.empty()) return addresses.fill(0);
  AddressEntry::decode(entry, base, mask, addresses);
}

}  // namespace

std::uint32_t EventForms::number_of(std::uint32_t site, std::uint32_t mask, std::uint32_t taken,
                                    Words entry, Words entry2) {
  append_without_base(words_, entry);
  append_without_base(words_, entry2);
  return number_of_last({site, mask, taken, static_cast<std::uint32_t>(entry.size()),
                         static_cast<std::uint32_t>(entry2.size())});
}

std::uint32_t EventForms::number_of(const EventForms& other, std::uint32_t form) {
  const Words words = other.words_of(other.forms_[form]);
  words_.insert(words_.end(), words.begin(), words.end());
  return number_of_last(other[form]);
}

std::uint32_t EventForms::number_of_last(const EventForm& form) {
  if (2 * forms_.size() >= table_.size()) grow();
  Kept kept{form, 0, words_.size() - form.words - form.words2};
  kept.hash = hash_of(form, words_of(kept));
  std::uint32_t& number = table_[place_of(kept)];
  if (number != kNone) {
    words_.resize(kept.first);
    return number;
  }
  number = static_cast<std::uint32_t>(forms_.size());
  forms_.push_back(kept);
  return number;
}

// The slot of the table that has it, or the free one for it.
std::size_t EventForms::place_of(const Kept& kept) const {
  std::size_t place = kept.hash & (table_.size() - 1);
  for (; table_[place] != kNone; place = (place + 1) & (table_.size() - 1)) {
    const Kept& other = forms_[table_[place]];
    if (other.hash == kept.hash && other.form == kept.form &&
        std::ranges::equal(words_of(other), words_of(kept))) {
      break;
    }
  }
  return place;
}

void EventForms::grow() {
  table_.assign(std::max(kFewForms, 2 * table_.size()), kNone);
  for (std::uint32_t i = 0; i < forms_.size(); ++i) table_[place_of(forms_[i])] = i;
}

bool EventForms::are_alike(std::uint32_t form, const EventForms& other,
                           std::uint32_t others_form) const {
  return forms_[form].form == other[others_form] &&
         std::ranges::equal(words_of(forms_[form]), other.words_of(other.forms_[others_form]));
}

void EventForms::decode(std::uint32_t form, std::uint64_t base, LaneAddresses& addresses) const {
  const Kept& kept = forms_[form];
  decode_entry(words_of(kept).first(kept.form.words), base, kept.form.mask, addresses);
}

void EventForms::decode2(std::uint32_t form, std::uint64_t base2, LaneAddresses& addresses2) const {
  const Kept& kept = forms_[form];
  decode_entry(words_of(kept).last(kept.form.words2), base2, kept.form.mask, addresses2);
}

void EventForms::copy_whole(std::uint32_t form, std::uint64_t base, std::uint64_t base2,
                            std::vector<std::uint32_t>& words) const {
  const Kept& kept = forms_[form];
  append_with_base(words, words_of(kept).first(kept.form.words), base);
  append_with_base(words, words_of(kept).last(kept.form.words2), base2);
}

void EventForms::clear() {
  forms_.clear();
  words_.clear();
  std::ranges::fill(table_, kNone);
}

}  // namespace warplens::trace
