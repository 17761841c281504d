#include "app/ui/panels/copy_figures.h"

#include <algorithm>

#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/counter_rows.h"
#include "app/texts/metric_names.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Side;

// Rows in the order in which they came first; a cell that a side does not have stays empty.
class TextTable {
 public:
  void set(Side side, const std::string& row, std::string value) {
    auto at = std::ranges::find(rows_, row, &Row::name);
    if (at == rows_.end()) at = rows_.insert(rows_.end(), {row, {}});
    at->values[static_cast<std::size_t>(side)] = std::move(value);
  }
  [[nodiscard]] std::string text(bool both) const {
    std::string words;
    for (const Row& row : rows_) {
      words += row.name + '\t' + row.values[0];
      if (both) words += '\t' + row.values[1];
      words += '\n';
    }
    return words;
  }

 private:
  struct Row {
    std::string name;
    std::array<std::string, 2> values;
  };
  std::vector<Row> rows_;
};

std::string parameter_phrase(const session::Selection& selection) {
  std::string words;
  for (const auto& [name, value] : selection.parameters) {
    words += fmt::format("{}{}={}", words.empty() ? "" : " ", name, value);
  }
  return words;
}

std::string access_phrase(const Ui& ui, const ExplainedEvent& current) {
  return fmt::format("{} {} · {} {} · {}", ui.say(Str::block), current.view.block,
                     ui.say(Str::warp), current.view.warp, event_name(ui, *current.site));
}

void add_access(const AppState& app, const Ui& ui, Side side, TextTable& table) {
  const ExplainedEvent* current = app.session.event(side);
  if (current == nullptr) return;
  table.set(side, std::string(ui.say(Str::this_access)), access_phrase(ui, *current));
  table.set(side, std::string(ui.say(Str::source)),
            fmt::format("{}:{}", current->site->file, current->site->line));
  if (app.hides_costs()) return;
  for (const auto& row : scene::event_metrics(*current)) {
    table.set(side, std::string(ui.say(name_of(row.label))), row.value);
  }
}

void add_totals(const Ui& ui, Side side, TextTable& table) {
  for (const scene::MetricTable& of : (*ui.caches)[static_cast<std::size_t>(side)].views->totals) {
    for (const scene::MetricRow& row : of.rows) {
      table.set(side, fmt::format("{}: {}", ui.say(name_of(of.of)), ui.say(name_of(row.label))),
                row.value);
    }
  }
}

void add_counters(const AppState& app, const Ui& ui, Side side, TextTable& table) {
  const session::LaunchResult& launch = *app.session.launch(side);
  const std::string_view counted = ui.say(Str::counted);
  for (const CounterRow& row : counter_rows(ui, launch.counted)) {
    table.set(side, fmt::format("{}: {}", row.name, counted), signed_figure(row));
  }
  const std::string note = counter_note(ui, *app.session.result(side), launch);
  if (!note.empty()) table.set(side, std::string(counted), note);
}

void add_findings(const AppState& app, const Ui& ui, Side side, TextTable& table) {
  const auto& findings = app.session.launch(side)->trace->findings;
  table.set(side, std::string(ui.say(Str::findings)), std::to_string(findings.size()));
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const trace::Finding& finding = findings[i];
    table.set(side, fmt::format("{}", i + 1), ui.say(finding.message));
  }
}

}  // namespace

std::string figures_text(const AppState& app, const Ui& ui, std::string_view panel) {
  TextTable table;
  for (const Side side : session::kSides) {
    if (app.session.launch(side) == nullptr) continue;
    if (side == Side::right && !app.session.is_comparing()) continue;
    const session::Selection& selection = app.session.result(side)->selection;
    table.set(side, std::string(ui.say(Str::kernel)), selection.kernel);
    table.set(side, std::string(ui.say(Str::parameters)), parameter_phrase(selection));
    table.set(side, std::string(ui.say(Str::backend)), app.session.launch(side)->trace->backend);
    if (panel != "findings") {
      add_access(app, ui, side, table);
      if (!app.hides_costs()) {
        add_totals(ui, side, table);
        add_counters(app, ui, side, table);
      }
    }
    if (panel != "metrics") add_findings(app, ui, side, table);
  }
  return table.text(app.session.is_comparing());
}

}  // namespace warplens::ui
