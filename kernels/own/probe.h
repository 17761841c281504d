// Runs a kernel to find how far it reaches in memory, which its text does not tell.
#pragma once

#include <stop_token>

#include "kernels/own/inference.h"

namespace warplens::own {

// Runs the kernel on the CPU at small sizes, several times, with more memory than it is thought to
// need, and sets counts, block and shared memory from what it touched. Where it then has faults,
// another block is tried that may have none; what it does wrong with each is left to the run that a
// person asks for. Errors: it cannot be launched at all; a stop: "cancelled".
Result<LaunchForm> probe_form(const Inference& inference, const run::LoadedKernel& loaded,
                              const std::stop_token& stop = {});
// Sets sizes of a guess. Counts that no expression gives are measured anew at them, if that takes
// little; else they may be short. Errors: the form has no size of a name.
Result<void> resize_guess(LaunchForm& form, const catalog::Parameters& sizes,
                          const run::LoadedKernel& loaded, const std::stop_token& stop = {});

}  // namespace warplens::own
