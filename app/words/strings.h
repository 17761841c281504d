// Every text of the window itself. Lessons bring their own.
//
// A new text is one row in one of the strings_*.h, and its entry in po/zh_CN.po:
//   S(play, "Play")  →  ui.say(Str::play)
#pragma once

#include <cstdint>

#include "app/words/strings_controls.h"
#include "app/words/strings_editor.h"
#include "app/words/strings_errors.h"
#include "app/words/strings_gemm.h"
#include "app/words/strings_gpu.h"
#include "app/words/strings_motion.h"
#include "app/words/strings_own.h"
#include "app/words/strings_product.h"
#include "app/words/strings_roofline.h"
#include "app/words/strings_teaching.h"
#include "app/words/strings_timing.h"
#include "app/words/strings_window.h"
#include "app/words/strings_workshop.h"
#include "kernels/base/text.h"

#define WARPLENS_STRINGS(S)    \
  WARPLENS_WINDOW_STRINGS(S)   \
  WARPLENS_CONTROLS_STRINGS(S) \
  WARPLENS_TIMING_STRINGS(S)   \
  WARPLENS_GPU_STRINGS(S)      \
  WARPLENS_OWN_STRINGS(S)      \
  WARPLENS_EDITOR_STRINGS(S)   \
  WARPLENS_PRODUCT_STRINGS(S)  \
  WARPLENS_GEMM_STRINGS(S)     \
  WARPLENS_ERROR_STRINGS(S)    \
  WARPLENS_MOTION_STRINGS(S)   \
  WARPLENS_TEACHING_STRINGS(S) \
  WARPLENS_ROOFLINE_STRINGS(S) \
  WARPLENS_WORKSHOP_STRINGS(S)

namespace warplens::ui {

#define WARPLENS_NAME(name, ...) name,
enum class Str : std::uint16_t { WARPLENS_STRINGS(WARPLENS_NAME) };
#undef WARPLENS_NAME

[[nodiscard]] TextView text(Str id);

}  // namespace warplens::ui
