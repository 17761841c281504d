// Every text of the window itself. Lessons bring their own.
//
// A new text is one row in one of the strings_*.h, and its entry in po/zh_CN.po:
//   S(play, "Play")  →  ui.say(Str::play)
#pragma once

#include <cstdint>

#include "app/texts/strings_accuracy.h"
#include "app/texts/strings_controls.h"
#include "app/texts/strings_documents.h"
#include "app/texts/strings_editor.h"
#include "app/texts/strings_estimate.h"
#include "app/texts/strings_explain.h"
#include "app/texts/strings_fragments.h"
#include "app/texts/strings_gemm_view.h"
#include "app/texts/strings_gpu.h"
#include "app/texts/strings_hardware_tile.h"
#include "app/texts/strings_machine_code.h"
#include "app/texts/strings_own.h"
#include "app/texts/strings_pipeline.h"
#include "app/texts/strings_plane.h"
#include "app/texts/strings_resources.h"
#include "app/texts/strings_roofline.h"
#include "app/texts/strings_teaching.h"
#include "app/texts/strings_timing.h"
#include "app/texts/strings_window.h"
#include "app/texts/strings_workshop.h"
#include "kernels/base/text.h"

#define WARPLENS_STRINGS(S)         \
  WARPLENS_WINDOW_STRINGS(S)        \
  WARPLENS_CONTROLS_STRINGS(S)      \
  WARPLENS_TIMING_STRINGS(S)        \
  WARPLENS_GPU_STRINGS(S)           \
  WARPLENS_OWN_STRINGS(S)           \
  WARPLENS_EDITOR_STRINGS(S)        \
  WARPLENS_ESTIMATE_STRINGS(S)      \
  WARPLENS_EXPLAIN_STRINGS(S)       \
  WARPLENS_FRAGMENTS_STRINGS(S)     \
  WARPLENS_GEMM_VIEW_STRINGS(S)     \
  WARPLENS_HARDWARE_TILE_STRINGS(S) \
  WARPLENS_MACHINE_CODE_STRINGS(S)  \
  WARPLENS_PIPELINE_STRINGS(S)      \
  WARPLENS_RESOURCES_STRINGS(S)     \
  WARPLENS_ACCURACY_STRINGS(S)      \
  WARPLENS_PLANE_STRINGS(S)         \
  WARPLENS_TEACHING_STRINGS(S)      \
  WARPLENS_ROOFLINE_STRINGS(S)      \
  WARPLENS_DOCUMENTS_STRINGS(S)     \
  WARPLENS_WORKSHOP_STRINGS(S)

namespace warplens::ui {

#define WARPLENS_NAME(name, ...) name,
enum class Str : std::uint16_t { WARPLENS_STRINGS(WARPLENS_NAME) };
#undef WARPLENS_NAME

[[nodiscard]] TextView text(Str id);

}  // namespace warplens::ui
