// What a panel asks to be changed: carried out before the next frame.
#pragma once

#include <functional>

namespace warplens::ui {

struct AppState;
using Command = std::function<void(AppState&)>;

}  // namespace warplens::ui
