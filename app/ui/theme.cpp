#include "app/ui/theme.h"

#include "app/ui/compat.h"

namespace warplens::ui {
namespace {

constexpr WindowTheme kLight = {.theme = scene::ThemeName::light,
                                .window = 0xf1f3f6ff,
                                .card = 0xffffffff,
                                .border = 0xdfe4eaff,
                                .text = 0x17202aff,
                                .muted = 0x566372ff,
                                .accent = 0x1d5fd1ff,
                                .accent_text = 0xffffffff,
                                .soft = 0xe9edf2ff,
                                .soft_hover = 0xdce3ebff,
                                .current_line = 0xe3edfcff,
                                .good = 0x14743fff,
                                .bad = 0xb42318ff,
                                .code = 0xeef1f5ff};
constexpr WindowTheme kDark = {.theme = scene::ThemeName::dark,
                               .window = 0x0e1216ff,
                               .card = 0x14181dff,
                               .border = 0x2a323bff,
                               .text = 0xe8edf2ff,
                               .muted = 0x9aa7b4ff,
                               .accent = 0x6ea3ffff,
                               .accent_text = 0x0b1220ff,
                               .soft = 0x232b34ff,
                               .soft_hover = 0x2f3945ff,
                               .current_line = 0x1e2e47ff,
                               .good = 0x5fd38dff,
                               .bad = 0xff8a80ff,
                               .code = 0x242c35ff};

void color(ImGuiCol which, Color value) { ImGui::GetStyle().Colors[which] = channels(value); }

void set_sizes(ImGuiStyle& style) {
  style.WindowPadding = {0, 0};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {6, 4};
  style.FrameRounding = 5;
  style.GrabRounding = 5;
  style.GrabMinSize = 14;
  style.PopupRounding = 6;
  style.ChildRounding = 8;
  style.ScrollbarSize = 11;
  style.ScrollbarRounding = 6;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 1;
  style.PopupBorderSize = 1;
}

void set_colors(const WindowTheme& colors) {
  color(ImGuiCol_Text, colors.text);
  color(ImGuiCol_TextDisabled, colors.muted);
  color(ImGuiCol_WindowBg, colors.window);
  color(ImGuiCol_ChildBg, colors.card);
  color(ImGuiCol_PopupBg, colors.card);
  color(ImGuiCol_Border, colors.border);
  for (const ImGuiCol which : {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header}) {
    color(which, colors.soft);
  }
  for (const ImGuiCol which :
       {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_ButtonHovered,
        ImGuiCol_ButtonActive, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive}) {
    color(which, colors.soft_hover);
  }
  for (const ImGuiCol which : {ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_CheckMark,
                               ImGuiCol_NavHighlight, ImGuiCol_PlotHistogram}) {
    color(which, colors.accent);
  }
  color(ImGuiCol_Separator, colors.border);
  color(ImGuiCol_ScrollbarBg, 0);
  color(ImGuiCol_ScrollbarGrab, colors.border);
  color(ImGuiCol_ScrollbarGrabHovered, colors.muted);
  color(ImGuiCol_ScrollbarGrabActive, colors.muted);
  color(ImGuiCol_TextSelectedBg, scene::with_alpha(colors.accent, 0x55));
}

}  // namespace

const WindowTheme& window_theme(scene::ThemeName theme) {
  return theme == scene::ThemeName::light ? kLight : kDark;
}

void apply_style(const WindowTheme& colors, float scale) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  set_sizes(style);
  set_colors(colors);
  style.ScaleAllSizes(scale);
}

}  // namespace warplens::ui
