#include "app/features/accuracy/accuracy.h"
#include "app/features/accuracy/accuracy_choice.h"
#include "app/features/accuracy/accuracy_measuring.h"
#include "app/features/accuracy/accuracy_table.h"
#include "app/features/accuracy/shown_accuracy.h"
#include "app/session/edits.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/wrapped_text.h"
#include "viz/scene/charts/accuracy_chart.h"
#include "viz/scene/charts/accuracy_phrases.h"

namespace warplens::ui {
namespace {

using accuracy::AccuracyChoice;
using scene::MarkId;

void change(Ui& ui, const std::function<void(AccuracyChoice&)>& make) {
  ui.ask([make](AppState& app) {
    AccuracyChoice choice = app.session.chosen<accuracy::AccuracyChoice>();
    make(choice);
    app.session.choose(choice);
  });
}

struct Toggle {
  const char* name;
  std::string words;
  Str hint;
  bool is_on;
};

// True: pressed while it was not on.
bool toggle(Ui& ui, const Toggle& choice) {
  const Color color = choice.is_on ? ui.theme->accent : ui.theme->muted;
  const bool is_pressed = text_button(ui, choice.name, choice.words, color);
  tooltip(ui, ui.say(choice.hint));
  ImGui::SameLine(0, ui.fonts.small->FontSize * 0.8f);
  return is_pressed && !choice.is_on;
}

void inputs_line(Ui& ui, const AccuracyChoice& choice) {
  struct Row {
    run::Inputs inputs;
    const char* name;
    Str hint;
  };
  constexpr std::array kRows{
      Row{run::Inputs::equal, "error_chart.equal", Str::accuracy_equal_hint},
      Row{run::Inputs::positive, "error_chart.positive", Str::accuracy_positive_hint},
      Row{run::Inputs::mixed, "error_chart.mixed", Str::accuracy_mixed_hint}};
  label(ui, ui.say(Str::accuracy_inputs), {ui.theme->muted, ui.fonts.small});
  ImGui::SameLine(0, ui.fonts.small->FontSize * 0.5f);
  for (const Row& row : kRows) {
    const std::string words(scene::phrase_of(row.inputs).in(ui.language));
    if (toggle(ui, {row.name, words, row.hint, choice.inputs == row.inputs})) {
      change(ui, [inputs = row.inputs](AccuracyChoice& next) { next.inputs = inputs; });
    }
  }
  ImGui::NewLine();
}

void reading_line(Ui& ui, const AppState& app) {
  const AccuracyChoice& choice = app.session.chosen<AccuracyChoice>();
  const bool by_architecture = is_by_architecture(app.session);
  const auto words = [&](Str str) { return std::string(ui.say(str)); };
  if (toggle(ui, {"error_chart.by_size", words(Str::accuracy_by_size), Str::accuracy_by_size_hint,
                  !choice.by_order && !by_architecture})) {
    change(ui, [](AccuracyChoice& next) { next.by_order = next.by_architecture = false; });
  }
  if (can_sum_on_several(app.session) &&
      toggle(ui, {"error_chart.by_architecture", words(Str::accuracy_by_architecture),
                  Str::accuracy_by_architecture_hint, by_architecture})) {
    change(ui, [](AccuracyChoice& next) {
      next.by_order = false;
      next.by_architecture = true;
    });
  }
  if (toggle(ui, {"error_chart.by_order", words(Str::accuracy_by_order),
                  Str::accuracy_by_order_hint, choice.by_order})) {
    change(ui, [](AccuracyChoice& next) { next.by_order = true; });
  }
  if (!choice.by_order) {
    ImGui::SameLine(0, ui.fonts.small->FontSize * 2);
    if (toggle(ui, {"error_chart.largest", words(Str::accuracy_largest), Str::accuracy_largest_hint,
                    !choice.by_rms})) {
      change(ui, [](AccuracyChoice& next) { next.by_rms = false; });
    }
    if (toggle(ui, {"error_chart.rms", words(Str::accuracy_rms), Str::accuracy_rms_hint,
                    choice.by_rms})) {
      change(ui, [](AccuracyChoice& next) { next.by_rms = true; });
    }
  }
  ImGui::NewLine();
}

// Where there is room for them above the picture.
void choices(Ui& ui, const AppState& app) {
  constexpr float kLowest = 12, kNarrowest = 24;  // of the panel, in text sizes
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float text = ui.fonts.body->FontSize;
  if (ui.hides_tools || room.y < kLowest * text || room.x < kNarrowest * text) return;
  push_font(ui.fonts.small);
  inputs_line(ui, app.session.chosen<AccuracyChoice>());
  reading_line(ui, app);
  ImGui::PopFont();
}

std::string mark_phrase(const Ui& ui, const ShownAccuracy& shown, MarkId id) {
  const scene::AccuracySeries& series = shown.chart.series[id.a];
  if (series.sizes != nullptr) {
    return scene::point_phrase(series.name, series.sizes->at[id.b], ui.language);
  }
  return ui.say(Str::accuracy_of_order, series.name, id.b,
                fmt::format("{:.9g}", series.orders->results[id.b]),
                fmt::format("{:+.3f}", series.orders->errors[id.b]));
}

void stage_series(Ui& ui, const ShownAccuracy& shown, std::size_t series) {
  ui.ask([kernel = shown.questions[series].sums.kernel](AppState& app) {
    select_kernel(app.session, kernel);
  });
}

void record(Ui& ui, const ShownAccuracy& shown) {
  for (const scene::AccuracySeries& series : shown.chart.series) {
    const std::string name = "error_chart." + series.name;
    if (series.orders)
      ui.widget_log.shown(name, [&] { return std::to_string(series.orders->distinct()); });
    if (!series.sizes) continue;
    for (const run::SizeAccuracy& at : series.sizes->at) {
      ui.widget_log.shown({name, ".", std::to_string(at.size)},
                          [&] { return fmt::format("{:.4f}", at.largest); });
    }
  }
}

// Where points lie over each other and over rows no test could tell them apart: they have no name.
std::string button_name(const ShownAccuracy& shown, MarkId id) {
  if (id.kind == MarkId::Kind::axis) {
    return fmt::format("error_chart.size.{}", shown.chart.sizes[id.b]);
  }
  if (id.kind == MarkId::Kind::point) return fmt::format("##{}.{}", id.a, id.b);
  return fmt::format("error_chart.of.{}", shown.chart.series[id.a].name);
}

// A mark that can be pressed: a size, or what stands for a kernel.
void press(Ui& ui, const scene::Rectangle& r, const ShownAccuracy& shown, ImVec2 origin) {
  const std::string name = button_name(shown, r.id);
  ImGui::SetCursorScreenPos(origin + ImVec2{r.x, r.y});
  const bool is_pressed =
      ImGui::InvisibleButton(name.c_str(), {std::max(r.width, 1.0f), std::max(r.height, 1.0f)});
  if (r.id.kind != MarkId::Kind::point) mark(ui, name);
  if (r.id.kind == MarkId::Kind::axis) {
    const std::int64_t size = shown.chart.sizes[r.id.b];
    if (is_pressed) change(ui, [size](AccuracyChoice& next) { next.size = size; });
    return;
  }
  const std::string words =
      r.id.kind == MarkId::Kind::point ? mark_phrase(ui, shown, r.id) + "\n" : std::string();
  const bool is_other = !shown.chart.series[r.id.a].is_published;
  tooltip(ui,
          words + std::string(is_other ? ui.say(Str::accuracy_click_hint) : std::string_view{}));
  if (is_pressed && is_other) stage_series(ui, shown, r.id.a);
}

// Points come before the rows that they stand in: what comes first is what is pressed.
void buttons(Ui& ui, const scene::DrawList& list, const ShownAccuracy& shown, ImVec2 origin) {
  for (const bool are_points : {true, false}) {
    for (const scene::Rectangle& r : list.rectangles) {
      const bool is_point = r.id.kind == MarkId::Kind::point;
      if (r.id.kind != MarkId::Kind::none && is_point == are_points) press(ui, r, shown, origin);
    }
  }
}

// What stands out.
MarkId under_pointer(const scene::DrawList& list, ImVec2 origin, ImVec2 room) {
  if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(origin, origin + room)) return {};
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const MarkId id = list.pick(mouse.x, mouse.y);
  return id.kind == MarkId::Kind::axis ? MarkId{} : id;
}

void picture(const AppState& app, Ui& ui, ShownAccuracy& shown) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  const bool by_order = app.session.chosen<accuracy::AccuracyChoice>().by_order;
  const auto drawn = [&] {
    return by_order ? order_chart(shown.chart, shown.look, {room.x, room.y}, style)
                    : accuracy_chart(shown.chart, shown.look, {room.x, room.y}, style);
  };
  scene::DrawList list = drawn();
  const MarkId id = under_pointer(list, origin, room);
  if (id.kind != MarkId::Kind::none) {
    shown.look.pointed_at = id.a;
    list = drawn();
  }
  draw_or_tell(ui, "errors", list, origin);
  buttons(ui, list, shown, origin);
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy(room);
}

