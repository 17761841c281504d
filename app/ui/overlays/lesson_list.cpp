// All lessons with their steps and what is done of them, and those that are planned; a search over
// titles, texts and the glossary.
#include <algorithm>
#include <limits>

#include "app/ui/overlays/overlay_window.h"
#include "app/ui/term_help.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// Where a lesson goes on: where the person stands in it, or its first step that is not done.
std::size_t step_to_go_on(const AppState& app, std::size_t lesson) {
  if (lesson == app.lesson) return app.step;
  const lessons::Lesson& there = app.lessons[lesson];
  for (std::size_t step = 0; step < there.steps.size(); ++step) {
    if (!app.settings.has_done(there.id, there.steps[step].id)) return step;
  }
  return 0;
}

bool is_searching(const Ui& ui) { return !ui.state<Overlay>().found_for.empty(); }

void go_to(Ui& ui, const AppState& app, std::size_t lesson, std::size_t step) {
  ui.ask([id = app.lessons[lesson].id, step](AppState& a) {
    const auto gone = go_to_lesson(a, id, static_cast<std::ptrdiff_t>(step));
    if (!gone.has_value()) a.notice = gone.error().message.in(a.language());
  });
  close_overlay(ui);
}

void open_term(Ui& ui, std::size_t term) {
  open_overlay(ui, Overlay::Kind::glossary);
  Overlay& overlay = ui.state<Overlay>();
  overlay.term = term;
  overlay.search = ui.glossary->terms()[term].name.in(ui.language);
}

void choose(Ui& ui, const AppState& app, std::size_t row) {
  if (!is_searching(ui)) return go_to(ui, app, row, step_to_go_on(app, row));
  const FoundRow found = ui.state<Overlay>().found[row];
  if (found.kind == FoundRow::Kind::planned) return;
  if (found.kind == FoundRow::Kind::term) return open_term(ui, found.index);
  const lessons::SearchHit& hit = found.place;
  go_to(ui, app, hit.lesson, hit.step.value_or(step_to_go_on(app, hit.lesson)));
}

void text_at(ImVec2 at, std::string_view words, ImFont* font, Color color) {
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, packed(color), words.data(),
                                      words.data() + words.size());
}

// The dots of a lesson's steps: filled when done.
void step_dots(const AppState& app, const Ui& ui, const lessons::Lesson& lesson, ImVec2 at) {
  const float size = ui.fonts.small->FontSize;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const bool done = app.settings.has_done(lesson.id, lesson.steps[i].id);
    const ImVec2 middle{at.x + (static_cast<float>(i) + 0.5f) * size * 0.9f, at.y + size / 2};
    ImGui::GetWindowDrawList()->AddCircleFilled(middle, size * 0.28f,
                                                packed(done ? ui.look->accent : ui.look->border));
  }
}

// "20 min · after lesson 2, 7", ending at the row's right end.
void effort_at(const Ui& ui, const lessons::Effort& effort, ImVec2 at, float width) {
  if (effort.minutes == 0) return;
  const std::string words =
      effort.needs.empty()
          ? ui.say(Str::lesson_minutes, effort.minutes)
          : ui.say(Str::lesson_after, effort.minutes,
                   fmt::format("{}",
                               fmt::join(effort.needs, ui.language == Language::zh ? "、" : ", ")));
  at.x += width - text_width(words, ui.fonts.small);
  text_at(at, words, ui.fonts.small, ui.look->muted);
}

// Of a row's words, within the list.
float row_width(const Ui& ui) { return ImGui::GetContentRegionAvail().x - ui.fonts.body->FontSize; }

