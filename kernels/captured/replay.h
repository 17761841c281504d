// A captured episode as a kernel of one's own, so that all that is made for those works: traces,
// checks, limits. Its memory lies where the program had it, so that pointers in it lead where they
// led.
//
//   Program, Episode ──► replay_of() ──► run::LoadedKernel   the first launch's image
//                                    ──► run::OwnKernel      buffers at their addresses, launches,
//                                                            what the GPU left as expectations
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/captured/program.h"
#include "kernels/run/own_kernel.h"

namespace warplens::captured {

struct Replay {
  run::LoadedKernel loaded;
  run::OwnKernel kernel;
};

// `source_roots`: where sources that the PTX names may be read. Errors: an image without PTX,
// parameters that are not those of its PTX, an entry that it does not have; "cancelled".
Result<Replay> replay_of(const Program& program, const Episode& episode,
                         const std::vector<std::filesystem::path>& source_roots = {},
                         const std::stop_token& stop = {});

// The episode of that name, or the only one of which a kernel is called so in its source. Errors
// list what there is. An empty name is that of the only one.
Result<const Episode*> find_episode(const Program& program, std::string_view name);

// "scale", of its first launch, as its source has it.
[[nodiscard]] const Launch& first_launch(const Episode& episode);
[[nodiscard]] std::string kernel_name(const Episode& episode);

}  // namespace warplens::captured
