#include "app/ui/kernel_combos.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "app/session/edits.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/state/control_list.h"
#include "app/state/kernel_search.h"
#include "app/ui/control_widgets.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Side;

using Choose = void (*)(AppState&, const std::string& kernel, Side side);

// A list of kernels: what its items are called for tests, and what a press does.
struct KernelList {
  std::string_view name;
  std::string shown;  // its kernel is lit
  Choose choose = nullptr;
};

void kernel_item(Ui& ui, const catalog::Family& family, const catalog::Variant& variant,
                 const KernelList& list) {
  const std::string name = fmt::format("{}/{}", family.name, variant.name);
  const std::string words =
      variant.broken ? fmt::format("{} ({})", name, ui.say(Str::broken_twin)) : name;
  if (ImGui::Selectable(words.c_str(), name == list.shown, ImGuiSelectableFlags_DontClosePopups)) {
    ui.ask([=, choose = list.choose, side = ui.side](AppState& a) { choose(a, name, side); });
    ui.state<KernelSearch>().is_chosen = true;
  }
  mark(ui, fmt::format("{}.{}", list.name, name));
  tooltip(ui, ui.say(variant.idea));
}

void kernel_items(const AppState& app, Ui& ui, const KernelList& list) {
  const std::string& words = ui.state<KernelSearch>().words;
  bool is_empty = true;
  for (const catalog::Family& family : app.session.families()) {
    bool has_title = false;
    for (const catalog::Variant& variant : family.variants) {
      if (!is_about(family, variant, words)) continue;
      if (!std::exchange(has_title, true)) {
        label(ui, ui.say(family.title), {ui.theme->muted, ui.fonts.small});
      }
      kernel_item(ui, family, variant, list);
      is_empty = false;
    }
  }
  if (is_empty) label(ui, ui.say(Str::no_kernel_found), {ui.theme->muted, ui.fonts.small});
}

// The field above the list, which takes the keyboard; the list below it scrolls.
void begin_list(Ui& ui, std::string_view name) {
  KernelSearch& search = ui.state<KernelSearch>();
  const float unit = ui.fonts.body->FontSize;
  const float width = std::max(ImGui::GetContentRegionAvail().x, unit * 19);
  if (ImGui::IsWindowAppearing()) {
    search = {};
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(width);
  ImGui::InputTextWithHint("###search", std::string(ui.say(Str::search_kernels)).c_str(),
                           &search.words);
  mark(ui, fmt::format("{}.search", name));
  ImGui::BeginChild("kernels", {width, unit * 22}, false, ImGuiWindowFlags_NoBackground);
}

void end_list(Ui& ui) {
  ImGui::EndChild();
  if (std::exchange(ui.state<KernelSearch>().is_chosen, false)) ImGui::CloseCurrentPopup();
  ImGui::EndCombo();
}

void choose_shown(AppState& app, const std::string& kernel, Side side) {
  select_kernel(app.session, kernel, side);
}

void choose_beside(AppState& app, const std::string& kernel, Side /*side*/) {
  compare_with(app.session, kernel);
}

void neighbour_items(const AppState& app, Ui& ui) {
  label(ui, ui.say(Str::compare_neighbours), {ui.theme->muted, ui.fonts.small});
  ImGui::PushID("neighbours");
  const catalog::Family& family = *app.session.family();
  for (const std::string& kernel : neighbours(app.session)) {
    if (const catalog::Variant* variant = family.find(kernel.substr(kernel.find('/') + 1))) {
      kernel_item(ui, family, *variant, {"compare.neighbour", {}, choose_beside});
    }
  }
  ImGui::PopID();
  ImGui::Separator();
}

}  // namespace

std::string beside_arrow(const std::string& words) {
  return shortened(words, ImGui::CalcItemWidth() - ImGui::GetFrameHeight() -
                              2 * ImGui::GetStyle().FramePadding.x);
}

void variant_combo(const AppState& app, Ui& ui) {
  const session::Selection& selection = app.session.selection(ui.side);
  const std::string name = short_name(selection);
  const std::string shown = beside_arrow(name);
  const bool open = ImGui::BeginCombo("###variant", shown.c_str(), ImGuiComboFlags_HeightLargest);
  mark(ui, "control.variant");
  const catalog::Variant* variant = app.session.variant(ui.side);
  if (!open && variant != nullptr) {
    tooltip(ui, shown == name ? ui.say(variant->idea)
                              : fmt::format("{}: {}", name, ui.say(variant->idea)));
  }
  if (!open) return;
  begin_list(ui, "variant");
  kernel_items(app, ui,
               {"variant", selection.capture.empty() ? selection.kernel : "", choose_shown});
  end_list(ui);
}

void compare_combo(const AppState& app, Ui& ui) {
  const std::string words = fmt::format("{}…", ui.say(Str::compare_with));
  const bool open = ImGui::BeginCombo("###compare", words.c_str(), ImGuiComboFlags_HeightLargest);
  mark(ui, "control.compare");
  if (!open) return;
  begin_list(ui, "compare");
  if (app.session.family() != nullptr && ui.state<KernelSearch>().words.empty()) {
    neighbour_items(app, ui);
  }
  kernel_items(app, ui, {"compare", {}, choose_beside});
  end_list(ui);
}

}  // namespace warplens::ui
