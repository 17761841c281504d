#include <algorithm>
#include <cmath>

#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/panels/source_rows.h"
#include "app/ui/panels/states.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {
namespace {

struct PtxView {
  const scene::PtxTable& table;
  std::size_t current;  // row; past the end: none
  std::string_view file;
  std::uint32_t line;
  Columns columns;
};

void follow_cursor(Ui& ui, const PtxView& view, float height) {
  std::size_t& scrolled_to = ui.state<SourceState>().scrolled_to_ptx;
  if (view.current >= view.table.rows.size() || scrolled_to == view.current) return;
  const float top = height * static_cast<float>(view.current);
  ImGui::SetScrollY(top - ImGui::GetWindowHeight() * 0.4f);
  ImGui::SetScrollX(0);
  scrolled_to = view.current;
}

// Numbers and costs stand still while the text is scrolled sideways.
void ptx_row(const AppState& app, Ui& ui, const PtxView& view, std::size_t i, float y,
             float height) {
  const ImVec2 at{ImGui::GetWindowPos().x, y};
  const ImVec2 end{at.x + ImGui::GetWindowWidth(), y + height};
  if (i == view.current) {
    mark_row(ui, y, height, RowMark::current);
  } else if (scene::belongs(view.table, i, view.file, view.line)) {
    mark_row(ui, y, height, RowMark::related);
  }
  const ImVec2 text_at = at + ImVec2{0, (height - ui.fonts.mono_small->FontSize) / 2};
  line_number(ui, view.columns, text_at, i + 1, false);
  if (const auto cost = view.table.costs.find(i); cost != view.table.costs.end()) {
    line_costs(ui, view.columns, text_at, cost->second, app.hides_costs());
  }
  const std::string words = scene::shown_ptx(view.table.rows[i].text);
  const float left = at.x + view.columns.text;
  const Color color = view.table.rows[i].place == 0 ? ui.theme->muted : ui.theme->text;
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.PushClipRect({left, y}, end, true);
  out.AddText(ui.fonts.mono_small, ui.fonts.mono_small->FontSize,
              {left - ImGui::GetScrollX(), text_at.y}, packed(color), words.data(),
              words.data() + words.size());
  out.PopClipRect();
  if (left + text_width(words, ui.fonts.mono_small) > end.x) hint(ui, at, end, words);
}

void draw(const AppState& app, Ui& ui, const PtxView& view) {
  const float height = ImGui::GetTextLineHeightWithSpacing();
  follow_cursor(ui, view, height);
  const std::size_t rows = view.table.rows.size();
  const float origin = ImGui::GetCursorScreenPos().y;
  const float above = std::max(0.0f, std::floor(ImGui::GetScrollY() / height));
  const float seen = std::ceil(ImGui::GetWindowHeight() / height) + 1;
  const auto first = std::min(static_cast<std::size_t>(above), rows);
  const auto last = std::min(first + static_cast<std::size_t>(seen), rows);
  for (std::size_t i = first; i < last; ++i) {
    ptx_row(app, ui, view, i, origin + height * static_cast<float>(i), height);
  }
  const float letter = text_width("0", ui.fonts.mono_small);
  ImGui::Dummy({view.columns.text + letter * static_cast<float>(view.table.longest),
                height * static_cast<float>(rows)});
}

}  // namespace

void ptx_lines(const AppState& app, Ui& ui, const trace::Site* site, std::string_view file,
               std::uint32_t line) {
  std::optional<scene::PtxTable>& table = ui.cache().ptx;
  if (!table) {
    table = scene::ptx_table(*app.session.launch(ui.side)->trace,
                             *app.session.result(ui.side)->run->ptx);
  }
  const std::size_t row = site == nullptr ? table->rows.size() : scene::row_of(*table, *site);
  const auto digits = static_cast<int>(fmt::formatted_size("{}", table->rows.size()));
  push_font(ui.fonts.mono_small);
  ImGui::BeginChild("ptx", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  draw(app, ui, {*table, row, file, line, columns_of(ui, std::max(3, digits), 0)});
  ui.widget_log.shown("source.ptx_line", [&] { return fmt::format("{}", row + 1); });
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace warplens::ui