void lesson_row(const AppState& app, Ui& ui, std::size_t row, ImVec2 at) {
  const lessons::Lesson& lesson = app.lessons[row];
  const auto done = std::ranges::count_if(lesson.steps, [&](const lessons::Step& step) {
    return app.settings.has_done(lesson.id, step.id);
  });
  const bool complete = done == std::ssize(lesson.steps);
  text_at(at,
          fmt::format("{} · {}{}", ui.say(Str::lesson_of, lesson.number),
                      lesson.title.in(ui.language), complete ? "  ✓" : ""),
          ui.fonts.bold, complete ? ui.look->good : ui.look->text);
  effort_at(ui, lesson.effort, at, row_width(ui));
  at.y += ui.fonts.body->FontSize * 1.35f;
  const std::string words = ui.say(Str::steps_done, done, lesson.steps.size());
  text_at(at, words, ui.fonts.small, ui.look->muted);
  step_dots(app, ui, lesson,
            at + ImVec2{text_width(words, ui.fonts.small) + ui.fonts.body->FontSize, 0});
}

void hit_row(const AppState& app, const Ui& ui, const lessons::SearchHit& hit, ImVec2 at) {
  const lessons::Lesson& lesson = app.lessons[hit.lesson];
  std::string where =
      fmt::format("{} · {}", ui.say(Str::lesson_of, lesson.number), lesson.title.in(ui.language));
  if (hit.step) {
    where = fmt::format("{} · {} · {}", ui.say(Str::lesson_of, lesson.number),
                        ui.say(Str::step_of, *hit.step + 1, lesson.steps.size()),
                        lesson.steps[*hit.step].text[ui.language].title);
  }
  text_at(at, where, ui.fonts.body, ui.look->text);
  at.y += ui.fonts.body->FontSize * 1.35f;
  const std::string_view snippet = hit.snippet;
  for (const auto& [part, color] :
       {std::pair{snippet.substr(0, hit.begin), ui.look->muted},
        {snippet.substr(hit.begin, hit.end - hit.begin), ui.look->accent},
        {snippet.substr(hit.end), ui.look->muted}}) {
    text_at(at, part, ui.fonts.small, color);
    at.x += text_width(part, ui.fonts.small);
  }
}

// "Lesson 12 · Reduction · planned", and what it will be about.
void planned_row(const Ui& ui, const lessons::PlannedLesson& lesson, ImVec2 at) {
  text_at(at,
          fmt::format("{} · {} · {}", ui.say(Str::lesson_of, lesson.number),
                      lesson.title.in(ui.language), ui.say(Str::planned)),
          ui.fonts.body, ui.look->muted);
  effort_at(ui, lesson.effort, at, row_width(ui));
  at.y += ui.fonts.body->FontSize * 1.35f;
  text_at(at, lesson.about.in(ui.language), ui.fonts.small, ui.look->muted);
}

void term_row(const Ui& ui, const lessons::Term& term, ImVec2 at, float width) {
  text_at(at, fmt::format("{} · {}", ui.say(Str::glossary_entry), term_heading(term, ui.language)),
          ui.fonts.body, ui.look->text);
  at.y += ui.fonts.body->FontSize * 1.35f;
  std::string words = lessons::plain_text(term.text[ui.language]);
  words.resize(std::min(words.find('\n'), words.size()));
  text_at(at, fitted(words, width, ui.fonts.small), ui.fonts.small, ui.look->muted);
}

void found_row(const AppState& app, const Ui& ui, const FoundRow& row, ImVec2 at, float width) {
  switch (row.kind) {
    case FoundRow::Kind::place:
      return hit_row(app, ui, row.place, at);
    case FoundRow::Kind::planned:
      return planned_row(ui, app.planned[row.index], at);
    case FoundRow::Kind::term:
      return term_row(ui, ui.glossary->terms()[row.index], at, width);
  }
}

// The planned lessons between the lessons `before` and the next one; nobody can go to them.
void planned_rows(const AppState& app, const Ui& ui, int before, int next) {
  const float unit = ui.fonts.body->FontSize;
  for (const lessons::PlannedLesson& each : app.planned) {
    if (each.number <= before || each.number >= next) continue;
    planned_row(ui, each, ImGui::GetCursorScreenPos() + ImVec2{unit * 0.5f, unit * 0.1f});
    ImGui::Dummy({unit, unit * 2.7f});
  }
}

