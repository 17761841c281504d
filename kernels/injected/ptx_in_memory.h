// PTX that the program made, gave to a linker and still has: Numba's, which links by nvJitLink and
// gives the driver machine code alone.
#pragma once

#include <optional>
#include <string>

namespace warplens::injected {

// The text that defines this kernel, in this process' writable memory; it is read, never touched.
[[nodiscard]] std::optional<std::string> ptx_in_memory(const std::string& kernel);

}  // namespace warplens::injected
