// Which register of which lane holds which element (fragment_map.h), held against the machine: its
// instructions run on registers full of numbers, which are kept as they are there; read by the maps
// they must be a product. Some places are those that the PTX ISA's tables and figures have.
#include <bit>

#include "kernels/machine/cluster_test_kit.h"
#include "kernels/machine/launch/matrix_records.h"
#include "kernels/machine/machine_test_kit.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/program/matrix_form.h"
#include "kernels/machine/wgmma_test_kit.h"

namespace warplens::machine {
namespace {

using Numbers = std::vector<double>;  // row by row, matrix by matrix

MatrixForm form_named(std::string_view name) {
  auto form = matrix_form_named(name);
  if (form.has_value()) return std::move(*form);
  ADD_FAILURE() << form.error().message.in(Language::en);
  return {};
}

FragmentPart holder(std::string_view name, char letter, FragmentElement element) {
  for (const FormOperand& operand : form_named(name).operands) {
    if (operand.letter != letter) continue;
    const auto holders = operand.map.holders(element);
    EXPECT_EQ(holders.size(), 1u) << name << " " << letter;
    if (!holders.empty()) return holders[0];
  }
  ADD_FAILURE() << name << " has no " << letter;
  return {};
}

Numbers numbers_of(const FragmentMap& map, const std::vector<std::byte>& bytes) {
  Numbers numbers(std::size_t{map.matrices} * map.rows * map.columns);
  for (std::uint32_t lane = 0; lane < map.lanes; ++lane) {
    for (std::uint32_t reg = 0; reg < map.registers; ++reg) {
      for (std::uint32_t part = 0; part < map.parts; ++part) {
        const FragmentElement& at = map.at({lane, reg, part});
        numbers[(at.matrix * map.rows + at.row) * map.columns + at.column] =
            map.value(bytes.data(), {lane, reg, part});
      }
    }
  }
  return numbers;
}

// Of single bits: how many are set in both, or in one of them.
double product_of(const MatrixForm& form, double a, double b) {
  if (form.name.ends_with(".xor.popc") || form.name.find(".xor.popc.") != form.name.npos) {
    return a == b ? 0 : 1;
  }
  return a * b;
}

void expect_product(const MatrixForm& form, const MatrixRecord& record) {
  ASSERT_EQ(record.operands.size(), 4u) << form.name;
  std::vector<Numbers> numbers;
  for (std::size_t i = 0; i < 4; ++i) {
    const bool is_there = !record.operands[i].empty();
    const FragmentMap& map = form.operands[i].map;
    numbers.push_back(is_there ? numbers_of(map, record.operands[i])
                               : Numbers(std::size_t{map.rows} * map.columns));
  }
  const FragmentMap &a = form.operands[0].map, &d = form.operands[3].map;
  for (std::uint32_t m = 0; m < d.matrices; ++m) {
    for (std::uint32_t row = 0; row < d.rows; ++row) {
      for (std::uint32_t column = 0; column < d.columns; ++column) {
        const std::size_t at = (m * d.rows + row) * d.columns + column;
        double sum = numbers[2][at];
        for (std::uint32_t k = 0; k < a.columns; ++k) {
          sum += product_of(form, numbers[0][(m * d.rows + row) * a.columns + k],
                            numbers[1][(m * a.columns + k) * d.columns + column]);
        }
        ASSERT_EQ(numbers[3][at], sum) << form.name << " [" << row << "][" << column << "]";
      }
    }
  }
}

std::uint64_t bits_of_number(MatrixElement element, int number) {
  using enum MatrixElement;
  const auto single = std::bit_cast<std::uint32_t>(static_cast<float>(number));
  switch (element) {
    case f16:
      return narrow(number, kF16, Rounding::nearest_even);
    case bf16:
      return single >> 16;
    case tf32:
    case f32:
      return single;
    case f64:
      return std::bit_cast<std::uint64_t>(static_cast<double>(number));
    case e4m3:
      return wgmma::e4m3_bits(number);
    case e5m2:
      return wgmma::e5m2_bits(number);
    default:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
  }
}

// A register full of small numbers without a pattern.
std::uint64_t filled(const FragmentMap& map, unsigned& seed) {
  const std::uint32_t bits = bits_of(map.element);
  std::uint64_t word = 0;
  for (std::uint32_t part = 0; part < map.parts; ++part) {
    seed = seed * 1664525u + 1013904223u;
    const int number = static_cast<int>(seed >> 16) % 4;
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    word |= (bits_of_number(map.element, number) & mask) << (part * bits % 64);
  }
  return word;
}

std::string register_type_of(const FragmentMap& map) {
  return map.element == MatrixElement::f64   ? ".f64"
         : map.element == MatrixElement::f32 ? ".f32"
                                             : ".b32";
}

// Each lane's registers of A, B and C come one after the other, 8 bytes each.
std::string multiply_kernel(const MatrixForm& form) {
  std::string declarations, loads;
  std::vector<std::string> lists;
  std::uint32_t offset = 0;
  for (const FormOperand& operand : form.operands) {
    const std::string name = std::string("%") + operand.letter + "x",
                      type = register_type_of(operand.map);
    declarations +=
        ".reg " + type + " " + name + "<" + std::to_string(operand.map.registers) + ">;\n";
    lists.push_back(wgmma::registers(name.c_str(), operand.map.registers));
    for (std::uint32_t i = 0; i < operand.map.registers && !operand.is_result; ++i, offset += 8) {
      loads += "ld.global" + type + " " + name + std::to_string(i) + ", [%rd4+" +
               std::to_string(offset) + "];\n";
    }
  }
  return kernel_text(declarations + "mul.wide.u32 %rd3, %r1, " + std::to_string(offset) +
                     ";\nadd.s64 %rd4, %rd2, %rd3;\n" + loads + form.name + " " + lists[3] + ", " +
                     lists[0] + ", " + lists[1] + ", " + lists[2] + ";\nret;");
}

std::vector<std::uint64_t> multiply_input(const MatrixForm& form) {
  std::vector<std::uint64_t> words;
  unsigned seed = 7;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::uint32_t r = 0; r < form.operands[i].map.registers; ++r) {
        words.push_back(filled(form.operands[i].map, seed));
      }
    }
  }
  return words;
}

