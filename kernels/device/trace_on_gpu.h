// A launch traced on a GPU: the kernel instrumented (instrument.h), run once to count and then
// window after window of its blocks, each time from the same memory.
//
//   module, entry ──► load_to_trace() ──► TracedModule ──► trace_on_gpu() ──► trace::Trace
//                                         memory, arguments ──┘
//
// What is recorded is deterministic where the kernel is. Where it is not (spins, order of atomics),
// each window is of another run, and the trace carries `order_dependent`, as on the CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/device/gpu.h"
#include "kernels/device/read_records.h"
#include "kernels/trace/recorder.h"

namespace warplens::device {

struct TracedBuffer {
  trace::Buffer description;  // with the guest address that the trace shall show
  DeviceMemory* memory = nullptr;
};

// An entry that records, on a GPU.
struct TracedModule {
  Instrumented kernel;
  LoadedModule loaded;
};
// `entry` may be empty when the module has one entry. Errors: what instrument() and the GPU refuse.
Result<TracedModule> load_to_trace(const Gpu& gpu, const std::shared_ptr<const ptx::Module>& module,
                                   const std::string& entry, const Dim3& block);

struct TraceRequest {
  std::string kernel_name;  // for the trace; empty: the entry
  LaunchShape shape;
  Arguments arguments;  // pointers among them are the GPU's
  // What is done before each run of the kernel, and behind it, as it may run several times.
  std::function<Result<void>()> before_run{}, after_run{};
  // All memory that the kernel may change. Holds its results afterwards.
  std::span<const TracedBuffer> buffers;
  // Where they lie, and what is between them.
  std::span<const BufferPlace> places;
  // If set, is told of accesses to memory of which nobody knows the contents: no event has them.
  machine::UnrecordedReach* unrecorded = nullptr;
  // The module's variables that are no buffers, by name, for launches that follow each other: what
  // they hold before this one (those that are not named: what their module says), and after it.
  std::map<std::string, std::vector<std::byte>>* variables = nullptr;
  // If `totals` is set all blocks are run, otherwise only those of the window of events.
  trace::RecordingOptions recording;
  std::uint64_t slice_bytes = std::uint64_t{256} << 20;  // for the records of one window
  std::stop_token stop;                                  // looked at between runs
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;  // in steps of blocks
  ReadingNotes* notes = nullptr;
};

// Errors: what the GPU refuses, a block whose records do not fit, "cancelled".
Result<trace::Trace> trace_on_gpu(const Gpu& gpu, const TracedModule& module,
                                  const TraceRequest& request);

}  // namespace warplens::device
