// The one place that knows differences between Dear ImGui 1.86 and later versions, and what 1.86's
// public header lacks.
#pragma once

#include <imgui.h>

#include <cstdint>

namespace warplens::ui {

inline ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }
inline ImVec2 operator-(ImVec2 a, ImVec2 b) { return {a.x - b.x, a.y - b.y}; }

inline ImTextureID texture_id(unsigned texture) {
  return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture));
}

// Scene colours are 0xRRGGBBAA; ImGui's are packed the other way round.
inline ImU32 packed(std::uint32_t rgba) {
  return IM_COL32(rgba >> 24, (rgba >> 16) & 0xff, (rgba >> 8) & 0xff, rgba & 0xff);
}
inline ImVec4 channels(std::uint32_t rgba) { return ImGui::ColorConvertU32ToFloat4(packed(rgba)); }

inline void push_font(ImFont* font) { ImGui::PushFont(font); }

// From 1.87 on input stands in a queue, of which a frame takes a part: a key's press, not its
// release.
[[nodiscard]] bool has_input_waiting();

// For tests, which have no window system.
inline void hold_control(bool is_down) {
#if IMGUI_VERSION_NUM >= 18900
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, is_down);
#else
  ImGui::GetIO().KeyCtrl = is_down;
#endif
}

}  // namespace warplens::ui