// wmma reads some elements from more than one register: they must be the same in all.
void make_copies_alike(const MatrixForm& form, std::vector<std::uint64_t>& words) {
  const std::size_t of_lane = words.size() / 32;
  std::size_t first = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const FragmentMap& map = form.operands[i].map;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      for (std::uint32_t r = 0; r < map.registers; ++r) {
        const FragmentPart same = map.holders(map.at({lane, r, 0})).front();
        words[lane * of_lane + first + r] = words[same.lane * of_lane + first + same.reg];
      }
    }
    first += map.registers;
  }
}

class Multiplies : public ::testing::TestWithParam<const char*> {};

TEST_P(Multiplies, WhatTheMapsSayIsWhatTheMachineMultiplies) {
  const MatrixForm form = form_named(GetParam());
  auto words = multiply_input(form);
  if (form.is_opaque) make_copies_alike(form, words);
  Machine machine(parse_text(multiply_kernel(form)));
  machine.buffer("out", zeros(32));
  machine.buffer("in", words);
  MatrixRecords records({0, 0});
  machine.options.matrices = &records;
  EXPECT_EQ(kinds(machine.trace_of({1, 1, 1}, {32, 1, 1})), std::vector<trace::FindingKind>());
  ASSERT_EQ(records.all().size(), 1u) << form.name;
  expect_product(form, records.all().front());
}

INSTANTIATE_TEST_SUITE_P(
    OfEveryForm, Multiplies,
    ::testing::Values("mma.m16n8k8.f16", "mma.m16n8k16.f16", "mma.m16n8k16.f16.f16",
                      "mma.m16n8k8.bf16", "mma.m16n8k16.bf16", "mma.m16n8k4.tf32",
                      "mma.m16n8k8.tf32", "mma.m16n8k32.e4m3", "mma.m16n8k16.e5m2",
                      "mma.m16n8k32.f16.e4m3", "mma.m8n8k4.f64", "mma.m16n8k4.f64",
                      "mma.m16n8k8.f64", "mma.m16n8k16.f64", "mma.m8n8k16.s8", "mma.m16n8k16.u8",
                      "mma.m16n8k32.s8", "mma.m8n8k32.u4", "mma.m16n8k32.s4", "mma.m16n8k64.u4",
                      "mma.m8n8k128.b1", "mma.m16n8k128.b1", "mma.m16n8k256.b1", "mma.m8n8k4.f16",
                      "mma.m8n8k4.f16.f16", "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32",
                      "wmma.m16n16k16.f16", "wmma.m32n8k16.f16", "wmma.m8n32k16.f16.f16",
                      "wmma.m16n16k16.bf16", "wmma.m16n16k8.tf32", "wmma.m8n8k4.f64",
                      "wmma.m16n16k16.s8", "wmma.m8n32k16.u8", "wmma.m8n8k32.s4",
                      "wmma.m8n8k128.b1"),
    [](const auto& test) {
      std::string name = test.param;
      std::ranges::replace(name, '.', '_');
      return name;
    });

