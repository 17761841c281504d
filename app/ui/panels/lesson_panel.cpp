#include <algorithm>

#include "app/ui/asking.h"
#include "app/ui/markdown_view.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/states.h"
#include "app/ui/panels/step_words.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

void space(const Ui& ui, float lines) { ImGui::Dummy({0, ui.fonts.body->FontSize * lines}); }

// From dot to dot: closer where many steps leave no room for the word behind them.
float dot_pitch(const Ui& ui, std::size_t count) {
  const float word = text_width(ui.say(Str::reset_step), ui.fonts.small);
  const float room = ImGui::GetContentRegionAvail().x - word - ImGui::GetStyle().ItemSpacing.x;
  return std::min(ui.fonts.body->FontSize * 1.2f, room / static_cast<float>(count));
}

// One dot a step: filled when done, ringed where the person is.
void progress_dots(const AppState& app, Ui& ui) {
  const lessons::Lesson& lesson = app.current_lesson();
  const std::size_t count = lesson.steps.size();
  const float size = ui.fonts.body->FontSize;
  const float pitch = dot_pitch(ui, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) ImGui::SameLine(0, 0);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton(fmt::format("dot{}", i).c_str(), {pitch, size})) {
      ui.ask([i](AppState& a) { go_to_step(a, static_cast<std::ptrdiff_t>(i)); });
    }
    mark(ui, fmt::format("lesson.dot{}", i + 1));
    tooltip(ui, app.current_lesson().steps[i].text[ui.language].title);
    const bool done = app.settings.has_done(lesson.id, lesson.steps[i].id);
    const ImVec2 middle = at + ImVec2{pitch / 2, size / 2};
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const Color fill = done ? ui.theme->accent : ui.theme->border;
    if (lesson.steps[i].is_extra && !done) {
      out.AddCircle(middle, size * 0.24f, packed(fill), 0, 1.6f * ui.scale);
    } else {
      out.AddCircleFilled(middle, size * 0.28f, packed(fill));
    }
    if (i == app.step) {
      out.AddCircle(middle, size * 0.45f, packed(ui.theme->accent), 0, 1.6f * ui.scale);
    }
  }
}

void part_heading(Ui& ui, Str heading, bool with_tick) {
  space(ui, 0.35f);
  label(ui, ui.say(heading), {ui.theme->accent, ui.fonts.bold});
  if (!with_tick) return;
  ImGui::SameLine(0, ui.fonts.body->FontSize * 0.4f);
  label(ui, fmt::format("✓ {}", ui.say(Str::done)), {ui.theme->good, ui.fonts.bold});
}

// "Step 3 of 9 · A class: 12 of 24, 43 min left".
std::string place_phrase(const AppState& app, Ui& ui) {
  const Str place = app.current_step().is_extra ? Str::step_extra : Str::step_of;
  const std::string words = ui.say(place, app.step + 1, app.current_lesson().steps.size());
  const auto on_path = place_on_path(app);
  if (!on_path) return words;
  const lessons::CoursePath& path = *followed_path(app);
  const std::string told = ui.say(Str::place_on_path, ui.say(path.title), *on_path + 1,
                                  path.steps.size(), path.minutes(*on_path));
  ui.widget_log.shown("lesson.path", told);
  return fmt::format("{} · {}", words, told);
}

