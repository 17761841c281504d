// mma.sp and Volta's mma.m8n8k4 through the machine, against products of whole matrices. Fragments
// and metadata are written out lane by lane as the PTX ISA has them, one formula an operand.
#include <bit>
#include <functional>

#include "kernels/machine/machine_test_kit.h"
#include "kernels/machine/operations/operations_rounding.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;
using SparseWords = std::vector<std::uint32_t>;

std::uint32_t half_of(double x) { return narrow(x, kF16, Rounding::nearest_even); }
std::uint32_t bfloat_of(double x) { return narrow(x, kBf16, Rounding::nearest_even); }
std::uint32_t single_of(double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); }
std::uint32_t whole_of(double x) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(x));
}
// Whole numbers up to 3: of e4m3, whose exponent's bias is 7.
std::uint32_t e4m3_of(double x) {
  constexpr std::uint32_t kSizes[] = {0, 0x38, 0x40, 0x44};
  return kSizes[static_cast<int>(std::abs(x))] | (x < 0 ? 0x80 : 0);
}
// The same of e5m2: bias 15.
std::uint32_t e5m2_of(double x) {
  constexpr std::uint32_t kSizes[] = {0, 0x3c, 0x40, 0x42};
  return kSizes[static_cast<int>(std::abs(x))] | (x < 0 ? 0x80 : 0);
}

struct SparseNumbers {
  unsigned seed;
  int next(int below) {
    seed = seed * 1664525u + 1013904223u;
    return static_cast<int>(seed >> 16) % below;
  }
};

// mma.INSTRUCTION on registers that each lane loads; d as it comes out.
SparseWords run_registers(const std::string& instruction, const std::vector<int>& counts,
                          const std::string& tail, const SparseWords& in, int d, bool is_float,
                          std::vector<FindingKind>* found = nullptr) {
  int total = 0;
  for (const int count : counts) total += count;
  std::string body =
      "mul.wide.u32 %rd3, %r1, " + std::to_string(4 * total) + ";\nadd.u64 %rd3, %rd3, %rd2;\n";
  const bool has_float_sums = instruction.ends_with(".f32");
  std::string lists;
  int at = 0;
  for (std::size_t operand = 0; operand < counts.size(); ++operand) {
    const bool is_float_register = operand == 2 && has_float_sums;
    std::string list;
    for (int i = 0; i < counts[operand]; ++i, ++at) {
      const std::string name = (is_float_register ? "%f" : "%r") + std::to_string(10 + at);
      body += std::string("ld.global.") + (is_float_register ? "f32 " : "b32 ") + name +
              ", [%rd3+" + std::to_string(4 * at) + "];\n";
      list += (i != 0 ? "," : "") + name;
    }
    lists += operand < 3 ? ", {" + list + "}" : ", " + list;
  }
  std::string results;
  for (int i = 0; i < d; ++i) {
    results += (i != 0 ? "," : "") + std::string(is_float ? "%f" : "%r") + std::to_string(40 + i);
  }
  body += "mma." + instruction + " {" + results + "}" + lists + tail + ";\n";
  body += "mul.wide.u32 %rd4, %r1, " + std::to_string(4 * d) + ";\nadd.u64 %rd4, %rd4, %rd1;\n";
  for (int i = 0; i < d; ++i) {
    body += std::string("st.global.") + (is_float ? "f32" : "b32") + " [%rd4+" +
            std::to_string(4 * i) + "], " + (is_float ? "%f" : "%r") + std::to_string(40 + i) +
            ";\n";
  }
  std::string text = kernel_text(body);
  text.replace(text.find("%f<32>"), 6, "%f<64>");
  Machine machine(parse_text(text));
  const auto out = machine.buffer("out", SparseWords(static_cast<std::size_t>(32 * d)));
  machine.buffer("in", in);
  const auto kinds_found = kinds(machine.trace_of({1}, {32}));
  if (found != nullptr) *found = kinds_found;
  if (found == nullptr) {
    EXPECT_EQ(kinds_found, std::vector<FindingKind>{}) << instruction;
  }
  return machine.values<std::uint32_t>(out);
}

struct SparseCase {
  std::string types;  // D.A.B.C
  int k;
  int bits;  // of an element
  std::uint32_t (*encode)(double);
  std::uint32_t (*sum)(double);
  std::string kind = {};
  bool is_unsigned = false;
};

// A with its zeros, and what of it is stored, with the four bits of each chunk.
struct SparseFactor {
  std::vector<std::vector<double>> whole, stored;
  std::vector<std::vector<std::uint32_t>> indices;
};

