// The contents as a map: each lesson is a card to the right of what it needs.
#include <algorithm>

#include "app/lessons/course_map.h"
#include "app/state/app_state.h"
#include "app/ui/panels/contents.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using lessons::CourseMap;
using lessons::MapLesson;

struct MapCard {
  const lessons::Lesson* lesson = nullptr;
  std::size_t done = 0;  // of its steps
  bool is_next = false;  // the first that a person who did what it needs might take

  [[nodiscard]] bool is_complete() const { return done == lesson->steps.size(); }
};

std::vector<MapCard> cards_of(const AppState& app) {
  std::vector<MapCard> cards;
  for (const lessons::Lesson& lesson : app.lessons) {
    cards.push_back({.lesson = &lesson, .done = steps_done(app, lesson)});
  }
  const auto is_done = [&](int number) {
    const auto need = std::ranges::find_if(
        cards, [&](const MapCard& card) { return card.lesson->number == number; });
    return need == cards.end() || need->is_complete();
  };
  const auto next = std::ranges::find_if(cards, [&](const MapCard& card) {
    return !card.is_complete() && std::ranges::all_of(card.lesson->effort.needs, is_done);
  });
  if (next != cards.end()) next->is_next = true;
  return cards;
}

CourseMap map_of(const std::vector<MapCard>& cards) {
  std::vector<MapLesson> lessons;
  for (const MapCard& card : cards)
    lessons.push_back({card.lesson->number, card.lesson->effort.needs});
  return lessons::course_map(lessons);
}

// The largest text that fits into the room in lines; the last lines are cut where none does.
struct FittedLines {
  std::string lines;
  float size = 0;
};

FittedLines fitted_lines(std::string_view words, ImVec2 room, ImFont* font) {
  constexpr float kSmallest = 0.7f;
  FittedLines fit;
  for (float part = 1; part >= kSmallest; part -= 0.1f) {
    fit.size = font->FontSize * part;
    fit.lines = broken_into_lines(words, room.x / part, font);
    const auto lines = static_cast<float>(1 + std::ranges::count(fit.lines, '\n'));
    if (lines * fit.size <= room.y) return fit;
  }
  return fit;
}

std::string_view weight_phrase(const Ui& ui, lessons::Weight weight) {
  if (weight == lessons::Weight::usual) return {};
  return ui.say(weight == lessons::Weight::essential ? Str::essential : Str::extra);
}

// What all essential lessons take.
int essential_minutes(const std::vector<MapCard>& cards) {
  int minutes = 0;
  for (const MapCard& card : cards) {
    if (card.lesson->effort.weight == lessons::Weight::essential)
      minutes += card.lesson->effort.minutes;
  }
  return minutes;
}

class MapPainter {
 public:
  MapPainter(const AppState& app, Ui& ui, const std::vector<MapCard>& cards, ImVec2 size)
      : app_(app),
        ui_(ui),
        cards_(cards),
        map_(map_of(cards)),
        origin_(ImGui::GetCursorScreenPos()),
        size_(size) {
    cell_ = size.x / static_cast<float>(map_.columns);
    const float unit = ui.fonts.body->FontSize;
    card_ = {cell_ - unit * 1.8f, std::min(map_.row * size.y - unit * 0.5f, unit * 5.2f)};
  }

  void paint() {
    choose_pointed();
    const std::size_t chosen = std::min(ui_.state<Overlay>().chosen, cards_.size() - 1);
    const std::vector<bool> way = lessons::on_the_way(map_, chosen);
    for (const bool is_on_way : {false, true}) {
      for (const lessons::MapLine& line : map_.lines) {
        if ((way[line.from] && way[line.to]) == is_on_way) paint_line(line, is_on_way);
      }
    }
    for (std::size_t i = 0; i < cards_.size(); ++i) paint_card(i, i == chosen);
  }

