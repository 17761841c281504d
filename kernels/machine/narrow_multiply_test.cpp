// mma.sync on floats of 6 and 4 bits, and with scales for blocks of factors, through the machine,
// against products computed here. Fragments and scales are written out as the PTX ISA has them; by
// the document, compared with no hardware.
#include <bit>
#include <cmath>

#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;
using NarrowWords = std::vector<std::uint32_t>;

// By the formats' definition (OCP Microscaling Formats): sign, exponent, mantissa.
struct NarrowType {
  const char* name;
  int mantissa_bits, bias, bits;
  int shift = 0;  // in its byte

  [[nodiscard]] double value(std::uint32_t code) const {
    const int exponent = static_cast<int>(code & ((1u << (bits - 1)) - 1)) >> mantissa_bits;
    const double fraction = (code & ((1u << mantissa_bits) - 1)) / std::exp2(mantissa_bits);
    const double size = exponent == 0 ? fraction * std::exp2(1 - bias)
                                      : (1 + fraction) * std::exp2(exponent - bias);
    return (code >> (bits - 1) & 1) != 0 ? -size : size;
  }
};
constexpr NarrowType kE4m3{"e4m3", 3, 7, 8}, kE5m2{"e5m2", 2, 15, 8}, kE2m3{"e2m3", 3, 1, 6},
    kE3m2{"e3m2", 2, 3, 6}, kE2m1{"e2m1", 1, 1, 4, 2};

// Codes of numbers that are near 1: of e4m3 and e5m2 those of a few exponents.
std::uint32_t code_of(const NarrowType& type, std::uint32_t random) {
  if (type.bits != 8) return random % (1u << type.bits);
  const std::uint32_t one = static_cast<std::uint32_t>(type.bias) << type.mantissa_bits;
  return (random >> 8 & 1) << 7 | (one + random % (2u << type.mantissa_bits));
}

struct Scales {
  std::string words = {}, type = {};  // ".block_scale.scale_vec::2X", ".ue8m0"
  int chunks = 0;
  int byte_a = 0, thread_a = 0, byte_b = 0, thread_b = 0;
  std::string selectors_a = {}, selectors_b = {}, before = {};  // where they are no constants

  [[nodiscard]] double value(std::uint32_t byte) const {
    return type == ".ue8m0" ? std::exp2(static_cast<int>(byte) - 127) : kE4m3.value(byte);
  }
};

struct NarrowCase {
  std::string kind;
  NarrowType a, b;
  int k = 32;
  Scales scales = {};
  bool is_half = false;
};

class NarrowProduct {
 public:
  explicit NarrowProduct(const NarrowCase& test) : test_(test) {
    for (auto& row : a_) row = codes(test.a);
    for (auto& column : b_) column = codes(test.b);
    for (auto& row : sums_) {
      for (double& sum : row) sum = static_cast<int>(next() % 33) - 16;
    }
    for (auto& row : scales_a_) {
      for (std::uint32_t& scale : row) scale = scale_code();
    }
    for (auto& column : scales_b_) {
      for (std::uint32_t& scale : column) scale = scale_code();
    }
  }

  [[nodiscard]] double expected(int row, int column) const {
    double sum = sums_[row][column];
    const int block = test_.scales.chunks == 0 ? test_.k : test_.k / test_.scales.chunks;
    for (int k = 0; k < test_.k; ++k) {
      const int chunk = k / block;
      const double scale = test_.scales.chunks == 0
                               ? 1
                               : test_.scales.value(scales_a_[row][chunk]) *
                                     test_.scales.value(scales_b_[column][chunk]);
      sum += test_.a.value(a_[row][static_cast<std::size_t>(k)]) *
             test_.b.value(b_[column][static_cast<std::size_t>(k)]) * scale;
    }
    return sum;
  }

  // A, B, C, scales of A and of B of every lane.
  [[nodiscard]] NarrowWords registers() const {
    NarrowWords in;
    for (int lane = 0; lane < 32; ++lane) {
      const int group = lane / 4, member = lane % 4;
      for (int r = 0; r < 4; ++r) {
        in.push_back(packed(test_.a, a_[group + r % 2 * 8], member, r / 2));
      }
      for (int r = 0; r < 2; ++r) in.push_back(packed(test_.b, b_[group], member, r));
      for (int i = 0; i < 4; ++i) {
        in.push_back(single(sums_[group + i / 2 * 8][2 * member + i % 2]));
      }
      in.push_back(scales_of_a(group, member));
      in.push_back(scales_of_b(group, member));
    }
    return in;
  }

