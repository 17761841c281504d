// What can be saved of a view: pictures, a GIF, tables, the trace, a link; and where it goes.
#include <algorithm>

#include "app/session/kernel_result.h"
#include "app/settings/save_folder.h"
#include "app/state/link_address.h"
#include "app/state/linked.h"
#include "app/state/saved_tables.h"
#include "app/ui/feature_panels.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/panels/save_place.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

constexpr int kMostPictures = 600;
constexpr int kFewPictures = 100;  // offered at first

std::string_view without_side(std::string_view panel) {
  return panel.starts_with("right.") ? panel.substr(6) : panel;
}

bool is_view(const SaveMenu& menu) {
  return session::stage_view_named(without_side(menu.panel)).has_value();
}

void wish_of(Ui& ui, SaveWish::Kind kind, float times = 1, std::string table = {}) {
  SaveWish wish;
  wish.kind = kind;
  wish.times = times;
  wish.table = std::move(table);
  wish_file(ui, std::move(wish));
}

void picture_row(Ui& ui) {
  save_row_label(ui, ui.say(Str::save_picture_row));
  for (int times = 1; times <= 4; ++times) {
    const std::string words = times == 1 ? "PNG" : fmt::format("{}×", times);
    if (button(ui, fmt::format("save.png{}", times).c_str(), words)) {
      wish_of(ui, SaveWish::Kind::png, static_cast<float>(times));
    }
    ImGui::SameLine();
  }
  if (button(ui, "save.svg", "SVG")) wish_of(ui, SaveWish::Kind::svg);
}

void number_field(Ui& ui, const char* name, int& value, int low, int high) {
  ImGui::SetNextItemWidth(ui.fonts.body->FontSize * 3.4f);
  ImGui::InputInt(fmt::format("###{}", name).c_str(), &value, 0);
  mark(ui, name);
  value = std::clamp(value, low, std::max(low, high));
}

// Places as the transport counts them: "12 of 96".
void film_row(const AppState& app, Ui& ui) {
  const int count = static_cast<int>(app.session.passing().size());
  if (!app.has_transport() || count == 0) return;
  SaveMenu& menu = ui.state<SaveMenu>();
  save_row_label(ui, ui.say(Str::save_film_row));
  label(ui, ui.say(Str::save_film_from), {ui.theme->text, ui.fonts.small});
  ImGui::SameLine();
  number_field(ui, "save.first", menu.first, 1, count);
  ImGui::SameLine();
  label(ui, ui.say(Str::save_film_to), {ui.theme->text, ui.fonts.small});
  ImGui::SameLine();
  number_field(ui, "save.last", menu.last, menu.first,
               std::min(count, menu.first + kMostPictures - 1));
  ImGui::SetCursorPosX(save_label_width(ui));
  ImGui::AlignTextToFramePadding();
  ImGui::SetNextItemWidth(ui.fonts.body->FontSize * 3.4f);
  ImGui::InputDouble("###save.speed", &menu.speed, 0, 0, "%.3g");
  mark(ui, "save.speed");
  menu.speed = std::clamp(menu.speed, 0.1, 50.0);
  ImGui::SameLine();
  label(ui, ui.say(Str::save_film_speed), {ui.theme->text, ui.fonts.small});
  ImGui::SameLine();
  if (button(ui, "save.gif", ui.say(Str::save_film))) wish_of(ui, SaveWish::Kind::gif);
}

// The list of causes takes too long to be made for a click; limits are the view's own.
bool can_copy(const Ui& ui, const SavedTable& table) {
  const PanelTable* own = table_named(ui, table.name);
  return own != nullptr ? own->is_copied : table.title != Str::table_worst;
}

void copy_table(const AppState& app, Ui& ui, const SavedTable& table) {
  const SaveMenu menu = ui.state<SaveMenu>();
  close_overlay(ui);
  const auto make = table_to_save(app, ui, menu.panel, table.name);
  if (!make.has_value()) return;
  ImGui::SetClipboardText(tables::as_tabs((*make)()).c_str());
  ui.state<Message>() = {std::string(ui.say(Str::table_copied)), {}, false};
}

void table_rows(const AppState& app, Ui& ui) {
  const float unit = ui.fonts.body->FontSize;
  for (const SavedTable& table : tables_of_panel(app, ui, ui.state<SaveMenu>().panel)) {
    save_row_label(ui, ui.say(table.title));
    if (button(ui, fmt::format("save.{}.csv", table.name).c_str(), "CSV")) {
      wish_of(ui, SaveWish::Kind::csv, 1, std::string(table.name));
    }
    ImGui::SameLine(save_label_width(ui) + unit * 3.6f);
    if (button(ui, fmt::format("save.{}.text", table.name).c_str(), ui.say(Str::save_text))) {
      wish_of(ui, SaveWish::Kind::text, 1, std::string(table.name));
    }
    if (!can_copy(ui, table)) continue;
    ImGui::SameLine(save_label_width(ui) + unit * 7.2f);
    if (button(ui, fmt::format("save.{}.copy", table.name).c_str(), ui.say(Str::copy))) {
      copy_table(app, ui, table);
    }
  }
}