 private:
  [[nodiscard]] ImVec2 corner(const lessons::MapPlace& place) const {
    return origin_ + ImVec2{static_cast<float>(place.column) * cell_ + (cell_ - card_.x) / 2,
                            place.y * size_.y - card_.y / 2};
  }

  // A button over each card.
  void choose_pointed() {
    for (std::size_t i = 0; i < cards_.size(); ++i) {
      ImGui::SetCursorScreenPos(corner(map_.places[i]));
      const bool pressed =
          ImGui::InvisibleButton(fmt::format("lesson{}", cards_[i].lesson->number).c_str(), card_);
      mark(ui_, fmt::format("contents.lesson{}", cards_[i].lesson->number));
      const ImVec2 moved = ImGui::GetIO().MouseDelta;
      const bool is_pointed_at = ImGui::IsItemHovered() && (moved.x != 0 || moved.y != 0);
      if (pressed || is_pointed_at) ui_.state<Overlay>().chosen = i;
      if (pressed) choose_lesson(ui_, app_);
    }
    ImGui::SetCursorScreenPos(origin_ + ImVec2{0, size_.y});
  }

  void paint_line(const lessons::MapLine& line, bool is_on_way) const {
    const Color color = is_on_way ? ui_.theme->accent : ui_.theme->border;
    const float width = ui_.scale * (is_on_way ? 2.5f : 1.5f);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    ImVec2 from = corner(map_.places[line.from]) + ImVec2{card_.x, card_.y / 2};
    const auto curve_to = [&](ImVec2 to) {
      const ImVec2 bend{(to.x - from.x) / 2, 0};
      out.AddBezierCubic(from, from + bend, to - bend, to, packed(color), width);
      from = to;
    };
    std::size_t column = map_.places[line.from].column;
    for (const float y : line.between) {
      const ImVec2 left = corner({++column, y}) + ImVec2{0, card_.y / 2};
      curve_to(left);
      out.AddLine(left, left + ImVec2{card_.x, 0}, packed(color), width);
      from = left + ImVec2{card_.x, 0};
    }
    curve_to(corner(map_.places[line.to]) + ImVec2{0, card_.y / 2});
  }

  void paint_card(std::size_t index, bool is_chosen) {
    const MapCard& card = cards_[index];
    const ImVec2 low = corner(map_.places[index]), high = low + card_;
    const bool is_here = index == app_.lesson;
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float round = 6 * ui_.scale;
    out.AddRectFilled(low, high, packed(is_here ? ui_.theme->current_line : ui_.theme->card),
                      round);
    if (card.lesson->effort.weight == lessons::Weight::essential)
      out.AddRectFilled(low, {low.x + round, high.y}, packed(ui_.theme->accent), round,
                        ImDrawFlags_RoundCornersLeft);
    out.AddRect(low, high, packed(is_chosen ? ui_.theme->accent : ui_.theme->border), round, 0,
                ui_.scale * (is_chosen ? 2.5f : 1));
    const float unit = ui_.fonts.small->FontSize;
    const float padding = unit * 0.5f;
    const ImVec2 inner = low + ImVec2{padding, padding};
    const float width = card_.x - 2 * padding;
    const float bar = unit * 0.3f, foot = unit * 1.2f;
    paint_title(card, inner, {width, card_.y - 2 * padding - foot - bar});
    paint_foot(card, {inner.x, high.y - padding - bar - foot}, width);
    paint_progress(card, {inner.x, high.y - padding - bar}, {width, bar});
  }

  void paint_title(const MapCard& card, ImVec2 at, ImVec2 room) const {
    const std::string words =
        fmt::format("{} {}", card.lesson->number, ui_.say(card.lesson->title));
    ImFont* font = ui_.fonts.bold;
    const FittedLines fit = fitted_lines(words, room, font);
    const Color color = card.is_complete() ? ui_.theme->good : ui_.theme->text;
    ImGui::GetWindowDrawList()->AddText(font, fit.size, at, packed(color), fit.lines.c_str());
  }

