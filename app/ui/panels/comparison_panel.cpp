// The metrics of two kernels: the same rows, a column a side, the better figure with a sign.
#include "app/ui/panels/comparison_panel.h"

#include <algorithm>
#include <array>

#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/state/metric_comparison.h"
#include "app/texts/counter_rows.h"
#include "app/texts/metric_names.h"
#include "app/ui/control_widgets.h"
#include "app/ui/view_cache.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using scene::MetricLabel;
using session::Side;

constexpr std::string_view kBetter = "✓";

// Closer than one kernel's figures: the source below is to keep its room.
float comparison_row_height(const Ui& ui) { return ui.fonts.mono->FontSize; }

struct Table {
  float left = 0, width = 0;
  // Where a side's figures end; the sign stands right of them.
  [[nodiscard]] float end(Side side) const {
    return left + width * (side == Side::left ? 0.76f : 1.0f);
  }
};

std::vector<scene::MetricRow> event_rows(const AppState& app, Side side) {
  const ExplainedEvent* current = app.session.event(side);
  if (current == nullptr) return {};
  return scene::event_metrics(*current);
}

// Kernels of one family with the same problem sizes do the same work.
bool is_same_work(const AppState& app) {
  const session::KernelResultPtr& left = app.session.result(Side::left);
  const session::KernelResultPtr& right = app.session.result(Side::right);
  if (!left || !right) return false;
  const auto found = app.catalogue->look_up(left->run->kernel());
  const auto other = app.catalogue->look_up(right->run->kernel());
  if (!found.has_value() || !other.has_value() || found->family != other->family) return false;
  const catalog::Parameters &of_left = left->run->parameters, &of_right = right->run->parameters;
  return std::ranges::all_of(found->family->parameters, [&](const catalog::Parameter& parameter) {
    const auto a = of_left.find(parameter.name), b = of_right.find(parameter.name);
    const bool both = a != of_left.end() && b != of_right.end();
    return !parameter.is_problem_size || !both || a->second == b->second;
  });
}

std::vector<ComparedTable> tables_of(const AppState& app, const Ui& ui) {
  using enum MetricLabel;
  return compare_tables((*ui.caches)[0].views->totals, (*ui.caches)[1].views->totals,
                        {sectors, wavefronts, conflicts, not_modelled},
                        is_same_work(app) ? Judged::kernel : Judged::nothing);
}

std::vector<ComparedRow> access_rows(const AppState& app) {
  return compare_metrics(event_rows(app, Side::left), event_rows(app, Side::right), Judged::access);
}

// What was counted says with its sign whether it is the rules' figure.
Color figure_color(const Ui& ui, const std::string& value) {
  if (value.empty()) return ui.theme->muted;
  if (value.ends_with("≠")) return scene::theme(ui.theme->theme).conflict;
  return value.ends_with("=") ? ui.theme->good : ui.theme->text;
}

void figure(Ui& ui, const Table& table, Side side, float y, const std::string& value,
            bool is_better) {
  const float sign = text_width(kBetter, ui.fonts.small) + ui.fonts.small->FontSize * 0.15f;
  const std::string_view words = value.empty() ? "–" : std::string_view(value);
  right_label(ui, table.end(side) - sign, y, words, ui.fonts.mono,
              is_better ? ui.theme->good : figure_color(ui, value));
  if (is_better) right_label(ui, table.end(side), y, kBetter, ui.fonts.small, ui.theme->good);
}

void row(Ui& ui, const Table& table, const std::string& key, const std::string& words,
         const ComparedRow& row) {
  ui.widget_log.shown(key, row.left);
  ui.widget_log.shown({"right.", key}, row.right);
  const float y = ImGui::GetCursorPosY();
  const float room = table.end(Side::left) - table.left - ui.fonts.mono->FontSize * 1.2f -
                     text_width(row.left, ui.fonts.mono);
  const std::string fitting = fitted(words, room, ui.fonts.small);
  ImGui::SetCursorPos({table.left, y + (ui.fonts.mono->FontSize - ui.fonts.small->FontSize) / 2});
  label(ui, fitting, {ui.theme->muted, ui.fonts.small});
  if (fitting != words) tooltip(ui, words);
  figure(ui, table, Side::left, y, row.left, row.better == Side::left);
  figure(ui, table, Side::right, y, row.right, row.better == Side::right);
  ImGui::SetCursorPosY(y + comparison_row_height(ui));
}

void heading(Ui& ui, const Table& table, std::string_view words) {
  const float y = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({table.left, y + (ui.fonts.mono->FontSize - ui.fonts.small->FontSize) / 2});
  label(ui, words, {ui.theme->accent, ui.fonts.small});
  ImGui::SetCursorPosY(y + comparison_row_height(ui));
}

// A kernel's name that ends at `right`, in what room there is from `left`; where it begins.
float name_within(const AppState& app, Ui& ui, Side side, float left, float right) {
  const float y = ImGui::GetCursorPosY();
  const float drop = (ui.fonts.mono->FontSize - ui.fonts.small->FontSize) / 2;
  const std::string name = side_name(app, ui, side);
  const std::string words = shortened(name, right - left, ui.fonts.small);
  right_label(ui, right, y + drop, words, ui.fonts.small, ui.theme->text);
  if (words != name) tooltip(ui, name);
  ImGui::SetCursorPosY(y);
  return right - text_width(words, ui.fonts.small);
}

