#include "viz/cute/atoms.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace warplens::cute {
namespace {

constexpr std::string_view kBefore = "Layout_", kBehind = "_Atom";
constexpr std::string_view kKMajor = "K_", kMnMajor = "MN_";

// Bytes along what is major, and lines of so many.
struct AtomMode {
  std::string_view name;
  Swizzle swizzle;
  std::int64_t bytes = 0, lines = 8;
  bool is_umma_alone = false;
};
constexpr std::array kModes{AtomMode{"INTER", {0, 4, 3}, 16}, AtomMode{"SW32", {1, 4, 3}, 32},
                            AtomMode{"SW64", {2, 4, 3}, 64}, AtomMode{"SW128", {3, 4, 3}, 128},
                            AtomMode{"SW128_32B", {2, 5, 2}, 128, 4, true}};

struct ElementType {
  std::string_view name;
  int bits = 0;
};
constexpr std::array kTypes{ElementType{"half_t", 16},       ElementType{"bfloat16_t", 16},
                            ElementType{"tfloat32_t", 32},   ElementType{"float", 32},
                            ElementType{"float_e4m3_t", 8},  ElementType{"float_e5m2_t", 8},
                            ElementType{"float_ue4m3_t", 8}, ElementType{"float_ue8m0_t", 8},
                            ElementType{"int8_t", 8},        ElementType{"uint8_t", 8},
                            ElementType{"int16_t", 16},      ElementType{"uint16_t", 16},
                            ElementType{"int32_t", 32},      ElementType{"uint32_t", 32},
                            ElementType{"double", 64}};

std::string_view within(std::string_view name) {
  return name.substr(kBefore.size(), name.size() - kBefore.size() - kBehind.size());
}

// "K_SW128" to "SW128".
std::string_view without_major(std::string_view name) {
  for (const std::string_view major : {kKMajor, kMnMajor}) {
    if (name.starts_with(major)) return name.substr(major.size());
  }
  return name;
}

Result<ComposedLayout> layout_of(const AtomMode& mode, bool is_mn_major, int element_bits) {
  const std::int64_t along = mode.bytes * 8 / element_bits;
  const Layout line = leaf(along, 1), lines = leaf(mode.lines, along);
  ComposedLayout composed;
  composed.swizzle = mode.swizzle;
  composed.is_on_bytes = true;
  composed.element_bits = element_bits;
  composed.layout = is_mn_major ? of_modes({line, lines}) : of_modes({lines, line});
  return composed;
}

}  // namespace

bool is_atom_name(std::string_view name) {
  return name.size() > kBefore.size() + kBehind.size() && name.starts_with(kBefore) &&
         name.ends_with(kBehind);
}

bool is_atom_of_any_major(std::string_view name) {
  const std::string_view inner = within(name);
  return without_major(inner) == inner;
}

Result<ComposedLayout> atom(const AtomName& wanted, int element_bits) {
  const std::string_view inner = within(wanted.name);
  const auto mode = std::ranges::find(kModes, without_major(inner), &AtomMode::name);
  const bool is_mn_major = wanted.is_mn_major.value_or(inner.starts_with(kMnMajor));
  const bool is_one = mode != kModes.end() &&
                      (!mode->is_umma_alone || (wanted.is_umma && inner.starts_with(kMnMajor)));
  if (!is_one) {
    return fail(
        tr("CuTe has no {} {}: atoms are Layout_K_ or Layout_MN_ with INTER, SW32, SW64 or SW128 "
           "and _Atom<type>, in UMMA Layout_MN_SW128_32B_Atom, too",
           std::string(wanted.is_umma ? "UMMA" : "GMMA"), wanted.name));
  }
  return layout_of(*mode, is_mn_major, element_bits);
}

std::optional<int> bits_of_type(std::string_view name) {
  const auto type = std::ranges::find(kTypes, name, &ElementType::name);
  if (type == kTypes.end()) return std::nullopt;
  return type->bits;
}

std::string type_names() {
  std::string names;
  for (const ElementType& each : kTypes) {
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  }
  return names;
}

}  // namespace warplens::cute
