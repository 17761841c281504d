// Texts of what kernels take: the timing view and the host timeline. One row a text: its name in
// Str, English, Chinese.
#pragma once

// clang-format off
#define WARPLENS_TIMING_STRINGS(S) \
  S(timing_view, "Timing", "计时") \
  S(timed_recorded, "Timed on {}, recorded {}", "在 {} 上计时，录制于 {}") \
  S(timed_live, "Timed on {}, live", "在 {} 上实时计时") \
  S(timed_hint, \
    "Side {} · {}\nDriver {} · compute capability {} · {}\nThe kernels on the stage were " \
    "traced at their own size: see the line at the bottom.", \
    "边长 {} · {}\n驱动 {} · 计算能力 {} · {}\n画面上的核函数按各自的规模追踪：见底部一行。") \
  S(cited_band, "Cited, not measured by us: {}", "引用，并非我们测得：{}") \
  S(cited_hint, \
    "What documents print, at the size and on the GPU that they state.", \
    "文档中印出的数字，规模和 GPU 以文档所述为准。") \
  S(cited_bars, \
    "Each bar is as long as its figure is large, beside the largest of its column.", \
    "条的长度：每个数与同一列中最大的数相比。") \
  S(cited_source, "Source: {}", "出处：{}") \
  S(cited_size, "Size: {} · GPU: {}", "规模：{} · GPU：{}") \
  S(cited_name, "in the document", "文档中的名称") \
  S(cited_ours, "ours", "本程序的变体") \
  S(not_stated, "not stated", "未说明") \
  S(timing_none, \
    "Nothing is recorded for {}. On a machine with an NVIDIA GPU, run: warplens bench {} " \
    "--record FILE, and put FILE into assets/recordings.", \
    "没有“{}”的录制计时。在有 NVIDIA GPU 的机器上运行：warplens bench {} --record " \
    "FILE，并把 FILE 放入 assets/recordings。") \
  S(timing_reading, "The recordings are being read.", "正在读取录制的计时。") \
  S(timing_not_timed, "{} is too small to be timed.", "{} 规模太小，不计时。") \
  S(timing_capture, \
    "A capture's kernel is not in the catalogue: nothing is recorded for it.", \
    "捕获文件中的核函数不在目录里：没有它的录制计时。") \
  S(timing_side, "Side {}", "边长 {}") \
  S(timing_by_size, "by size", "按规模") \
  S(timing_against_hint, \
    "What the chart runs over: the size, or a setting that was timed with several values.", \
    "图的横轴：规模，或测过多个取值的某项设置。") \
  S(timing_measured, "Measured", "实测") \
  S(timing_cited, "Cited", "引用") \
  S(timing_plot, "Plot", "曲线") \
  S(timing_table, "Table", "表格") \
  S(timing_ladder, "Ladder", "阶梯") \
  S(timing_tab_hint, \
    "Plot or table where only one has room (key D); the ladder from the first kernel to the " \
    "fastest (Ctrl + D); what documents print (Shift + D).", \
    "只能放下一个时，曲线或表格（按键 D）；从最初的核函数到最快的核函数的阶梯（Ctrl + " \
    "D）；文档中印出的数字（Shift + D）。") \
  S(ladder_rung, "{}: {}", "{}：{}") \
  S(ladder_rung_gained, "{}: {} Here: {}.", "{}：{}这里：{}。") \
  S(ladder_live, "Measured here. {}", "本机测得。{}") \
  S(timing_reading_hint, "How points read (key V).", "各点的读法（按键 V）。") \
  S(timing_share_hint, \
    "The share of what {} reaches at the same size (key V).", \
    "占 {} 在同一规模下所达到的比例（按键 V）。") \
  S(timing_options, "Options", "选项") \
  S(timing_options_hint, \
    "Which series are drawn, logarithmic axes, other settings.", \
    "显示哪些系列、对数轴、其他设置。") \
  S(log_sizes, "log sizes", "规模取对数") \
  S(log_values, "log values", "数值取对数") \
  S(log_hint, \
    "A logarithmic axis, or a linear one (key A for values, Shift + A for sizes).", \
    "对数轴或线性轴（数值按 A，规模按 Shift + A）。") \
  S(timing_series, "Series", "数据系列") \
  S(timing_series_hint, \
    "Click: show or hide (Shift + 1 – 9).", \
    "点击：显示或隐藏（Shift + 1 – 9）。") \
  S(timing_settings, "Settings", "设置") \
  S(timing_device, "GPU", "GPU 型号") \
  S(timing_as_stage, "as on the stage", "与当前核函数相同") \
  S(timing_settings_hint, \
    "The settings besides the size that the chart is of: {}.", \
    "图中所用的规模以外的设置：{}。") \
  S(timing_not_recorded, "not recorded at this size: {}", "这个规模没有记录：{}") \
  S(timing_not_with, "{} is not recorded with {}", "{} 没有以下设置的记录：{}") \
  S(timing_absent, "absent: {}", "缺少：{}") \
  S(timing_absent_several, "{} launches are absent: point here", "缺少 {} 次启动：指向这里查看") \
  S(timing_stale, \
    "recorded with other PTX than ships now: {}", \
    "录制所用的 PTX 与现在附带的不同：{}") \
  S(timing_measure, "Measure here", "在本机测量") \
  S(timing_measure_hint, \
    "Times the family on this machine's GPU at the recorded sizes (Ctrl + M). The points " \
    "appear as they are measured.", \
    "用本机的 GPU 在已录制的各规模上给这一族计时（Ctrl + M）。测得的点随时出现。") \
  S(timing_no_gpu, "No live timing here: {}", "本机不能实时计时：{}") \
  S(timing_failed, "live timing stopped: {}", "实时计时已停止：{}") \
  S(keys_timing_size, "timing, host timeline: another size", "计时、主机时间线：换一个规模") \
  S(keys_timing_figure, \
    "timing: bandwidth or FLOP rate, time, share; host timeline: next scenario", \
    "计时：带宽或浮点运算速率、时间、比例；主机时间线：下一种情形") \
  S(keys_timing_axes, \
    "timing: logarithmic values; with Shift, sizes", \
    "计时：数值取对数；加 Shift 为规模") \
  S(keys_timing_table, \
    "timing: table or plot, where only one has room", \
    "计时：只能放下一个时，表格或图") \
  S(keys_timing_cited, "timing: what was measured, or what documents print", \
    "计时：测得的数字，或文档中印出的数字") \
  S(keys_timing_ladder, "timing: the ladder from the first kernel to the fastest", \
    "计时：从最初的核函数到最快的核函数的阶梯") \
  S(keys_timing_series, "timing: show or hide a series", "计时：显示或隐藏一个系列") \
  S(keys_timing_measure, \
    "timing, host timeline: measure here, or stop", \
    "计时、主机时间线：在本机测量，或停止") \
  S(keys_csv, "timing: save as CSV", "计时：存为 CSV") \
  S(limits_view, "What limits it", "受什么限制") \
  S(limits_chip_hint, \
    "The chip whose limits are shown. Click: the next one (Shift + K).", \
    "显示哪块芯片的限制。点击：换下一块（Shift + K）。") \
  S(limits_counting, \
    "Counting every block at this size…", \
    "正在按这个规模统计每个线程块…") \
  S(limits_not_here, \
    "Limits are shown of the catalogue's kernels that are timed.", \
    "只显示目录中参与计时的核函数的限制。") \
  S(limits_row_hint, "{}: {}, at least {}", "{}：{}，至少 {}") \
  S(limits_source, "{}: {}", "{}：{}") \
  S(occupancy_view, "Occupancy", "占用率") \
  S(occupancy_threads, "Threads a block", "每个线程块的线程数") \
  S(occupancy_registers, "Registers a thread", "每个线程的寄存器数") \
  S(occupancy_shared, "Shared memory a block", "每个线程块的共享内存") \
  S(occupancy_value, "{}: {}", "{}：{}") \
  S(occupancy_axis_hint, "Click: the stairs below are against this.", "点击：下方的阶梯以它为横轴。") \
  S(occupancy_shared_hint, \
    "Static ({} by ptxas) and dynamic together. Click: the stairs below are against this.", \
    "静态（ptxas 给出 {}）与动态之和。点击：下方的阶梯以它为横轴。") \
  S(occupancy_reset, "As compiled", "恢复编译结果") \
  S(occupancy_reset_hint, \
    "Threads as launched, registers and shared memory as ptxas says.", \
    "线程数取启动时的值，寄存器与共享内存取 ptxas 给出的值。") \
  S(occupancy_row_hint, "{}: a block takes {} of {}", "{}：一个线程块占 {}，共 {}") \
  S(occupancy_making, "Asking ptxas what this kernel takes…", "正在向 ptxas 询问这个核函数的用量…") \
  S(keys_limits, "what limits it, large", "放大“受什么限制”") \
  S(keys_chip, "another chip's limits", "换一块芯片的限制") \
  S(host_timeline, "Host timeline", "主机时间线") \
  S(host_timeline_recorded, \
    "Timed: {} an array, {}, recorded {}", \
    "计时：每个数组 {}，{}，录制于 {}") \
  S(host_timeline_live, "Timed: {} an array, {}, live", "计时：每个数组 {}，{}，实时") \
  S(host_timeline_hint, \
    "{}: one real run, the one of median length among {}.\nDriver {} · compute capability " \
    "{} · {}", \
    "{}：一次真实的运行，{} 次中长度居中的一次。\n驱动 {} · 计算能力 {} · {}") \
  S(host_timeline_none, \
    "No host timeline is recorded for the PTX that ships. On a machine with an NVIDIA GPU, " \
    "run: warplens host-timeline --record NAME-host_timeline.json, and put that file into " \
    "assets/recordings.", \
    "没有为附带的 PTX 录制主机时间线。在有 NVIDIA GPU 的机器上运行：warplens host-timeline " \
    "--record NAME-host_timeline.json，并把该文件放入 assets/recordings。") \
  S(host_timeline_not_this, "Not measured: {}, {} an array.", "没有测量：{}，每个数组 {}。") \
  S(host_timeline_scenario_hint, "What the run does (key V).", "这次运行做什么（按键 V）。") \
  S(host_timeline_size_hint, \
    "The bytes of each array (Shift + ↑ ↓).", \
    "每个数组的字节数（Shift + ↑ ↓）。") \
  S(host_timeline_span_hint, \
    "The next call or work, or the one before (N, Shift + N).", \
    "下一个或上一个调用或工作（N，Shift + N）。") \
  S(host_timeline_to_recorded, "show the recorded", "显示录制的") \
  S(host_timeline_to_live, "show the live", "显示实时的") \
  S(host_timeline_measure_hint, \
    "Runs every scenario on this machine's GPU at the chosen size (Ctrl + M). They appear " \
    "as they are measured.", \
    "用本机的 GPU 以所选大小运行每种情形（Ctrl + M）。测得的随时出现。") \
  S(host_timeline_choose, \
    "Click a call or work, or press N: what it took is told here.", \
    "点击一个调用或工作，或按 N：这里写出它的用时。") \
  S(keys_host_span, \
    "host timeline: next call or work; with Shift, the one before", \
    "主机时间线：下一个调用或工作；加 Shift 为上一个")
// clang-format on
