// mma.sync on whole warps, through the machine, against products computed here. Every fragment is
// written out by hand as the PTX ISA's tables have it ("Matrix Fragments for mma.m16n8k16" and the
// like), one formula an operand, so that the layout is stated twice. On an H200 every form of 16,
// 8, 4 and 1 bits and of tf32 gave the product that these layouts stand for.
#include <bit>
#include <cmath>

#include "kernels/machine/machine_test_kit.h"
#include "kernels/machine/operations/operations_rounding.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;
using Words = std::vector<std::uint32_t>;

struct Matrix {
  int rows = 0, columns = 0;
  std::vector<double> values;
  Matrix(int r, int c) : rows(r), columns(c), values(static_cast<std::size_t>(r * c)) {}
  double& at(int row, int column) {
    return values[static_cast<std::size_t>(row * columns + column)];
  }
};

// Small numbers without a pattern, halves among them where `step` allows.
Matrix numbers(int rows, int columns, unsigned seed, int below, double step) {
  Matrix matrix(rows, columns);
  for (double& value : matrix.values) {
    seed = seed * 1664525u + 1013904223u;
    value = (static_cast<int>(seed >> 16) % (2 * below + 1) - below) * step;
  }
  return matrix;
}

Matrix product(Matrix a, Matrix b, Matrix c) {
  for (int i = 0; i < c.rows; ++i)
    for (int j = 0; j < c.columns; ++j)
      for (int k = 0; k < a.columns; ++k) c.at(i, j) += a.at(i, k) * b.at(k, j);
  return c;
}

using Encode = std::uint32_t (*)(double);
std::uint32_t half(double x) { return narrow(x, kF16, Rounding::nearest_even); }
std::uint32_t bfloat(double x) { return narrow(x, kBf16, Rounding::nearest_even); }
std::uint32_t single(double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); }
std::uint32_t whole(double x) { return static_cast<std::uint32_t>(static_cast<std::int32_t>(x)); }

int group(int lane) { return lane >> 2; }
int member(int lane) { return lane % 4; }

// One kernel: lane t's registers are in[t * (a + b + c) ...]; D goes to out.
std::vector<std::uint32_t> run_mma(const std::string& form, int a, int b, int c, int d,
                                   const Words& in, std::uint32_t threads = 32,
                                   std::vector<FindingKind>* found = nullptr,
                                   TensorCores cores = TensorCores::hopper) {
  const auto list = [](const std::string& prefix, int from, int count) {
    std::string text = "{";
    for (int i = 0; i < count; ++i) text += (i ? "," : "") + prefix + std::to_string(from + i);
    return text + "}";
  };
  const bool is_float = form.find("m16n8") != form.npos && form.find(".f32.") != form.npos;
  const std::string sums = is_float ? "%f" : "%r";
  std::string body = "mul.lo.u32 %r2, %r1, " + std::to_string(4 * (a + b + c)) +
                     ";\ncvt.u64.u32 %rd3, %r2;\nadd.u64 %rd3, %rd3, %rd2;\n";
  for (int i = 0; i < a + b + c; ++i) {
    const bool is_sum = i >= a + b;
    body += "ld.global." + std::string(is_sum && is_float ? "f32 " : "u32 ") +
            (is_sum ? sums : "%r") + std::to_string(10 + i) + ", [%rd3+" + std::to_string(4 * i) +
            "];\n";
  }
  body += "mma.sync.aligned." + form + " " + list(sums, 40, d > 4 ? 4 : d) + ", " +
          list("%r", 10, a) + ", " + list("%r", 10 + a, b) + ", " + list(sums, 10 + a + b, c) +
          ";\n";
  std::string text = kernel_text(body);
  if (is_float) {  // registers up to 43
    text.replace(text.find("%f<32>"), 6, "%f<64>");
  }
  std::string store = "mul.lo.u32 %r2, %r1, " + std::to_string(4 * d) +
                      ";\ncvt.u64.u32 %rd3, %r2;\nadd.u64 %rd3, %rd3, %rd1;\n";
  for (int i = 0; i < d; ++i) {
    store += "st.global." + std::string(is_float ? "f32" : "u32") + " [%rd3+" +
             std::to_string(4 * i) + "], " + sums + std::to_string(40 + i) + ";\n";
  }
  text.insert(text.rfind('}'), store);
  Machine machine(parse_text(text));
  machine.options.tensor_cores = cores;
  const auto out = machine.buffer("out", Words(static_cast<std::size_t>(32 * d)));
  machine.buffer("in", in);
  const trace::Trace trace = machine.trace_of({1}, {threads});
  if (found != nullptr) {
    *found = kinds(trace);
  } else {
    EXPECT_EQ(kinds(trace), std::vector<FindingKind>{}) << form;
  }
  return machine.values<std::uint32_t>(out);
}