  // Minutes on the left; on the right what there is to know at a glance.
  void paint_foot(const MapCard& card, ImVec2 at, float width) const {
    ImFont* font = ui_.fonts.small;
    const int of = card.lesson->effort.minutes;
    std::string minutes = of == 0 ? "" : ui_.say(Str::lesson_minutes, of);
    const std::string_view weight = weight_phrase(ui_, card.lesson->effort.weight);
    const std::string with_weight = fmt::format("{} · {}", minutes, weight);
    if (!weight.empty() && text_width(with_weight, font) <= width) minutes = with_weight;
    text_at(at, minutes, font, ui_.theme->muted);
    const std::string state = card.is_complete() ? "✓"
                              : card.is_next     ? std::string(ui_.say(Str::next_on_map))
                                                 : "";
    const float left = width - text_width(state, font);
    if (left < text_width(minutes, font)) return;
    text_at(at + ImVec2{left, 0}, state, font,
            card.is_complete() ? ui_.theme->good : ui_.theme->accent);
  }

  void paint_progress(const MapCard& card, ImVec2 at, ImVec2 size) const {
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(at, at + size, packed(ui_.theme->border), size.y / 2);
    if (card.done == 0) return;
    const float part =
        static_cast<float>(card.done) / static_cast<float>(card.lesson->steps.size());
    const Color color = card.is_complete() ? ui_.theme->good : ui_.theme->accent;
    out.AddRectFilled(at, at + ImVec2{size.x * part, size.y}, packed(color), size.y / 2);
  }

  const AppState& app_;
  Ui& ui_;
  const std::vector<MapCard>& cards_;
  CourseMap map_;
  ImVec2 origin_, size_, card_{0, 0};
  float cell_ = 0;
};

// "Lesson 8 · Padding · 15 min · after lesson 7 · 3 of 9 steps done"
std::string told_phrase(const Ui& ui, const MapCard& card) {
  const lessons::Lesson& lesson = *card.lesson;
  std::string words =
      fmt::format("{} · {}", ui.say(Str::lesson_of, lesson.number), ui.say(lesson.title));
  const std::string effort = effort_phrase(ui, lesson.effort);
  if (!effort.empty()) words += " · " + effort;
  return words + " · " + ui.say(Str::steps_done, card.done, lesson.steps.size());
}

}  // namespace

void contents_map(const AppState& app, Ui& ui, ImVec2 size) {
  const std::vector<MapCard> cards = cards_of(app);
  if (cards.empty()) return;
  const float told = ui.fonts.body->FontSize * 1.6f;
  MapPainter(app, ui, cards, {size.x, size.y - told}).paint();
  const MapCard& chosen = cards[std::min(ui.state<Overlay>().chosen, cards.size() - 1)];
  const std::string words = told_phrase(ui, chosen);
  const int minutes = essential_minutes(cards);
  const std::string way = minutes == 0 ? "" : ui.say(Str::essential_way, minutes);
  const float right = size.x - text_width(way, ui.fonts.body);
  label(ui, fitted(words, right - ui.fonts.body->FontSize, ui.fonts.body),
        {ui.theme->text, ui.fonts.body});
  ui.widget_log.shown("contents.told", words);
  ui.widget_log.shown("contents.essential", way);
  if (way.empty()) return;
  ImGui::SameLine(right);
  label(ui, way, {ui.theme->accent, ui.fonts.body});
}

void move_on_map(Ui& ui, const AppState& app, const KeyPress& press) {
  const std::vector<MapCard> cards = cards_of(app);
  if (cards.empty()) return;
  const lessons::MapWay way = press.key == Key::left    ? lessons::MapWay::left
                              : press.key == Key::right ? lessons::MapWay::right
                              : press.key == Key::up    ? lessons::MapWay::up
                                                        : lessons::MapWay::down;
  std::size_t& chosen = ui.state<Overlay>().chosen;
  chosen = neighbour_on(map_of(cards), std::min(chosen, cards.size() - 1), way);
}

}  // namespace warplens::ui