  static std::uint32_t single(double x) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(x));
  }

 private:
  std::uint32_t next() {
    seed_ = seed_ * 1664525u + 1013904223u;
    return seed_ >> 12;
  }
  std::vector<std::uint32_t> codes(const NarrowType& type) {
    std::vector<std::uint32_t> all(static_cast<std::size_t>(test_.k));
    for (std::uint32_t& code : all) code = code_of(type, next());
    return all;
  }
  std::uint32_t scale_code() {
    return test_.scales.type == ".ue4m3" ? 0x30 + next() % 16 : 125 + next() % 5;
  }
  // Four bytes of k, or eight times four bits.
  [[nodiscard]] std::uint32_t packed(const NarrowType& type, const std::vector<std::uint32_t>& line,
                                     int member, int step) const {
    const int each = test_.k / 8, bits = 32 / each;
    std::uint32_t word = 0;
    for (int i = 0; i < each; ++i) {
      const auto k = static_cast<std::size_t>(each * member + i + 4 * each * step);
      word |= line[k] << (bits * i + (bits == 8 ? type.shift : 0));
    }
    return word;
  }
  // Of lanes that give none, what is no scale.
  [[nodiscard]] std::uint32_t scales_of_a(int group, int member) const {
    if (member / 2 != test_.scales.thread_a) return 0xffffffff;
    return bytes(scales_a_[group + member % 2 * 8], test_.scales.byte_a);
  }
  [[nodiscard]] std::uint32_t scales_of_b(int group, int member) const {
    if (member != test_.scales.thread_b) return 0xffffffff;
    return bytes(scales_b_[group], test_.scales.byte_b);
  }
  [[nodiscard]] std::uint32_t bytes(const std::uint32_t (&scales)[4], int first) const {
    std::uint32_t word = 0xffffffff;
    for (int i = 0; i < test_.scales.chunks; ++i) {
      const int at = 8 * (first + i);
      word = (word & ~(0xffu << at)) | scales[i] << at;
    }
    return word;
  }

  NarrowCase test_;
  std::uint32_t seed_ = 5;
  std::vector<std::uint32_t> a_[16], b_[8];
  double sums_[16][8] = {};
  std::uint32_t scales_a_[16][4] = {}, scales_b_[8][4] = {};
};

std::string form_of(const NarrowCase& test) {
  return "mma.sync.aligned.m16n8k" + std::to_string(test.k) + ".row.col.kind::" + test.kind +
         test.scales.words + ".f32." + test.a.name + "." + test.b.name + ".f32" + test.scales.type;
}

std::string kernel_of(const NarrowCase& test) {
  std::string body = "mul.wide.u32 %rd3, %r1, 48;\nadd.u64 %rd3, %rd3, %rd2;\n";
  for (int i = 0; i < 12; ++i) {
    const bool is_sum = i >= 6 && i < 10;
    body += std::string("ld.global.") + (is_sum ? "f32 %f" : "b32 %r") + std::to_string(10 + i) +
            ", [%rd3+" + std::to_string(4 * i) + "];\n";
  }
  const auto selector = [](int byte, int thread) {
    return "{" + std::to_string(byte) + "," + std::to_string(thread) + "}";
  };
  const Scales& scales = test.scales;
  body += scales.before + form_of(test) +
          " {%f1,%f2,%f3,%f4}, {%r10,%r11,%r12,%r13}, {%r14,%r15}, {%f16,%f17,%f18,%f19}";
  if (scales.chunks != 0) {
    const bool is_given = !scales.selectors_a.empty();
    body +=
        ", {%r20}, " + (is_given ? scales.selectors_a : selector(scales.byte_a, scales.thread_a)) +
        ", {%r21}, " + (is_given ? scales.selectors_b : selector(scales.byte_b, scales.thread_b));
  }
  body += ";\nmul.wide.u32 %rd3, %r1, 16;\nadd.u64 %rd3, %rd3, %rd1;\n";
  for (int i = 0; i < 4; ++i) {
    body +=
        "st.global.f32 [%rd3+" + std::to_string(4 * i) + "], %f" + std::to_string(1 + i) + ";\n";
  }
  return kernel_text(body);
}

void multiplies_narrow(const NarrowCase& test) {
  const NarrowProduct product(test);
  Machine machine(parse_text(kernel_of(test)));
  const auto out = machine.buffer("out", NarrowWords(128));
  machine.buffer("in", product.registers());
  ASSERT_EQ(kinds(machine.trace_of({1}, {32})), std::vector<FindingKind>{}) << form_of(test);
  const NarrowWords got = machine.values<std::uint32_t>(out);
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 4; ++i) {
      const double want = product.expected(lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2);
      ASSERT_EQ(std::bit_cast<float>(got[static_cast<std::size_t>(lane * 4 + i)]), want)
          << form_of(test) << " lane " << lane << " element " << i;
    }
  }
}

