#include "app/ui/quiz.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/lessons/doing.h"
#include "app/state/measured_phrases.h"
#include "app/texts/answer_phrases.h"
#include "app/ui/asking.h"
#include "app/ui/markdown_view.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

std::string step_name(const AppState& app) {
  return fmt::format("{}/{}", app.current_lesson().id, app.current_step().id);
}

bool is_revealed(const AppState& app) { return !app.hides_costs(); }

// The option that is right; none while the question is open, and of an order.
std::optional<std::size_t> right_option(const AppState& app) {
  const auto& expected = app.session.activity().expected;
  const lessons::Prediction& asked = *app.current_step().prediction;
  if (!is_revealed(app) || !expected || asked.kind == lessons::Prediction::Kind::order) {
    return std::nullopt;
  }
  return lessons::option_of(asked, *expected);
}

// As long as its share of the hands, behind the option's words.
void vote_bar(const Ui& ui, ImVec2 at, ImVec2 size, float share, bool is_right) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const float round = ui.fonts.body->FontSize * 0.3f;
  out.AddRectFilled(at, at + size, packed(ui.theme->soft), round);
  if (share <= 0) return;
  const Color color = is_right ? ui.theme->good : ui.theme->accent;
  out.AddRectFilled(at, at + ImVec2{size.x * share, size.y}, packed(color), round);
}

void sign_button(Ui& ui, std::size_t option, const char* sign, int by) {
  const float side = ImGui::GetFrameHeight();
  const std::string name = fmt::format("quiz.{}{}", by > 0 ? "more" : "less", option + 1);
  if (!button(ui, name.c_str(), sign, ButtonLook::soft, {side, 0})) return;
  QuizState& quiz = ui.state<QuizState>();
  quiz.chosen = option;
  quiz.typed.clear();
  count_hands(ui, by);
}

void vote_line(Ui& ui, std::size_t option, int all, bool is_right, bool is_open, float width) {
  const QuizState& quiz = ui.state<QuizState>();
  const int votes = quiz.votes[option];
  const std::string words = ui.say(Str::quiz_votes, votes, all);
  ui.widget_log.shown({"quiz.votes", std::to_string(option + 1)},
                      [&] { return std::to_string(votes); });
  const float height = ImGui::GetFrameHeight();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float figures = text_width(ui.say(Str::quiz_votes, 999, 999), ui.fonts.bold);
  const float buttons = is_open ? 2 * (height + gap) : 0;
  const float bar = std::max(0.0f, width - figures - gap - buttons);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  vote_bar(ui, at + ImVec2{0, height * 0.2f}, {bar, height * 0.6f},
           all == 0 ? 0 : static_cast<float>(votes) / static_cast<float>(all), is_right);
  ImGui::Dummy({bar, height});
  ImGui::SameLine(0, gap);
  label(ui, words, {is_right ? ui.theme->good : ui.theme->text, ui.fonts.bold});
  if (!is_open) return;
  ImGui::SameLine(0, 0);
  ImGui::SetCursorScreenPos({at.x + bar + gap + figures + gap, at.y});
  sign_button(ui, option, "−", -1);
  ImGui::SameLine(0, gap);
  sign_button(ui, option, "+", 1);
}

void reason(Ui& ui, lessons::MarkdownBlock block, float width) {
  block.kind = lessons::MarkdownBlock::Kind::paragraph;
  ui.widget_log.shown("quiz.reason", [&] { return lessons::plain_text({block}); });
  draw_markdown(ui, {block}, width, Terms::plain);
}

