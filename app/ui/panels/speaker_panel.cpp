#include "app/ui/panels/speaker_panel.h"

#include <algorithm>
#include <vector>

#include "app/lessons/stops.h"
#include "app/state/app_state.h"
#include "app/texts/answer_phrases.h"
#include "app/ui/markdown_view.h"
#include "app/ui/panels/contents.h"
#include "app/ui/panels/step_words.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

std::string number_of(const AppState& app, CoursePlace place) {
  return fmt::format("{}.{}", app.lessons[place.lesson].number, place.step + 1);
}

std::string title_of(const AppState& app, const Ui& ui, CoursePlace place) {
  return fmt::format("{} · {}", number_of(app, place),
                     app.lessons[place.lesson].steps[place.step].text[ui.language].title);
}

std::string time_phrase(const AppState& app, const Ui& ui, const SpeakerClock& clock) {
  const lessons::CoursePath* path = followed_path(app);
  if (path == nullptr) return ui.say(Str::speaker_time, clock.now, clock.minutes);
  return ui.say(Str::speaker_time_of, clock.now, clock.minutes, path->minutes());
}

// "Access 2 of 5", of those that the remote stops at.
std::string stop_phrase(const AppState& app, const Ui& ui) {
  if (!app.has_transport()) return {};
  const auto stops = lessons::stops_of(app.current_step(), app.session);
  const auto at = std::ranges::find(stops, app.session.cursor().event);
  if (at == stops.end()) return {};
  return ui.say(Str::speaker_stop, at - stops.begin() + 1, stops.size());
}

void ends_at(ImVec2 right, std::string_view words, ImFont* font, Color color) {
  text_at(right - ImVec2{text_width(words, font), 0}, words, font, color);
}

void heading(const AppState& app, Ui& ui, float width, const SpeakerClock& clock) {
  const std::string time = time_phrase(app, ui, clock);
  const float room = width - text_width(time, ui.fonts.title) - ui.fonts.body->FontSize;
  const std::string words = app.mode == Mode::lesson ? title_of(app, ui, {app.lesson, app.step})
                                                     : app.session.selection().kernel;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui.widget_log.shown("speaker.title", words);
  label(ui, fitted(words, room, ui.fonts.title), {ui.theme->text, ui.fonts.title});
  ui.widget_log.shown("speaker.time", time);
  ends_at(at + ImVec2{width, 0}, time, ui.fonts.title, ui.theme->accent);
  ImGui::SetCursorScreenPos(at + ImVec2{0, ui.fonts.title->FontSize * 1.3f});
  label(ui, stop_phrase(app, ui), {ui.theme->muted, ui.fonts.small});
}

void part(Ui& ui, Str heading, const lessons::Markdown& words, float width) {
  if (words.empty()) return;
  ImGui::Dummy({0, ui.fonts.body->FontSize * 0.3f});
  label(ui, ui.say(heading), {ui.theme->accent, ui.fonts.bold});
  draw_markdown(ui, words, width, Terms::plain);
}

void answer(const AppState& app, Ui& ui, const lessons::StepText& words, float width) {
  const auto expected = lessons::expected_answer(app.current_step(), app.session);
  if (expected) {
    const std::string right =
        ui.say(Str::speaker_answer,
               answer_phrase(ui, *app.current_step().prediction, words, *expected, app.session));
    ui.widget_log.shown("speaker.answer", right);
    wrapped_label(ui, right, {ui.theme->good, ui.fonts.bold}, width);
  }
  for (std::size_t i = 0; i < words.options.size(); ++i) {
    draw_markdown(ui, {words.options[i]}, width, Terms::plain);
    if (i < words.reasons.size()) draw_markdown(ui, {words.reasons[i]}, width, Terms::plain);
  }
}

void words_of_step(const AppState& app, Ui& ui, float width) {
  const lessons::StepText& words = step_words(app, ui);
  draw_markdown(ui, words.body, width, Terms::plain);
  part(ui, Str::to_do, words.todo, width);
  if (app.current_step().prediction) {
    part(ui, Str::predict, words.question, width);
    answer(app, ui, words, width);
  }
  part(ui, Str::seen, words.seen, width);
}

struct WayLine {
  CoursePlace place;
  int minutes = 0;  // 0: nobody has said
};

// The path that is followed; else the lesson's steps.
std::vector<WayLine> way(const AppState& app) {
  std::vector<WayLine> lines;
  if (place_on_path(app)) {
    for (const lessons::PathStep& each : followed_path(app)->steps) {
      if (const auto place = lessons::find_step(app.lessons, each.step))
        lines.push_back({*place, each.minutes});
    }
    return lines;
  }
  for (std::size_t step = 0; step < app.current_lesson().steps.size(); ++step)
    lines.push_back({{app.lesson, step}});
  return lines;
}

void way_lines(const AppState& app, Ui& ui, float width) {
  for (const WayLine& line : way(app)) {
    const bool is_here = line.place == CoursePlace{app.lesson, app.step};
    ImFont* font = is_here ? ui.fonts.bold : ui.fonts.body;
    const std::string minutes = line.minutes == 0 ? "" : ui.say(Str::lesson_minutes, line.minutes);
    const float room = width - text_width(minutes, ui.fonts.small) - ui.fonts.body->FontSize;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    label(ui, fitted(title_of(app, ui, line.place), room, font),
          {is_here ? ui.theme->accent : ui.theme->text, font});
    if (is_here) ImGui::SetScrollHereY(0.3f);
    ends_at(at + ImVec2{width, 0}, minutes, ui.fonts.small, ui.theme->muted);
  }
}

void next_step(const AppState& app, Ui& ui, float width) {
  const auto next = neighbouring_step(app, 1);
  label(ui, ui.say(Str::speaker_next), {ui.theme->accent, ui.fonts.bold});
  if (!next) return label(ui, ui.say(Str::speaker_last), {ui.theme->muted, ui.fonts.body});
  const std::string words = title_of(app, ui, *next);
  ui.widget_log.shown("speaker.next", words);
  wrapped_label(ui, words, {ui.theme->text, ui.fonts.bold}, width);
}

void column(Ui& ui, const char* name, const Area& area) { begin_panel(ui, name, area, {}, true); }

}  // namespace

void speaker_view(const AppState& app, Ui& ui, ImVec2 size, const SpeakerClock& clock) {
  constexpr float kTextShare = 0.6f;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  push_font(ui.fonts.body);
  ImGui::Begin("speaker", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
  const float gap = ui.fonts.body->FontSize * 0.6f, inner = size.x - 2 * gap;
  ImGui::SetCursorScreenPos({gap, gap});
  heading(app, ui, inner, clock);
  const float top = ImGui::GetCursorScreenPos().y, height = size.y - top - gap;
  const float left = (inner - gap) * kTextShare, right = inner - gap - left;
  if (app.mode == Mode::lesson) {
    column(ui, "speaker.words", {gap, top, left, height});
    words_of_step(app, ui, ImGui::GetContentRegionAvail().x);
    end_panel();
    const float next_height = ui.fonts.body->FontSize * 5;
    column(ui, "speaker.next", {2 * gap + left, top, right, next_height});
    next_step(app, ui, ImGui::GetContentRegionAvail().x);
    end_panel();
    column(ui, "speaker.way",
           {2 * gap + left, top + next_height + gap, right, height - next_height - gap});
    way_lines(app, ui, ImGui::GetContentRegionAvail().x);
    end_panel();
  }
  ImGui::End();
  ImGui::PopFont();
}

}  // namespace warplens::ui
