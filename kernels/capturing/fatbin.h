// The images in a fatbin, as nvcc makes it (fatbinary_section.h; what stands in the headers of its
// entries was read off nvcc 13.0's with each --compress-mode).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warplens::capturing {

struct FatbinImage {
  bool is_ptx = false;           // otherwise an ELF
  std::uint32_t capability = 0;  // 90
  bool is_of_one_chip = false;   // sm_90a: runs on no other capability
  std::vector<std::byte> contents;
};

[[nodiscard]] bool is_fatbin(std::span<const std::byte> bytes);

// Of one fatbin or several behind each other. What is damaged, packed in a way that is not known or
// of another kind (LTO's) is left out.
[[nodiscard]] std::vector<FatbinImage> images_of_fatbins(std::span<const std::byte> bytes);

}  // namespace warplens::capturing