void option_with_votes(const AppState& app, Ui& ui, const lessons::StepText& words,
                       std::size_t option, float width) {
  QuizState& quiz = ui.state<QuizState>();
  const bool is_open = !is_revealed(app);
  const bool is_right = right_option(app) == option;
  const int all = std::accumulate(quiz.votes.begin(), quiz.votes.end(), 0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  lessons::MarkdownBlock block = words.options[option];
  block.kind = lessons::MarkdownBlock::Kind::paragraph;
  block.spans.insert(block.spans.begin(),
                     {fmt::format("{}{}  ", option + 1, is_right ? " ✓" : ""), true, false});
  draw_markdown(ui, {block}, width, Terms::plain);
  if (!is_open && option < words.reasons.size()) reason(ui, words.reasons[option], width);
  ImGui::EndGroup();
  mark(ui, fmt::format("quiz.option{}", option + 1));
  if (is_open && ImGui::IsItemClicked()) {
    quiz.chosen = option;
    quiz.typed.clear();
  }
  vote_line(ui, option, all, is_right, is_open, width);
  const ImVec2 end{at.x + width, ImGui::GetItemRectMax().y};
  if (!is_open || quiz.chosen != option) return;
  focus_ring(ui, at, end);
  if (std::exchange(quiz.moved, false)) ImGui::SetScrollHereY();
}

// What a click in the picture says, and no number.
bool is_of_a_place(const lessons::Prediction& asked) {
  return asked.kind == lessons::Prediction::Kind::cell ||
         asked.kind == lessons::Prediction::Kind::point;
}

// Those that are right stand out once that is known.
void guesses(const AppState& app, Ui& ui, float width) {
  const QuizState& quiz = ui.state<QuizState>();
  const auto& expected = app.session.activity().expected;
  const bool knows = is_revealed(app) && expected.has_value();
  ui.widget_log.shown("quiz.guesses", [&] { return fmt::format("{}", quiz.guesses.size()); });
  float used = 0;
  const lessons::Prediction& asked = *app.current_step().prediction;
  for (const std::int64_t guess : quiz.guesses) {
    const bool is_right = knows && guess == *expected;
    const std::string words =
        answer_phrase(ui, asked, {}, guess, app.session) + (is_right ? " ✓" : "");
    const float room = text_width(words, ui.fonts.title) + ui.fonts.title->FontSize;
    if (used > 0 && used + room <= width) ImGui::SameLine(0, ui.fonts.title->FontSize);
    used = used + room <= width ? used + room : room;
    label(ui, words, {is_right ? ui.theme->good : ui.theme->text, ui.fonts.title});
  }
  if (knows || is_of_a_place(asked)) return;
  label(ui, quiz.typed + "_", {ui.theme->accent, ui.fonts.title});
}

void hint_line(Ui& ui, Str words, float width) {
  wrapped_label(ui, ui.say(words), {ui.theme->muted, ui.fonts.small}, width);
}

void outcome_line(const AppState& app, Ui& ui, const lessons::StepText& words, float width) {
  const auto& expected = app.session.activity().expected;
  if (!expected) return;
  const std::string right =
      ui.say(Str::quiz_right,
             answer_phrase(ui, *app.current_step().prediction, words, *expected, app.session));
  ui.widget_log.shown("quiz.right", right);
  wrapped_label(ui, right, {ui.theme->good, ui.fonts.title}, width);
}

void what_is_seen(Ui& ui, const lessons::StepText& words, float width) {
  if (words.seen.empty()) return;
  label(ui, ui.say(Str::seen), {ui.theme->accent, ui.fonts.bold}, "quiz.seen");
  draw_markdown(ui, words.seen, width, Terms::plain);
}

// The question, then what the class says; once it is known, what is right above all.
void votes(const AppState& app, Ui& ui, const lessons::StepText& words, float width) {
  using AskedKind = lessons::Prediction::Kind;
  const lessons::Prediction& asked = *app.current_step().prediction;
  const bool has_guesses = asked.kind == AskedKind::number || is_of_a_place(asked);
  if (is_revealed(app)) outcome_line(app, ui, words, width);
  draw_markdown(ui, words.question, width, Terms::plain);
  for (std::size_t i = 0; i < words.options.size(); ++i) {
    option_with_votes(app, ui, words, i, width);
  }
  if (asked.kind == AskedKind::lanes) quiz_lanes(app, ui, width);
  if (has_guesses) guesses(app, ui, width);
  if (is_revealed(app)) return what_is_seen(ui, words, width);
  if (!words.options.empty()) hint_line(ui, Str::quiz_hands, width);
  if (asked.kind == AskedKind::lanes) hint_line(ui, Str::quiz_lanes, width);
  if (has_guesses)
    hint_line(ui, is_of_a_place(asked) ? Str::quiz_places : Str::quiz_guesses, width);
}

}  // namespace