struct Case {
  std::string form;
  int k;
  Encode encode;
  int step;  // elements a register
  Encode sum;
  double scale;  // of the numbers: exact in every type of the case
};

// m16n8kK with elements of 16 or 32 bits: PTX ISA's tables for .f16/.bf16 and .tf32.
void check(const Case& test) {
  Matrix a = numbers(16, test.k, 1, 8, test.scale);
  Matrix b = numbers(test.k, 8, 2, 8, test.scale);
  Matrix c = numbers(16, 8, 3, 8, test.scale);
  Matrix d = product(a, b, c);
  const bool packs_sums = test.sum == half;
  Words in;
  for (int lane = 0; lane < 32; ++lane) {
    const int g = group(lane), m = member(lane);
    const auto pack = [&](double low, double high) {
      return test.encode(low) | test.encode(high) << 16;
    };
    if (test.step == 2) {
      // a0,a1: (g, 2m), a2,a3: (g + 8, 2m), a4,a5: (g, 2m + 8), a6,a7: (g + 8, 2m + 8)
      for (int right = 0; right < test.k; right += 8) {
        in.push_back(pack(a.at(g, 2 * m + right), a.at(g, 2 * m + 1 + right)));
        in.push_back(pack(a.at(g + 8, 2 * m + right), a.at(g + 8, 2 * m + 1 + right)));
      }
      for (int down = 0; down < test.k; down += 8) {
        in.push_back(pack(b.at(2 * m + down, g), b.at(2 * m + 1 + down, g)));
      }
    } else {
      for (int right = 0; right < test.k; right += 4) {
        in.push_back(test.encode(a.at(g, m + right)));
        in.push_back(test.encode(a.at(g + 8, m + right)));
      }
      for (int down = 0; down < test.k; down += 4) in.push_back(test.encode(b.at(m + down, g)));
    }
    for (const int row : {g, g + 8}) {
      if (packs_sums) {
        in.push_back(half(c.at(row, 2 * m)) | half(c.at(row, 2 * m + 1)) << 16);
      } else {
        in.push_back(test.sum(c.at(row, 2 * m)));
        in.push_back(test.sum(c.at(row, 2 * m + 1)));
      }
    }
  }
  const int a_registers = test.k * test.step == 0 ? 0 : 16 * test.k / (32 * test.step);
  const int sums = packs_sums ? 2 : 4;
  const Words out = run_mma(test.form, a_registers, a_registers / 2, sums, sums, in);
  for (int lane = 0; lane < 32; ++lane) {
    const int g = group(lane), m = member(lane);
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t want = test.sum(d.at(g + 8 * (i / 2), 2 * m + i % 2));
      const std::uint32_t word =
          out[static_cast<std::size_t>(lane * sums + (packs_sums ? i / 2 : i))];
      const std::uint32_t got = packs_sums ? word >> (16 * (i % 2)) & 0xffff : word;
      ASSERT_EQ(got, want) << test.form << " lane " << lane << " element " << i;
    }
  }
}

