#include "kernels/machine/operations/cube_face.h"

#include <cmath>

namespace warplens::machine {
namespace {

CubePlace on_face(std::uint32_t face, double m, double s, double t) {
  return {face, static_cast<float>((s / m + 1) / 2), static_cast<float>((t / m + 1) / 2)};
}

}  // namespace

CubePlace cube_place(const std::array<float, 3>& direction) {
  const double x = direction[0], y = direction[1], z = direction[2];
  const double wide = std::abs(x), high = std::abs(y), deep = std::abs(z);
  if (deep >= wide && deep >= high) {
    return z >= 0 ? on_face(4, deep, x, -y) : on_face(5, deep, -x, -y);
  }
  if (high >= wide) return y >= 0 ? on_face(2, high, x, z) : on_face(3, high, x, -z);
  return x >= 0 ? on_face(0, wide, -z, -y) : on_face(1, wide, z, -y);
}

}  // namespace warplens::machine
