// Which face of a cube map a direction meets, and where (CUDA C++ Programming Guide, "Cubemap
// Textures"): the face of its largest coordinate m, at ((s/m + 1)/2, (t/m + 1)/2).
//
// Of equally large ones z comes before y before x, which the guide leaves open.
#pragma once

#include <array>
#include <cstdint>

namespace warplens::machine {

struct CubePlace {
  std::uint32_t face = 0;  // +x -x +y -y +z -z
  float x = 0, y = 0;      // from 0 to 1
};

[[nodiscard]] CubePlace cube_place(const std::array<float, 3>& direction);

}  // namespace warplens::machine