SparseFactor sparse_factor(const SparseCase& test, bool is_ordered) {
  SparseNumbers numbers{7};
  SparseFactor factor;
  const int low = test.is_unsigned ? 0 : -3;
  for (int row = 0; row < 16; ++row) {
    std::vector<double> whole(static_cast<std::size_t>(test.k)), stored;
    std::vector<std::uint32_t> indices;
    const int chunk = test.bits == 32 ? 2 : test.bits == 4 ? 8 : 4;
    for (int begin = 0; begin < test.k; begin += chunk) {
      const int first = numbers.next(4);
      int second = (first + 1 + numbers.next(3)) % 4;
      int lower = is_ordered ? std::min(first, second) : first;
      int upper = is_ordered ? std::max(first, second) : second;
      const auto put = [&](int place) {
        const double value = low + numbers.next(4 - low);
        whole[static_cast<std::size_t>(begin + place)] = value;
        stored.push_back(value);
      };
      if (test.bits == 32) {
        put(first % 2);
        indices.push_back(first % 2 == 0 ? 0b0100 : 0b1110);
        continue;
      }
      for (const int index : {lower, upper}) {
        if (test.bits != 4) put(index);
        if (test.bits == 4) put(2 * index), put(2 * index + 1);
      }
      indices.push_back(static_cast<std::uint32_t>(lower | upper << 2));
    }
    factor.whole.push_back(whole);
    factor.stored.push_back(stored);
    factor.indices.push_back(indices);
  }
  return factor;
}

// The metadata of a lane: chunks in ascending bits.
std::uint32_t metadata_of(const SparseCase& test, const SparseFactor& factor, int lane,
                          int selector) {
  const auto chunks = [&](int row, int first, int count) {
    std::uint32_t word = 0;
    for (int i = 0; i < count; ++i) {
      word |= factor.indices[static_cast<std::size_t>(row)][static_cast<std::size_t>(first + i)]
              << (4 * i);
    }
    return word;
  };
  const int g = lane / 4, m = lane % 4;
  const int all = static_cast<int>(factor.indices[0].size());
  if (test.bits >= 16) {
    // m16n8k16 (tf32: k8): lane `selector`; m16n8k32 (k16): lanes 2·selector and behind it.
    const int lanes = all / 4;
    if (m / lanes != selector) return 0xffffffff;
    const int first = m % lanes * 4;
    return chunks(g, first, 4) | chunks(g + 8, first, 4) << 16;
  }
  // A pair: rows g and g + 8; all four: the same again for the second half of k.
  const int lanes = all / 8 * 2;
  if (m / lanes != selector) return 0xffffffff;
  return chunks(m % 2 == 0 ? g : g + 8, m % lanes / 2 * 8, 8);
}

void check_sparse(const SparseCase& test, bool is_ordered, int selector) {
  const SparseFactor a = sparse_factor(test, is_ordered);
  SparseNumbers numbers{11};
  const int low = test.is_unsigned ? 0 : -3;
  std::vector<std::vector<double>> b(static_cast<std::size_t>(test.k), std::vector<double>(8));
  for (auto& row : b)
    for (double& value : row) value = low + numbers.next(4 - low);
  double c[16][8];
  for (auto& row : c)
    for (double& value : row) value = numbers.next(9) - 4;
  const int each = 32 / test.bits;  // elements of a register
  const bool packs_sums = test.sum == half_of;
  const auto pack = [&](const std::function<double(int)>& element) {
    std::uint32_t word = 0;
    for (int i = 0; i < each; ++i) {
      const std::uint32_t mask = test.bits == 32 ? ~0u : (1u << test.bits) - 1;
      word |= (test.encode(element(i)) & mask) << (test.bits * i % 32);
    }
    return word;
  };
  SparseWords in;
  const int steps = test.k / 2 / (4 * each);
  for (int lane = 0; lane < 32; ++lane) {
    const int g = lane / 4, m = lane % 4;
    for (int step = 0; step < steps; ++step) {
      for (const int row : {g, g + 8}) {
        in.push_back(pack([&](int i) {
          return a.stored[static_cast<std::size_t>(row)]
                         [static_cast<std::size_t>(step * 4 * each + m * each + i)];
        }));
      }
    }
    for (int step = 0; step < 2 * steps; ++step) {
      in.push_back(pack([&](int i) {
        return b[static_cast<std::size_t>(step * 4 * each + m * each + i)]
                [static_cast<std::size_t>(g)];
      }));
    }
    for (const int row : {g, g + 8}) {
      if (packs_sums) in.push_back(half_of(c[row][2 * m]) | half_of(c[row][2 * m + 1]) << 16);
      if (!packs_sums) in.push_back(test.sum(c[row][2 * m]));
      if (!packs_sums) in.push_back(test.sum(c[row][2 * m + 1]));
    }
    in.push_back(metadata_of(test, a, lane, selector));
  }
  const int sums = packs_sums ? 2 : 4;
  const std::string form = std::string(is_ordered ? "sp::ordered_metadata" : "sp") +
                           ".sync.aligned.m16n8k" + std::to_string(test.k) + ".row.col" +
                           test.kind + "." + test.types;
  const SparseWords out =
      run_registers(form, {2 * steps, 2 * steps, sums, 1}, ", " + std::to_string(selector), in,
                    sums, test.sum == single_of);
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 4; ++i) {
      const int row = lane / 4 + 8 * (i / 2), column = lane % 4 * 2 + i % 2;
      double sum = c[row][column];
      for (int k = 0; k < test.k; ++k) {
        sum += a.whole[static_cast<std::size_t>(row)][static_cast<std::size_t>(k)] *
               b[static_cast<std::size_t>(k)][static_cast<std::size_t>(column)];
      }
      const std::uint32_t word =
          out[static_cast<std::size_t>(lane * sums + (packs_sums ? i / 2 : i))];
      ASSERT_EQ(packs_sums ? word >> (16 * (i % 2)) & 0xffff : word, test.sum(sum))
          << form << " lane " << lane << " element " << i;
    }
  }
}

