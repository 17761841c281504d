// The few widgets that panels are made of. Each records where it is under its name and is outlined
// when the lesson step points at it.
#pragma once

#include <string>
#include <string_view>

#include "app/ui/ui.h"

namespace warplens::ui {

// A card with a title. Always paired with end_panel().
void begin_panel(Ui& ui, const char* name, const Area& area, std::string_view title,
                 bool scrolls = false);
void end_panel();
// Between its edge and what is in it, in pixels.
[[nodiscard]] float panel_padding(const Ui& ui);

// Records the last item and outlines it when the step points at it.
void mark(Ui& ui, std::string_view name);

// Outlines a place of several items when the step points at it by `name`.
void outline_pointed(const Ui& ui, std::string_view name, ImVec2 low, ImVec2 high);

// Around what the keyboard has chosen: two lines, one of which stands out from any ground.
void focus_ring(const Ui& ui, ImVec2 low, ImVec2 high);

enum class ButtonLook { soft, primary };
[[nodiscard]] bool button(Ui& ui, const char* name, std::string_view label,
                          ButtonLook look = ButtonLook::soft, ImVec2 size = {0, 0});

// Text that can be clicked, underlined while the pointer is over it. `color` 0: the accent.
[[nodiscard]] bool text_button(Ui& ui, const char* name, std::string_view words, Color color = 0);

// `words`, cut to `width` pixels with an ellipsis when they do not fit.
[[nodiscard]] std::string fitted(std::string_view words, float width, ImFont* font);
// The same, cut in the middle: names that differ at their ends stay apart.
[[nodiscard]] std::string shortened(std::string_view name, float width, ImFont* font = nullptr);

// Text in a colour and font; `name` is checked for being cut when it is not empty.
struct TextLook {
  Color color = 0;         // 0: the text colour
  ImFont* font = nullptr;  // null: the current one
};
void label(Ui& ui, std::string_view words, TextLook look = {}, std::string_view name = {});
// Ends at `right`.
void right_label(Ui& ui, float right, float y, std::string_view words, ImFont* font, Color color);
[[nodiscard]] float text_width(std::string_view words, ImFont* font = nullptr);

void tooltip(Ui& ui, std::string_view words);

// What making a view large is called, with the key that does it where there is one.
[[nodiscard]] std::string enlarge_phrase(const Ui& ui, int digit);

// Why a panel shows nothing, wrapped.
void muted_note(Ui& ui, Str words);

// In a panel's title line at its right end: the first of `wordings` that fits, or nothing.
void side_label(Ui& ui, std::initializer_list<std::string> wordings, std::string_view name);

using analysis::ExplainedEvent;

// A panel about the event under the cursor. While a prediction hides what that costs, it says so.
void cost_panel(const AppState& app, Ui& ui, const Area& area, const char* name, Str title,
                void (*draw)(const AppState&, Ui&, const ExplainedEvent&));

// "shared load"; "barrier".
[[nodiscard]] std::string event_name(const Ui& ui, const trace::Site& site);
// "shared accesses".
[[nodiscard]] std::string accesses_name(const Ui& ui, trace::Space space);

}  // namespace warplens::ui
