// A place where keys act, as a table: from its rows come what a press does and what the help says,
// so that no key acts that stands in no help, nor the reverse.
//
//   window · timing view · host timeline · overlays ──► rows ──► act()        a press
//                                                       └──────► help_of()    the help's lines
#pragma once

#include <array>
#include <concepts>
#include <span>
#include <string_view>
#include <vector>

#include "app/ui/key_press.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// The keys of a row, nine at most.
class Keys {
 public:
  constexpr Keys(std::same_as<Key> auto... keys) : keys_{keys...}, count_(sizeof...(keys)) {}
  [[nodiscard]] constexpr std::span<const Key> all() const {
    return std::span(keys_).first(count_);
  }

 private:
  std::array<Key, 9> keys_{};
  std::size_t count_ = 0;
};

inline constexpr Keys kDigits{Key::digit_1, Key::digit_2, Key::digit_3, Key::digit_4, Key::digit_5,
                              Key::digit_6, Key::digit_7, Key::digit_8, Key::digit_9};

enum class Held : std::uint8_t { either, yes, no };

// A press is of a row when it has exactly these.
struct Modifiers {
  Held shift = Held::no, control = Held::no;
  [[nodiscard]] constexpr bool are_of(const KeyPress& press) const {
    const auto fits = [](Held held, bool is) {
      return held == Held::either || (held == Held::yes) == is;
    };
    return fits(shift, press.shift) && fits(control, press.control);
  }
};

inline constexpr Modifiers kNone{Held::no, Held::no};
inline constexpr Modifiers kShift{Held::yes, Held::no};
inline constexpr Modifiers kCtrl{Held::no, Held::yes};
inline constexpr Modifiers kCtrlShift{Held::yes, Held::yes};
// For signs that a keyboard may hold above others, and for rows that look at Shift themselves.
inline constexpr Modifiers kShiftOrNot{Held::either, Held::no};
inline constexpr Modifiers kCtrlShiftOrNot{Held::either, Held::yes};

// What a row acts in spite of; each includes those before it.
enum class Reach : std::uint8_t { free_keyboard, text_field, overlay };

using KeyAction = void (*)(Ui&, const AppState&, const KeyPress&);

struct KeyRow {
  Keys keys;
  Modifiers modifiers;
  KeyAction act;
  std::string_view shown;  // in the help: keys two blanks apart, "Ctrl + " and "Shift + " before
  Str help;                // rows of one text share a line, and what it shows
  Reach reach = Reach::free_keyboard;
};

// Does what the first row for this press says. False: there is none that reaches so far.
bool act(std::span<const KeyRow> rows, Ui& ui, const AppState& app, const KeyPress& press,
         Reach least = Reach::free_keyboard);

// A line of the help.
struct KeyHelp {
  std::string_view keys;
  Str what;
};
// One line a text, in the order of the rows.
[[nodiscard]] std::vector<KeyHelp> help_of(std::span<const std::span<const KeyRow>> tables);

// Keys that go back or down: -1; others: 1.
[[nodiscard]] int direction_of(Key key);

// For rows that change the app: `change` is called with it, and with the key's direction.
template <auto change>
void asks(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  ui.ask(change);
}
template <auto change>
void asks_by(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  ui.ask([by = direction_of(press.key)](AppState& app) { change(app, by); });
}

}  // namespace warplens::ui
