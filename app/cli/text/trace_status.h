// What a run says against its kernel, which decides the status that `trace` ends with.
#pragma once

#include <string>

#include "kernels/run/run.h"

namespace warplens::cli {

// "the kernel is wrong: 1 race, 2 out_of_bounds": findings that are errors (faults, an instruction
// that is not known, a failed assertion, a stop by a limit) and a wrong result, in one line. Empty:
// nothing is wrong. Where its launch was guessed that is said: it may be the guess's.
[[nodiscard]] Text what_is_wrong(const trace::Run& run);

// The exit status where all that is wrong are findings of launches that were guessed, at least in
// part: a guess may be wrong.
inline constexpr int kGuessStatus = 2;

}  // namespace warplens::cli