// "Matrix Fragments for mma.m16n8k16": a_i of lane l is row l / 4 + 8 for i in 2, 3, 6, 7, column
// l % 4 · 2 + i % 2 + 8 for i of 4 and more.
TEST(FragmentMap, OfMmaIsThatOfThePtxIsa) {
  EXPECT_EQ(holder("mma.m16n8k16.f16", 'a', {0, 3, 5}), (FragmentPart{14, 0, 1}));
  EXPECT_EQ(holder("mma.m16n8k16.f16", 'a', {0, 11, 5}), (FragmentPart{14, 1, 1}));
  EXPECT_EQ(holder("mma.m16n8k16.f16", 'a', {0, 3, 12}), (FragmentPart{14, 2, 0}));
  EXPECT_EQ(holder("mma.m16n8k16.f16", 'b', {0, 9, 2}), (FragmentPart{8, 1, 1}));
  EXPECT_EQ(holder("mma.m16n8k16.f16", 'd', {0, 15, 7}), (FragmentPart{31, 3, 0}));
  EXPECT_EQ(holder("mma.m16n8k8.tf32", 'a', {0, 8, 1}), (FragmentPart{1, 1, 0}));
  EXPECT_EQ(holder("mma.m16n8k32.s8", 'b', {0, 18, 3}), (FragmentPart{12, 1, 2}));
  EXPECT_EQ(holder("mma.m16n8k256.b1", 'a', {0, 0, 33}), (FragmentPart{1, 0, 1}));
}

TEST(FragmentMap, OfSparseMmaIsOfAAsItIsStored) {
  const MatrixForm form = form_named("mma.sp.m16n8k32.f16");
  EXPECT_TRUE(form.is_sparse);
  EXPECT_EQ(form.operands[0].map.columns, 16u);
  EXPECT_EQ(form.operands[1].map.rows, 32u);
  EXPECT_EQ(holder("mma.sp.m16n8k32.f16", 'a', {0, 3, 5}), (FragmentPart{14, 0, 1}));
}

TEST(FragmentMap, OfLdmatrixGivesAnEighthOfARowToALane) {
  EXPECT_EQ(holder("ldmatrix.x4", 'r', {2, 3, 5}), (FragmentPart{14, 2, 1}));
  EXPECT_EQ(holder("ldmatrix.x4.trans", 'r', {2, 5, 3}), (FragmentPart{14, 2, 1}));
  EXPECT_EQ(form_named("stmatrix.x2").operands[0].map.matrices, 2u);
}

TEST(FragmentMap, OfWmmasLoadIsThatOfItsProduct) {
  const auto load = form_named("wmma.load.b.m16n16k16.f16"),
             product = form_named("wmma.m16n16k16.f16");
  EXPECT_EQ(load.operands[0].map, product.operands[1].map);
  EXPECT_EQ(load.operands[0].map.holders({0, 3, 5}).size(), 2u) << "registers come twice";
}

TEST(FragmentMap, ANameThatIsNoneIsRefused) {
  for (const char* name : {"", "mma", "mma.m16n8k16", "mma.m16n8k17.f16", "add.f32", "wgmma",
                           "ldmatrix.x3", "mma..f16", "wmma.m16n16k16.q"}) {
    EXPECT_FALSE(matrix_form_named(name).has_value()) << name;
  }
}

class Warpgroups : public ::testing::TestWithParam<wgmma::Wgmma> {};

// Of the second warp, whose rows of A and D are 16 to 31.
TEST_P(Warpgroups, WhatTheMapsSayIsWhatTheMachineMultiplies) {
  const wgmma::Wgmma& test = GetParam();
  const wgmma::Matrices matrices = wgmma::matrices_of(test);
  const wgmma::Bytes bytes = wgmma::input(test, matrices);
  Machine machine(
      parse_text(wgmma::wgmma_kernel(test, wgmma::instruction(test), wgmma::kTileBytes / 4)));
  machine.buffer("out", zeros(std::size_t{wgmma::kThreads} * test.sums()));
  machine.buffer("in", bytes);
  MatrixRecords records({0, 0});
  machine.options.matrices = &records;
  machine.trace_of({1, 1, 1}, {wgmma::kThreads, 1, 1});
  ASSERT_EQ(records.all().size(), 4u);
  const MatrixRecord& record = *std::ranges::find(records.all(), 1u, &MatrixRecord::warp);
  const auto form = matrix_form(*record.instruction);
  ASSERT_TRUE(form.has_value());
  EXPECT_EQ(form->operands[0].map.is_in_memory(), !test.a_is_in_registers);
  expect_product(*form, record);
  const Numbers a = numbers_of(form->operands[0].map, record.operands[0]);
  EXPECT_EQ(a[3 * test.depth() + 5], matrices.a.at(16 + 3, 5) * (test.is_whole() ? 2 : 1));
}

