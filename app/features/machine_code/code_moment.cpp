#include "app/features/machine_code/code_moment.h"

#include "app/state/app_state.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {
namespace {

struct CodeWork final : ViewJob<MadeOf, session::CodeModelPtr> {};

}  // namespace

CodeSource code_source(const AppState& app, Ui& ui) {
  const session::KernelResultPtr& result = app.session.result(ui.side);
  const std::size_t launch = app.session.cursor(ui.side).launch;
  auto& job = ui.cache().works.of<CodeWork>().job;
  job.want({result, fmt::format("{} {}", launch, ui.language == Language::zh)},
           session::machine_code(result, launch, ui.language));
  const auto* made = job.result();
  if (made == nullptr) return {};
  if (!made->has_value()) return {nullptr, &made->error()};
  return {**made, nullptr};
}

std::optional<code::CodeMark> code_mark(const AppState& app, const Ui& ui,
                                        const code::CodeModel& model) {
  const auto& line = app.session.chosen<code::CodeChoice>().line;
  if (line) return code::mark_of(model, *line);
  const analysis::ExplainedEvent* event = app.session.event(ui.side);
  if (event == nullptr || event->site == nullptr) return std::nullopt;
  const auto row = code::ptx_row(model, event->site->ptx_line);
  if (!row) return std::nullopt;
  return code::CodeMark{code::CodeColumn::ptx, *row};
}

void ask_code_line(Ui& ui, const code::CodeModel& model, const std::optional<code::CodeMark>& mark,
                   bool continues) {
  const auto line = mark ? code::line_of(model, *mark) : std::nullopt;
  ui.ask(
      [line, continues](AppState& app) { app.session.choose(code::CodeChoice{line}, continues); });
}

}  // namespace warplens::ui
