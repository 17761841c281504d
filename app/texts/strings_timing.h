// Texts of what kernels take: the timing view and the host timeline. One row a text: its name in
// Str, English.
#pragma once

// clang-format off
#define WARPLENS_TIMING_STRINGS(S) \
  S(timing_view, "Timing") \
  S(timed_recorded, "Timed on {}, recorded {}") \
  S(timed_live, "Timed on {}, live") \
  S(timed_hint, \
    "Side {} · {}\nDriver {} · compute capability {} · {}\nThe kernels on the stage were " \
    "traced at their own size: see the line at the bottom.") \
  S(cited_band, "Cited, not measured by us: {}") \
  S(cited_hint, \
    "What documents print, at the size and on the GPU that they state.") \
  S(cited_bars, \
    "Each bar is as long as its figure is large, beside the largest of its column.") \
  S(cited_source, "Source: {}") \
  S(cited_size, "Size: {} · GPU: {}") \
  S(cited_name, "in the document") \
  S(cited_ours, "ours") \
  S(not_stated, "not stated") \
  S(timing_none, \
    "Nothing is recorded for {}. On a machine with an NVIDIA GPU, run: warplens bench {} " \
    "--record FILE, and put FILE into assets/recordings.") \
  S(timing_reading, "The recordings are being read.") \
  S(timing_not_timed, "{} is too small to be timed.") \
  S(timing_capture, \
    "A capture's kernel is not in the catalogue: nothing is recorded for it.") \
  S(timing_side, "Side {}") \
  S(timing_by_size, "by size") \
  S(timing_against_hint, \
    "What the chart runs over: the size, or a setting that was timed with several values.") \
  S(timing_measured, "Measured") \
  S(timing_cited, "Cited") \
  S(timing_plot, "Plot") \
  S(timing_table, "Table") \
  S(timing_ladder, "Ladder") \
  S(timing_tab_hint, \
    "Plot or table where only one has room (key D); the ladder from the first kernel to the " \
    "fastest (Ctrl + D); what documents print (Shift + D).") \
  S(ladder_rung, "{}: {}") \
  S(ladder_rung_gained, "{}: {} Here: {}.") \
  S(ladder_live, "Measured here. {}") \
  S(timing_reading_hint, "How points read (key V).") \
  S(timing_share_hint, \
    "The share of what {} reaches at the same size (key V).") \
  S(timing_options, "Options") \
  S(timing_options_hint, \
    "Which series are drawn, logarithmic axes, other settings.") \
  S(log_sizes, "log sizes") \
  S(log_values, "log values") \
  S(log_hint, \
    "A logarithmic axis, or a linear one (key A for values, Shift + A for sizes).") \
  S(timing_series, "Series") \
  S(timing_series_hint, \
    "Click: show or hide (Shift + 1 – 9).") \
  S(timing_settings, "Settings") \
  S(timing_device, "GPU") \
  S(timing_as_stage, "as on the stage") \
  S(timing_settings_hint, \
    "The settings besides the size that the chart is of: {}.") \
  S(timing_not_recorded, "not recorded at this size: {}") \
  S(timing_not_with, "{} is not recorded with {}") \
  S(timing_absent, "absent: {}") \
  S(timing_absent_several, "{} launches are absent: point here") \
  S(timing_stale, \
    "recorded with other PTX than ships now: {}") \
  S(timing_measure, "Measure here") \
  S(timing_measure_hint, \
    "Times the family on this machine's GPU at the recorded sizes (Ctrl + M). The points " \
    "appear as they are measured.") \
  S(timing_no_gpu, "No live timing here: {}") \
  S(timing_failed, "live timing stopped: {}") \
  S(keys_timing_size, "timing, host timeline: another size") \
  S(keys_timing_figure, \
    "timing: bandwidth or FLOP rate, time, share; host timeline: next scenario") \
  S(keys_timing_axes, \
    "timing: logarithmic values; with Shift, sizes") \
  S(keys_timing_table, \
    "timing: table or plot, where only one has room") \
  S(keys_timing_cited, "timing: what was measured, or what documents print") \
  S(keys_timing_ladder, "timing: the ladder from the first kernel to the fastest") \
  S(keys_timing_series, "timing: show or hide a series") \
  S(keys_timing_measure, \
    "timing, host timeline: measure here, or stop") \
  S(keys_csv, "timing: save as CSV") \
  S(limits_view, "What limits it") \
  S(limits_chip_hint, \
    "The chip whose limits are shown. Click: the next one (Shift + K).") \
  S(limits_counting, \
    "Counting every block at this size…") \
  S(limits_not_here, \
    "Limits are shown of the catalogue's kernels that are timed, and of your own.") \
  S(limits_row_hint, "{}: {}, at least {}") \
  S(limits_source, "{}: {}") \
  S(limits_of_sass, "counted in ptxas's instructions") \
  S(limits_of_ptx, "counted in the PTX") \
  S(limits_probed, "our probe reached {}") \
  S(occupancy_view, "Occupancy") \
  S(occupancy_threads, "Threads a block") \
  S(occupancy_registers, "Registers a thread") \
  S(occupancy_shared, "Shared memory a block") \
  S(occupancy_value, "{}: {}") \
  S(occupancy_axis_hint, "Click: the stairs below are against this.") \
  S(occupancy_shared_hint, \
    "Static ({} by ptxas) and dynamic together. Click: the stairs below are against this.") \
  S(occupancy_reset, "As compiled") \
  S(occupancy_reset_hint, \
    "Threads as launched, registers and shared memory as ptxas says.") \
  S(occupancy_row_hint, "{}: a block takes {} of {}") \
  S(occupancy_making, "Asking ptxas what this kernel takes…") \
  S(keys_limits, "what limits it, large") \
  S(keys_chip, "another chip's limits") \
  S(host_timeline, "Host timeline") \
  S(host_timeline_recorded, \
    "Timed: {} an array, {}, recorded {}") \
  S(host_timeline_live, "Timed: {} an array, {}, live") \
  S(host_timeline_hint, \
    "{}: one real run, the one of median length among {}.\nDriver {} · compute capability " \
    "{} · {}") \
  S(host_timeline_none, \
    "No host timeline is recorded for the PTX that ships. On a machine with an NVIDIA GPU, " \
    "run: warplens host-timeline --record NAME-host_timeline.json, and put that file into " \
    "assets/recordings.") \
  S(host_timeline_not_this, "Not measured: {}, {} an array.") \
  S(host_timeline_scenario_hint, "What the run does (key V).") \
  S(host_timeline_size_hint, \
    "The bytes of each array (Shift + ↑ ↓).") \
  S(host_timeline_parts_hint, \
    "Into how many chunks the arrays are cut, or how many kernels are launched.") \
  S(host_timeline_span_hint, \
    "The next call or work, or the one before (N, Shift + N).") \
  S(host_timeline_to_recorded, "show the recorded") \
  S(host_timeline_to_live, "show the live") \
  S(host_timeline_measure_hint, \
    "Runs every scenario on this machine's GPU at the chosen size (Ctrl + M). They appear " \
    "as they are measured.") \
  S(host_timeline_choose, \
    "Click a call or work, or press N: what it took is told here.") \
  S(keys_host_span, \
    "host timeline: next call or work; with Shift, the one before")
// clang-format on
