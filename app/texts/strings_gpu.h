// Texts of where kernels are traced, and what the GPU counted. One row a text: its name in Str,
// English.
#pragma once

// clang-format off
#define WARPLENS_GPU_STRINGS(S) \
  S(backend, "Traced on") \
  S(backend_cpu_hint, \
    "The kernels run in an interpreter on the CPU: exact, on any machine (Ctrl + G).") \
  S(backend_gpu_hint, \
    "The kernels run on the {}: instrumented PTX for the trace, and untouched once more " \
    "for the hardware counters (Ctrl + G).") \
  S(backend_looking, "Looking for a GPU.") \
  S(backend_none, "No GPU to trace on here: {}") \
  S(keys_backend, \
    "trace on the CPU, or on this machine's GPU") \
  S(on_gpu, "GPU ({})") \
  S(traced_here_with_notes, \
    "Traced here: {}, {}, with notes: see Findings") \
  S(traced_here_one_run, \
    "Traced here: {}, {}, one run: another may differ") \
  S(note, "note") \
  S(architecture_ptx, "PTX") \
  S(architecture_hint, \
    "Figures are those of the accesses that GPUs of this architecture execute: what ptxas makes " \
    "of the PTX. * marks what is not the PTX's, ? what is, for want of better.") \
  S(story_shared, \
    "In the PTX: {} wavefronts, {} conflicts") \
  S(story_global, \
    "In the PTX: {} requests, {} sectors") \
  S(figure_as_executed, "{} · as executed") \
  S(figure_by_ptx, "{} · by the PTX, perhaps not executed so") \
  S(figures_as_ptx, "the PTX's figures: {}") \
  S(counted, "Counted by the GPU") \
  S(counted_rules, "rules") \
  S(counted_measured, "counted") \
  S(counted_hint, \
    "Left: the memory rules applied to what the GPU executes. Right: hardware counters of the " \
    "untouched kernel, all blocks.\n{}") \
  S(counted_equal, "= They are equal.") \
  S(counted_differs, "≠ They differ.") \
  S(counted_no_rule, \
    "≠ They differ: some of these accesses have no rule yet.") \
  S(counted_missed, \
    "≠ They differ: this counter misses copies past L1 (cp.async.cg) under a predicate.") \
  S(counted_other_order, \
    "≠ They differ. Its blocks can tell in which order they run, and the GPU's counters are of " \
    "runs of their own.") \
  S(counted_as_ptx, \
    "The PTX's own accesses would be {}.") \
  S(counted_uncertain, "The SASS does not tell why: {}.") \
  S(counted_no_sass, "Why they differ is not known here: {}") \
  S(counted_changed, "The assembler changed these lines:") \
  S(counted_line, "{}:{}: {}") \
  S(counted_more_lines, "and {} more") \
  S(counted_observed, \
    "It depends on what the caches held before: no rule predicts it.") \
  S(no_counters, "No hardware counters: {}") \
  S(l1_hit_rate, "L1 hit rate") \
  S(l2_hit_rate, "L2 hit rate") \
  S(dram_read, "DRAM bytes read") \
  S(dram_written, "DRAM bytes written") \
  S(fate_wider, \
    "a wider access does its work and others'") \
  S(fate_narrower, "several narrower accesses") \
  S(fate_covered, \
    "a wider access of another place does its work") \
  S(fate_removed, \
    "removed: an access before it has what it wants") \
  S(doubt_events_left_out, "the trace has not kept every event") \
  S(doubt_missing, \
    "no instruction stands for an access, and nothing shows why") \
  S(doubt_replaced, \
    "a line has other kinds of accesses in the SASS") \
  S(doubt_mixed_widths, "copies of an access have different widths") \
  S(doubt_partly_covered, \
    "parts of a wider store are written by no PTX store") \
  S(doubt_other_lanes, \
    "an instruction runs for other lanes than in the PTX") \
  S(doubt_other_times, \
    "the PTX repeats an access in a loop, its instruction is in none") \
  S(doubt_lanes_part, \
    "lanes of a warp may run different copies of an access") \
  S(doubt_retried, \
    "a loop of compare-and-swap does an atomic, as often as it takes") \
  S(doubt_local_memory, \
    "ptxas decides which variables stay in local memory, and how wide their accesses are") \
  S(doubt_not_assembled, \
    "ptxas or nvdisasm is not here, and ptxas may fuse accesses")
// clang-format on
