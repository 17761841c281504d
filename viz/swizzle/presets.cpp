#include "viz/swizzle/presets.h"

#include <array>

namespace warplens::swizzle {

namespace {

#define K_MAJOR "element=2 write=rows.16B read=ldmatrix map="
#define MN_MAJOR "element=2 write=columns.16B read=ldmatrix.trans map="

// The same in every language.
constexpr TextView named(std::string_view name) { return {name}; }

constexpr std::array kPresets{
    Preset{tr("TMA, 128-byte swizzle"), K_MAJOR "Sw<3,4,3> o smem_ptr o (64,64):(64,1)"},
    Preset{tr("TMA, 64-byte swizzle"), K_MAJOR "Sw<2,4,3> o smem_ptr o (64,32):(32,1)"},
    Preset{tr("TMA, 32-byte swizzle"), K_MAJOR "Sw<1,4,3> o smem_ptr o (64,16):(16,1)"},
    Preset{tr("wgmma K-major, 128-byte swizzle"),
           K_MAJOR "Sw<3,4,3> o smem_ptr o ((8,8),(8,8)):((64,512),(1,8))"},
    Preset{tr("wgmma K-major, 64-byte swizzle"),
           K_MAJOR "Sw<2,4,3> o smem_ptr o ((8,8),(8,4)):((32,256),(1,8))"},
    Preset{tr("wgmma K-major, 32-byte swizzle"),
           K_MAJOR "Sw<1,4,3> o smem_ptr o ((8,8),(8,2)):((16,128),(1,8))"},
    Preset{tr("wgmma K-major, no swizzle"), K_MAJOR "((8,8),(8,8)):((8,64),(1,512))"},
    Preset{tr("wgmma MN-major, 128-byte swizzle"),
           MN_MAJOR "Sw<3,4,3> o smem_ptr o ((8,8),(8,8)):((1,8),(64,512))"},
    Preset{tr("wgmma MN-major, 64-byte swizzle"),
           MN_MAJOR "Sw<2,4,3> o smem_ptr o ((8,4,2),(8,8)):((1,8,2048),(32,256))"},
    Preset{tr("wgmma MN-major, 32-byte swizzle"),
           MN_MAJOR "Sw<1,4,3> o smem_ptr o ((8,2,4),(8,8)):((1,8,1024),(16,128))"},
    Preset{tr("wgmma MN-major, no swizzle"), MN_MAJOR "((8,8),(8,8)):((1,64),(8,512))"},
    Preset{named("ThunderKittens st_bf<64, 64>"), K_MAJOR "Sw<3,4,3> o smem_ptr o (64,64):(64,1)"},
    Preset{named("ThunderKittens st_bf<64, 128>"),
           K_MAJOR "Sw<3,4,3> o smem_ptr o (64,(64,2)):(64,(1,4096))"},
    Preset{named("CuTe Layout_K_SW128_Atom"),
           K_MAJOR "tile_to_shape(Sw<3,4,3> o smem_ptr o (8,64):(64,1), (64,64))"},
    Preset{named("CuTe Layout_K_SW64_Atom"),
           K_MAJOR "tile_to_shape(Sw<2,4,3> o smem_ptr o (8,32):(32,1), (64,64))"},
    Preset{named("CuTe Layout_K_SW32_Atom"),
           K_MAJOR "tile_to_shape(Sw<1,4,3> o smem_ptr o (8,16):(16,1), (64,64))"},
    Preset{named("CuTe Layout_K_INTER_Atom"),
           K_MAJOR "tile_to_shape(Sw<0,4,3> o smem_ptr o (8,8):(8,1), (64,64))"},
    Preset{named("CuTe Layout_MN_SW128_Atom"),
           MN_MAJOR "tile_to_shape(Sw<3,4,3> o smem_ptr o (64,8):(1,64), (64,64))"},
    Preset{named("CuTe Layout_MN_SW64_Atom"),
           MN_MAJOR "tile_to_shape(Sw<2,4,3> o smem_ptr o (32,8):(1,32), (64,64))"},
    Preset{named("CuTe Layout_MN_SW32_Atom"),
           MN_MAJOR "tile_to_shape(Sw<1,4,3> o smem_ptr o (16,8):(1,16), (64,64))"},
    Preset{named("CuTe Layout_MN_INTER_Atom"),
           MN_MAJOR "tile_to_shape(Sw<0,4,3> o smem_ptr o (8,8):(1,8), (64,64))"},
};

#undef K_MAJOR
#undef MN_MAJOR

}  // namespace

std::span<const Preset> presets() { return kPresets; }

Result<PresetCosts> costs_of(const Preset& preset) {
  TRY(const auto spec, parse_spec(preset.spec));
  TRY(const auto placement, place(spec.tile, spec.map));
  const auto cost = [&](const Pattern& pattern, Direction direction) -> Result<PatternCost> {
    TRY(const auto accesses, accesses_of(pattern, spec.tile, direction));
    return cost_of(accesses, spec.tile, placement);
  };
  PresetCosts costs;
  costs.spec = spec;
  TRY(costs.row_write, cost({.kind = Pattern::Kind::rows, .lane_bytes = 16}, Direction::write));
  TRY(costs.matrix_read, cost(spec.read, Direction::read));
  TRY(costs.column_read, cost({.kind = Pattern::Kind::columns}, Direction::read));
  return costs;
}

}  // namespace warplens::swizzle