void rows(const AppState& app, Ui& ui) {
  const float unit = ui.fonts.body->FontSize;
  const std::size_t count = lesson_rows(ui, app);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});  // a row's click area is the row
  const bool is_searching_now = is_searching(ui);
  for (std::size_t row = 0; row < count; ++row) {
    if (!is_searching_now) {
      planned_rows(app, ui, row == 0 ? 0 : app.lessons[row - 1].number, app.lessons[row].number);
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool chosen = row == ui.state<Overlay>().chosen;
    if (ImGui::Selectable(fmt::format("###row{}", row).c_str(), chosen, 0, {0, unit * 2.7f})) {
      choose(ui, app, row);
      break;
    }
    mark(ui, fmt::format("lessons.row{}", row + 1));
    if (chosen && std::exchange(ui.state<Overlay>().moved, false)) ImGui::SetScrollHereY();
    const ImVec2 inner = at + ImVec2{unit * 0.5f, unit * 0.1f};
    if (is_searching_now) {
      found_row(app, ui, ui.state<Overlay>().found[row], inner, row_width(ui));
    } else {
      lesson_row(app, ui, row, inner);
    }
  }
  if (!is_searching_now && !app.lessons.empty()) {
    planned_rows(app, ui, app.lessons.back().number, std::numeric_limits<int>::max());
  }
  ImGui::PopStyleVar();
}

// First the term that is called so: whoever types a word in full wants to know what it means. Other
// terms come last.
std::vector<FoundRow> everything_found(const AppState& app, const Ui& ui,
                                       const std::string& words) {
  std::vector<FoundRow> found, last;
  const std::vector<std::size_t> terms = words.find_first_not_of(' ') == std::string::npos
                                             ? std::vector<std::size_t>()
                                             : ui.glossary->search(words);
  for (const std::size_t term : terms) {
    const bool is_called_so = ui.glossary->is_called(term, words);
    (is_called_so ? found : last).push_back({FoundRow::Kind::term, {}, term});
  }
  for (lessons::SearchHit& hit : lessons::search(app.lessons, words, ui.language)) {
    found.push_back({FoundRow::Kind::place, std::move(hit), 0});
  }
  for (const std::size_t index : lessons::search_planned(app.planned, words)) {
    found.push_back({FoundRow::Kind::planned, {}, index});
  }
  std::ranges::move(last, std::back_inserter(found));
  return found;
}

void look_up(const AppState& app, Ui& ui) {
  Overlay& list = ui.state<Overlay>();
  list.found_for = list.search;
  list.found = everything_found(app, ui, list.search);
  list.chosen = 0;
  list.moved = true;
}

}  // namespace

std::size_t lesson_rows(const Ui& ui, const AppState& app) {
  return is_searching(ui) ? ui.state<Overlay>().found.size() : app.lessons.size();
}

void choose_lesson(Ui& ui, const AppState& app) {
  const std::size_t chosen = ui.state<Overlay>().chosen;
  if (chosen < lesson_rows(ui, app)) choose(ui, app, chosen);
}

void lesson_list(const AppState& app, Ui& ui, ImVec2 window) {
  const float unit = ui.fonts.body->FontSize;
  const float width = std::min(unit * 46, window.x - unit * 4);
  begin_overlay(ui, "lessons.window", {window.x / 2, window.y / 2}, {0.5f, 0.5f});
  if (ImGui::IsWindowAppearing()) ui.state<Overlay>().chosen = app.lesson;
  label(ui, ui.say(Str::lessons), {ui.look->text, ui.fonts.title});
  if (search_field(ui, "lessons.search", ui.say(Str::search_lessons), width)) look_up(app, ui);
  mark(ui, "lessons.search");
  const float height = std::min(unit * 30, window.y - unit * 10);
  ImGui::BeginChild("lessons.rows", {width, height}, false, ImGuiWindowFlags_NoBackground);
  if (is_searching(ui) && ui.state<Overlay>().found.empty()) {
    label(ui, ui.say(Str::nothing_found), {ui.look->muted, ui.fonts.body});
  }
  rows(app, ui);
  ImGui::EndChild();
  if (button(ui, "lessons.close", ui.say(Str::close))) close_overlay(ui);
  end_overlay();
}

}  // namespace warplens::ui