void trace_row(const AppState& app, Ui& ui) {
  if (!app.session.result(side_of_panel(ui.state<SaveMenu>().panel))) return;
  if (app.hides_costs()) return muted_note(ui, Str::hidden_until_answer);
  save_row_label(ui, ui.say(Str::save_trace_row));
  if (button(ui, "save.perfetto", ui.say(Str::save_perfetto))) {
    wish_of(ui, SaveWish::Kind::perfetto);
  }
  ImGui::SameLine();
  if (button(ui, "save.capture", ui.say(Str::save_capture))) wish_of(ui, SaveWish::Kind::capture);
}

void link_row(const AppState& app, Ui& ui) {
  save_row_label(ui, ui.say(Str::save_link_row));
  const auto link = link_of(app);
  if (!link.has_value()) {
    wrapped_label(ui, ui.say(link.error()), {ui.theme->muted, ui.fonts.small},
                  ui.fonts.body->FontSize * 17);
    mark(ui, "save.no_link");
    return;
  }
  if (button(ui, "save.link", ui.say(Str::save_link))) copy_link(ui, app);
}

// Below what opened it, or as far above that as the window ends.
ImVec2 corner_of(const SaveMenu& menu, ImVec2 window) {
  const auto within = [](float wanted, float room) { return std::clamp(wanted, 0.0f, room); };
  return {within(menu.below.x - menu.size.x, std::max(0.0f, window.x - menu.size.x)),
          within(menu.below.y, std::max(0.0f, window.y - menu.size.y))};
}

void open_menu(const AppState& app, Ui& ui, const std::string& panel, ImVec2 below) {
  const SaveMenu before = ui.state<SaveMenu>();
  const int count = static_cast<int>(app.session.passing().size());
  open_overlay(ui, Overlay::Kind::save);
  SaveMenu& menu = ui.state<SaveMenu>();
  menu = {};
  menu.panel = panel;
  menu.below = below;
  menu.speed = before.speed;
  menu.last = std::clamp(count, 1, kFewPictures);
  enter_save_folder(menu, session::save_folder(app.settings));
}

std::string title_of(const Ui& ui, const std::string& panel) {
  const auto found = ui.widget_log.titles().find(without_side(panel));
  return found == ui.widget_log.titles().end() ? panel : found->second;
}

}  // namespace

void open_wanted_menu(const AppState& app, Ui& ui) {
  const std::string panel = std::exchange(ui.exports.menu_wanted, {});
  if (!panel.empty()) open_menu(app, ui, panel, ui.exports.menu_below);
}

void open_save_menu(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  if (app.views.empty()) return;
  const std::string panel(name_of(app.views.front()));
  const auto found = ui.widget_log.panels().find(panel);
  if (found == ui.widget_log.panels().end()) return;
  const WidgetRect& rect = found->second;
  open_menu(app, ui, panel, {rect.x + rect.width, rect.y + ui.fonts.body->FontSize * 2});
}

void wish_file(Ui& ui, SaveWish wish) {
  SaveMenu& menu = ui.state<SaveMenu>();
  if (!choose_save_folder(ui, menu)) return;
  wish.panel = menu.panel;
  wish.events = {menu.first, menu.last};
  wish.speed = menu.speed;
  wish.folder = menu.folder;
  ui.exports.wish = std::move(wish);
  close_overlay(ui);
}

void copy_link(Ui& ui, const AppState& app) {
  const auto link = link_of(app);
  if (!link.has_value()) return;
  ImGui::SetClipboardText(link::address_of(link::link_text(*link, app.features)).c_str());
  close_overlay(ui);
  ui.state<Message>() = {std::string(ui.say(Str::link_copied)), {}, false};
}

void save_menu(const AppState& app, Ui& ui, ImVec2 window) {
  SaveMenu& menu = ui.state<SaveMenu>();
  begin_overlay(ui, "save_menu", corner_of(menu, window), {0, 0});
  label(ui, ui.say(Str::save_of, title_of(ui, menu.panel)), {ui.theme->text, ui.fonts.bold});
  const std::string opened = menu.panel;
  picture_row(ui);
  if (is_view(menu)) film_row(app, ui);
  table_rows(app, ui);
  trace_row(app, ui);
  link_row(app, ui);
  save_folder_rows(ui);
  menu.size = ImGui::GetWindowSize();
  const bool is_outside = ImGui::IsMouseClicked(0) && !ImGui::IsWindowAppearing() &&
                          !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows |
                                                  ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  end_overlay();
  const bool is_open = ui.state<Overlay>().kind == Overlay::Kind::save;
  if (is_outside && is_open && ui.state<SaveMenu>().panel == opened) close_overlay(ui);
}

}  // namespace warplens::ui
