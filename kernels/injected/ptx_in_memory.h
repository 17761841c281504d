// PTX that the program made, gave to a linker and still has: Numba's, which links by nvJitLink and
// gives the driver machine code alone.
#pragma once

#include <string>
#include <vector>

namespace warplens::injected {

// Texts that define this kernel, in this process' writable memory; it is read, never touched. What
// the program has given back may be overwritten in part, so that several are kept, each once.
[[nodiscard]] std::vector<std::string> ptx_in_memory(const std::string& kernel);

}  // namespace warplens::injected
