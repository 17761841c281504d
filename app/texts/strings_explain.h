// What the view of a profiler's report says around its picture.
#pragma once

// clang-format off
#define WARPLENS_EXPLAIN_STRINGS(S) \
  S(profiler_view, "Your profiler says") \
  S(profiler_counted_alone, \
    "Counted here. Drop a report of Nsight Compute on the window (ncu --import FILE --csv --page source) to see it beside.") \
  S(profiler_report, "{}, launch of {}") \
  S(profiler_forget, "Forget the report") \
  S(profiler_forget_hint, "Shows what is counted here alone.") \
  S(profiler_no_access, "This kernel accesses no memory that a profiler's page tells.") \
  S(profiler_hint, "Point at a bar for its parts; a click goes to the access.")