TEST(NarrowMultiply, TakesEveryPairOfTypes) {
  const NarrowType types[] = {kE4m3, kE5m2, kE2m3, kE3m2, kE2m1};
  for (const NarrowType& a : types) {
    for (const NarrowType& b : types) multiplies_narrow({"f8f6f4", a, b});
  }
}

TEST(NarrowMultiply, ScalesBytesByOnePowerOfTwo) {
  for (const NarrowType& a : {kE4m3, kE5m2, kE2m3, kE3m2, kE2m1}) {
    for (int byte = 0; byte < 4; ++byte) {
      multiplies_narrow(
          {"mxf8f6f4",
           a,
           kE3m2,
           32,
           {".block_scale.scale_vec::1X", ".ue8m0", 1, byte, byte % 2, 3 - byte, byte}});
    }
  }
  multiplies_narrow({"mxf8f6f4", kE4m3, kE4m3, 32, {".block_scale", ".ue8m0", 1}});
}

TEST(NarrowMultiply, ScalesFourBitsByTwoOrFour) {
  for (const int byte : {0, 2}) {
    multiplies_narrow({"mxf4",
                       kE2m1,
                       kE2m1,
                       64,
                       {".block_scale.scale_vec::2X", ".ue8m0", 2, byte, 1, 2 - byte, 3}});
    multiplies_narrow({"mxf4nvf4",
                       kE2m1,
                       kE2m1,
                       64,
                       {".block_scale.scale_vec::2X", ".ue8m0", 2, byte, 0, byte, 1}});
  }
  multiplies_narrow({"mxf4", kE2m1, kE2m1, 64, {".block_scale", ".ue8m0", 2}});
  for (const char* type : {".ue4m3", ".ue8m0"}) {
    multiplies_narrow(
        {"mxf4nvf4", kE2m1, kE2m1, 64, {".block_scale.scale_vec::4X", type, 4, 0, 1, 0, 2}});
  }
}

// As CUTLASS writes it.
TEST(NarrowMultiply, TakesSelectorsFromRegisters) {
  Scales scales{".block_scale.scale_vec::1X", ".ue8m0", 1, 2, 1, 3, 2};
  scales.before = "mov.b16 %h1, 2;\nmov.b16 %h2, 1;\nmov.b16 %h3, 3;\n";
  scales.selectors_a = "{%h1,%h2}";
  scales.selectors_b = "{%h3,%h1}";
  multiplies_narrow({"mxf8f6f4", kE4m3, kE2m1, 32, scales});
}

TEST(NarrowMultiply, NamesSelectorsThatPtxLeavesUndefined) {
  const auto found = [](const NarrowCase& test) {
    Machine machine(parse_text(kernel_of(test)));
    machine.buffer("out", NarrowWords(128));
    machine.buffer("in", NarrowProduct(test).registers());
    return kinds(machine.trace_of({1}, {32}));
  };
  Scales scales{".block_scale.scale_vec::2X", ".ue8m0", 2};
  scales.selectors_a = "{1,0}";
  scales.selectors_b = "{0,0}";
  EXPECT_EQ(found({"mxf4", kE2m1, kE2m1, 64, scales}), std::vector{FindingKind::undefined_sync});
  scales.selectors_a = "{0,2}";
  EXPECT_EQ(found({"mxf4", kE2m1, kE2m1, 64, scales}), std::vector{FindingKind::undefined_sync});
  scales.selectors_a = "{2,1}";
  EXPECT_EQ(found({"mxf4", kE2m1, kE2m1, 64, scales}), std::vector<FindingKind>{});
}

TEST(NarrowMultiply, LeavesWhatPtxDoesNotHave) {
  const auto is_opaque = [](const NarrowCase& test) {
    Machine machine(parse_text(kernel_of(test)));
    machine.buffer("out", NarrowWords(128));
    machine.buffer("in", NarrowProduct(test).registers());
    return kinds(machine.trace_of({1}, {32})) == std::vector{FindingKind::opaque_instruction};
  };
  EXPECT_TRUE(is_opaque({"mxf4", kE2m1, kE2m1, 64, {".block_scale", ".ue4m3", 2}}));
  EXPECT_TRUE(is_opaque({"mxf4nvf4", kE2m1, kE2m1, 64, {".block_scale", ".ue8m0", 2}}));
  EXPECT_TRUE(is_opaque({"mxf4", kE2m1, kE2m1, 64, {".block_scale.scale_vec::4X", ".ue8m0", 4}}));
  EXPECT_TRUE(
      is_opaque({"mxf8f6f4", kE2m1, kE2m1, 64, {".block_scale.scale_vec::1X", ".ue8m0", 1}}));
  EXPECT_TRUE(is_opaque({"mxf4", kE2m3, kE2m1, 64, {".block_scale", ".ue8m0", 2}}));
}

}  // namespace
}  // namespace warplens::machine
