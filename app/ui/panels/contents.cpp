// The contents: a map or a list of all lessons with what is done of them; a search over everything
// that has a name.
#include <algorithm>

#include "app/state/app_state.h"
#include "app/ui/panels/contents.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/panels/teaching.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

bool is_searching(const Ui& ui) { return !ui.state<Overlay>().found_for.empty(); }

void choose(Ui& ui, const AppState& app, std::size_t row) {
  if (is_searching(ui)) return choose_found(ui, app, ui.state<Overlay>().found[row]);
  if (row < app.lessons.size()) go_to_step_of(ui, app, row, step_to_go_on(app, row));
}

// The dots of a lesson's steps: filled when done.
void step_dots(const AppState& app, const Ui& ui, const lessons::Lesson& lesson, ImVec2 at) {
  const float size = ui.fonts.small->FontSize;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const bool done = app.settings.has_done(lesson.id, lesson.steps[i].id);
    const ImVec2 middle{at.x + (static_cast<float>(i) + 0.5f) * size * 0.9f, at.y + size / 2};
    ImGui::GetWindowDrawList()->AddCircleFilled(middle, size * 0.28f,
                                                packed(done ? ui.theme->accent : ui.theme->border));
  }
}

// Ends at the row's right end.
void effort_at(const Ui& ui, const lessons::Effort& effort, ImVec2 at, float width) {
  const std::string words = effort_phrase(ui, effort);
  at.x += width - text_width(words, ui.fonts.small);
  text_at(at, words, ui.fonts.small, ui.theme->muted);
}

// Of a row's words, within the list.
float row_width(const Ui& ui) { return ImGui::GetContentRegionAvail().x - ui.fonts.body->FontSize; }

void lesson_row(const AppState& app, Ui& ui, std::size_t row, ImVec2 at) {
  const lessons::Lesson& lesson = app.lessons[row];
  const std::size_t done = steps_done(app, lesson);
  const bool complete = done == lesson.steps.size();
  text_at(at,
          fmt::format("{} · {}{}", ui.say(Str::lesson_of, lesson.number),
                      lesson.title.in(ui.language), complete ? "  ✓" : ""),
          ui.fonts.bold, complete ? ui.theme->good : ui.theme->text);
  effort_at(ui, lesson.effort, at, row_width(ui));
  at.y += ui.fonts.body->FontSize * 1.35f;
  const std::string words = ui.say(Str::steps_done, done, lesson.steps.size());
  text_at(at, words, ui.fonts.small, ui.theme->muted);
  step_dots(app, ui, lesson,
            at + ImVec2{text_width(words, ui.fonts.small) + ui.fonts.body->FontSize, 0});
}

void rows(const AppState& app, Ui& ui, std::span<const KeyHelp> keys) {
  const float unit = ui.fonts.body->FontSize;
  const std::size_t count = lesson_rows(ui, app);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});  // a row's click area is the row
  for (std::size_t row = 0; row < count; ++row) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool chosen = row == ui.state<Overlay>().chosen;
    if (ImGui::Selectable(fmt::format("###row{}", row).c_str(), chosen, 0, {0, unit * 2.7f})) {
      choose(ui, app, row);
      break;
    }
    mark(ui, fmt::format("lessons.row{}", row + 1));
    if (chosen && std::exchange(ui.state<Overlay>().moved, false)) ImGui::SetScrollHereY();
    const ImVec2 inner = at + ImVec2{unit * 0.5f, unit * 0.1f};
    if (is_searching(ui)) {
      found_row(app, ui, keys, ui.state<Overlay>().found[row], inner, row_width(ui));
    } else {
      lesson_row(app, ui, row, inner);
    }
  }
  ImGui::PopStyleVar();
}

void look_up(const AppState& app, Ui& ui, std::span<const KeyHelp> keys) {
  Overlay& list = ui.state<Overlay>();
  list.found_for = list.search;
  list.found = everything_found(app, ui, keys, list.search);
  list.chosen = 0;
  list.moved = true;
}

void list(const AppState& app, Ui& ui, std::span<const KeyHelp> keys, ImVec2 size) {
  ImGui::BeginChild("lessons.rows", size, false, ImGuiWindowFlags_NoBackground);
  if (is_searching(ui) && ui.state<Overlay>().found.empty()) {
    label(ui, ui.say(Str::nothing_found), {ui.theme->muted, ui.fonts.body});
  }
  rows(app, ui, keys);
  ImGui::EndChild();
}

