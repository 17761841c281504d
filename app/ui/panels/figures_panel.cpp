// The key figures: at most four, each in words. The table of all of them unfolds.
#include <algorithm>

#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/cost_phrases.h"
#include "app/texts/metric_names.h"
#include "app/texts/story_phrases.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/source_rows.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using scene::MetricClass;
using scene::MetricLabel;
using session::Side;

constexpr std::size_t kMostFigures = 4;

struct Figure {
  std::string name;   // what tests call it
  std::string title;  // what it is of
  std::string told;   // the same, its mark in words; empty: it has none
  std::string value;  // "3,072 wavefronts"; of two kernels both, left first
  bool is_costly = false;
  std::string story;  // why it is not the PTX's; empty: it is
};

const scene::MetricRow* row_of(const scene::MetricTable& table, MetricLabel label) {
  const auto row = std::ranges::find(table.rows, label, &scene::MetricRow::label);
  return row == table.rows.end() ? nullptr : &*row;
}

// What a class of accesses is judged by: a figure, its unit, and what else is to be known of it.
struct Judged {
  std::string value, more;
  Str unit = Str::cost_wavefronts;
  bool is_costly = false;
};
Judged judged(const Ui& ui, const scene::MetricTable& table) {
  const scene::MetricRow* conflicts = row_of(table, MetricLabel::conflicts);
  const scene::MetricRow* wavefronts = row_of(table, MetricLabel::wavefronts);
  if (conflicts != nullptr && wavefronts != nullptr) {
    const bool is_one = wavefronts->value == "1";
    return {wavefronts->value, ui.say(Str::so_many_conflicts, conflicts->value),
            is_one ? Str::cost_wavefront : Str::cost_wavefronts, conflicts->costly};
  }
  if (const scene::MetricRow* sectors = row_of(table, MetricLabel::sectors_per_request)) {
    return {sectors->value, {}, Str::sectors_a_request, sectors->costly};
  }
  return {};
}

void set_value(const Ui& ui, Figure& figure, const Judged& left) {
  if (left.value.empty()) return;
  figure.value = ui.say(left.unit, left.value);
  if (!left.more.empty()) figure.title += " · " + left.more;
}

// Of two kernels: "192 | 6,144 wavefronts".
void set_pair(const Ui& ui, Figure& figure, const Judged& left) {
  const auto& beside = (*ui.caches)[1].views->totals;
  const auto twin = std::ranges::find_if(
      beside, [&](const scene::MetricTable& table) { return key_of(table.of) == figure.name; });
  const std::string right = twin == beside.end() ? "–" : judged(ui, *twin).value;
  const Str unit = left.unit == Str::cost_wavefront ? Str::cost_wavefronts : left.unit;
  figure.value = ui.say(unit, fmt::format("{} | {}", left.value, right));
  figure.is_costly |= twin != beside.end() && judged(ui, *twin).is_costly;
}

Figure figure_of(const AppState& app, const Ui& ui, const scene::MetricTable& table) {
  Figure figure{
      std::string(key_of(table.of)), std::string(ui.say(name_of(table.of))), {}, {}, false, {}};
  const Judged left = judged(ui, table);
  figure.is_costly = left.is_costly;
  if (const session::LaunchResult* launch = app.session.launch()) {
    const std::string_view mark = mark_of(*launch, table.of);
    if (!mark.empty())
      figure.told =
          ui.say(mark == "?" ? Str::figure_by_ptx : Str::figure_as_executed, figure.title);
    figure.title += mark;
    figure.story = story_phrase(ui, *launch, table.of);
  }
  app.session.is_comparing() ? set_pair(ui, figure, left) : set_value(ui, figure, left);
  return figure;
}

std::optional<MetricClass> class_of(const trace::Site& site) {
  if (site.space == trace::Space::local) {
    return site.kind == trace::EventKind::load ? MetricClass::local_load : MetricClass::local_store;
  }
  const bool is_shared = site.space == trace::Space::shared;
  switch (site.kind) {
    case trace::EventKind::load:
    case trace::EventKind::load_matrix:
      return is_shared ? MetricClass::shared_load : MetricClass::global_load;
    case trace::EventKind::store:
    case trace::EventKind::store_matrix:
      return is_shared ? MetricClass::shared_store : MetricClass::global_store;
    case trace::EventKind::atomic:
      return is_shared ? MetricClass::shared_atomic : MetricClass::global_atomic;
    case trace::EventKind::async_copy:
      return MetricClass::async_copy;
    case trace::EventKind::bulk_load:
      return MetricClass::bulk_load;
    case trace::EventKind::bulk_store:
      return MetricClass::bulk_store;
    default:
      return std::nullopt;
  }
}

Figure this_access(const Ui& ui, const ExplainedEvent& event) {
  const CostPhrases words = cost_phrase(ui, event);
  return {
      "this_access", std::string(ui.say(Str::this_access)), {}, joined(words), words.is_costly, {}};
}

std::string shared_bytes(const AppState& app, Side side) {
  const trace::TracedLaunch& shape = app.session.launch(side)->trace->launch;
  return scene::with_separators(std::uint64_t{shape.static_shared_bytes} +
                                shape.dynamic_shared_bytes);
}

