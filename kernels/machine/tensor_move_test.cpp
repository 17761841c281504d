// tcgen05.ld and tcgen05.st: which cell each register of a shape is, as the PTX ISA's figures have
// it, stated the other way round: cell by cell.
#include "kernels/machine/tcgen05_test_kit.h"

namespace warplens::machine::tcgen05 {
namespace {

using testing::IsEmpty;

struct Shape {
  const char* name;
  std::uint32_t lanes, columns;  // of one repetition
  std::uint32_t registers;       // the same
};
constexpr Shape kShapes[] = {{"32x32b", 32, 1, 1},
                             {"16x64b", 16, 2, 1},
                             {"16x128b", 16, 4, 2},
                             {"16x256b", 16, 8, 4},
                             {"16x32bx2", 16, 1, 1}};

struct Move {
  Shape shape;
  std::uint32_t repeats = 1;
  bool is_packed = false;
  std::uint32_t upper = 0;  // half of the warp's lanes
  std::uint32_t split = 40;

  [[nodiscard]] bool is_split() const { return std::string(shape.name) == "16x32bx2"; }
  [[nodiscard]] std::uint32_t registers() const { return shape.registers * repeats; }
  [[nodiscard]] std::string form(bool is_store) const {
    const std::string packed = is_store ? ".unpack::16b" : ".pack::16b";
    return std::string(shape.name) + ".x" + std::to_string(repeats) + (is_packed ? packed : "");
  }
  [[nodiscard]] std::string immediate() const {
    return is_split() ? ", " + std::to_string(split) : "";
  }
  [[nodiscard]] std::string address() const { return "%r4+" + std::to_string(upper * 16 << 16); }
};

struct Place {
  std::uint32_t lane, reg;
};

// Which lane's register a column of a row belongs to; columns are pairs where they are packed.
Place place_of(const Move& move, std::uint32_t row, std::uint32_t column) {
  const std::uint32_t each = move.shape.columns;
  const std::uint32_t atom = column / each, in = column % each;
  const std::string name = move.shape.name;
  if (name == "32x32b") return {row, column};
  if (name == "16x64b") return {row % 8 * 4 + in * 2 + row / 8, atom};
  if (name == "16x128b") return {row % 8 * 4 + in, atom * 2 + row / 8};
  return {row % 8 * 4 + in / 2, atom * 4 + row / 8 * 2 + in % 2};
}

constexpr std::uint32_t kFilled = 64;

std::uint32_t value_of_cell(std::uint32_t lane, std::uint32_t column) {
  return 0x01000000u + lane * 0x10001u + column * 0x300u;
}

// Writes value_of_cell() to the first columns.
std::string fill() {
  std::string text = "mad.lo.u32 %r10, %r1, 0x10001, 0x01000000;\n";
  for (std::uint32_t i = 0; i < kFilled; ++i) {
    text += "add.u32 %v" + std::to_string(i) + ", %r10, " + std::to_string(i * 0x300) + ";\n";
  }
  return text + store("32x32b.x64", kFilled, "%r4") + kWaitStore;
}

// Calls act(row, first column, lane, register) for each register of a warp.
template <class Act>
void each_register(const Move& move, Act act) {
  const std::uint32_t wide = move.is_packed ? 2 : 1;
  for (std::uint32_t row = 0; row < move.shape.lanes; ++row) {
    for (std::uint32_t column = 0; column < move.shape.columns * move.repeats; ++column) {
      if (!move.is_split()) {
        const Place place = place_of(move, row, column);
        act(move.upper * 16 + row, column * wide, place.lane, place.reg);
        continue;
      }
      act(move.upper * 16 + row, column * wide, row, column);
      act(move.upper * 16 + row, move.split + column * wide, row + 16, column);
    }
  }
}

void loads(const Move& move) {
  const std::uint32_t count = move.registers();
  const std::string name = load(move.form(false), count, move.address(), move.immediate());
  Bytes out(std::size_t{kThreads} * count * 4);
  const trace::Trace trace =
      run(frame(fill() + name + kWaitLoad + move_registers(true, count, count)), Bytes(64), out);
  ASSERT_THAT(kinds(trace), IsEmpty()) << name << trace.findings[0].message.in(Language::en);
  std::uint32_t seen = 0;
  each_register(
      move, [&](std::uint32_t row, std::uint32_t column, std::uint32_t lane, std::uint32_t reg) {
        for (std::uint32_t warp = 0; warp < 4; ++warp) {
          const std::uint32_t own = warp * 32 + row;
          std::uint32_t expected = value_of_cell(own, column);
          if (move.is_packed) {
            expected = (expected & 0xffff) | value_of_cell(own, column + 1) << 16;
          }
          std::uint32_t got = 0;
          std::memcpy(&got, out.data() + ((warp * 32 + lane) * count + reg) * std::size_t{4}, 4);
          ASSERT_EQ(got, expected)
              << name << "warp " << warp << " lane " << lane << " register " << reg;
        }
        ++seen;
      });
  EXPECT_EQ(seen, 32 * count) << name;
}

void stores(const Move& move) {
  const std::uint32_t count = move.registers();
  const std::string name = store(move.form(true), count, move.address(), move.immediate());
  Bytes in(std::size_t{kThreads} * count * 4), out(std::size_t{kThreads} * kFilled * 4);
  const auto value = [&](std::uint32_t thread, std::uint32_t reg) {
    return 0x20000000u + thread * 0x10003u + reg * 0x701u;
  };
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    for (std::uint32_t reg = 0; reg < count; ++reg) {
      put(in, (thread * count + reg) * std::size_t{4}, value(thread, reg), 4);
    }
  }
  const trace::Trace trace = run(frame(fill() + move_registers(false, count, count) + name +
                                       kWaitStore + load("32x32b.x64", kFilled, "%r4") + kWaitLoad +
                                       move_registers(true, kFilled, kFilled)),
                                 in, out);
  ASSERT_THAT(kinds(trace), IsEmpty()) << name << trace.findings[0].message.in(Language::en);
  std::vector<std::uint32_t> expected(std::size_t{kThreads} * kFilled);
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    expected[i] = value_of_cell(i / kFilled, i % kFilled);
  }
  each_register(
      move, [&](std::uint32_t row, std::uint32_t column, std::uint32_t lane, std::uint32_t reg) {
        for (std::uint32_t warp = 0; warp < 4; ++warp) {
          std::uint32_t* const cell = &expected[std::size_t{warp * 32 + row} * kFilled + column];
          const std::uint32_t bits = value(warp * 32 + lane, reg);
          cell[0] = move.is_packed ? bits & 0xffff : bits;
          if (move.is_packed) cell[1] = bits >> 16;
        }
      });
  std::vector<std::uint32_t> got(expected.size());
  std::memcpy(got.data(), out.data(), out.size());
  ASSERT_EQ(got, expected) << name;
}

