// The images of an episode's launches, with their variables where the program had them.
#pragma once

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/captured/memory_layout.h"
#include "kernels/run/own_kernel.h"

namespace warplens::captured {

struct ReplayImages {
  std::map<std::uint32_t, run::LoadedKernel> loaded;  // by number
  std::vector<run::Expectation> expectations;         // of variables of which all was kept
  std::vector<Range> ranges;                          // where variables lie, ascending
  std::vector<Text> notes;
};

// Errors: one without PTX, or that cannot be read.
Result<ReplayImages> replay_images(const Program& program, const Episode& episode,
                                   const std::vector<std::filesystem::path>& source_roots,
                                   const std::stop_token& stop);

}  // namespace warplens::captured