// What is done of the whole course, the two ways to look at it, and the way to the articles.
void heading(const AppState& app, Ui& ui) {
  std::size_t done = 0, steps = 0;
  for (const lessons::Lesson& lesson : app.lessons) {
    done += steps_done(app, lesson);
    steps += lesson.steps.size();
  }
  label(ui, ui.say(Str::lessons), {ui.theme->text, ui.fonts.title});
  ImGui::SameLine();
  label(ui, ui.say(Str::steps_done, done, steps), {ui.theme->muted, ui.fonts.small});
  for (const bool as_list : {false, true}) {
    ImGui::SameLine();
    const bool is_on = app.settings.lists_lessons == as_list;
    if (button(ui, as_list ? "lessons.list" : "lessons.map",
               ui.say(as_list ? Str::as_list : Str::as_map),
               is_on ? ButtonLook::primary : ButtonLook::soft) &&
        !is_on) {
      ui.ask(list_or_map_lessons);
    }
  }
  ImGui::SameLine();
  if (button(ui, "lessons.documents", ui.say(Str::documents_title))) {
    open_overlay(ui, Overlay::Kind::documents);
  }
}

}  // namespace

std::size_t step_to_go_on(const AppState& app, std::size_t lesson) {
  if (lesson == app.lesson) return app.step;
  const lessons::Lesson& there = app.lessons[lesson];
  for (std::size_t step = 0; step < there.steps.size(); ++step) {
    if (!app.settings.has_done(there.id, there.steps[step].id)) return step;
  }
  return 0;
}

void go_to_step_of(Ui& ui, const AppState& app, std::size_t lesson, std::size_t step) {
  ui.ask([id = app.lessons[lesson].id, step](AppState& a) {
    const auto gone = go_to_lesson(a, id, static_cast<std::ptrdiff_t>(step));
    if (!gone.has_value()) a.notice = gone.error().message.in(a.language());
  });
  close_overlay(ui);
}

std::string effort_phrase(const Ui& ui, const lessons::Effort& effort) {
  if (effort.minutes == 0) return {};
  if (effort.needs.empty()) return ui.say(Str::lesson_minutes, effort.minutes);
  return ui.say(Str::lesson_after, effort.minutes, ui.list(effort.needs));
}

std::size_t steps_done(const AppState& app, const lessons::Lesson& lesson) {
  return static_cast<std::size_t>(std::ranges::count_if(
      lesson.steps, [&](const auto& step) { return app.settings.has_done(lesson.id, step.id); }));
}

void text_at(ImVec2 at, std::string_view words, ImFont* font, Color color) {
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, packed(color), words.data(),
                                      words.data() + words.size());
}

bool shows_map(const Ui& ui, const AppState& app) {
  return !is_searching(ui) && !app.settings.lists_lessons;
}

void list_or_map_lessons(AppState& app) {
  app.settings.lists_lessons = !app.settings.lists_lessons;
  save(app);
}

std::size_t lesson_rows(const Ui& ui, const AppState& app) {
  return is_searching(ui) ? ui.state<Overlay>().found.size() : app.lessons.size();
}

void choose_lesson(Ui& ui, const AppState& app) {
  const std::size_t chosen = ui.state<Overlay>().chosen;
  if (chosen < lesson_rows(ui, app)) choose(ui, app, chosen);
}

void contents(const AppState& app, Ui& ui, std::span<const KeyHelp> keys, ImVec2 window) {
  const float unit = ui.fonts.body->FontSize;
  const ImVec2 most{window.x - unit * 4, window.y - unit * 10};
  begin_overlay(ui, "lessons.window", {window.x / 2, window.y / 2}, {0.5f, 0.5f});
  if (ImGui::IsWindowAppearing()) ui.state<Overlay>().chosen = app.lesson;
  heading(app, ui);
  if (ui.state<Overlay>().kind != Overlay::Kind::lessons) return end_overlay();
  const float width = std::min(unit * (app.settings.lists_lessons ? 46.0f : 76.0f), most.x);
  if (search_field(ui, "lessons.search", ui.say(Str::search_lessons), width)) {
    look_up(app, ui, keys);
  }
  mark(ui, "lessons.search");
  if (shows_map(ui, app)) {
    contents_map(app, ui, {width, std::min(unit * 34, most.y)});
  } else {
    list(app, ui, keys, {width, std::min(unit * 30, most.y)});
  }
  if (button(ui, "lessons.close", ui.say(Str::close))) close_overlay(ui);
  teaching_row(app, ui);
  end_overlay();
}

}  // namespace warplens::ui