// The kernels' names above their columns; a long one of the right column moves the left one on.
void names(const AppState& app, Ui& ui, const Table& table, float from) {
  const float gap = ui.fonts.small->FontSize * 0.8f;
  const std::string left = side_name(app, ui, Side::left);
  const float wanted = text_width(left, ui.fonts.small) + gap;
  const float middle = (from + table.end(Side::right)) / 2;
  const float begins = name_within(app, ui, Side::right, std::min(from + wanted, middle + gap / 2),
                                   table.end(Side::right));
  name_within(app, ui, Side::left, from, std::min(table.end(Side::left), begins - gap));
}

void shared_bytes(const AppState& app, Ui& ui, const Table& table) {
  std::array<std::uint64_t, 2> bytes{};
  for (const Side side : session::kSides) {
    if (app.session.launch(side) == nullptr) return;
    const trace::TracedLaunch& launch = app.session.launch(side)->trace->launch;
    bytes[static_cast<std::size_t>(side)] =
        launch.static_shared_bytes + launch.dynamic_shared_bytes;
  }
  const auto words = [](std::uint64_t count) { return scene::with_separators(count) + " B"; };
  ComparedRow compared{{}, words(bytes[0]), words(bytes[1]), {}};
  if (bytes[0] != bytes[1] && is_same_work(app)) {
    compared.better = bytes[0] < bytes[1] ? Side::left : Side::right;
  }
  row(ui, table, "shared_bytes", std::string(ui.say(Str::shared_memory)), compared);
}

struct ComparedCounters {
  struct Row {
    std::string key, name;
    ComparedRow figures;  // with the sign that tells whether they are the rules'
  };
  std::vector<Row> rows;           // of both sides' counters, the left one's order first
  std::vector<std::string> notes;  // each once
};

ComparedCounters counters_of(const AppState& app, const Ui& ui) {
  ComparedCounters counters;
  for (const Side side : session::kSides) {
    if (app.session.launch(side) == nullptr) continue;
    const session::LaunchResult& launch = *app.session.launch(side);
    for (const CounterRow& each : counter_rows(ui, launch.counted)) {
      auto at = std::ranges::find(counters.rows, each.key, &ComparedCounters::Row::key);
      if (at == counters.rows.end()) {
        at = counters.rows.insert(counters.rows.end(), {each.key, each.name, {}});
      }
      (side == Side::left ? at->figures.left : at->figures.right) = signed_figure(each);
    }
    const std::string note = counter_note(ui, *app.session.result(side), launch);
    if (note.empty() || std::ranges::find(counters.notes, note) != counters.notes.end()) continue;
    counters.notes.push_back(note);
  }
  return counters;
}

void draw_counters(Ui& ui, const Table& table, const ComparedCounters& counters) {
  if (!counters.rows.empty()) heading(ui, table, ui.say(Str::counted));
  for (const ComparedCounters::Row& each : counters.rows) {
    row(ui, table, "counter." + each.key, each.name, each.figures);
  }
  for (const std::string& note : counters.notes) {
    ImGui::SetCursorPosX(table.left);
    wrapped_label(ui, note, {ui.theme->muted, ui.fonts.small}, table.width);
    ui.widget_log.shown("counters.note", note);
  }
}

}  // namespace

float comparison_height(const AppState& app, const Ui& ui) {
  std::size_t rows = access_rows(app).size();
  for (const ComparedTable& table : tables_of(app, ui)) rows += table.rows.size();
  const ComparedCounters counters = counters_of(app, ui);
  constexpr float kOthers = 3;  // two headings, shared memory
  rows += counters.rows.size() + (counters.rows.empty() ? 0 : 1) + 2 * counters.notes.size();
  return (static_cast<float>(rows) + kOthers) * comparison_row_height(ui) +
         ui.fonts.body->FontSize * 3.2f;
}

void comparison(const AppState& app, Ui& ui) {
  const Table table{ImGui::GetCursorPosX(), ImGui::GetContentRegionAvail().x};
  const std::string_view first = ui.say(Str::this_access);
  names(app, ui, table,
        table.left + text_width(first, ui.fonts.small) + ui.fonts.small->FontSize * 0.8f);
  heading(ui, table, first);
  for (const ComparedRow& each : access_rows(app)) {
    row(ui, table, fmt::format("event.{}", key_of(each.label)),
        std::string(ui.say(name_of(each.label))), each);
  }
  heading(ui, table, ui.say(Str::whole_kernel));
  for (const ComparedTable& each : tables_of(app, ui)) {
    for (const ComparedRow& compared : each.rows) {
      row(ui, table, fmt::format("{}.{}", key_of(each.of), key_of(compared.label)),
          fmt::format("{} · {}", ui.say(name_of(each.of)), ui.say(name_of(compared.label))),
          compared);
    }
  }
  shared_bytes(app, ui, table);
  draw_counters(ui, table, counters_of(app, ui));
}

}  // namespace warplens::ui
