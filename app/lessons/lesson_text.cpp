#include "app/lessons/lesson_text.h"

#include <algorithm>
#include <array>
#include <map>

namespace warplens::lessons {
namespace {

struct LessonSection {
  std::string title;
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

Result<StepText> step_text(const LessonSection& section, std::string_view file) {
  const auto part = [&](std::string_view name) {
    const auto it = section.parts.find(name);
    return it == section.parts.end() ? Markdown{} : parse_markdown(it->second);
  };
  StepText text{section.title, part(""),    part("Do"), part("Predict"), {},
                part("Why"),   part("Seen")};
  if (text.title.empty())
    return fail_in_both("{}: a step's ## heading has no title", "{}：某一步的 ## 标题是空的", file);
  if (text.body.empty())
    return fail_in_both("{}: step '{}' has no text", "{}：步骤“{}”没有正文", file, text.title);
  return text;
}

}  // namespace

Result<LessonText> parse_lesson_text(std::string_view markdown, std::string_view file) {
  std::string title;
  std::vector<LessonSection> sections;
  std::string part;
  bool in_code = false;
  while (!markdown.empty()) {
    const std::string_view line = next_line(markdown);
    if (line.starts_with("```")) in_code = !in_code;
    if (!in_code && line.starts_with("# ")) {
      title = trimmed(line.substr(2));
    } else if (!in_code && line.starts_with("## ")) {
      sections.push_back({trimmed(line.substr(3)), {}});
      part.clear();
    } else if (!in_code && line.starts_with("### ")) {
      part = trimmed(line.substr(4));
      if (!is_part(part)) {
        return fail_in_both("{}: '### {}' is none of ### Do, ### Predict, ### Why, ### Seen",
                            "{}：“### {}”不是 ### Do、### Predict、### Why、### Seen 之一", file,
                            part);
      }
    } else if (!sections.empty()) {
      (sections.back().parts[part] += line) += '\n';
    }
  }
  if (title.empty())
    return fail_in_both("{}: no title; start it with '# Title'", "{}：没有标题；请以“# Title”开头",
                        file);
  LessonText text{title, {}};
  for (const LessonSection& section : sections) {
    auto step = step_text(section, file);
    if (!step.has_value()) return fail(step.error());
    text.steps.push_back(std::move(*step));
  }
  return text;
}

}  // namespace warplens::lessons
