#include "app/lessons/glossary.h"

#include <fstream>
#include <sstream>

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

std::vector<std::string> Glossary::other_names(std::string_view words) const {
  std::vector<std::string> names;
  const std::string wanted = lower(trimmed_view(words));
  const auto add = [&](const std::string& name) {
    if (!is_too_short(name) && lower(name) != wanted) names.push_back(name);
  };
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (!is_called(i, words)) continue;
    add(terms_[i].name.zh);
    add(terms_[i].name.en);
    std::ranges::for_each(terms_[i].also, add);
  }
  return names;
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

// docs/GLOSSARY.md → Glossary.
namespace {

constexpr std::string_view kHeading = "## ", kAlso = "Also:", kBetween = " · ";

struct TermSection {
  std::string_view heading;
  std::size_t line = 0;
  std::string also;
  Both text;
};

// A paragraph belongs to the language of its letters; `line` goes on in the one before.
void add_line(TermSection& section, std::string_view line, std::string& paragraph) {
  if (!trimmed_view(line).empty()) {
    (paragraph += line) += '\n';
    return;
  }
  std::string& text = has_chinese(paragraph) ? section.text.zh : section.text.en;
  if (!paragraph.empty()) (text += std::exchange(paragraph, {})) += '\n';
}

std::vector<TermSection> sections_of(std::string_view markdown) {
  std::vector<TermSection> sections;
  std::string paragraph;
  for (std::size_t number = 1; !markdown.empty(); ++number) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    const std::string_view line = trimmed_view(markdown.substr(0, end));
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
    if (line.starts_with(kHeading)) {
      if (!sections.empty()) add_line(sections.back(), "", paragraph);
      paragraph.clear();
      sections.push_back({line.substr(kHeading.size()), number, {}, {}});
    } else if (!sections.empty() && line.starts_with(kAlso)) {
      sections.back().also = line.substr(kAlso.size());
    } else if (!sections.empty()) {
      add_line(sections.back(), line, paragraph);
    }
  }
  if (!sections.empty()) add_line(sections.back(), "", paragraph);
  return sections;
}

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (const auto name = trimmed_view(list.substr(0, end)); !name.empty())
      names.emplace_back(name);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

Result<Term> term_of(const TermSection& section) {
  const std::size_t between = section.heading.find(kBetween);
  if (between == std::string_view::npos) {
    return fail(tr("docs/GLOSSARY.md line {}: write '{}'", section.line, "## term · 中文"));
  }
  Term term;
  term.name.en = trimmed_view(section.heading.substr(0, between));
  term.name.zh = trimmed_view(section.heading.substr(between + kBetween.size()));
  term.also = names_in(section.also);
  term.text[Language::en] = parse_markdown(section.text.en);
  term.text[Language::zh] = parse_markdown(section.text.zh);
  const auto lacks = [&](const std::string& name, Language language) {
    return name.empty() || term.text[language].empty();
  };
  if (lacks(term.name.en, Language::en) || lacks(term.name.zh, Language::zh)) {
    return fail(tr("docs/GLOSSARY.md line {}: '{}' needs a name and a paragraph in both languages",
                   section.line, section.heading));
  }
  return term;
}

}  // namespace

Result<Glossary> parse_glossary(std::string_view markdown) {
  std::vector<Term> terms;
  for (const TermSection& section : sections_of(markdown)) {
    TRY(auto term, term_of(section));
    terms.push_back(std::move(term));
  }
  return Glossary(std::move(terms));
}

Result<Glossary> load_glossary(const std::filesystem::path& assets) {
  const auto folder =
      assets.has_filename() ? assets.parent_path() : assets.parent_path().parent_path();
  const std::filesystem::path path = folder / "docs" / "GLOSSARY.md";
  std::ifstream in(path, std::ios::binary);
  if (!in) return fail(tr("cannot read {}: it belongs beside the assets", path.string()));
  std::ostringstream text;
  text << in.rdbuf();
  return parse_glossary(text.str());
}

}  // namespace warplens::lessons
