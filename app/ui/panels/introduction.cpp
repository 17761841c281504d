// A few short cards for someone who starts the app for the first time: a question that the banks
// answer, what to begin with, then each beside what it is about.
#include <algorithm>
#include <array>

#include "app/state/first_looks.h"
#include "app/ui/panels/first_question.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

struct Card {
  std::string_view target;  // a widget or panel; empty: the card stands in the middle
  Str title, words;
};
constexpr std::array kCards{
    Card{"", Str::intro_welcome, Str::intro_welcome_phrase},
    Card{"lesson", Str::intro_lesson, Str::intro_lesson_phrase},
    Card{"play", Str::intro_play, Str::intro_play_phrase},
    Card{"timeline.strip", Str::intro_timeline, Str::intro_timeline_phrase},
    Card{"controls", Str::intro_controls, Str::intro_controls_phrase},
    Card{"help", Str::intro_help, Str::intro_help_phrase},
};

// Where the target is in this frame; nothing when it is not on screen.
const WidgetRect* find(const Ui& ui, std::string_view name) {
  for (const auto* all : {&ui.widget_log.widgets(), &ui.widget_log.panels()}) {
    if (const auto it = all->find(name); it != all->end()) return &it->second;
  }
  return nullptr;
}

bool is_there(const Ui& ui, const Card& card) {
  return card.target.empty() || find(ui, card.target) != nullptr;
}

// Beside the target: on the side that has room, within the window.
ImVec2 place_beside(const WidgetRect& target, ImVec2 card, ImVec2 window, float gap) {
  ImVec2 at{target.x + target.width / 2 - card.x / 2, target.y + target.height + gap};
  if (at.y + card.y + gap > window.y) at.y = target.y - card.y - gap;
  if (at.y < gap) {
    const bool has_room_right = target.x + target.width + gap + card.x < window.x;
    at = {has_room_right ? target.x + target.width + gap : target.x - card.x - gap, target.y};
  }
  return {std::clamp(at.x, gap, std::max(gap, window.x - card.x - gap)),
          std::clamp(at.y, gap, std::max(gap, window.y - card.y - gap))};
}

void point_at(const Ui& ui, const WidgetRect& target) {
  const float gap = 3 * ui.scale;
  ImGui::GetForegroundDrawList()->AddRect(
      {target.x - gap, target.y - gap},
      {target.x + target.width + gap, target.y + target.height + gap}, packed(ui.theme->accent),
      6 * ui.scale, 0, 3 * ui.scale);
}

// Of the cards from `first` on, `by` on each time, the first whose target is on screen; past the
// end where there is none.
std::size_t card_from(const Ui& ui, std::size_t first, int by) {
  std::size_t card = first;
  while (card < kCards.size() && !is_there(ui, kCards[card])) {
    card += by > 0 ? 1 : ~std::size_t{0};
  }
  return std::min(card, kCards.size());
}

// "2 / 5", of the cards that point at something.
std::string place_phrase(const Ui& ui, std::size_t card) {
  std::size_t place = 0, count = 0;
  for (std::size_t i = 0; i < kCards.size(); ++i) {
    if (!is_there(ui, kCards[i])) continue;
    ++count;
    if (i <= card) ++place;
  }
  return fmt::format("{} / {}", place, count);
}

// Closes the introduction, sets the stage and says what to do there.
void begin_with(Ui& ui, void (*look)(AppState&), Str next) {
  close_overlay(ui);
  ui.state<Message>() = {std::string(ui.say(next)), {}, false};
  ui.ask(look);
}

void beginnings(Ui& ui) {
  const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
  if (button(ui, "intro.conflict", ui.say(Str::intro_conflict), ButtonLook::primary, {width, 0})) {
    return begin_with(ui, look_at_a_conflict, Str::intro_conflict_next);
  }
  ImGui::SameLine();
  if (button(ui, "intro.times", ui.say(Str::intro_times), ButtonLook::primary, {width, 0})) {
    return begin_with(ui, look_at_times, Str::intro_times_next);
  }
  const float whole = ImGui::GetContentRegionAvail().x;
  if (button(ui, "intro.hour", ui.say(Str::intro_hour), ButtonLook::soft, {whole, 0})) {
    begin_with(
        ui, [](AppState& app) { follow_path(app, "hour"); }, Str::intro_hour_next);
  }
}

void words(Ui& ui, const Card& card, float width) {
  wrapped_label(ui, ui.say(card.words), {ui.theme->text, ui.fonts.body}, width);
  ImGui::Dummy({width, ui.fonts.body->FontSize * 0.2f});
}

void buttons(Ui& ui) {
  const std::size_t card = ui.state<Overlay>().chosen;
  const bool is_last = card_from(ui, card + 1, 1) == kCards.size();
  label(ui, place_phrase(ui, card), {ui.theme->muted, ui.fonts.small});
  const Str next = is_last ? Str::intro_start : card == 0 ? Str::intro_around : Str::next;
  const ButtonLook look = card == 0 ? ButtonLook::soft : ButtonLook::primary;
  if (button(ui, "intro.next", ui.say(next), look)) {
    return turn_card(ui, 1);
  }
  ImGui::SameLine();
  ImGui::BeginDisabled(card == 0);
  if (button(ui, "intro.back", ui.say(Str::previous))) turn_card(ui, -1);
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (button(ui, "intro.skip", ui.say(Str::intro_skip))) close_overlay(ui);
}

}  // namespace

void turn_card(Ui& ui, int by) {
  std::size_t& card = ui.state<Overlay>().chosen;
  const std::size_t next = by < 0 && card == 0
                               ? kCards.size()
                               : card_from(ui, card + (by > 0 ? 1 : ~std::size_t{0}), by);
  if (next < kCards.size()) {
    card = next;
  } else if (by > 0) {
    close_overlay(ui);
  }
}

void introduction(Ui& ui, const Layout& layout, ImVec2 window) {
  const float unit = ui.fonts.body->FontSize;
  const Card& card = kCards[std::min(ui.state<Overlay>().chosen, kCards.size() - 1)];
  const WidgetRect whole{layout.stage.x, layout.stage.y, layout.stage.width, layout.stage.height};
  const WidgetRect* found = find(ui, card.target);
  const WidgetRect target = found == nullptr ? whole : *found;
  const bool asks = card.target.empty();
  const float width = std::min(unit * (asks ? 40 : 22), window.x - unit * 4);
  const float picture = std::min(unit * 22, window.y - unit * 19);
  const ImVec2 size{width + unit * 1.6f, asks ? picture + unit * 15 : unit * 10};
  if (found != nullptr) point_at(ui, target);
  ui.widget_log.shown("intro.found", [&] { return is_there(ui, card) ? "yes" : "no"; });
  const ImVec2 middle{(window.x - size.x) / 2, (window.y - size.y) / 2};
  begin_overlay(ui, "intro.window", asks ? middle : place_beside(target, size, window, unit * 0.7f),
                {0, 0});
  label(ui, ui.say(card.title), {ui.theme->text, ui.fonts.title});
  if (asks) first_question(ui, width, picture);
  const bool is_open = asks && !ui.state<Overlay>().answer;
  if (!is_open) words(ui, card, width);
  if (asks && !is_open) beginnings(ui);
  buttons(ui);
  end_overlay();
}

}  // namespace warplens::ui
