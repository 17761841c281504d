// The access family: one warp's load and store, shaped by parameters.
#include <array>
#include <bit>
#include <cstring>

#include "kernels/catalog/access_atomic.h"
#include "kernels/catalog/describe.h"
#include "kernels/catalog/ldmatrix_plans.h"

namespace warplens::catalog {
namespace {

// The same constants as in access/pattern.cu.
constexpr std::int64_t kElements = 2048;
constexpr std::int64_t kMaximumStride = 64;
constexpr std::int64_t kMaximumOffset = 63;
static_assert(kMaximumOffset + kMaximumStride * (kWarpSize - 1) < kElements);

enum Space : std::int64_t { global_memory, shared_memory };
enum Order : std::int64_t {
  identity,
  reverse,
  even_odd,
  swap_neighbours,
  shuffled,
  pairs,
  pairs_apart
};

std::uint32_t shuffle_lane(std::uint32_t lane, std::uint32_t seed) {
  for (int round = 0; round < 3; ++round) {
    lane = (lane * (2 * (seed % 16) + 1) + seed / 16) % kWarpSize;
    lane ^= lane >> 2;
    seed = seed * 1664525u + 1013904223u;
  }
  return lane;
}

std::uint32_t position(std::uint32_t lane, std::int64_t order, std::uint32_t seed) {
  constexpr std::uint32_t kHalf = kWarpSize / 2;
  switch (order) {
    case reverse:
      return kWarpSize - 1 - lane;
    case even_odd:
      return lane < kHalf ? 2 * lane : 2 * (lane - kHalf) + 1;
    case swap_neighbours:
      return lane ^ 1;
    case shuffled:
      return shuffle_lane(lane, seed);
    case pairs:
      return lane / 2;
    case pairs_apart:
      return lane / 4 * 2 + lane % 2;
    default:
      return lane;
  }
}

std::uint32_t active_lanes(const Parameters& p) {
  std::uint32_t mask = 0;
  for (std::uint32_t lane = 0; lane < p.at("lanes"); ++lane) {
    if (lane % p.at("every") == 0) mask |= 1u << lane;
  }
  return mask;
}

// The kernel's element type, as C++ mangles it, and the buffers' (16 bytes are four u32).
struct Element {
  std::string_view mangled;
  ElementType type;
  std::uint64_t per_element;
};
Element element_of(std::int64_t width) {
  switch (width) {
    case 1:
      return {"h", ElementType::u8, 1};
    case 2:
      return {"t", ElementType::u16, 1};
    case 8:
      return {"y", ElementType::u64, 1};
    case 16:
      return {"5uint4", ElementType::u32, 4};
    default:
      return {"j", ElementType::u32, 1};
  }
}

std::string entry_of(const Parameters& p) {
  const std::int64_t width = p.at("width");
  const std::string_view kernel =
      p.at("space") == global_memory ? "13access_global" : "13access_shared";
  // A class type is itself a substitution, so `out`'s type is the second one then.
  return fmt::format("_Z{}I{}EvPKT_P{}_iiijj", kernel, element_of(width).mangled,
                     width == 16 ? "S1" : "S0");
}

// Every active lane's element is copied; the rest of `out` keeps its zeros.
void copy_elements(HostBuffers& buffers, const Parameters& p) {
  const auto width = static_cast<std::size_t>(p.at("width"));
  const std::span<std::byte> in = buffers.bytes("in");
  const std::span<std::byte> out = buffers.bytes("out");
  const std::uint32_t mask = active_lanes(p);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    const auto place = position(lane, p.at("order"), static_cast<std::uint32_t>(p.at("seed")));
    const auto index = static_cast<std::size_t>(p.at("offset") + p.at("stride") * place);
    std::memcpy(&out[index * width], &in[index * width], width);
  }
}

Result<Plan> plan_pattern(std::string_view, const Parameters& p) {
  const Element element = element_of(p.at("width"));
  const std::uint64_t columns = kElements * element.per_element;
  Plan plan;
  plan.buffers = {{"in", element.type, BufferRole::in, 1, columns, 0, {Fill::Kind::random, 1}},
                  {"out", element.type, BufferRole::out, 1, columns, 0, kUnset}};
  LaunchStep launch;
  launch.entry = entry_of(p);
  launch.block = {kWarpSize, 1, 1};
  launch.arguments = {BufferArgument{"in"},
                      BufferArgument{"out"},
                      i32(p.at("stride")),
                      i32(p.at("offset")),
                      i32(p.at("order")),
                      ScalarArgument{ElementType::u32, static_cast<std::uint32_t>(p.at("seed"))},
                      ScalarArgument{ElementType::u32, active_lanes(p)}};
  plan.steps = {launch};
  plan.reference = [p](HostBuffers& buffers) { copy_elements(buffers, p); };
  return plan;
}

Text distance_of_lanes(const Parameters& p) {
  const std::int64_t stride = p.at("stride");
  if (stride == 0) return tr("one element for all");
  if (stride == 1) return tr("neighbouring elements");
  const std::int64_t bytes = stride * p.at("width");
  return tr("{} bytes from lane to lane", bytes);
}

Text distance_from_start(const Parameters& p) {
  const std::int64_t bytes = p.at("offset") * p.at("width");
  if (bytes == 0) return tr("from the start");
  return tr("{} bytes from the start", bytes);
}

Text active_of_a_warp(const Parameters& p) {
  const int lanes = std::popcount(active_lanes(p));
  return tr("{} of 32 lanes", lanes);
}

Parameter seed_of_the_shuffle() {
  Parameter seed{"seed", tr("Seed of the shuffle"), 0, 1'000'000, 1, {}, {}};
  seed.matters = [](const Parameters& p) { return p.at("order") == shuffled; };
  return seed;
}

std::vector<Parameter> pattern_parameters() {
  return {
      {"space",
       tr("Memory"),
       0,
       1,
       0,
       {global_memory, shared_memory},
       {tr("global"), tr("shared")}},
      {"width", tr("Bytes a lane"), 1, 16, 4, {1, 2, 4, 8, 16}, {}},
      meaning({"stride", tr("Stride (elements)"), 0, kMaximumStride, 1, {}, {}}, distance_of_lanes),
      meaning({"offset", tr("Offset (elements)"), 0, kMaximumOffset, 0, {}, {}},
              distance_from_start),
      {"order",
       tr("Order of the lanes"),
       0,
       6,
       0,
       {identity, reverse, even_odd, swap_neighbours, shuffled, pairs, pairs_apart},
       {tr("in order"), tr("reversed"), tr("even, then odd"), tr("neighbours swapped"),
        tr("shuffled"), tr("pairs"), tr("pairs apart")}},
      seed_of_the_shuffle(),
      meaning({"lanes", tr("Active: the first"), 1, 32, 32, {}, {}}, active_of_a_warp),
      meaning({"every", tr("Active: one in"), 1, 32, 1, {}, {}}, active_of_a_warp),
  };
}

std::vector<std::string> names_of(const std::vector<Parameter>& parameters) {
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters) names.push_back(parameter.name);
  return names;
}

}  // namespace

Family access_family() {
  Family family;
  family.name = "access";
  family.title = tr("One warp-wide access");
  const std::vector<Parameter> pattern = pattern_parameters();
  const std::vector<Parameter> matrices = ldmatrix_parameters();
  family.parameters = pattern;
  family.parameters.insert(family.parameters.end(), matrices.begin(), matrices.end());
  const std::vector<Parameter> atomic = atomic_parameters();
  family.parameters.insert(family.parameters.end(), atomic.begin(), atomic.end());
  const VariantOf variant{family.name, {}};
  family.variants = {
      variant("pattern",
              tr("One warp loads and stores the elements that stride, offset, order and mask pick "
                 "out."),
              plan_pattern, names_of(pattern)),
      variant(
          "ldmatrix",
          tr("One ldmatrix: four 8 × 8 matrices of halves, a lane giving a row of 16 bytes, from "
             "rows kept plainly, padded or swizzled."),
          plan_ldmatrix, names_of(matrices)),
      variant(
          "atomic",
          tr("The lanes of a warp take turns at one atomic on one word: each row shows what its "
             "lane found."),
          plan_access_atomic, names_of(atomic)),
  };
  return family;
}

}  // namespace warplens::catalog
