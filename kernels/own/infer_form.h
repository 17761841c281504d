// A form for a kernel that nobody described, from its PTX and what its source says.
//
//   infer_form(module, entry, sources)   what can be read off: types, roles, sizes, a shape
//   guess_form(loaded, entry)            and what only a run tells: counts, a block that fits
//
// Guesses say why. They are guesses: what a run cannot tell (the meaning of a table of indices,
// say) stays open, and the form says so in its assumptions.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/own/given_launch.h"
#include "kernels/own/launch_form.h"
#include "kernels/own/signature.h"

namespace warplens::own {

// Infers a form without running anything. `entry` belongs to `module`.
[[nodiscard]] LaunchForm infer_form(const ptx::Module& module, const ptx::Function& entry,
                                    const std::vector<std::string>& sources,
                                    const std::optional<caches::ToldLaunch>& told = {});

// Runs the kernel on the CPU, several times at small sizes (probe.h). `entry`: as find_entry()
// takes it. What is given is taken, and the rest guessed from it. Errors: no such entry, one that
// cannot be launched, given names that it does not have; "cancelled" after a stop.
Result<LaunchForm> guess_form(const run::LoadedKernel& loaded, std::string_view entry,
                              const std::stop_token& stop = {}, const GivenLaunch& given = {});

// The entry's name in its source, where no other kernel of the module is meant by it.
[[nodiscard]] std::string entry_name(const ptx::Module& module, const ptx::Function& entry);

}  // namespace warplens::own
