// docs/GLOSSARY.md → Glossary.
#include <fstream>
#include <sstream>

#include "app/lessons/glossary.h"
#include "app/lessons/letters.h"

namespace warplens::lessons {
namespace {

constexpr std::string_view kHeading = "## ", kAlso = "Also:", kBetween = " · ";

struct TermSection {
  std::string_view heading;
  std::size_t line = 0;
  std::string also;
  Text text;
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
    return fail_in_both("docs/GLOSSARY.md line {}: write '## term · 中文'",
                        "docs/GLOSSARY.md 第 {} 行：请写成“## term · 中文”", section.line);
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
    return fail_in_both(
        "docs/GLOSSARY.md line {}: '{}' needs a name and a paragraph in both languages",
        "docs/GLOSSARY.md 第 {} 行：“{}”需要两种语言的名称和一段文字", section.line,
        section.heading);
  }
  return term;
}

}  // namespace

Result<Glossary> parse_glossary(std::string_view markdown) {
  std::vector<Term> terms;
  for (const TermSection& section : sections_of(markdown)) {
    auto term = term_of(section);
    if (!term.has_value()) return fail(term.error());
    terms.push_back(std::move(*term));
  }
  return Glossary(std::move(terms));
}

Result<Glossary> load_glossary(const std::filesystem::path& assets) {
  const auto folder =
      assets.has_filename() ? assets.parent_path() : assets.parent_path().parent_path();
  const std::filesystem::path path = folder / "docs" / "GLOSSARY.md";
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return fail_in_both("cannot read {}: it belongs beside the assets",
                        "无法读取 {}：它应在 assets 旁边", path.string());
  std::ostringstream text;
  text << in.rdbuf();
  return parse_glossary(text.str());
}

}  // namespace warplens::lessons
