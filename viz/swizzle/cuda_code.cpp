#include <algorithm>

#include "viz/swizzle/code.h"
#include "viz/swizzle/lane_formula.h"
#include "viz/swizzle/placement.h"

namespace warplens::swizzle {

namespace {

constexpr std::uint32_t kMostStatic = 48 * 1024;  // of shared memory that a kernel declares
constexpr std::uint32_t kMostWarps = 8;           // more accesses are taken in turns

struct ElementType {
  std::string_view name, others;
};
ElementType type_of(std::uint32_t bytes) {
  switch (bytes) {
    case 1:
      return {"unsigned char", "char, an 8-bit float"};
    case 2:
      return {"unsigned short", "__half, __nv_bfloat16"};
    case 4:
      return {"float", "int, __half2"};
    case 8:
      return {"double", "float2, long long"};
    default:
      return {"float4", "uint4, double2"};
  }
}

std::string_view vector_of(std::uint32_t bytes) {
  return bytes == 16 ? "uint4" : bytes == 8 ? "uint2" : bytes == 4 ? "unsigned" : "unsigned short";
}

class CudaWriter {
 public:
  CudaWriter(const SwizzleSpec& spec, const IntExpression& formula)
      : spec_(spec), formula_(formula) {}

  Result<CudaCode> write() {
    TRY(const auto writing, accesses_of(spec_.write, spec_.tile, Direction::write));
    TRY(const auto reading, accesses_of(spec_.read, spec_.tile, Direction::read));
    TRY(const auto placement, place(spec_.tile, spec_.map));
    code_.warps = block_warps(writing.warps.size(), reading.warps.size());
    head();
    begin_kernel(placement);
    Result<void> part = phase(spec_.write, writing, Direction::write);
    TRY(part);
    line("  __syncthreads();");
    part = phase(spec_.read, reading, Direction::read);
    TRY(part);
    line("}}");
    return std::move(code_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    code_.text += fmt::format(format, std::forward<Args>(args)...) + '\n';
    lines_ += 1;
  }

  void head() {
    const auto [name, others] = type_of(spec_.tile.element_bytes);
    line("// warplens swizzle: {}", text_of(spec_));
    line("using Element = {};  // or another {}-byte type: {}", name, spec_.tile.element_bytes,
         others);
    line("");
    line("// Where the tile keeps element (row, col): an offset in elements.");
    line("__host__ __device__ constexpr int tile_offset(int row, int col) {{");
    if (formula_.uses(2)) line("  constexpr int rows = {};", spec_.tile.rows);
    if (formula_.uses(3)) line("  constexpr int cols = {};", spec_.tile.columns);
    if (formula_.uses(4)) line("  const int offset = {};", plain_offset_text(spec_.tile));
    line("  return {};", formula_.text());
    line("}}");
    line("");
  }

  void begin_kernel(const Placement& placement) {
    line("// One block of {} threads. Writing: {}. Reading: {}.", code_.warps * 32,
         text_of(spec_.write, Direction::write), text_of(spec_.read, Direction::read));
    line("extern \"C\" __global__ void swizzled_tile(const Element* in, Element* out) {{");
    if (placement.bytes <= kMostStatic) {
      line("  __shared__ __align__(128) Element tile[{}];", placement.span);
    } else {
      code_.dynamic_shared_bytes = placement.bytes;
      line("  // {} bytes at launch, allowed by cudaFuncAttributeMaxDynamicSharedMemorySize.",
           placement.bytes);
      line("  extern __shared__ __align__(128) unsigned char memory[];");
      line("  Element* tile = reinterpret_cast<Element*>(memory);");
    }
    line("  const int lane = static_cast<int>(threadIdx.x) % 32;");
  }

  Result<void> phase(const Pattern& pattern, const Accesses& accesses, Direction direction) {
    TRY(const auto formula, lane_formula(pattern, spec_.tile));
    const bool is_read = direction == Direction::read;
    if (!formula.listed.empty()) table(formula.listed, is_read);
    line("  for (int warp = static_cast<int>(threadIdx.x) / 32; warp < {}; warp += {}) {{",
         accesses.warps.size(), code_.warps);
    if (formula.first.size() == 1 && formula.first[0].name == "element") sizes(pattern);
    state("    ", formula.first);
    if (!formula.listed.empty())
      line("    const int element = {}_lanes[lane];", is_read ? "read" : "write");
    if (formula.condition == LaneFormula::Condition::unit_below)
      line("    if (unit >= {}) continue;", formula.bound);
    if (formula.condition == LaneFormula::Condition::element_not_negative)
      line("    if (element < 0) continue;");
    state("    ", formula.then);
    Result<void> moved = pattern.kind == Pattern::Kind::matrix
                             ? move_matrix(pattern, is_read)
                             : move_lane(accesses.lane_elements, is_read);
    line("  }}");
    return moved;
  }

  void state(std::string_view indent, const std::vector<Statement>& statements) {
    for (const Statement& statement : statements)
      line("{}const int {} = {};", indent, statement.name, statement.value);
  }

  // rows and cols, where the person's expression has them.
  void sizes(const Pattern& pattern) {
    const auto expression = IntExpression::parse(pattern.lanes, kLaneNames);
    if (!expression.has_value()) return;
    if (expression->uses(2)) line("    constexpr int rows = {};", spec_.tile.rows);
    if (expression->uses(3)) line("    constexpr int cols = {};", spec_.tile.columns);
  }

  void table(const std::vector<std::int32_t>& elements, bool is_read) {
    std::string list = std::to_string(elements[0]);
    for (std::size_t i = 1; i < elements.size(); ++i) list += fmt::format(", {}", elements[i]);
    line("  constexpr int {}_lanes[32] = {{{}}};", is_read ? "read" : "write", list);
  }

  void mark(bool is_read) { (is_read ? code_.load_line : code_.store_line) = lines_ + 1; }

  Result<void> move_lane(std::uint32_t lane_elements, bool is_read) {
    const std::string plain = plain_offset_text(spec_.tile);
    mark(is_read);
    if (lane_elements == 1) {
      if (is_read) {
        line("    out[{}] = tile[tile_offset(row, col)];", plain);
      } else {
        line("    tile[tile_offset(row, col)] = in[{}];", plain);
      }
      return {};
    }
    const std::string_view vector = vector_of(lane_elements * spec_.tile.element_bytes);
    if (is_read) {
      line("    const {} taken = *reinterpret_cast<const {}*>(&tile[tile_offset(row, col)]);",
           vector, vector);
      line("    *reinterpret_cast<{}*>(&out[{}]) = taken;", vector, plain);
    } else {
      line("    *reinterpret_cast<{}*>(&tile[tile_offset(row, col)]) =", vector);
      line("        *reinterpret_cast<const {}*>(&in[{}]);", vector, plain);
    }
    return {};
  }

  Result<void> move_matrix(const Pattern& pattern, bool is_read) {
    line("    const unsigned address =");
    line("        static_cast<unsigned>(__cvta_generic_to_shared(&tile[tile_offset(row, col)]));");
    line("    unsigned fragment[{}];", pattern.matrices);
    if (is_read) instruction(pattern, is_read);
    TRY(move_fragments(pattern, is_read));
    if (!is_read) instruction(pattern, is_read);
    return {};
  }

  void instruction(const Pattern& pattern, bool is_read) {
    std::string places, registers;
    for (std::uint32_t i = 0; i < pattern.matrices; ++i) {
      places += fmt::format("{}%{}", i == 0 ? "" : ", ", i + (is_read ? 0 : 1));
      registers +=
          fmt::format("{}\"{}r\"(fragment[{}])", i == 0 ? "" : ", ", is_read ? "=" : "", i);
    }
    const std::string how = fmt::format("matrix.sync.aligned.m8n8.x{}{}.shared.b16",
                                        pattern.matrices, pattern.is_transposed ? ".trans" : "");
    mark(is_read);
    if (is_read) {
      line("    asm volatile(\"ld{} {{{}}}, [%{}];\"", how, places, pattern.matrices);
      line("                 : {} : \"r\"(address) : \"memory\");", registers);
    } else {
      line("    asm volatile(\"st{} [%0], {{{}}};\"", how, places);
      line("                 :: \"r\"(address), {} : \"memory\");", registers);
    }
  }

  Result<void> move_fragments(const Pattern& pattern, bool is_read) {
    TRY(auto formula, fragment_formula(pattern, spec_.tile));
    line("    for (int i = 0; i < {}; ++i) {{", pattern.matrices);
    for (Statement& statement : formula) {
      // The lane's own row and col stand outside.
      line("      const int {} = {};", statement.name, statement.value);
    }
    line("      const int at = {};", plain_offset_text(spec_.tile));
    if (pattern.is_transposed) {
      two_halves(is_read);
    } else {
      one_word(is_read);
    }
    line("    }}");
    return {};
  }

  void two_halves(bool is_read) {
    const std::uint32_t next = spec_.tile.line_length();
    if (is_read) {
      line("      unsigned short* to = reinterpret_cast<unsigned short*>(out) + at;");
      line("      to[0] = static_cast<unsigned short>(fragment[i] & 0xffff);");
      line("      to[{}] = static_cast<unsigned short>(fragment[i] >> 16);", next);
    } else {
      line("      const unsigned short* from = reinterpret_cast<const unsigned short*>(in) + at;");
      line("      fragment[i] = from[0] | static_cast<unsigned>(from[{}]) << 16;", next);
    }
  }

  void one_word(bool is_read) {
    const std::uint32_t words = spec_.tile.element_bytes / 4;
    const std::string part = words > 1 ? fmt::format("lane % {}", words) : "0";
    if (is_read) {
      line("      reinterpret_cast<unsigned*>(&out[at])[{}] = fragment[i];", part);
    } else {
      line("      fragment[i] = reinterpret_cast<const unsigned*>(&in[at])[{}];", part);
    }
  }

  const SwizzleSpec& spec_;
  const IntExpression& formula_;
  CudaCode code_;
  std::uint32_t lines_ = 0;
};

}  // namespace

std::uint32_t block_warps(std::size_t writes, std::size_t reads) {
  return std::min(static_cast<std::uint32_t>(std::max(writes, reads)), kMostWarps);
}

Result<CudaCode> cuda_code(const SwizzleSpec& spec) {
  TRY(const auto formula, offset_expression(spec.map, spec.tile));
  return CudaWriter(spec, formula).write();
}

}  // namespace warplens::swizzle