// Under way, hidden or failed: said in the title's line, so that the picture stays where it is.
void state_phrase(const AppState& app, Ui& ui, const ShownAccuracy& shown) {
  if (shown.error) {
    wrapped_label(ui, shown.error->message.in(ui.language), {ui.theme->muted, ui.fonts.small});
  } else if (app.hides_costs()) {
    side_label(ui, {std::string(ui.say(Str::hidden_until_answer))}, "error_chart.state");
  } else if (!shown.is_complete) {
    const int percent = static_cast<int>(accuracy::measuring(app.session).progress() * 100);
    side_label(ui, {ui.say(Str::accuracy_measuring, percent), fmt::format("{}%", percent)},
               "error_chart.state");
  }
}

}  // namespace

void accuracy_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "error_chart", area, ui.say(Str::error_chart));
  if (accuracy::accuracy_questions(app.session).empty()) {
    muted_note(ui, Str::accuracy_none);
    return end_panel();
  }
  if (!accuracy::measuring(app.session).is_wanted()) {
    ui.ask([](AppState& state) { accuracy::measuring(state.session).want(state.session); });
  }
  ShownAccuracy shown = shown_errors(app);
  ui.makes_more = ui.makes_more || !shown.is_complete;
  state_phrase(app, ui, shown);
  choices(ui, app);
  picture(app, ui, shown);
  record(ui, shown);
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::accuracy {
namespace {

// What the error chart shows, as far as it is measured; the columns are those of `warplens errors`.
tables::Table table_of_errors(const session::Session& session) {
  std::vector<run::SumAccuracy> sizes;
  std::vector<run::OrderResults> orders;
  const bool by_order = session.chosen<AccuracyChoice>().by_order;
  for (const AccuracyQuestion& question : accuracy_questions(session)) {
    const auto* known = measuring(session).find(question);
    if (known == nullptr || !known->has_value()) continue;
    if (by_order) {
      orders.push_back((**known)->orders);
    } else {
      sizes.push_back((**known)->sizes);
    }
  }
  return by_order ? orders_table(orders) : accuracy_table(sizes);
}

Result<ui::MakeTable> table_to_save(const ui::AppState& app, ui::Ui& /*ui*/,
                                    session::Side /*side*/) {
  return ui::MakeTable([table = table_of_errors(app.session)] { return table; });
}

}  // namespace

ui::FeaturePanels panels() {
  using enum session::StageView;
  static constexpr ui::Panel kPanel{error_chart, ui::Str::error_chart, ui::accuracy_panel};
  static constexpr ui::PanelTable kTable{
      error_chart, {"errors", ui::Str::error_chart}, table_to_save, true};
  return {.panels = {&kPanel, 1}, .tables = {&kTable, 1}};
}

}  // namespace warplens::accuracy
