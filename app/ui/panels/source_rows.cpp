#include "app/ui/panels/source_rows.h"

#include <algorithm>

#include "app/texts/story_phrases.h"
#include "app/ui/term_help.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

// The costs beside a line: sectors a request of its loads and of its stores, n-way.
struct LineFigures {
  std::string load, store, shared;
  bool global_costly = false, shared_costly = false;

  [[nodiscard]] bool is_split() const { return !load.empty() && !store.empty() && load != store; }
  [[nodiscard]] std::string global() const {
    if (is_split()) return load + "·" + store;
    return load.empty() ? store : load;
  }
};

std::string sectors_a_request(const trace::SiteTotals& totals) {
  if (totals.requests == 0) return {};
  return fmt::format("{:.4g}",
                     static_cast<double>(totals.sectors) / static_cast<double>(totals.requests));
}

LineFigures figures_of(const analysis::LineCost& cost) {
  LineFigures figures{
      sectors_a_request(cost.global_load), sectors_a_request(cost.global_store), {}};
  const trace::SiteTotals global = cost.global();
  figures.global_costly = scene::is_costly(global.sectors, global.ideal_sectors);
  if (cost.shared.wavefronts > 0) figures.shared = fmt::format("{}", cost.shared.max_way);
  figures.shared_costly = cost.shared.max_way > 1;
  return figures;
}

void right_text(ImDrawList& out, ImFont* font, float right, float y, std::string_view words,
                Color color) {
  const float width = text_width(words, font);
  out.AddText(font, font->FontSize, {right - width, y}, packed(color), words.data(),
              words.data() + words.size());
}

}  // namespace

std::string global_figure(const analysis::LineCost& cost) { return figures_of(cost).global(); }

Columns columns_of(const Ui& ui, int digits, float widest_global) {
  const float digit = text_width("0", ui.fonts.mono_small);
  const float gap = ui.fonts.small->FontSize * 0.7f;
  Columns columns{};
  columns.number = digit * (static_cast<float>(digits) + 0.7f);  // right of the current row's bar
  columns.global = columns.number + gap +
                   std::max(widest_global, text_width(ui.say(Str::cost_global), ui.fonts.small));
  columns.shared = columns.global + gap +
                   std::max(digit * 3, text_width(ui.say(Str::cost_shared), ui.fonts.small));
  columns.text = columns.shared + gap;
  return columns;
}

void columns_header(Ui& ui, const Columns& columns) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  right_text(out, ui.fonts.small, at.x + columns.global, at.y, ui.say(Str::cost_global),
             ui.theme->muted);
  right_text(out, ui.fonts.small, at.x + columns.shared, at.y, ui.say(Str::cost_shared),
             ui.theme->muted);
  const float height = ui.fonts.small->FontSize;
  const float between =
      (columns.global + columns.shared - text_width(ui.say(Str::cost_shared), ui.fonts.small)) / 2;
  term_help(ui, at + ImVec2{columns.number, 0}, at + ImVec2{between, height},
            ui.say(Str::cost_global));
  term_help(ui, at + ImVec2{between, 0}, at + ImVec2{columns.shared, height},
            ui.say(Str::cost_shared));
  ImGui::Dummy({0, height});
}

void line_number(const Ui& ui, const Columns& columns, ImVec2 at, std::size_t number, bool is_bad) {
  right_text(*ImGui::GetWindowDrawList(), ui.fonts.mono_small, at.x + columns.number, at.y,
             fmt::format("{}", number), is_bad ? ui.theme->bad : ui.theme->muted);
}

void line_costs(Ui& ui, const Columns& columns, ImVec2 at, const analysis::LineCost& cost,
                bool hides_costs) {
  const LineFigures figures = figures_of(cost);
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const auto words = [&](const std::string& figure) {
    return hides_costs && !figure.empty() ? std::string("?") : figure;
  };
  const Color costly = scene::theme(ui.theme->theme).conflict;
  const auto paint = [&](bool is_costly) {
    return is_costly && !hides_costs ? costly : ui.theme->text;
  };
  right_text(out, ui.fonts.mono_small, at.x + columns.global, at.y, words(figures.global()),
             paint(figures.global_costly));
  right_text(out, ui.fonts.mono_small, at.x + columns.shared, at.y, words(figures.shared),
             paint(figures.shared_costly));
  if (hides_costs || !figures.is_split()) return;
  hint(ui, at + ImVec2{columns.number, 0},
       at + ImVec2{columns.global, ui.fonts.mono_small->FontSize},
       ui.say(Str::cost_split_hint, figures.load, figures.store));
}

void story_mark(Ui& ui, const Columns& columns, ImVec2 at, const scene::SourceRow& row) {
  const std::string_view mark = mark_of(row);
  if (mark.empty()) return;
  right_text(*ImGui::GetWindowDrawList(), ui.fonts.mono_small, at.x + columns.text, at.y, mark,
             ui.theme->accent);
  hint(ui, at + ImVec2{columns.number, 0}, at + ImVec2{columns.text, ui.fonts.mono_small->FontSize},
       story_phrase(ui, row));
}

void mark_row(const Ui& ui, float y, float height, RowMark mark) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const float left = ImGui::GetWindowPos().x;
  const bool is_current = mark == RowMark::current;
  const Color ground = is_current ? ui.theme->current_line
                                  : scene::mix(ui.theme->card, ui.theme->current_line, 0.5f);
  out.AddRectFilled({left, y}, {left + ImGui::GetWindowWidth(), y + height}, packed(ground));
  const float bar = (is_current ? 3.0f : 1.0f) * ui.scale;
  out.AddRectFilled({left, y}, {left + bar, y + height}, packed(ui.theme->accent));
}

void hint(Ui& ui, ImVec2 low, ImVec2 high, std::string_view words) {
  if (!ui.exports.picture.empty() || !ImGui::IsWindowHovered() ||
      !ImGui::IsMouseHoveringRect(low, high)) {
    return;
  }
  const float padding = ui.fonts.body->FontSize * 0.5f;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::BeginTooltip();
  const std::string lines =
      broken_into_lines(words, ui.fonts.body->FontSize * 30, ImGui::GetFont());
  ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
  ui.widget_log.shown("source.hint", words);
}

}  // namespace warplens::ui
