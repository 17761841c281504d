#include "app/tour/sheet_page.h"

#include <fmt/format.h>

#include <array>

#include "app/tour/html.h"

namespace warplens::ui {
namespace {

using Asked = lessons::Prediction::Kind;

constexpr std::string_view kSheetStyle = R"css(@page { size: A4; margin: 12mm 14mm; }
* { box-sizing: border-box; }
body {
  max-width: 182mm; margin: 1rem auto; color: #111; background: #fff;
  font: 11pt/1.45 system-ui, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei",
    sans-serif;
}
article { break-after: page; }
article:last-of-type { break-after: auto; }
header { display: flex; gap: 2rem; align-items: baseline; border-bottom: 1px solid #111; }
header h1 { flex: 1; font-size: 17pt; margin: 0; }
.blank { display: inline-block; width: 38mm; border-bottom: 1px solid #888; }
section { margin: 0.6rem 0; break-inside: avoid; }
h2 { font-size: 12.5pt; margin: 0 0 0.1rem; }
p, ul, ol { margin: 0.1rem 0; }
img { display: block; width: 100%; height: auto; margin: 0.2rem 0; }
code { font-family: ui-monospace, "JetBrains Mono", monospace; font-size: 0.92em; }
.asked { border-left: 2pt solid #111; padding-left: 0.7rem; }
.options { list-style: none; padding: 0; }
.options li::before { content: "☐  "; }
.options.order li::before { content: "[    ]  "; white-space: pre; }
.line { height: 7.5mm; border-bottom: 1px solid #888; }
.where { font-style: italic; }
.lanes { display: grid; grid-template-columns: repeat(16, 1fr); gap: 1mm; margin: 0.4rem 0; }
.lanes span { border: 1px solid #888; text-align: center; font-size: 9pt; }
.answer { font-weight: 600; }
)css";

class SheetWriter {
 public:
  explicit SheetWriter(Language language) : language_(language) {}

  void begin(Str title) {
    add("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n{}\n",
        language_ == Language::zh ? "zh-CN" : code_of(language_), kSheetMark);
    add("<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n", say(title), kSheetStyle);
  }
  std::string end() {
    add("</body>\n</html>\n");
    return std::move(html_);
  }

  void head(const SheetLesson& lesson, bool has_room) {
    const std::string number = lesson.number == 0 ? "" : fmt::format("{} · ", lesson.number);
    add("<article>\n<header><h1>{}{}</h1>", number, escaped(lesson.title));
    if (has_room) {
      for (const Str what : {Str::sheet_name, Str::sheet_date}) {
        add("<span>{} <span class=\"blank\"></span></span>", say(what));
      }
    }
    add("</header>\n");
  }

  void step(const SheetStep& step, std::size_t number) {
    add("<section>\n<h2>{}. {}</h2>\n{}", number, escaped(step.text.title),
        html_of(step.text.body));
    add("<img src=\"{}\" alt=\"{}\" width=\"{}\" height=\"{}\">\n", address_of(step.picture.file),
        escaped(step.text.title), step.picture.width, step.picture.height);
    if (step.asks) {
      question(step);
    } else if (!step.text.todo.empty()) {
      task(step);
    }
    add("</section>\n");
  }

  void answer(const SheetStep& step, std::size_t number) {
    add("<section>\n<h2>{}. {}</h2>\n", number, escaped(step.text.title));
    if (step.asks) {
      const std::string words =
          step.answer.empty() ? say(Str::sheet_not_recorded) : escaped(step.answer);
      add("<div class=\"asked\">{}{}<p class=\"answer\">{}: {}</p>\n{}</div>\n",
          html_of(step.text.question), html_of(step.text.options), say(Str::sheet_answer), words,
          html_of(step.text.reasons));
    }
    add("{}</section>\n", html_of(step.text.seen));
  }

  void close_lesson() { add("</article>\n"); }
  [[nodiscard]] std::string say(Str id) const { return escaped(text(id).in(language_)); }
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(html_), format, std::forward<Args>(args)...);
  }

 private:
  void question(const SheetStep& step) {
    add("<div class=\"asked\">\n{}", html_of(on_paper(step.text.question)));
    if (!step.text.options.empty()) {
      options(step);
    } else if (step.asks == Asked::lanes) {
      lanes();
    } else {
      add("<div class=\"line\"></div>\n");
    }
    add("</div>\n");
  }

  // What is done at a screen, and room for what came of it.
  void task(const SheetStep& step) {
    constexpr int kLines = 1, kChallengeLines = 3;
    add("<div class=\"asked\">\n<p class=\"where\">{}</p>\n{}<p>{}</p>\n",
        say(step.is_challenge ? Str::sheet_challenge : Str::sheet_at_screen),
        html_of(step.text.todo),
        say(step.is_challenge ? Str::sheet_solution : Str::sheet_what_seen));
    for (int i = 0; i < (step.is_challenge ? kChallengeLines : kLines); ++i)
      add("<div class=\"line\"></div>\n");
    add("</div>\n");
  }

  void options(const SheetStep& step) {
    const bool is_order = step.asks == Asked::order;
    if (is_order) add("<p>{}</p>\n", say(Str::sheet_order));
    add("<ul class=\"options{}\">\n", is_order ? " order" : "");
    for (lessons::MarkdownBlock block : step.text.options) {
      block.kind = lessons::MarkdownBlock::Kind::bullet;
      std::string item = html_of({std::move(block)});  // <ul>, the item, </ul>
      const auto first = item.find("<li>");
      const auto last = item.rfind("</li>");
      add("{}</li>\n", item.substr(first, last - first));
    }
    add("</ul>\n");
  }

  void lanes() {
    add("<p>{}</p>\n<div class=\"lanes\">", say(Str::sheet_lanes));
    for (int lane = 0; lane < static_cast<int>(kWarpSize); ++lane) add("<span>{}</span>", lane);
    add("</div>\n");
  }

  Language language_;
  std::string html_;
};

}  // namespace

lessons::Markdown on_paper(lessons::Markdown words) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kWords{
      {{"Click ", "Mark "}, {"click ", "mark "}, {"点击", "标出"}, {"点选", "标出"}}};
  for (lessons::MarkdownBlock& block : words) {
    for (lessons::MarkdownSpan& span : block.spans) {
      for (const auto& [screen, paper] : kWords) {
        for (std::size_t at = span.text.find(screen); at != std::string::npos;
             at = span.text.find(screen, at + paper.size()))
          span.text.replace(at, screen.size(), paper);
      }
    }
  }
  return words;
}

std::string sheet_page(const std::vector<SheetLesson>& lessons, Language language) {
  SheetWriter out(language);
  out.begin(Str::sheet_title);
  for (const SheetLesson& lesson : lessons) {
    out.head(lesson, true);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) out.step(lesson.steps[i], i + 1);
    out.close_lesson();
  }
  return out.end();
}

std::string answers_page(const std::vector<SheetLesson>& lessons, Language language) {
  SheetWriter out(language);
  out.begin(Str::sheet_answers_title);
  for (const SheetLesson& lesson : lessons) {
    out.head(lesson, false);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) out.answer(lesson.steps[i], i + 1);
    out.close_lesson();
  }
  return out.end();
}

std::string unfinished_sheet(Language language) {
  SheetWriter out(language);
  out.begin(Str::sheet_title);
  out.add("<p>{}</p>\n", out.say(Str::sheet_unfinished));
  return out.end();
}

}  // namespace warplens::ui
