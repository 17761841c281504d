#include "app/ui/key_table.h"

#include "app/state/app_state.h"

#include <algorithm>

namespace warplens::ui {

bool act(std::span<const KeyRow> rows, Ui& ui, const AppState& app, const KeyPress& press,
         Reach least) {
  const auto row = std::ranges::find_if(rows, [&](const KeyRow& each) {
    return each.reach >= least && each.modifiers.are_of(press) &&
           std::ranges::find(each.keys.all(), press.key) != each.keys.all().end();
  });
  if (row == rows.end()) return false;
  row->act(ui, app, press);
  return true;
}

std::vector<KeyHelp> help_of(std::span<const std::span<const KeyRow>> tables) {
  std::vector<KeyHelp> lines;
  for (const std::span<const KeyRow> rows : tables) {
    for (const KeyRow& row : rows) {
      if (std::ranges::find(lines, row.help, &KeyHelp::what) != lines.end()) continue;
      lines.push_back({row.shown, row.help});
    }
  }
  return lines;
}

int direction_of(Key key) {
  constexpr std::array kBack{Key::left,  Key::page_up, Key::down,
                             Key::minus, Key::comma,   Key::left_bracket};
  return std::ranges::find(kBack, key) == kBack.end() ? 1 : -1;
}

}  // namespace warplens::ui
