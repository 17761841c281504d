// The tables of keys: what acts stands in the help, and the reverse.
#include "app/ui/key_table.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "app/features/panels.h"
#include "app/ui/feature_panels.h"
#include "app/ui/window/keys.h"
#include "app/ui/window/whole_window_test.h"
#include "app/ui/window/window_keys.h"
#include "app/ui/window/window_rows.h"

namespace warplens::ui {
namespace {

using Named = std::set<Key>;

// What the help calls keys; those of one letter aside.
const std::map<std::string_view, Named>& key_names() {
  static const std::map<std::string_view, Named> names{
      {"Space", {Key::space}},
      {"←", {Key::left}},
      {"→", {Key::right}},
      {"↑", {Key::up}},
      {"↓", {Key::down}},
      {"Home", {Key::home}},
      {"End", {Key::end}},
      {"Page Up", {Key::page_up}},
      {"Page Down", {Key::page_down}},
      {"Page", {Key::page_up, Key::page_down}},
      {"Tab", {Key::tab}},
      {"Enter", {Key::enter}},
      {"Esc", {Key::escape}},
      {"Backspace", {Key::backspace}},
      {"F1", {Key::f1}},
      {"F5", {Key::f5}},
      {",", {Key::comma}},
      {".", {Key::period}},
      {"/", {Key::slash}},
      {"[", {Key::left_bracket}},
      {"]", {Key::right_bracket}},
      {"-", {Key::minus}},
      {"+", {Key::equal}},
      {"0", {Key::zero}},
      {"1 – 3", {Key::digit_1, Key::digit_2, Key::digit_3}},
      {"1 – 4", {Key::digit_1, Key::digit_2, Key::digit_3, Key::digit_4}},
      {"1 – 9", {kDigits.all().begin(), kDigits.all().end()}},
      {"A", {Key::a}},
      {"B", {Key::b}},
      {"C", {Key::c}},
      {"D", {Key::d}},
      {"E", {Key::e}},
      {"F", {Key::f}},
      {"G", {Key::g}},
      {"I", {Key::i}},
      {"K", {Key::k}},
      {"L", {Key::l}},
      {"M", {Key::m}},
      {"N", {Key::n}},
      {"O", {Key::o}},
      {"P", {Key::p}},
      {"Q", {Key::q}},
      {"R", {Key::r}},
      {"S", {Key::s}},
      {"T", {Key::t}},
      {"H", {Key::h}},
      {"J", {Key::j}},
      {"U", {Key::u}},
      {"V", {Key::v}},
      {"W", {Key::w}},
      {"X", {Key::x}},
      {"Y", {Key::y}},
      {"Z", {Key::z}},
  };
  return names;
}

// "Ctrl + Z  Ctrl + Y" names Z and Y.
Named keys_named(std::string_view shown) {
  Named keys;
  while (!shown.empty()) {
    const std::size_t end = std::min(shown.find("  "), shown.size());
    std::string_view name = shown.substr(0, end);
    shown.remove_prefix(std::min(end + 2, shown.size()));
    for (const std::string_view held : {"Ctrl + ", "Shift + "}) {
      if (name.starts_with(held)) name.remove_prefix(held.size());
    }
    const auto known = key_names().find(name);
    if (known == key_names().end()) {
      ADD_FAILURE() << "no key is called " << name;
      continue;
    }
    keys.insert(known->second.begin(), known->second.end());
  }
  return keys;
}

std::vector<KeyRow> all_rows() {
  std::vector<KeyRow> rows;
  for (const auto table : key_tables()) rows.insert(rows.end(), table.begin(), table.end());
  return rows;
}

std::vector<KeyRow> rows_of(const KeyHelp& line) {
  std::vector<KeyRow> rows = all_rows();
  std::erase_if(rows, [&](const KeyRow& row) { return row.help != line.what; });
  return rows;
}

TEST(KeyTables, WhatActsStandsInTheHelpAndTheReverse) {
  for (const KeyHelp& line : key_help()) {
    Named acting;
    for (const KeyRow& row : rows_of(line)) {
      acting.insert(row.keys.all().begin(), row.keys.all().end());
      EXPECT_EQ(row.shown, line.keys) << "one line shows one thing";
    }
    EXPECT_EQ(keys_named(line.keys), acting) << line.keys;
  }
  for (const KeyRow& row : all_rows()) {
    EXPECT_NE(std::ranges::find(key_help(), row.help, &KeyHelp::what), key_help().end())
        << row.shown;
  }
}

TEST(KeyTables, TheHelpNamesTheModifiersThatARowNeeds) {
  for (const KeyHelp& line : key_help()) {
    const std::vector<KeyRow> rows = rows_of(line);
    const auto needs = [&](Held Modifiers::*which) {
      return std::ranges::any_of(
          rows, [&](const KeyRow& row) { return row.modifiers.*which == Held::yes; });
    };
    EXPECT_EQ(line.keys.find("Ctrl + ") != std::string_view::npos, needs(&Modifiers::control))
        << line.keys;
    if (needs(&Modifiers::shift)) {
      EXPECT_NE(line.keys.find("Shift + "), std::string_view::npos) << line.keys;
    }
  }
}

TEST(KeyTables, NoPressIsOfTwoRows) {
  std::vector<std::vector<KeyRow>> places;
  for (const auto table : key_tables()) places.emplace_back(table.begin(), table.end());
  places.push_back(places.front());  // the window's own, in both of its tables
  const auto add = [&](std::span<const KeyRow> rows) {
    places.back().insert(places.back().end(), rows.begin(), rows.end());
  };
  add(explaining_keys());
  for (const FeaturePanels& feature : features::panels()) {
    for (const FeatureKeys& keys : feature.keys) {
      const bool is_always_on = keys.are_on == nullptr && keys.turn == KeyTurn::usual;
      if (is_always_on) add(keys.rows);
    }
  }
  for (const std::vector<KeyRow>& rows : places) {
    for (int key = 0; key < static_cast<int>(Key::other); ++key) {
      for (const bool shift : {false, true}) {
        for (const bool control : {false, true}) {
          const KeyPress press{static_cast<Key>(key), shift, control};
          const auto takes = [&](const KeyRow& row) {
            return row.modifiers.are_of(press) &&
                   std::ranges::find(row.keys.all(), press.key) != row.keys.all().end();
          };
          EXPECT_LE(std::ranges::count_if(rows, takes), 1)
              << std::ranges::find_if(rows, takes)->shown;
        }
      }
    }
  }
}

TEST(KeyTables, CtrlAndALetterIsNeverWhatTheLetterIs) {
  for (const KeyRow& row : all_rows()) {
    EXPECT_NE(row.modifiers.control, Held::either) << row.shown;
  }
  for (const Key key : {Key::e, Key::o, Key::b, Key::j, Key::x}) {
    const auto acts = [&](const KeyPress& press) {
      return std::ranges::any_of(window_keys(), [&](const KeyRow& row) {
        return row.modifiers.are_of(press) &&
               std::ranges::find(row.keys.all(), press.key) != row.keys.all().end();
      });
    };
    EXPECT_TRUE(acts({key, false, false}));
    EXPECT_FALSE(acts({key, false, true}));
    EXPECT_FALSE(acts({key, true, true}));
  }
}

TEST(KeyTables, EveryKeyThatTheWindowSystemReportsActsSomewhereAndTheReverse) {
  constexpr int kGlfwKeys = 400;
  Named reported, acting;
  for (int key = 0; key < kGlfwKeys; ++key) reported.insert(key_of(key));
  reported.erase(Key::other);
  for (const KeyRow& row : all_rows()) {
    acting.insert(row.keys.all().begin(), row.keys.all().end());
  }
  EXPECT_EQ(reported, acting);
}

class Reaching : public ::testing::Test, protected WholeWindow {};

TEST_F(Reaching, IsAsFarAsARowSays) {
  static int acted = 0;
  constexpr KeyAction count = [](Ui&, const AppState&, const KeyPress&) { ++acted; };
  const std::array rows{KeyRow{Key::a, kCtrl, count, "Ctrl + A", Str::check},
                        KeyRow{Key::b, kNone, count, "B", Str::check, Reach::text_field}};
  EXPECT_FALSE(act(rows, ui_, *app_, {Key::a, false, false}));
  EXPECT_TRUE(act(rows, ui_, *app_, {Key::a, false, true}));
  EXPECT_FALSE(act(rows, ui_, *app_, {Key::a, false, true}, Reach::text_field));
  EXPECT_TRUE(act(rows, ui_, *app_, {Key::b, false, false}, Reach::text_field));
  EXPECT_FALSE(act(rows, ui_, *app_, {Key::b, false, false}, Reach::overlay));
  EXPECT_EQ(acted, 2);
}

}  // namespace
}  // namespace warplens::ui
