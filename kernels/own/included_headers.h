// A kernel's sources with the headers that they include in quotes, in the place of each: what is
// said there of tiles and blocks is said of the kernel.
#pragma once

#include <string>
#include <vector>

#include "kernels/run/own_kernel.h"

namespace warplens::own {

// Headers are read beneath the kernel's folder and its source roots alone, each once for a source;
// one that is not found is left out. The file itself is among them where no line of it is compiled.
[[nodiscard]] std::vector<std::string> source_texts(const run::LoadedKernel& loaded);

}  // namespace warplens::own