INSTANTIATE_TEST_SUITE_P(
    OfTilesAndRegisters, Warpgroups,
    ::testing::Values(wgmma::Wgmma{}, wgmma::Wgmma{.n = 24, .a_is_in_registers = true},
                      wgmma::Wgmma{.n = 64, .has_half_sums = true},
                      wgmma::Wgmma{.n = 64,
                                   .a_layout = wgmma::mn_major(8, 0),
                                   .b_layout = wgmma::mn_major(8, wgmma::kBBegin)},
                      wgmma::Wgmma{.n = 16, .a = wgmma::kTf32, .b = wgmma::kTf32},
                      wgmma::Wgmma{.n = 32, .a = wgmma::kSignedByte, .b = wgmma::kSignedByte},
                      wgmma::Wgmma{
                          .n = 16, .a_is_in_registers = true, .scale_d = "%p3", .adds = false}));

// At the event that comes next.
TEST(MatrixRecords, SayWhatStmatrixStoresAndLdmatrixLoads) {
  Machine machine(parse_text(kernel_text(R"(
    mov.u32 %r2, tile; and.b32 %r3, %r1, 31; mad.lo.u32 %r3, %r3, 16, %r2;
    mul.lo.u32 %r4, %r1, 65537;
    bar.sync 0;
    setp.lt.u32 %p1, %r1, 32;
    @%p1 bra end;
    stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r3], {%r4};
    ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r5}, [%r3];
    end: ret;)")));
  machine.buffer("out", zeros(64));
  machine.buffer("in", zeros(64));
  MatrixRecords records({0, 0});
  machine.options.matrices = &records;
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {64, 1, 1});
  ASSERT_EQ(records.all().size(), 2u);
  const MatrixRecord &store = records.all()[0], &load = records.all()[1];
  EXPECT_EQ(store.instruction->opcode, "stmatrix");
  EXPECT_EQ(trace.sites[trace.events.site(store.events)].kind, trace::EventKind::store_matrix);
  EXPECT_EQ(trace.sites[trace.events.site(load.events)].kind, trace::EventKind::load_matrix);
  const auto stored = matrix_form(*store.instruction), loaded = matrix_form(*load.instruction);
  EXPECT_EQ(stored->operands[0].map.registers, 1u);
  const auto bits = [](const MatrixRecord& record, std::uint32_t lane) {
    std::uint32_t word = 0;
    std::memcpy(&word, record.operands[0].data() + std::size_t{lane} * 4, 4);
    return word;
  };
  EXPECT_EQ(bits(store, 5), (32u + 5) * 65537);
  const FragmentElement at = loaded->operands[0].map.at({9, 0, 1});
  const FragmentPart source = stored->operands[0].map.holders(at)[0];
  EXPECT_EQ(bits(load, 9) >> 16, bits(store, source.lane) >> (16 * source.part) & 0xffff);
}

TEST(MatrixRecords, KeepWhatAnotherBlockCopiesHere) {
  for (const std::uint32_t rank : {0u, 1u}) {
    MatrixRecords records({0, rank});
    RunOptions options;
    options.matrices = &records;
    static_cast<void>(run_cluster(options));
    EXPECT_EQ(records.rank(), rank);
    if (rank == 1) {
      EXPECT_TRUE(records.received().empty()) << "its own copy is an event";
      continue;
    }
    ASSERT_EQ(records.received().size(), 1u);
    const ReceivedCopy& copy = records.received()[0];
    EXPECT_EQ(copy.rank, 1u);
    EXPECT_EQ(copy.copy.bytes, 128u);
    EXPECT_EQ(copy.copy.blocks, 3u);
    EXPECT_EQ(copy.instruction->opcode, "cp");
  }
}

TEST(MatrixRecords, AreCutWhereTheirRoomIsSpent) {
  const MatrixForm form = form_named("mma.m16n8k16.f16");
  Machine machine(parse_text(multiply_kernel(form)));
  machine.buffer("out", zeros(32));
  machine.buffer("in", multiply_input(form));
  MatrixRecords none({0, 0}, 0), elsewhere({0, 1}), later({1, 0});
  for (MatrixRecords* records : {&none, &elsewhere, &later}) {
    machine.options.matrices = records;
    machine.trace_of({1, 1, 1}, {32, 1, 1});
    EXPECT_TRUE(records->all().empty());
  }
  EXPECT_TRUE(none.is_cut());
  EXPECT_FALSE(elsewhere.is_cut());
  machine.trace_of({1, 1, 1}, {32, 1, 1});
  EXPECT_EQ(later.all().size(), 1u) << "the second launch is asked for";
}

}  // namespace
}  // namespace warplens::machine