void navigation(const AppState& app, Ui& ui, float width) {
  const float half = (width - ImGui::GetStyle().ItemSpacing.x) / 2;
  const auto before = neighbouring_step(app, -1);
  const auto after = neighbouring_step(app, 1);
  const auto words = [&](const std::optional<CoursePlace>& place, Str in_lesson, Str in_course) {
    return ui.say(place && place->lesson != app.lesson ? in_course : in_lesson);
  };
  const std::string_view back = words(before, Str::previous, Str::previous_lesson);
  const std::string_view on = words(after, Str::next, Str::next_lesson);
  const float padding = 5 * ui.scale;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding / 2, ImGui::GetStyle().FramePadding.y});
  for (const std::string_view each : {back, on}) {
    ui.widget_log.text("lesson.navigation", text_width(each) + padding, half);
  }
  ImGui::BeginDisabled(!before);
  if (button(ui, "lesson.previous", back, ButtonLook::soft, {half, 0})) {
    ui.ask([](AppState& a) { go_on(a, -1); });
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::BeginDisabled(!after);
  const ButtonLook look = app.step_done && after ? ButtonLook::primary : ButtonLook::soft;
  if (button(ui, "lesson.next", on, look, {half, 0})) {
    ui.ask([](AppState& a) { go_on(a, 1); });
  }
  ImGui::EndDisabled();
  ImGui::PopStyleVar();
}

// At the right end of the dots' line.
void reset(Ui& ui) {
  ImGui::SameLine();
  push_font(ui.fonts.small);
  const float width = text_width(ui.say(Str::reset_step));
  const float left = ImGui::GetContentRegionAvail().x - width;
  ui.widget_log.text("lesson.reset", -left, 0);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, left));
  if (text_button(ui, "lesson.reset", ui.say(Str::reset_step))) {
    ui.ask([](AppState& a) { go_to_step(a, static_cast<std::ptrdiff_t>(a.step)); });
  }
  ImGui::PopFont();
  tooltip(ui, ui.say(Str::reset_step_hint));
}

// What an answer, or the last thing to do, has brought about comes into sight.
struct News {
  bool of_answer = false, of_end = false;
};
News news(const AppState& app, Ui& ui) {
  LessonState& state = ui.state<LessonState>();
  const bool is_answered = app.session.activity().answer.has_value();
  const bool was_answered = std::exchange(state.is_answered, is_answered);
  const bool was_done = std::exchange(state.is_done, app.step_done);
  if (!app.step_done || was_done) return {};
  const bool of_answer = is_answered && !was_answered;
  return {of_answer, !of_answer};
}

void step_text(const AppState& app, Ui& ui) {
  const lessons::Step& step = app.current_step();
  const News news_now = news(app, ui);
  const lessons::StepText& words = step_words(app, ui);
  const float width = ImGui::GetContentRegionAvail().x;
  wrapped_label(ui, words.title, {ui.theme->text, ui.fonts.title}, width);
  draw_markdown(ui, words.body, width);
  if (!words.todo.empty()) {
    part_heading(ui, Str::to_do, app.step_done);
    draw_markdown(ui, words.todo, width);
    judged_so_far(app, ui, width);
  }
  if (step.prediction) {
    if (news_now.of_answer) ImGui::SetScrollHereY(0);
    part_heading(ui, Str::predict, false);
    question(app, ui, words, width);
  }
  if (!words.seen.empty() && app.step_done) {
    if (news_now.of_end) ImGui::SetScrollHereY(0.5f);
    part_heading(ui, Str::seen, false);
    draw_markdown(ui, words.seen, width);
  }
}

}  // namespace

void lesson_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "lesson", area, {});
  label(ui, fitted(place_phrase(app, ui), ImGui::GetContentRegionAvail().x, ui.fonts.small),
        {ui.theme->muted, ui.fonts.small});
  progress_dots(app, ui);
  reset(ui);
  const bool has_check = has_check_below(app);
  const float row = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
  const float buttons = has_check ? 2 * row : row;
  const float room = ImGui::GetContentRegionAvail().y - buttons;
  ImGui::BeginChild("text", {0, room}, false, ImGuiWindowFlags_NoBackground);
  step_text(app, ui);
  ImGui::EndChild();
  if (has_check) check_below(app, ui, ImGui::GetContentRegionAvail().x);
  navigation(app, ui, ImGui::GetContentRegionAvail().x);
  end_panel();
}

}  // namespace warplens::ui