bool shows_quiz(const AppState& app, const Ui& ui) {
  return app.settings.presentation && app.mode == Mode::lesson &&
         app.current_step().prediction.has_value() &&
         ui.state<QuizState>().asked_by == step_name(app);
}

void quiz_panel(const AppState& app, Ui& ui, const Area& area) {
  const lessons::StepText words = text_of_step(app, app.current_step(), ui.language);
  begin_panel(ui, "quiz", area, ui.say(Str::quiz));
  const bool is_open = !is_revealed(app);
  const float button_row = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
  const float room = ImGui::GetContentRegionAvail().y - (is_open ? button_row : 0);
  ImGui::BeginChild("votes", {0, room}, false, ImGuiWindowFlags_NoBackground);
  votes(app, ui, words, ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize);
  ImGui::EndChild();
  const float width = ImGui::GetContentRegionAvail().x;
  if (is_open &&
      button(ui, "quiz.reveal", ui.say(Str::quiz_reveal), ButtonLook::primary, {width, 0})) {
    reveal_answer(ui);
  }
  end_panel();
}

namespace {

// An option has hands, or a lane; numbers and places are guessed.
std::size_t vote_count(const lessons::Prediction& asked) {
  if (asked.kind == lessons::Prediction::Kind::lanes) return kWarpSize;
  return lessons::option_count(asked);
}

}  // namespace

void toggle_quiz(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  QuizState& quiz = ui.state<QuizState>();
  if (shows_quiz(app, ui)) {
    quiz = {};
    return;
  }
  quiz = {};
  if (app.mode != Mode::lesson || !app.current_step().prediction) return;
  quiz.asked_by = step_name(app);
  quiz.votes.assign(vote_count(*app.current_step().prediction), 0);
  if (is_revealed(app)) {
    ui.ask([](AppState& a) { go_to_step(a, static_cast<std::ptrdiff_t>(a.step)); });
  }
}

void count_hands(Ui& ui, int by) {
  constexpr int kMostHands = 999;
  QuizState& quiz = ui.state<QuizState>();
  if (quiz.chosen >= quiz.votes.size()) return;
  quiz.votes[quiz.chosen] = std::clamp(quiz.votes[quiz.chosen] + by, 0, kMostHands);
}

namespace {

// The access that is asked about, once; where it is none, the trace.
void play_what_is_asked(AppState& app) {
  session::Session& session = app.session;
  const auto& anchor = app.current_step().prediction->at;
  const auto asked = anchor ? session::find_event(*session.result(), *anchor) : std::nullopt;
  if (asked && asked->launch == session.cursor().launch) {
    session.seek(asked->event);
    session.playback().glide();
  } else if (!session.playback().playing) {
    session.toggle_playing();
  }
}

}  // namespace

void keep_guess(Ui& ui) {
  QuizState& quiz = ui.state<QuizState>();
  if (!quiz.typed.empty() && quiz.votes.empty()) quiz.guesses.push_back(std::stoll(quiz.typed));
  quiz.typed.clear();
}

void reveal_answer(Ui& ui) {
  keep_guess(ui);
  ui.ask([](AppState& app) {
    const auto given = lessons::give_answer(app.current_step(), app.session);
    if (!given.has_value()) app.notice = given.error().message.in(app.language());
    if (given.has_value() && app.has_transport()) play_what_is_asked(app);
  });
}

}  // namespace warplens::ui
