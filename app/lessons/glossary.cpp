#include "app/lessons/glossary.h"

#include "app/lessons/letters.h"

namespace warplens::lessons {
namespace {

// One Chinese character alone is part of too many other words.
bool is_too_short(std::string_view name) { return name.size() <= 3 && has_chinese(name); }

bool stands_for_number(std::string_view name) {
  return name.starts_with("n-") || name.starts_with("n ");
}

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - at;
}

bool ends_word(std::string_view text, std::size_t end) {
  return end >= text.size() || !is_word(text[end - 1]) || !is_word(text[end]);
}

// The end of the word that starts with a name and ends at `end` or with a plural; 0 when it goes
// on.
std::size_t end_of_word(std::string_view text, std::size_t end) {
  if (ends_word(text, end)) return end;
  for (const std::string_view plural : {"s", "es"}) {
    const std::size_t longer = end + plural.size();
    if (lower(text.substr(end, plural.size())) == plural && ends_word(text, longer)) return longer;
  }
  return 0;
}

}  // namespace

Glossary::Glossary(std::vector<Term> terms) : terms_(std::move(terms)) {
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    add_name(terms_[i].name.en, i);
    add_name(terms_[i].name.zh, i);
    for (const std::string& name : terms_[i].also) add_name(name, i);
  }
  for (std::vector<Name>& bucket : names_) {
    std::ranges::stable_sort(bucket, std::ranges::greater{},
                             [](const Name& name) { return name.letters.size(); });
  }
}

void Glossary::add_name(std::string_view name, std::size_t term) {
  if (name.empty() || is_too_short(name)) return;
  const Name entry{lower(name), term};
  names_[static_cast<unsigned char>(entry.letters.front())].push_back(entry);
  if (!stands_for_number(entry.letters)) return;
  for (char digit = '0'; digit <= '9'; ++digit) {
    names_[static_cast<unsigned char>(digit)].push_back(entry);
  }
}

// The end of `name` at `at`, with its plural; 0 when it is not there.
std::size_t Glossary::match(const Name& name, std::string_view text, std::size_t at) const {
  std::string_view letters = name.letters;
  if (const std::size_t digits = digits_at(text, at); digits > 0) {
    if (!stands_for_number(letters)) return 0;
    letters.remove_prefix(1);
    at += digits;
  }
  if (text.size() - at < letters.size()) return 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (lower(text[at + i]) != letters[i]) return 0;
  }
  return end_of_word(text, at + letters.size());
}

std::vector<Mention> Glossary::mentions(std::string_view text) const {
  std::vector<Mention> found;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = 0;
    const bool starts_word = at == 0 || !is_word(text[at - 1]) || !is_word(text[at]);
    if (starts_word) {
      for (const Name& name : names_[static_cast<unsigned char>(lower(text[at]))]) {
        end = match(name, text, at);
        if (end == 0) continue;
        found.push_back({at, end, name.term});
        break;
      }
    }
    at = std::max(end, at + 1);
  }
  return found;
}

bool Glossary::is_called(std::size_t term, std::string_view words) const {
  const std::string wanted = lower(trimmed_view(words));
  const auto is_it = [&](std::string_view name) { return lower(name) == wanted; };
  const Term& there = terms_[term];
  return is_it(there.name.en) || is_it(there.name.zh) || std::ranges::any_of(there.also, is_it);
}

std::vector<std::size_t> Glossary::search(std::string_view words) const {
  const std::string wanted = lower(trimmed_view(words));
  std::vector<std::size_t> by_name, by_text;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const Term& term = terms_[i];
    const auto holds = [&](std::string_view text) {
      return lower(text).find(wanted) != std::string::npos;
    };
    if (holds(term.name.en) || holds(term.name.zh) || std::ranges::any_of(term.also, holds)) {
      by_name.push_back(i);
    } else if (holds(plain_text(term.text.in[0])) || holds(plain_text(term.text.in[1]))) {
      by_text.push_back(i);
    }
  }
  by_name.insert(by_name.end(), by_text.begin(), by_text.end());
  return by_name;
}

}  // namespace warplens::lessons
