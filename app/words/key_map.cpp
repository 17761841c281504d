#include "app/words/key_map.h"

#include <array>

namespace warplens::ui {
namespace {

constexpr std::array kMap = {
    KeyHelp{"Space", Str::keys_play},
    KeyHelp{"←  →", Str::keys_step},
    KeyHelp{",  .", Str::keys_pass},
    KeyHelp{"Shift + ←  →", Str::keys_conflict},
    KeyHelp{"Home  End", Str::keys_ends},
    KeyHelp{"-  +", Str::keys_speed},
    KeyHelp{"R", Str::keys_direction},
    KeyHelp{"Page Up  Page Down", Str::keys_lesson},
    KeyHelp{"Ctrl + Z  Ctrl + Y", Str::keys_undo},
    KeyHelp{"Ctrl + R", Str::keys_reset},
    KeyHelp{"E", Str::keys_mode},
    KeyHelp{"1 – 9", Str::keys_views},
    KeyHelp{"B", Str::keys_compare},
    KeyHelp{"X", Str::keys_swap},
    KeyHelp{"K", Str::keys_cache},
    KeyHelp{"O", Str::keys_order},
    KeyHelp{"Ctrl + G", Str::keys_backend},
    KeyHelp{"Tab  ↑  ↓", Str::keys_control},
    KeyHelp{"Enter", Str::keys_answer},
    KeyHelp{"[  ]", Str::keys_zoom_time},
    KeyHelp{"Shift + [  ]", Str::keys_zoom_matrix},
    KeyHelp{"Ctrl + ←  →  ↑  ↓", Str::keys_pan},
    KeyHelp{"0", Str::keys_whole},
    KeyHelp{"N", Str::keys_buffer},
    KeyHelp{"C", Str::keys_color},
    KeyHelp{"L", Str::keys_language},
    KeyHelp{"T", Str::keys_theme},
    KeyHelp{"Ctrl + -  +", Str::keys_text},
    KeyHelp{"Esc", Str::keys_dismiss},
    KeyHelp{"Ctrl + C", Str::keys_copy},
    KeyHelp{"Ctrl + Q", Str::keys_quit},
    KeyHelp{"Ctrl + F  /", Str::keys_lessons},
    KeyHelp{"Ctrl + S", Str::keys_picture},
    KeyHelp{"Ctrl + Shift + S", Str::keys_window_picture},
    KeyHelp{"F5", Str::keys_presentation},
    KeyHelp{"M", Str::keys_side},
    KeyHelp{"P", Str::keys_ptx},
    KeyHelp{"Shift + ↑  ↓", Str::keys_timing_size},
    KeyHelp{"V", Str::keys_timing_figure},
    KeyHelp{"A", Str::keys_timing_axes},
    KeyHelp{"D", Str::keys_timing_bars},
    KeyHelp{"Shift + D", Str::keys_timing_cited},
    KeyHelp{"Shift + 1 – 9", Str::keys_timing_series},
    KeyHelp{"Ctrl + M", Str::keys_timing_measure},
    KeyHelp{"Ctrl + E", Str::keys_csv},
    KeyHelp{"N  Shift + N", Str::keys_host_span},
    KeyHelp{"G", Str::keys_glossary},
    KeyHelp{"I", Str::keys_introduction},
    KeyHelp{"F1", Str::keys_help},
};

}  // namespace

std::span<const KeyHelp> key_map() { return kMap; }

}  // namespace warplens::ui
