#include "app/lessons/lesson_text.h"

#include <algorithm>
#include <array>
#include <map>

namespace warplens::lessons {
namespace {

struct LessonSection {
  std::string title;
  std::size_t line = 1;
  std::map<std::string, std::string, std::less<>> parts;  // "", "Do", "Predict", "Why", "Seen"
};

std::string_view next_line(std::string_view& text) {
  const auto end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

constexpr std::array<std::string_view, 4> kPartNames{"Do", "Predict", "Why", "Seen"};

bool is_part(std::string_view name) {
  return std::ranges::find(kPartNames, name) != kPartNames.end();
}

StepText step_text(const LessonSection& section) {
  const auto part = [&](std::string_view name) {
    const auto it = section.parts.find(name);
    return it == section.parts.end() ? Markdown{} : parse_markdown(it->second);
  };
  return {section.title, part(""), part("Do"), part("Predict"), {}, part("Why"), part("Seen")};
}

void check_step(const LessonSection& section, const StepText& text, std::string_view file,
                std::vector<Error>& wrong) {
  if (text.title.empty()) {
    wrong.push_back({tr("{}:{}: a step's ## heading has no title", file, section.line)});
  } else if (text.body.empty()) {
    wrong.push_back({tr("{}:{}: step '{}' has no text", file, section.line, text.title)});
  }
}

// The file cut at its headings.
struct CutText {
  std::string title;
  std::vector<LessonSection> sections;
};

CutText cut_at_headings(std::string_view markdown, std::string_view file,
                        std::vector<Error>& wrong) {
  CutText cut;
  std::string part;
  bool in_code = false;
  for (std::size_t number = 1; !markdown.empty(); ++number) {
    const std::string_view line = next_line(markdown);
    if (line.starts_with("```")) in_code = !in_code;
    if (!in_code && line.starts_with("# ")) {
      cut.title = trimmed(line.substr(2));
    } else if (!in_code && line.starts_with("## ")) {
      cut.sections.push_back({trimmed(line.substr(3)), number, {}});
      part.clear();
    } else if (!in_code && line.starts_with("### ")) {
      part = trimmed(line.substr(4));
      if (is_part(part)) continue;
      wrong.push_back({tr("{}:{}: '### {}' is none of ### Do, ### Predict, ### Why, ### Seen", file,
                          number, part)});
    } else if (!cut.sections.empty()) {
      (cut.sections.back().parts[part] += line) += '\n';
    }
  }
  return cut;
}

}  // namespace

LessonText read_lesson_text(std::string_view markdown, std::string_view file,
                            std::vector<Error>& wrong) {
  const CutText cut = cut_at_headings(markdown, file, wrong);
  if (cut.title.empty()) {
    wrong.push_back({tr("{}:1: no title; start it with '# Title'", file)});
  }
  LessonText text{cut.title, {}, {}};
  for (const LessonSection& section : cut.sections) {
    text.steps.push_back(step_text(section));
    text.lines.push_back(section.line);
    check_step(section, text.steps.back(), file, wrong);
  }
  return text;
}

}  // namespace warplens::lessons
