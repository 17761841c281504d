// What the view of estimated times says around its picture.
#pragma once

// clang-format off
#define WARPLENS_ESTIMATE_STRINGS(S) \
  S(estimate_view, "Estimated time") \
  S(estimate_running, "The blocks of one SM are simulated: {}", "share") \
  S(estimate_cancel_hint, "Stops the simulation. There is no estimate then.") \
  S(estimate_cancelled, "The simulation was cancelled.") \
  S(estimate_again, "estimate again") \
  S(estimate_not_here, "There is no estimate of a capture: its kernel cannot be run again.") \
  S(estimate_chip_hint, "The chip that the time is estimated for. Click: the next one (Shift + K).") \
  S(estimate_launch, "launch {} of {}") \
  S(estimate_part_hint, "{}: {} of {} cycles of the warps, {} of the line; the line has {} of all.") \
  S(estimate_row_hint, "{}: {} cycles of the warps, {} of all.") \
  S(estimate_click_hint, "Click: the line in the code.") \
  S(keys_estimate, "estimated time, large")
// clang-format on
