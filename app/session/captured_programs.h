// Captures of running programs as far as they have been read: each once for each time that it was
// written.
//
//   worker ── load() ──► CapturedProgram ── replay() ──► captured::Replay, which is run
//   window ── known(), known_launch(): what was captured, without waiting and without its memory;
//             null until the worker has it
//
// All members may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/captured/decoded_launch.h"
#include "kernels/captured/program.h"
#include "kernels/captured/replay.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::session {

struct Selection;

// A launch that can be chosen.
struct CapturedName {
  std::string name;    // "scale#2"
  std::string kernel;  // "scale", of its first launch
  Dim3 grid, block;
  bool has_ptx = false;
};

// A file as it was written at one moment.
struct CapturedProgram {
  std::string path;
  std::uint64_t stamp = 0;       // trace::capture_stamp()
  std::string command, created;  // as captured::Program
  std::string device, driver;
  std::uint32_t capability = 0;
  std::vector<CapturedName> launches{};  // in the file's order, at least one

  // The one of that name; else the first that can be run, else the first.
  [[nodiscard]] std::size_t find(const std::string& name) const;
};
using CapturedProgramPtr = std::shared_ptr<const CapturedProgram>;

// What was captured of one that was chosen; of a graph, of all its launches.
struct CapturedLaunch {
  struct Kernel {
    captured::Launch launch;
    std::string name;         // as its source has it
    Text origin, why_no_ptx;  // of its image
    std::vector<captured::DecodedParameter> parameters;
  };
  struct Memory {
    std::string name;
    std::uint64_t bytes = 0, kept = 0;
    std::uint64_t changed = 0;  // of those kept, by the GPU
  };
  std::string name;
  std::vector<Kernel> kernels;
  std::size_t moves = 0;  // copies and fills between them
  std::vector<Memory> memory;
  std::uint64_t nth = 0, process = 0, thread = 0, stream = 0;
  std::vector<Text> notes;
  std::string error;  // what it ended with on the GPU; empty: it came to its end
};
using CapturedLaunchPtr = std::shared_ptr<const CapturedLaunch>;

class CapturedPrograms {
 public:
  // Sources that PTX names are read beneath the capture's own folder, and beneath these.
  explicit CapturedPrograms(run::Roots source_roots = {})
      : source_roots_(std::move(source_roots)) {}

  // The launch that the selection names, as it is run again; what was captured of it is known from
  // then on, also where this is an error. Blocks while the file is read. Errors: the file's, no
  // PTX, it was written again since, "cancelled".
  Result<captured::Replay> replay(const Selection& selection, const std::stop_token& stop);

  // Null: not read yet.
  [[nodiscard]] CapturedProgramPtr known(const Selection& selection) const;
  [[nodiscard]] CapturedLaunchPtr known_launch(const Selection& selection) const;

 private:
  using ProgramPtr = std::shared_ptr<const captured::Program>;
  struct Slot {
    CapturedProgramPtr program;
    std::map<std::string, CapturedLaunchPtr> launches{};  // by name
  };
  // With its memory; of the file that was read last it is kept.
  Result<ProgramPtr> load(const Selection& selection, const std::stop_token& stop);
  void note(const Selection& selection, CapturedLaunchPtr launch);
  // With mutex_ held.
  [[nodiscard]] Slot* slot_of(const Selection& selection) const;

  run::Roots source_roots_;
  mutable std::mutex mutex_;
  mutable std::deque<Slot> slots_;  // newest first
  ProgramPtr whole_;                // of the first of them
};

}  // namespace warplens::session