TEST(MatrixMultiply, MultipliesEverySixteenBitAndTf32Shape) {
  check({"m16n8k8.row.col.f32.f16.f16.f32", 8, half, 2, single, 0.5});
  check({"m16n8k16.row.col.f32.f16.f16.f32", 16, half, 2, single, 0.5});
  check({"m16n8k8.row.col.f16.f16.f16.f16", 8, half, 2, half, 0.5});
  check({"m16n8k16.row.col.f16.f16.f16.f16", 16, half, 2, half, 0.5});
  check({"m16n8k8.row.col.f32.bf16.bf16.f32", 8, bfloat, 2, single, 0.5});
  check({"m16n8k16.row.col.f32.bf16.bf16.f32", 16, bfloat, 2, single, 0.5});
  check({"m16n8k4.row.col.f32.tf32.tf32.f32", 4, single, 1, single, 0.125});
  check({"m16n8k8.row.col.f32.tf32.tf32.f32", 8, single, 1, single, 0.125});
}

// 16 products of 2^-25, which Hopper adds to 1 and Ampere cuts off.
TEST(MatrixMultiply, SumsAsTheArchitecturesTensorCoresDo) {
  const std::uint32_t a = half(0x1p-12) * 0x10001, b = half(0x1p-13) * 0x10001;
  Words in;
  for (int lane = 0; lane < 32; ++lane) {
    in.insert(in.end(), {a, a, a, a, b, b});
    in.insert(in.end(), 4, single(1));
  }
  const std::string form = "m16n8k16.row.col.f32.f16.f16.f32";
  EXPECT_EQ(run_mma(form, 4, 2, 4, 4, in), Words(128, single(1 + 0x1p-21)));
  EXPECT_EQ(run_mma(form, 4, 2, 4, 4, in, 32, nullptr, TensorCores::ampere), Words(128, single(1)));
}

TEST(MatrixMultiply, MultipliesSignedBytes) {
  Matrix a = numbers(16, 32, 4, 127, 1), b = numbers(32, 8, 5, 127, 1), c = numbers(16, 8, 6, 9, 1);
  const Matrix d = product(a, b, c);
  Words in;
  const auto bytes = [](auto element) {
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i) word |= (whole(element(i)) & 0xff) << (8 * i);
    return word;
  };
  for (int lane = 0; lane < 32; ++lane) {
    const int g = group(lane), m = member(lane);
    for (const int right : {0, 16})
      for (const int down : {0, 8})
        in.push_back(bytes([&](int i) { return a.at(g + down, 4 * m + i + right); }));
    for (const int down : {0, 16})
      in.push_back(bytes([&](int i) { return b.at(4 * m + i + down, g); }));
    for (const int row : {g, g + 8})
      for (const int i : {0, 1}) in.push_back(whole(c.at(row, 2 * m + i)));
  }
  const Words out = run_mma("m16n8k32.row.col.s32.s8.s8.s32", 4, 2, 4, 4, in);
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 4; ++i) {
      const int row = group(lane) + 8 * (i / 2), column = 2 * member(lane) + i % 2;
      EXPECT_EQ(out[static_cast<std::size_t>(lane * 4 + i)],
                whole(d.values[static_cast<std::size_t>(row * 8 + column)]));
    }
  }
}

TEST(MatrixMultiply, SaturatesSumsOnlyWhenAsked) {
  // m8n8k16: a single register of A and B, all bytes 127; C at the top of the range.
  Words in;
  for (int lane = 0; lane < 32; ++lane)
    in.insert(in.end(), {0x7f7f7f7f, 0x7f7f7f7f, 0x7fffffff, 0});
  const Words wrapped = run_mma("m8n8k16.row.col.s32.s8.s8.s32", 1, 1, 2, 2, in);
  const Words clamped = run_mma("m8n8k16.row.col.satfinite.s32.s8.s8.s32", 1, 1, 2, 2, in);
  const std::uint32_t sum = 16 * 127 * 127;
  EXPECT_EQ(wrapped[0], 0x7fffffffu + sum);
  EXPECT_EQ(clamped[0], 0x7fffffffu);
  EXPECT_EQ(clamped[1], sum);
}