// Of a block; of two kernels both.
Figure shared_memory(const AppState& app, const Ui& ui) {
  std::string bytes = shared_bytes(app, Side::left);
  if (app.session.is_comparing() && app.session.launch(Side::right) != nullptr) {
    bytes += " | " + shared_bytes(app, Side::right);
  }
  return {"shared_memory",
          std::string(ui.say(Str::shared_memory)),
          {},
          ui.say(Str::bytes, bytes),
          false,
          {}};
}

// Those that the lesson's step names, of them that the kernel has.
std::vector<Figure> figures_of_the_step(const AppState& app, const Ui& ui) {
  std::vector<Figure> figures;
  for (const std::string& name : app.current_step().scene.figures) {
    if (name == "shared_memory") figures.push_back(shared_memory(app, ui));
    for (const scene::MetricTable& table : (*ui.caches)[0].views->totals) {
      if (key_of(table.of) == name) figures.push_back(figure_of(app, ui, table));
    }
  }
  return figures;
}

// The access under the cursor; then what the lesson's step names, else the whole kernel's classes,
// that of the access first, those that cost more than they need before the others.
std::vector<Figure> key_figures(const AppState& app, const Ui& ui) {
  const ExplainedEvent* event = app.session.event();
  if (event == nullptr || app.hides_costs()) return {};
  std::vector<Figure> figures;
  if (!app.session.is_comparing()) figures.push_back(this_access(ui, *event));
  std::erase_if(figures, [](const Figure& figure) { return figure.value.empty(); });  // a shuffle
  if (app.mode == Mode::lesson && !app.current_step().scene.figures.empty()) {
    std::ranges::move(figures_of_the_step(app, ui), std::back_inserter(figures));
    return figures;
  }
  std::vector<scene::MetricTable> tables = (*ui.caches)[0].views->totals;
  const auto own = class_of(*event->site);
  std::ranges::stable_sort(tables, {}, [&](const scene::MetricTable& table) {
    return own == table.of ? 0 : judged(ui, table).is_costly ? 1 : 2;
  });
  for (const scene::MetricTable& table : tables) {
    if (figures.size() < kMostFigures) figures.push_back(figure_of(app, ui, table));
  }
  return figures;
}

void draw_figure(Ui& ui, const Figure& figure, ImVec2 at, float width) {
  ui.widget_log.shown({"key.", figure.name}, figure.value);
  const float gap = ui.fonts.body->FontSize * 0.5f;
  ImGui::SetCursorScreenPos(at);
  const bool is_told =
      !figure.told.empty() && text_width(figure.told, ui.fonts.small) <= width - gap;
  const std::string title =
      is_told ? figure.told : fitted(figure.title, width - gap, ui.fonts.small);
  label(ui, title, {ui.theme->muted, ui.fonts.small});
  const bool fits = text_width(figure.value, ui.fonts.bold) <= width - gap;
  ImFont* font = fits ? ui.fonts.bold : ui.fonts.small;
  const std::string value = fitted(figure.value, width - gap, font);
  ImGui::SetCursorScreenPos(at + ImVec2{0, ui.fonts.small->FontSize * 1.15f});
  const Color color = figure.is_costly ? scene::theme(ui.theme->theme).conflict : ui.theme->text;
  label(ui, value, {color, font});
  std::string words = is_told || title == figure.title ? "" : figure.title;
  if (value != figure.value) words += (words.empty() ? "" : "\n") + figure.value;
  if (!figure.story.empty()) words += (words.empty() ? "" : "\n") + figure.story;
  if (!words.empty()) {
    hint(ui, at, at + ImVec2{width, ui.fonts.body->FontSize * 2.6f}, words);
  }
}

std::size_t rows_of(std::size_t figures, std::size_t across) {
  return (figures + across - 1) / across;
}

// As many as have room beside each other, fewer where titles need it and `rows` have room.
std::size_t figures_across(const Ui& ui, const std::vector<Figure>& figures, float room,
                           std::size_t rows) {
  if (figures.empty()) return 1;
  const float narrowest = ui.fonts.body->FontSize * 9, gap = ui.fonts.body->FontSize * 0.5f;
  float widest = 0;
  for (const Figure& figure : figures) {
    widest = std::max({widest, text_width(figure.title, ui.fonts.small) + gap,
                       text_width(figure.value, ui.fonts.bold) + gap});
  }
  const auto most = static_cast<float>(figures.size());
  auto across = static_cast<std::size_t>(std::clamp(room / narrowest, 1.0f, most));
  while (across > 1 && room / static_cast<float>(across) < widest &&
         rows_of(figures.size(), across - 1) <= rows) {
    --across;
  }
  return across;
}

}  // namespace

void figures_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "figures", area, {});
  ImGui::SetCursorPosY(panel_padding(ui) * 0.4f);
  const std::vector<Figure> figures = key_figures(app, ui);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  const float height = ui.fonts.body->FontSize * 2.7f;
  const auto rows = static_cast<std::size_t>(
      std::max(area.y + area.height + ui.fonts.body->FontSize * 0.4f - origin.y, 0.0f) / height);
  const std::size_t across = figures_across(ui, figures, room, rows);
  const float width = room / static_cast<float>(across);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const ImVec2 at = origin + ImVec2{static_cast<float>(i % across) * width,
                                      static_cast<float>(i / across) * height};
    if (i >= across && at.y + height > area.y + area.height + ui.fonts.body->FontSize * 0.4f) break;
    draw_figure(ui, figures[i], at, width);
  }
  end_panel();
}

}  // namespace warplens::ui
