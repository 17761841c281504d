// Where the guest's memories lie in generic addresses, each in a range of its own.
//
//   0x0001'0000'0000  shared window (generic address of shared offset 0)
//   0x0002'0000'0000  local window
//   0x0003'0000'0000  kernel parameters (generic address of parameter space offset 0)
//   0x1000'0000'0000  first buffer; the next ones follow, each 4 GiB-aligned
#pragma once

#include <cstdint>

namespace warplens::machine {

inline constexpr std::uint64_t kSharedWindow = 0x0001'0000'0000;
inline constexpr std::uint64_t kLocalWindow = 0x0002'0000'0000;
inline constexpr std::uint64_t kParameterWindow = 0x0003'0000'0000;
inline constexpr std::uint64_t kFirstBuffer = 0x1000'0000'0000;
inline constexpr std::uint64_t kWindowBytes = 0x0001'0000'0000;

}  // namespace warplens::machine
