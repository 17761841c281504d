#include "app/ui/term_help.h"

#include <set>

#include "app/lessons/glossary.h"
#include "app/ui/markdown_view.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

constexpr std::size_t kMostTerms = 2;  // explained at once

void explain(Ui& ui, std::string_view words) {
  if (ui.glossary == nullptr) return;
  std::set<std::size_t> explained;
  for (const lessons::Mention& mention : ui.glossary->mentions(words)) {
    if (explained.size() == kMostTerms) return;
    if (explained.insert(mention.term).second) term_tooltip(ui, mention.term);
  }
}

}  // namespace

std::string term_heading(const lessons::Term& term, Language language) {
  const Language other = language == Language::zh ? Language::en : Language::zh;
  return fmt::format("{} · {}", term.name.in(language), term.name.in(other));
}

void term_tooltip(Ui& ui, std::size_t term) {
  if (!ui.exports.picture.empty()) return;  // a picture shows the view, not the pointer's help
  const lessons::Term& explained = ui.glossary->terms()[term];
  const float padding = ui.fonts.body->FontSize * 0.5f;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::BeginTooltip();
  label(ui, term_heading(explained, ui.language), {ui.theme->accent, ui.fonts.bold});
  draw_markdown(ui, explained.text[ui.language], ui.fonts.body->FontSize * 22, Terms::plain);
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
  ui.widget_log.shown("help.term", explained.name.en);
}

void term_help(Ui& ui, std::string_view words) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) explain(ui, words);
}

void term_help(Ui& ui, ImVec2 low, ImVec2 high, std::string_view words) {
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(low, high)) explain(ui, words);
}

}  // namespace warplens::ui