std::vector<Move> all_moves() {
  std::vector<Move> moves;
  for (const Shape& shape : kShapes) {
    for (const std::uint32_t repeats : {1u, 2u, 8u}) {
      for (const bool is_packed : {false, true}) {
        for (std::uint32_t upper = 0; upper < 32 / shape.lanes; ++upper) {
          const Move move{shape, repeats, is_packed, upper};
          if (shape.columns * repeats * (is_packed ? 2 : 1) <= kFilled) moves.push_back(move);
        }
      }
    }
  }
  return moves;
}

TEST(TensorMove, LoadsEveryShapeAsTheFiguresHaveIt) {
  for (const Move& move : all_moves()) loads(move);
}

TEST(TensorMove, StoresEveryShapeAsTheFiguresHaveIt) {
  for (const Move& move : all_moves()) stores(move);
}

TEST(TensorMove, TakesUpTo128Registers) {
  for (const Shape& shape : {kShapes[0], kShapes[1]}) {
    const std::string body = store(std::string(shape.name) + ".x128", 128, "%r4") + kWaitStore +
                             load(std::string(shape.name) + ".x128", 128, "%r4") + kWaitLoad;
    EXPECT_THAT(Found(body).kinds(), IsEmpty());
  }
  const std::string most = store("16x128b.x64", 128, "%r4") + store("16x256b.x32", 128, "%r4+256");
  EXPECT_THAT(Found(most + kWaitStore).kinds(), IsEmpty());
}

