#include "app/ui/window/window_keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <utility>

namespace warplens::ui {
namespace {

constexpr auto kKeys = std::to_array<std::pair<int, Key>>({
    {GLFW_KEY_1, Key::digit_1},
    {GLFW_KEY_2, Key::digit_2},
    {GLFW_KEY_3, Key::digit_3},
    {GLFW_KEY_4, Key::digit_4},
    {GLFW_KEY_5, Key::digit_5},
    {GLFW_KEY_6, Key::digit_6},
    {GLFW_KEY_7, Key::digit_7},
    {GLFW_KEY_8, Key::digit_8},
    {GLFW_KEY_9, Key::digit_9},
    {GLFW_KEY_SPACE, Key::space},
    {GLFW_KEY_LEFT, Key::left},
    {GLFW_KEY_RIGHT, Key::right},
    {GLFW_KEY_HOME, Key::home},
    {GLFW_KEY_END, Key::end},
    {GLFW_KEY_PAGE_UP, Key::page_up},
    {GLFW_KEY_PAGE_DOWN, Key::page_down},
    {GLFW_KEY_Z, Key::z},
    {GLFW_KEY_Y, Key::y},
    {GLFW_KEY_L, Key::l},
    {GLFW_KEY_T, Key::t},
    {GLFW_KEY_R, Key::r},
    {GLFW_KEY_Q, Key::q},
    {GLFW_KEY_C, Key::c},
    {GLFW_KEY_E, Key::e},
    {GLFW_KEY_B, Key::b},
    {GLFW_KEY_X, Key::x},
    {GLFW_KEY_UP, Key::up},
    {GLFW_KEY_DOWN, Key::down},
    {GLFW_KEY_TAB, Key::tab},
    {GLFW_KEY_ENTER, Key::enter},
    {GLFW_KEY_KP_ENTER, Key::enter},
    {GLFW_KEY_LEFT_BRACKET, Key::left_bracket},
    {GLFW_KEY_RIGHT_BRACKET, Key::right_bracket},
    {GLFW_KEY_COMMA, Key::comma},
    {GLFW_KEY_PERIOD, Key::period},
    {GLFW_KEY_N, Key::n},
    {GLFW_KEY_0, Key::zero},
    {GLFW_KEY_KP_0, Key::zero},
    {GLFW_KEY_F1, Key::f1},
    {GLFW_KEY_F5, Key::f5},
    {GLFW_KEY_F, Key::f},
    {GLFW_KEY_G, Key::g},
    {GLFW_KEY_I, Key::i},
    {GLFW_KEY_K, Key::k},
    {GLFW_KEY_M, Key::m},
    {GLFW_KEY_O, Key::o},
    {GLFW_KEY_S, Key::s},
    {GLFW_KEY_P, Key::p},
    {GLFW_KEY_A, Key::a},
    {GLFW_KEY_D, Key::d},
    {GLFW_KEY_V, Key::v},
    {GLFW_KEY_H, Key::h},
    {GLFW_KEY_J, Key::j},
    {GLFW_KEY_U, Key::u},
    {GLFW_KEY_W, Key::w},
    {GLFW_KEY_SLASH, Key::slash},
    {GLFW_KEY_KP_DIVIDE, Key::slash},
    {GLFW_KEY_BACKSPACE, Key::backspace},
    {GLFW_KEY_ESCAPE, Key::escape},
    {GLFW_KEY_MINUS, Key::minus},
    {GLFW_KEY_KP_SUBTRACT, Key::minus},
    {GLFW_KEY_EQUAL, Key::equal},
    {GLFW_KEY_KP_ADD, Key::equal},
});

}  // namespace

Key key_of(int glfw_key) {
  const auto row = std::ranges::find(kKeys, glfw_key, &std::pair<int, Key>::first);
  return row == kKeys.end() ? Key::other : row->second;
}

}  // namespace warplens::ui