TEST(MatrixMultiply, CountsBits) {
  Words in;
  for (int lane = 0; lane < 32; ++lane) in.insert(in.end(), {0xffff0000, 0x00ffff00, 5, 6});
  EXPECT_EQ(run_mma("m8n8k128.row.col.s32.b1.b1.s32.xor.popc", 1, 1, 2, 2, in)[0], 4u * 16 + 5);
  EXPECT_EQ(run_mma("m8n8k128.row.col.s32.b1.b1.s32.and.popc", 1, 1, 2, 2, in)[1], 4u * 8 + 6);
}

TEST(MatrixMultiply, OfLessThanAWarpIsAFinding) {
  std::vector<FindingKind> found;
  run_mma("m8n8k16.row.col.s32.s8.s8.s32", 1, 1, 2, 2, Words(128), 16, &found);
  EXPECT_EQ(found, std::vector{FindingKind::undefined_sync});
}

TEST(MatrixMultiply, FormsThatAreNotModelledAreOpaque) {
  std::vector<FindingKind> found;
  for (const char* form : {"m8n8k4.row.col.f16.f16.f16.f32", "m16n8k16.row.row.f32.f16.f16.f32",
                           "m16n8k16.row.col.f16.bf16.bf16.f16", "m16n8k32.row.col.f32.f16.f16.f32",
                           "m16n8k16.row.col.s32.s8.u4.s32"}) {
    run_mma(form, 1, 1, 2, 2, Words(128), 32, &found);
    EXPECT_EQ(found, std::vector{FindingKind::opaque_instruction}) << form;
  }
}

TEST(MatrixMultiply, OfDoublesIsAChainOfFusedSteps) {
  // m8n8k4: a lane has A(group, member), B(member, group) and C(group, 2·member + {0, 1}).
  const std::string body =
      "mul.wide.u32 %rd3, %r1, 32;\nadd.u64 %rd4, %rd2, %rd3;\nadd.u64 %rd5, %rd1, %rd3;\n"
      "ld.global.f64 %d1, [%rd4];\nld.global.f64 %d2, [%rd4+8];\nld.global.f64 %d3, [%rd4+16];\n"
      "ld.global.f64 %d4, [%rd4+24];\n"
      "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d5,%d6}, {%d1}, {%d2}, {%d3,%d4};\n"
      "st.global.f64 [%rd5], %d5;\nst.global.f64 [%rd5+8], %d6;\n";
  Matrix a = numbers(8, 4, 7, 1000, 1e-3), b = numbers(4, 8, 8, 1000, 1e-3),
         c = numbers(8, 8, 9, 1000, 1e-3);
  std::vector<double> in;
  for (int lane = 0; lane < 32; ++lane) {
    const int g = group(lane), m = member(lane);
    in.insert(in.end(), {a.at(g, m), b.at(m, g), c.at(g, 2 * m), c.at(g, 2 * m + 1)});
  }
  Machine machine(parse_text(kernel_text(body)));
  const auto out = machine.buffer("out", std::vector<double>(128));
  machine.buffer("in", in);
  EXPECT_EQ(kinds(machine.trace_of({1}, {32})), std::vector<FindingKind>{});
  const auto values = machine.values<double>(out);
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 2; ++i) {
      const int row = group(lane), column = 2 * member(lane) + i;
      double sum = c.at(row, column);
      for (int k = 0; k < 4; ++k) sum = std::fma(a.at(row, k), b.at(k, column), sum);
      EXPECT_EQ(values[static_cast<std::size_t>(lane * 4 + i)], sum);
    }
  }
}

}  // namespace
}  // namespace warplens::machine