TEST(SparseMultiply, MultipliesEveryTypeAndShapeByEverySelector) {
  struct Form {
    SparseCase test;
    int selectors;
  };
  const Form forms[] = {
      {{"f32.f16.f16.f32", 16, 16, half_of, single_of}, 4},
      {{"f16.f16.f16.f16", 16, 16, half_of, half_of}, 4},
      {{"f32.f16.f16.f32", 32, 16, half_of, single_of}, 2},
      {{"f16.f16.f16.f16", 32, 16, half_of, half_of}, 2},
      {{"f32.bf16.bf16.f32", 16, 16, bfloat_of, single_of}, 4},
      {{"f32.bf16.bf16.f32", 32, 16, bfloat_of, single_of}, 2},
      {{"f32.tf32.tf32.f32", 8, 32, single_of, single_of}, 4},
      {{"f32.tf32.tf32.f32", 16, 32, single_of, single_of}, 2},
      {{"s32.s8.s8.s32", 32, 8, whole_of, whole_of}, 2},
      {{"s32.u8.u8.s32", 64, 8, whole_of, whole_of, "", true}, 1},
      {{"s32.s8.s8.s32", 64, 8, whole_of, whole_of, ".satfinite"}, 1},
      {{"s32.s4.s4.s32", 64, 4, whole_of, whole_of}, 2},
      {{"s32.u4.u4.s32", 128, 4, whole_of, whole_of, "", true}, 1},
      {{"f32.e4m3.e4m3.f32", 64, 8, e4m3_of, single_of}, 1},
      {{"f16.e4m3.e4m3.f16", 64, 8, e4m3_of, half_of, ".kind::f8f6f4"}, 1},
      {{"f32.e5m2.e5m2.f32", 64, 8, e5m2_of, single_of}, 1},
  };
  for (const Form& form : forms) {
    for (int selector = 0; selector < form.selectors; ++selector) {
      check_sparse(form.test, false, selector);
      check_sparse(form.test, true, selector);
    }
  }
}

TEST(SparseMultiply, MetadataThatPtxLeavesUndefinedAreAFinding) {
  const auto found = [](const std::string& form, std::uint32_t metadata) {
    SparseWords in;
    for (int lane = 0; lane < 32; ++lane) {
      in.insert(in.end(), {0, 0, 0, 0, 0, 0, metadata});
    }
    std::vector<FindingKind> all;
    run_registers(form, {2, 2, 2, 1}, ", 0", in, 2, false, &all);
    return all;
  };
  const std::string tail = ".sync.aligned.m16n8k16.row.col.f16.f16.f16.f16";
  EXPECT_EQ(found("sp" + tail, 0x1e1e1e1e), std::vector<FindingKind>{});
  EXPECT_EQ(found("sp" + tail, 0x1e1e151e), std::vector{FindingKind::undefined_sync});
  EXPECT_EQ(found("sp::ordered_metadata" + tail, 0xeeeeeeee), std::vector<FindingKind>{});
  EXPECT_EQ(found("sp::ordered_metadata" + tail, 0x1eeeeeee),
            std::vector{FindingKind::undefined_sync});
}

TEST(SparseMultiply, WhatIsLeftOutIsNotMultiplied) {
  // Infinities of B stand where A has its zeros: element 0 and 1 of each chunk are stored.
  SparseWords in;
  for (int lane = 0; lane < 32; ++lane) {
    const std::uint32_t pair = lane % 2 == 0 ? 0x3c003c00 : 0x7c007c00;
    in.insert(in.end(), {0x3c003c00, 0x3c003c00, pair, pair, 0, 0, 0x44444444});
  }
  const SparseWords out = run_registers("sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16",
                                        {2, 2, 2, 1}, ", 0", in, 2, false);
  EXPECT_EQ(out[0], half_of(8) | half_of(8) << 16);
}