TEST(TensorMove, FormsThatAreNotModelledAreOpaque) {
  const std::string unknown[] = {
      "tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 {%v0, %v1}, %v2, [%r4];",
      "tcgen05.ld.sync.aligned.16x256b.x64.b32 " + vector_of(0, 256) + ", [%r4];",
      "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%v0}, [%r4];",
      "tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {%v0}, [%r4];",
      "tcgen05.ld.sync.aligned.32x32b.x1.unpack::16b.b32 {%v0}, [%r4];",
      "tcgen05.st.sync.aligned.32x32b.x1.pack::16b.b32 [%r4], {%v0};",
      "tcgen05.wait::ld.sync;",
      "tcgen05.shift.cta_group::1.down [%r3];",
      "tcgen05.shift.cta_group::2.down [%r3];",
      "tcgen05.alloc.cta_group::3.sync.aligned.shared::cta.b32 [%r7], 32;",
      "tcgen05.cp.cta_group::1.128x256b.b8x16.b6x16_p32 [%r3], %rd10;",
      "tcgen05.cp.cta_group::1.64x128b [%r3], %rd10;",
      "tcgen05.cp.cta_group::2.128x256b.b8x16.b6x16_p32 [%r3], %rd10;",
      "tcgen05.mma.cta_group::2.kind::f16 [%r3], %rd10, %rd11, %r10, {%v0, %v0, %v0, %v0}, %p2;",
      "tcgen05.mma.sp.cta_group::2.kind::f16 [%r3], %rd10, %rd11, [%r3], %r10, %p2;",
      "tcgen05.mma.sp.cta_group::1.kind::f16 [%r3], %rd10, %rd11, %r10, %p2;",
      "tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale [%r3], %rd10, %rd11, [%r3], %r10, "
      "[%r3], [%r3], %p2;",
      "tcgen05.mma.ws.cta_group::1.kind::mxf8f6f4 [%r3], %rd10, %rd11, %r10, %p2;",
      "tcgen05.mma.ws.cta_group::2.kind::f16 [%r3], %rd10, %rd11, %r10, %p2;",
      "tcgen05.mma.ws.sp.cta_group::1.kind::f16 [%r3], %rd10, %rd11, [%r3], %r10, %p2;",
      "tcgen05.mma.cta_group::1.kind::f16.ashift [%r3], [%r3], %rd11, %r10, %p2;",
      "tcgen05.mma.cta_group::1.kind::f8f6f4 [%r3], %rd10, %rd11, %r10, %p2, 1;",
      "tcgen05.mma.cta_group::1.kind::mxf8f6f4 [%r3], %rd10, %rd11, %r10, %p2;",
      "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale [%r3], %rd10, %rd11, %r10, [%r3], "
      "[%r3], %p2;",
      "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block16 [%r3], %rd10, %rd11, %r10, [%r3], "
      "[%r3], %p2;",
      "tcgen05.commit.cta_group::2.mbarrier::arrive::two.shared::cluster.b64 [bar];",
  };
  for (const std::string& text : unknown) {
    const Found found(text + "\n");
    ASSERT_THAT(found.kinds(), testing::ElementsAre(FindingKind::opaque_instruction)) << text;
    EXPECT_THAT(found.text(), testing::HasSubstr(text.substr(0, text.find_first_of(" ;"))));
  }
}

}  // namespace
}  // namespace warplens::machine::tcgen05
