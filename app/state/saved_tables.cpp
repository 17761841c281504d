#include "app/state/saved_tables.h"

#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "viz/analysis/causes/causes.h"
#include "viz/analysis/trace_tables.h"

namespace warplens::ui {
namespace {

using session::KernelResultPtr;
using session::Side;

constexpr const char* kWorst = "worst";

void add_cause(tables::Table& table, std::size_t launch, const trace::Trace& trace,
               const analysis::Cause& cause, Language language) {
  const trace::Site& site = trace.sites[cause.site];
  table.push_back({fmt::format("{}", launch + 1), std::string(analysis::name_of(cause.kind)),
                   fmt::format("{:.4f}", cause.share), site.file, fmt::format("{}", site.line),
                   fmt::format("{}", cause.site), fmt::format("{}", cause.row),
                   cause.sentence.in(language), cause.advice.in(language)});
}

// The columns are those of `warplens trace --worst --json`.
tables::Table worst_table(const session::KernelResult& result, Language language) {
  tables::Table table{
      {"launch", "kind", "share", "file", "line", "site", "event", "sentence", "advice"}};
  for (std::size_t launch = 0; launch < result.launches.size(); ++launch) {
    const session::LaunchResult& of = result.launches[launch];
    for (const analysis::Cause& cause : analysis::causes(*of.trace, of.costs)) {
      add_cause(table, launch, *of.trace, cause, language);
    }
  }
  return table;
}

}  // namespace

Side side_of_panel(std::string_view panel) {
  return panel.starts_with("right.") ? Side::right : Side::left;
}

std::vector<std::shared_ptr<const trace::Trace>> saved_traces(const session::KernelResult& result) {
  std::vector<std::shared_ptr<const trace::Trace>> traces;
  for (const session::LaunchResult& launch : result.launches) traces.push_back(launch.trace);
  return traces;
}

std::vector<SavedTable> saved_tables(const AppState& app, Side side) {
  if (!app.session.result(side)) return {};
  return {{"totals", Str::table_totals},
          {"lines", Str::table_lines},
          {"sites", Str::table_sites},
          {"findings", Str::findings},
          {kWorst, Str::table_worst}};
}

Result<MakeTable> saved_table(const AppState& app, Side side, const std::string& name) {
  const KernelResultPtr result = app.session.result(side);
  const Language language = app.language();
  if (!result) return fail(tr("there is no trace yet"));
  if (name == kWorst) return [result, language] { return worst_table(*result, language); };
  const auto which = tables::trace_table_named(name);
  if (!which) return fail(tr("there is no table {}", name));
  return [result, which = *which, language] {
    return tables::table_of(which, saved_traces(*result), *result->run->ptx, language);
  };
}

}  // namespace warplens::ui
