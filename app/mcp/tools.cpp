// The tools, as an assistant is told of them.
#include "app/mcp/tool.h"

namespace warplens::mcp {
namespace {

using Fields = std::vector<Field>;

// How a kernel is launched: options of every command that runs one.
Fields launch_fields() {
  return {
      {"set", Kind::settings, "--set",
       "Parameters of a catalogue's kernel, or sizes of a file's launch: {\"n\": 4096}"},
      {"entry", Kind::text, "--entry", "The kernel's name, where the file has several"},
      {"grid", Kind::extent, "--grid", "Blocks: [x], [x, y] or [x, y, z]"},
      {"block", Kind::extent, "--block", "Threads a block: [x], [x, y] or [x, y, z]"},
      {"cluster", Kind::extent, "--cluster", "Blocks a cluster: [x], [x, y] or [x, y, z]"},
      {"shared", Kind::number, "--shared", "Bytes of dynamic shared memory"},
      {"args", Kind::texts, "--arg",
       "The kernel's arguments in their order: NAME:in|out|inout:TYPE[COUNT]=FILL for a buffer "
       "(x:in:f32[512]=iota), NAME:TYPE=VALUE for a scalar (n:i32=512). FILL: zero, a number, "
       "iota, random:SEED, or a file of raw bytes. What is not given is guessed"},
      {"launch", Kind::text, "--launch", "The launch of that name in FILE.warplens.json"},
      {"symbols", Kind::texts, "--symbol",
       "__constant__ or __device__ variables: NAME[:TYPE]=VALUES"},
      {"reference", Kind::texts, "--reference",
       "KERNEL[:RELATIVE[,ABSOLUTE]]: another kernel of the file with the same parameters, whose "
       "results are right"},
      {"include", Kind::texts, "--include", ".cu: folders of its headers"},
      {"define", Kind::texts, "--define", ".cu: macros, NAME or NAME=VALUE"},
      {"time_limit", Kind::number, "--time-limit",
       "Seconds after which a launch ends with a finding (60)"}};
}

Fields figure_fields() {
  return {{"arch", Kind::text, "--arch",
           "For which GPU's instructions the figures are: sm_75 sm_80 sm_86 sm_89 sm_90 sm_100 "
           "sm_120"},
          {"as_ptx", Kind::flag, "--as-ptx",
           "Figures of the PTX's own accesses, not of what is executed"}};
}

Fields promise_fields() {
  return {
      {"max", Kind::texts, "--max",
       "What figures are to be at most: shared_load.conflicts=0, line:29.n_way=1"},
      {"min", Kind::texts, "--min", "What figures are to be at least: global_load.efficiency=0.9"},
      {"fail_on", Kind::texts, "--fail-on",
       "What there must be none of: conflicts, uncoalesced, races, warnings, findings, or a "
       "kind of finding"}};
}

template <class... More>
Fields together(Fields fields, const More&... more) {
  (fields.insert(fields.end(), more.begin(), more.end()), ...);
  return fields;
}

Tool trace_tool() {
  return {
      "trace",
      "Run a CUDA kernel and count its memory accesses",
      "trace",
      "Runs a CUDA kernel on an interpreter (no GPU is needed) and counts what each of its memory "
      "accesses costs. Use it in place of a guess whenever coalescing, bank conflicts, races, "
      "accesses out of bounds or reads of unset memory are in question, before and after a change "
      "of a kernel. Gives totals by class of access (requests, sectors and the fewest possible, "
      "wavefronts, conflicts), the same of each source line (sites), and findings with line, "
      "block, warp and lane. Counts are exact for this launch; they are no times. How a file is "
      "launched is guessed where nothing says it (guessed_launch), and what was assumed is told: "
      "findings of a guessed launch may be the guess's.",
      "trace",
      {"kernel"},
      together({{"kernel",
                 Kind::text,
                 {},
                 "FILE.cu, FILE.ptx, or a kernel of the catalogue, FAMILY/VARIANT "
                 "(transpose/tile)"}},
               launch_fields(), figure_fields(), promise_fields(),
               Fields{{"worst", Kind::flag, "--worst",
                       "Also the causes of costly accesses, and what people do about them"},
                      {"order", Kind::text, "--order",
                       "seed:N: start the blocks in this order and let them take turns"},
                      {"copies", Kind::text, "--copies",
                       "When asynchronous copies land: late, early, at-once or seed:N"}})};
}

Tool explain_tool() {
  return {
      "explain",
      "Explain a line's costs, a profiler's report or a metric",
      "explain",
      "Says why a profiler reports what it reports: of each access of a kernel, or of one line, "
      "which part of its wavefronts and sectors is needed and which its addresses cause, with the "
      "lanes. With `ncu` it stands beside what Nsight Compute reported of the same launch. Of a "
      "metric's name it gives what the metric counts and when it misleads. Use it when someone "
      "asks what a line costs and why, or shows a profile.",
      "explain",
      {"kernel"},
      together({{"kernel",
                 Kind::text,
                 {},
                 "FILE.cu, FILE.cu:LINE, FILE.ptx, FAMILY/VARIANT, or the name of one of Nsight "
                 "Compute's metrics"},
                {"ncu", Kind::texts, "--ncu",
                 "Files of a profile: a CSV of `ncu --import r.ncu-rep --csv`, or an .ncu-rep"},
                {"of_launch", Kind::number, "--of-launch", "The launch, from 1 on"}},
               launch_fields(), figure_fields())};
}

Tool find_layout_tool() {
  return {
      "find_layout",
      "Find a swizzle or padding of a tile in shared memory",
      "swizzle",
      "Finds the cheapest padding or swizzle of a tile in shared memory and what writing and "
      "reading it costs with it, by the true accesses of a line (`from`) or by a description "
      "(`spec`). Use it before proposing a padding, an XOR swizzle or a CuTe Swizzle<B,M,S>, "
      "and to check one that was proposed (`spec` with map=…, without `find`).",
      "swizzle",
      {"from", "spec"},
      together({{"from", Kind::text, "--from",
                 "FILE.cu:LINE or FAMILY/VARIANT:LINE: the shared array that this line's accesses "
                 "touch; its kernel is run"},
                {"array", Kind::text, "--array", "from: the array, where the line has several"},
                {"kind", Kind::text, "--kind", "from: padding or swizzle alone"},
                {"spec", Kind::text, "--spec",
                 "A tile and its accesses: 'element=2 tile=64x64 write=rows.16B read=ldmatrix'; "
                 "with map=… (none, padding 1, xor(8), Swizzle<3,3,3>, col ^ row) what that map "
                 "makes of them"},
                {"find", Kind::flag, "--find", "spec: find the cheapest map for its accesses"}},
               launch_fields())};
}

Tool check_tool() {
  return {
      "check",
      "Check kernels for faults and broken promises",
      "check",
      "Checks kernels in many orders of blocks, warps and asynchronous copies: faults, races, "
      "wrong results, and what their figures are held to (max, min, fail_on, or the promises in "
      "FILE.warplens.json). Of a folder all launches of its kernels. Use it after a change of a "
      "kernel, before saying that it is right. \"result\" is pass or fail.",
      "check",
      {"kernels"},
      together({{"kernels",
                 Kind::texts,
                 {},
                 "Files (.cu, .ptx) or folders of them. Kernels of the catalogue, FAMILY or "
                 "FAMILY/VARIANT, need a GPU"}},
               launch_fields(), figure_fields(), promise_fields())};
}

}  // namespace

const std::vector<Tool>& tools() {
  static const std::vector<Tool> kTools{trace_tool(), explain_tool(), find_layout_tool(),
                                        check_tool()};
  return kTools;
}

}  // namespace warplens::mcp
