#include "viz/swizzle/cute_code.h"

#include <bit>

#include "viz/swizzle/code.h"
#include "viz/swizzle/layout_map.h"

namespace warplens::swizzle {

namespace {

bool is_equal(const CuteSwizzle& swizzle, const Placement& placement) {
  for (std::uint32_t plain = 0; plain < placement.offsets.size(); ++plain) {
    if (swizzle(plain) != placement.offsets[plain]) return false;
  }
  return true;
}

std::string_view cute_type(std::uint32_t bytes) {
  return bytes == 1   ? "uint8_t"
         : bytes == 2 ? "half_t"
         : bytes == 4 ? "float"
         : bytes == 8 ? "double"
                      : "uint128_t";
}

std::string layout_text(const Tile& tile, std::uint32_t pitch) {
  const bool by_row = tile.order == Order::row;
  return fmt::format("Layout<Shape<Int<{}>, Int<{}>>, Stride<Int<{}>, Int<{}>>>{{}}", tile.rows,
                     tile.columns, by_row ? pitch : 1, by_row ? 1 : pitch);
}

// "Shape<Int<8>, Shape<Int<2>, Int<4>>>"
std::string static_text(std::string_view name, const cute::IntTuple& tuple) {
  if (tuple.is_number()) return fmt::format("Int<{}>", tuple.value);
  std::string text;
  for (const cute::IntTuple& part : tuple.parts)
    text += (text.empty() ? "" : ", ") + static_text(name, part);
  return fmt::format("{}<{}>", name, text);
}

std::string static_layout(const cute::Layout& layout) {
  return fmt::format("Layout<{}, {}>{{}}", static_text("Shape", cute::shape_of(layout)),
                     static_text("Stride", cute::stride_of(layout)));
}

// The instruction's atom (cute/arch/copy_sm75.hpp, copy_sm90.hpp); empty for other accesses.
std::string atom_of(const Pattern& pattern, Direction direction) {
  if (pattern.kind != Pattern::Kind::matrix) return "";
  const bool is_read = direction == Direction::read;
  const std::string registers = pattern.is_transposed ? fmt::format("U16x{}", 2 * pattern.matrices)
                                                      : fmt::format("U32x{}", pattern.matrices);
  return fmt::format("{}_{}_{}_{}", is_read ? "SM75" : "SM90", registers, is_read ? "LDSM" : "STSM",
                     pattern.is_transposed ? "T" : "N");
}

void add_atom(std::string& text, const Pattern& pattern, Direction direction) {
  const std::string atom = atom_of(pattern, direction);
  if (atom.empty()) return;
  text += fmt::format("// {}: Copy_Atom<{}, Element>\n",
                      direction == Direction::read ? "reading" : "writing", atom);
}

std::string unit_text(const Tile& tile, const CuteSwizzle& swizzle) {
  if (tile.element_bytes == 1) return "";
  return fmt::format(
      "// The swizzle works on offsets in elements; on byte addresses it is Swizzle<{},{},{}>.\n",
      swizzle.bits, swizzle.base + std::countr_zero(tile.element_bytes), swizzle.shift);
}

std::string whole_text(const SwizzleSpec& spec, const std::string& layout,
                       const std::string& unit) {
  std::string text = "// warplens swizzle: " + text_of(spec) + "\n#include <cute/tensor.hpp>\n\n";
  text += fmt::format("using namespace cute;\nusing Element = {};\n\n",
                      cute_type(spec.tile.element_bytes));
  text += "// (row, col) to an offset in elements.\n" + unit;
  text += "using TileLayout = decltype(" + layout + ");\n\n";
  text += "// In the kernel:\n";
  text += "//   alignas(128) __shared__ Element memory[cosize_v<TileLayout>];\n";
  text +=
      "//   Tensor tile = make_tensor(make_smem_ptr(memory), TileLayout{});  // tile(row, col)\n";
  add_atom(text, spec.write, Direction::write);
  add_atom(text, spec.read, Direction::read);
  return text;
}

Result<std::string> code_of_layout(const SwizzleSpec& spec) {
  TRY(const auto composed, layout_of(spec.map));
  TRY(const auto swizzle, cute::swizzle_of_elements(composed, spec.tile.element_bytes));
  const std::string layout = static_layout(composed.layout);
  if (swizzle.bits == 0 && composed.offset == 0) return whole_text(spec, layout, "");
  return whole_text(spec,
                    fmt::format("composition(Swizzle<{},{},{}>{{}}, Int<{}>{{}}, {})", swizzle.bits,
                                swizzle.base, swizzle.shift, composed.offset, layout),
                    unit_text(spec.tile, swizzle));
}

}  // namespace

std::optional<CuteSwizzle> equal_swizzle(const Tile& tile, const Placement& placement) {
  const int bits = std::bit_width(tile.elements() - 1);
  for (int b = 0; 2 * b <= bits; ++b) {
    for (int distance = b; b + distance <= bits; ++distance) {
      for (int m = 0; m + b + distance <= bits; ++m) {
        for (const int s : {distance, -distance}) {
          if (is_equal({b, m, s}, placement)) return CuteSwizzle{b, m, s};
        }
      }
    }
  }
  return std::nullopt;
}

Result<std::string> cute_code(const SwizzleSpec& spec) {
  TRY(const auto placement, place(spec.tile, spec.map));
  if (spec.map.kind == Map::Kind::layout) return code_of_layout(spec);
  const bool is_padding = spec.map.kind == Map::Kind::padding;
  const std::uint32_t pitch = spec.tile.line_length() + spec.map.padding;
  const std::string layout = layout_text(spec.tile, pitch);
  if (is_padding) return whole_text(spec, layout, "");
  auto swizzle = equal_swizzle(spec.tile, placement);
  if (!swizzle.has_value() && spec.map.kind == Map::Kind::cute) swizzle = spec.map.cute;
  if (!swizzle.has_value())
    return fail(
        tr("map {}: no Swizzle<B,M,S> does the same, so CuTe has no layout of it: take --code cuda",
           text_of(spec.map)));
  if (swizzle->bits == 0) return whole_text(spec, layout, "");
  if (spec.map.kind == Map::Kind::cute) swizzle = spec.map.cute;
  return whole_text(spec,
                    fmt::format("composition(Swizzle<{},{},{}>{{}}, {})", swizzle->bits,
                                swizzle->base, swizzle->shift, layout),
                    unit_text(spec.tile, *swizzle));
}

Result<std::string> code(const SwizzleSpec& spec, CodeKind kind) {
  if (kind == CodeKind::cute) return cute_code(spec);
  TRY(auto written, cuda_code(spec));
  return std::move(written.text);
}

}  // namespace warplens::swizzle
