// Where kernels are traced: on the CPU, everywhere, or instrumented on this machine's GPU.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::session {

enum class Backend : std::uint8_t { cpu, gpu };

inline constexpr std::array<std::string_view, 2> kBackendNames{"cpu", "gpu"};

[[nodiscard]] constexpr std::string_view name_of(Backend backend) {
  return kBackendNames[static_cast<std::size_t>(backend)];
}

[[nodiscard]] constexpr std::optional<Backend> backend_named(std::string_view name) {
  const auto it = std::ranges::find(kBackendNames, name);
  if (it == kBackendNames.end()) return std::nullopt;
  return static_cast<Backend>(it - kBackendNames.begin());
}

}  // namespace warplens::session
