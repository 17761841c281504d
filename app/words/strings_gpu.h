// Texts of where kernels are traced, and what the GPU counted. One row a text: its name in Str,
// English, Chinese.
#pragma once

// clang-format off
#define WARPLENS_GPU_STRINGS(S) \
  S(backend, "Traced on", "追踪所用") \
  S(backend_cpu_hint, \
    "The kernels run in an interpreter on the CPU: exact, on any machine (Ctrl + G).", \
    "核函数由 CPU 上的解释器运行：结果精确，任何机器都可用（Ctrl + G）。") \
  S(backend_gpu_hint, \
    "The kernels run on the {}: instrumented PTX for the trace, and untouched once more " \
    "for the hardware counters (Ctrl + G).", \
    "核函数在 {} 上运行：插桩的 PTX 用于追踪，未改动的再运行一次用于硬件计数器（Ctrl + G）。") \
  S(backend_looking, "Looking for a GPU.", "正在查找 GPU。") \
  S(backend_none, "No GPU to trace on here: {}", "本机没有可用于追踪的 GPU：{}") \
  S(keys_backend, \
    "trace on the CPU, or on this machine's GPU", \
    "在 CPU 上追踪，或在本机的 GPU 上") \
  S(on_gpu, "GPU ({})", "GPU（{}）") \
  S(traced_here_with_notes, \
    "Traced here: {}, {}, with notes: see Findings", \
    "本机追踪：{}，{}，有说明：见问题报告") \
  S(traced_here_one_run, \
    "Traced here: {}, {}, one run: another may differ", \
    "本机追踪：{}，{}，一次运行的结果：再次运行可能不同") \
  S(note, "note", "说明") \
  S(architecture_ptx, "PTX", "PTX") \
  S(architecture_hint, \
    "Figures are those of the accesses that GPUs of this architecture execute: what ptxas makes " \
    "of the PTX. * marks what is not the PTX's, ? what is, for want of better.", \
    "数字对应此架构的 GPU 实际执行的访问，即 ptxas 由 PTX 生成的访问。* 表示与 PTX 不同，? 表示只能用 PTX 的数字。") \
  S(story_shared, \
    "In the PTX: {} wavefronts, {} conflicts", \
    "按 PTX：{} 个 wavefront，{} 次冲突") \
  S(story_global, \
    "In the PTX: {} requests, {} sectors", \
    "按 PTX：{} 个请求，{} 个 sector") \
  S(figures_as_ptx, "the PTX's figures: {}", "PTX 的数字：{}") \
  S(counted, "Counted by the GPU", "GPU 计数") \
  S(counted_rules, "rules", "规则") \
  S(counted_measured, "counted", "计数") \
  S(counted_hint, \
    "Left: the memory rules applied to what the GPU executes. Right: hardware counters of the " \
    "untouched kernel, all blocks.\n{}", \
    "左：把内存规则用于 GPU 执行的访问。右：未改动的核函数的硬件计数器，含全部线程块。\n{}") \
  S(counted_equal, "= They are equal.", "= 两者相等。") \
  S(counted_differs, "≠ They differ.", "≠ 两者不同。") \
  S(counted_no_rule, \
    "≠ They differ: some of these accesses have no rule yet.", \
    "≠ 两者不同：其中有些访问还没有规则。") \
  S(counted_missed, \
    "≠ They differ: this counter misses copies past L1 (cp.async.cg) under a predicate.", \
    "≠ 两者不同：这个计数器会漏掉绕过 L1 且带谓词的拷贝（cp.async.cg）。") \
  S(counted_other_order, \
    "≠ They differ. Its blocks can tell in which order they run, and the GPU's counters are of " \
    "runs of their own.", \
    "≠ 两者不同。它的线程块能分辨运行的先后，而 GPU 的计数来自另外的运行。") \
  S(counted_as_ptx, \
    "The PTX's own accesses would be {}.", \
    "按 PTX 自身的访问应为 {}。") \
  S(counted_uncertain, "The SASS does not tell why: {}.", "SASS 不能说明原因：{}。") \
  S(counted_no_sass, "Why they differ is not known here: {}", "本机不能查明原因：{}") \
  S(counted_changed, "The assembler changed these lines:", "汇编器改动了这些行：") \
  S(counted_line, "{}:{}: {}", "{}:{}：{}") \
  S(counted_more_lines, "and {} more", "还有 {} 处") \
  S(counted_observed, \
    "It depends on what the caches held before: no rule predicts it.", \
    "它取决于缓存中原有的内容：没有规则能预测。") \
  S(no_counters, "No hardware counters: {}", "没有硬件计数器：{}") \
  S(l1_hit_rate, "L1 hit rate", "L1 命中率") \
  S(l2_hit_rate, "L2 hit rate", "L2 命中率") \
  S(dram_read, "DRAM bytes read", "DRAM 读取字节") \
  S(dram_written, "DRAM bytes written", "DRAM 写入字节") \
  S(fate_wider, \
    "a wider access does its work and others'", \
    "一次更宽的访问完成了它和其他访问的工作") \
  S(fate_narrower, "several narrower accesses", "拆成了几次更窄的访问") \
  S(fate_covered, \
    "a wider access of another place does its work", \
    "别处一次更宽的访问完成了它的工作") \
  S(fate_removed, \
    "removed: an access before it has what it wants", \
    "被去掉：之前的访问已取得所需内容") \
  S(doubt_events_left_out, "the trace has not kept every event", "访问轨迹没有保留全部事件") \
  S(doubt_missing, \
    "no instruction stands for an access, and nothing shows why", \
    "某次访问没有对应的指令，也看不出原因") \
  S(doubt_replaced, \
    "a line has other kinds of accesses in the SASS", \
    "某一行在 SASS 中是别的访问") \
  S(doubt_mixed_widths, "copies of an access have different widths", "同一访问的各份副本宽度不同") \
  S(doubt_partly_covered, \
    "parts of a wider store are written by no PTX store", \
    "一次更宽的写入有一部分不对应任何 PTX 写入") \
  S(doubt_other_lanes, \
    "an instruction runs for other lanes than in the PTX", \
    "某条指令由与 PTX 不同的 lane 执行") \
  S(doubt_other_times, \
    "the PTX repeats an access in a loop, its instruction is in none", \
    "PTX 在循环中重复某次访问，而其指令不在循环中") \
  S(doubt_lanes_part, \
    "lanes of a warp may run different copies of an access", \
    "同一 warp 的 lane 可能执行同一访问的不同副本") \
  S(doubt_retried, \
    "a loop of compare-and-swap does an atomic, as often as it takes", \
    "一次原子操作由反复的比较并交换完成，次数不定") \
  S(doubt_not_assembled, \
    "ptxas or nvdisasm is not here, and ptxas may fuse accesses", \
    "此处没有 ptxas 或 nvdisasm，而 ptxas 可能合并访问")
// clang-format on
