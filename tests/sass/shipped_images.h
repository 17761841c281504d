// The PTX that ships, and for which architectures what ptxas makes of it does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warplens::sass_test {

struct ShippedImage {
  std::string kernel;  // "gemm/register_tile"
  std::string ptx;
  std::vector<std::uint32_t> capabilities;  // those of kShippedCapabilities that its .target allows
};

// Whether every instruction ships, not the memory accesses alone: for sm_90, and where the image is
// for one architecture only.
[[nodiscard]] bool ships_listing(const ShippedImage& image, std::uint32_t capability);

// In the order of their names.
[[nodiscard]] std::vector<ShippedImage> shipped_images(const std::filesystem::path& assets);

}  // namespace warplens::sass_test
