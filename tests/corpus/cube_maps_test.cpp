// Cube maps as textures and surfaces, with the kernels of textures.cu.
#include <gtest/gtest.h>

#include "tests/corpus/texture_kit.h"

namespace warplens::corpus {
namespace {

// Where a direction meets the cube: `s` to the right and `t` downwards on the face, from -1 to 1.
struct OnCube {
  int face = 0;
  double s = 0, t = 0;
};

// All faces in turn, at multiples of 1/64 but for the faces' edges.
std::vector<OnCube> places_on_cube(std::size_t count) {
  const auto s = integers(count, -63, 63, 3), t = integers(count, -63, 63, 4);
  return make(count, [&](std::size_t i) {
    return OnCube{static_cast<int>(i % 6), s[i] / 64.0, t[i] / 64.0};
  });
}

// The CUDA C++ Programming Guide's table of faces, the other way round: from a face to a direction.
std::vector<float> directions_to(const std::vector<OnCube>& places) {
  std::vector<float> all;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double s = places[i].s, t = places[i].t;
    const double of_faces[6][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t},
                                   {s, -1, -t}, {s, -t, 1},  {-s, -t, -1}};
    const double length = 1 << i % 4;
    for (const double component : of_faces[places[i].face]) {
      all.push_back(static_cast<float>(component * length));
    }
  }
  return all;
}

// In texels, from the face's corner.
double in_texels(double at, std::size_t width) { return (at + 1) / 2 * static_cast<double>(width); }

TEST(CubeMapCorpus, DirectionsMeetFacesThatAreFilteredAlone) {
  constexpr std::size_t kWidth = 8, kCount = 300;
  const auto sky = convert<unsigned char>(integers(6 * kWidth * kWidth * 4, 0, 255));
  const auto places = places_on_cube(kCount);
  Texture texture = cube(kWidth);
  texture.type = Texture::Type::u8;
  texture.channels = 4;
  texture.reads_floats = true;
  texture.filter = Texture::Filter::linear;
  Workload work("textures");
  const Buffer out = work.buffer(std::vector<float>(kCount * 4));
  work.launch("around", {.grid = {10}}, TexelsOf{texture, work.buffer(sky)},
              work.buffer(directions_to(places)), out, static_cast<int>(kCount));
  work.expect_near(
      out,
      make(kCount * 4,
           [&](std::size_t i) {
             const OnCube& place = places[i / 4];
             const auto at = [&](int x, int y) {
               const int row = place.face * static_cast<int>(kWidth) + clamped_index(y, kWidth);
               const int texel = row * static_cast<int>(kWidth) + clamped_index(x, kWidth);
               return sky[static_cast<std::size_t>(texel) * 4 + i % 4] / 255.0;
             };
             const Between x = between(in_texels(place.s, kWidth));
             const Between y = between(in_texels(place.t, kWidth));
             const double above =
                 at(x.left, y.left) * (1 - x.weight) + at(x.left + 1, y.left) * x.weight;
             const double below =
                 at(x.left, y.left + 1) * (1 - x.weight) + at(x.left + 1, y.left + 1) * x.weight;
             return above * (1 - y.weight) + below * y.weight;
           }),
      {.absolute = 4 * kWeightStep});
  work.check();
}

TEST(CubeMapCorpus, LayersAreCubesOfTheirOwnWhicheverLevelIsAskedFor) {
  constexpr std::size_t kWidth = 5, kCount = 96;
  const auto skies = reals(2 * 6 * kWidth * kWidth, 0, 1),
             sky = reals(6 * kWidth * kWidth, 2, 3, 9);
  const auto places = places_on_cube(kCount);
  Texture layered = cube(kWidth);
  layered.layers = 2;
  Workload work("textures");
  const Buffer out = work.buffer(std::vector<float>(kCount * 5));
  work.launch("around_layers", {.grid = {3}}, TexelsOf{layered, work.buffer(skies)},
              TexelsOf{cube(kWidth), work.buffer(sky)}, work.buffer(directions_to(places)), out,
              static_cast<int>(kCount));
  work.expect(out, make(kCount * 5, [&](std::size_t i) {
                const OnCube& place = places[i / 5];
                const auto x = static_cast<std::size_t>(in_texels(place.s, kWidth));
                const auto y = static_cast<std::size_t>(in_texels(place.t, kWidth));
                const auto face = static_cast<std::size_t>(place.face);
                const std::size_t layer = i / 5 % 2, texel = (face * kWidth + y) * kWidth + x;
                return i % 5 < 3 ? skies[layer * 6 * kWidth * kWidth + texel] : sky[texel];
              }));
  work.check();
}

TEST(CubeMapCorpus, FacesOfSurfacesAreReadAndWritten) {
  constexpr std::size_t kWidth = 9, kFace = kWidth * kWidth;
  const auto before = reals(6 * kFace, 0, 1);
  const auto words = convert<short>(integers(12 * kFace, -999, 999));
  const Texture surface = as_surface(cube(kWidth));
  Texture layered = surface;
  layered.layers = 2;
  layered.type = Texture::Type::i16;
  Workload work("textures");
  const Buffer faces = work.buffer(before), cubes = work.buffer(words);
  work.launch("turn_faces", {.grid = {kWidth}}, TexelsOf{surface, faces}, TexelsOf{layered, cubes},
              static_cast<int>(kWidth));
  work.expect(faces,
              make(6 * kFace, [&](std::size_t i) { return before[(i + kFace) % (6 * kFace)]; }));
  work.expect(cubes, make(12 * kFace, [&](std::size_t i) {
                const auto face = static_cast<int>(i / kFace);
                return face < 6 ? static_cast<short>(words[i + 6 * kFace] + face) : words[i];
              }));
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