TEST(SparseMultiply, FormsThatAreNotInPtxAreOpaque) {
  for (const char* form : {"sp.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16",
                           "sp.sync.aligned.m16n8k16.row.row.f16.f16.f16.f16",
                           "sp.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16"}) {
    std::vector<FindingKind> found;
    run_registers(form, {2, 2, 2, 1}, ", 0", SparseWords(32 * 7), 2, false, &found);
    EXPECT_EQ(found, std::vector{FindingKind::opaque_instruction}) << form;
  }
  std::vector<FindingKind> found;
  run_registers("sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16", {4, 4, 2, 1}, ", 2",
                SparseWords(32 * 11), 2, false, &found);
  EXPECT_EQ(found, std::vector{FindingKind::opaque_instruction});
}

// Four products at once; lanes 4q to 4q + 3 and 4q + 16 to 4q + 19 have product q.
void check_quads(bool a_is_row, bool b_is_row, bool c_is_float, bool d_is_float) {
  SparseNumbers numbers{5};
  double a[4][8][4], b[4][4][8], c[4][8][8];
  for (auto& one : a)
    for (auto& row : one)
      for (double& value : row) value = numbers.next(15) - 7;
  for (auto& one : b)
    for (auto& row : one)
      for (double& value : row) value = numbers.next(15) - 7;
  for (auto& one : c)
    for (auto& row : one)
      for (double& value : row) value = numbers.next(15) - 7;
  const auto sum_place = [](int lane, int i, bool is_float) {
    const int upper = lane < 16 ? 0 : 4;
    if (!is_float) return std::pair{lane % 4 + upper, i};
    return std::pair{(lane & 0b1) + (i & 0b10) + upper, (i & 0b100) + (lane & 0b10) + (i & 0b1)};
  };
  SparseWords in;
  for (int lane = 0; lane < 32; ++lane) {
    const int q = lane % 16 / 4, upper = lane < 16 ? 0 : 4;
    for (int i = 0; i < 4; i += 2) {
      std::uint32_t word = 0;
      for (const int j : {i, i + 1}) {
        const double value = a_is_row ? a[q][lane % 4 + upper][j] : a[q][j + upper][lane % 4];
        word |= half_of(value) << (16 * (j - i));
      }
      in.push_back(word);
    }
    for (int i = 0; i < 4; i += 2) {
      std::uint32_t word = 0;
      for (const int j : {i, i + 1}) {
        const double value = b_is_row ? b[q][lane % 4][j + upper] : b[q][j][lane % 4 + upper];
        word |= half_of(value) << (16 * (j - i));
      }
      in.push_back(word);
    }
    for (int i = 0; i < 8; ++i) {
      const auto [row, column] = sum_place(lane, i, c_is_float);
      const double value = c[q][row][column];
      if (c_is_float) in.push_back(single_of(value));
      if (!c_is_float && i % 2 == 0) in.push_back(half_of(value));
      if (!c_is_float && i % 2 == 1) in.back() |= half_of(value) << 16;
    }
  }
  const auto layout = [](bool is_row) { return std::string(is_row ? "row" : "col"); };
  const auto type = [](bool is_float) { return std::string(is_float ? "f32" : "f16"); };
  const std::string form = "sync.aligned.m8n8k4." + layout(a_is_row) + "." + layout(b_is_row) +
                           "." + type(d_is_float) + ".f16.f16." + type(c_is_float);
  const int sums = d_is_float ? 8 : 4;
  const SparseWords out = run_registers(form, {2, 2, c_is_float ? 8 : 4}, "", in, sums, d_is_float);
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 8; ++i) {
      const auto [row, column] = sum_place(lane, i, d_is_float);
      const int q = lane % 16 / 4;
      double sum = c[q][row][column];
      for (int k = 0; k < 4; ++k) sum += a[q][row][k] * b[q][k][column];
      const std::uint32_t word =
          out[static_cast<std::size_t>(lane * sums + (d_is_float ? i : i / 2))];
      ASSERT_EQ(d_is_float ? word : word >> (16 * (i % 2)) & 0xffff,
                d_is_float ? single_of(sum) : half_of(sum))
          << form << " lane " << lane << " element " << i;
    }
  }
}

TEST(QuadMultiply, VoltasFourProductsInEveryLayout) {
  for (const bool a_is_row : {false, true}) {
    for (const bool b_is_row : {false, true}) {
      check_quads(a_is_row, b_is_row, false, false);
      check_quads(a_is_row, b_is_row, true, true);
      check_quads(a_is_row, b_is_row, false, true);
    }
  }
}

}  // namespace
}  // namespace warplens::machine
