// wmma.load, wmma.mma and wmma.store through the machine. Matrices are laid out in memory by row
// and column here, multiplied here, and compared where wmma.store puts them; which lane holds which
// element is written out by hand.
#include <bit>
#include <cmath>

#include "kernels/machine/machine_test_kit.h"
#include "kernels/machine/operations/operations_rounding.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;
using Bytes = std::vector<std::uint8_t>;

struct WmmaType {
  std::string name;
  int bits;
  std::uint64_t (*encode)(double);
  double (*decode)(std::uint64_t);
};
const WmmaType kHalfType{
    "f16", 16, [](double x) { return std::uint64_t{narrow(x, kF16, Rounding::nearest_even)}; },
    [](std::uint64_t bits) {
      const int exponent = static_cast<int>(bits >> 10 & 31), fraction = bits & 1023;
      const double size =
          exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
      return (bits >> 15) != 0 ? -size : size;
    }};
std::uint64_t single_bits(double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); }
double of_single(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
const WmmaType kBfloatType{"bf16", 16, [](double x) { return single_bits(x) >> 16; },
                           [](std::uint64_t bits) { return of_single(bits << 16); }};
const WmmaType kTf32Type{"tf32", 32, single_bits, of_single};
const WmmaType kSingleType{"f32", 32, single_bits, of_single};
const WmmaType kDoubleType{"f64", 64, [](double x) { return std::bit_cast<std::uint64_t>(x); },
                           [](std::uint64_t bits) { return std::bit_cast<double>(bits); }};
std::uint64_t whole_bits(double x) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
}
double of_int(std::uint64_t bits) { return static_cast<std::int32_t>(bits); }
const WmmaType kIntType{"s32", 32, whole_bits, of_int};
const WmmaType kSignedBytes{"s8", 8, whole_bits, of_int};
const WmmaType kBytes{"u8", 8, [](double x) { return whole_bits(std::abs(x)); }, of_int};
const WmmaType kNibbles{"s4", 4, whole_bits, of_int};
const WmmaType kUnsignedNibbles{"u4", 4, [](double x) { return whole_bits(std::abs(x)); }, of_int};
const WmmaType kSingleBits{"b1", 1, [](double x) { return whole_bits(x) & 1; }, of_int};

// A matrix and how it lies in memory.
struct Stored {
  const WmmaType* type;
  int rows, columns;
  bool is_row_major;
  int stride;
  std::vector<std::uint64_t> values;

  Stored(const WmmaType& t, int r, int c, bool row_major, int extra, unsigned seed)
      : type(&t),
        rows(r),
        columns(c),
        is_row_major(row_major),
        stride((row_major ? c : r) + extra),
        values(static_cast<std::size_t>(r * c)) {
    for (auto& value : values) {
      seed = seed * 1664525u + 1013904223u;
      value = t.encode(static_cast<int>(seed >> 16) % 7 - 3) & mask();
    }
  }
  [[nodiscard]] std::uint64_t mask() const { return ~0ull >> (64 - type->bits); }
  [[nodiscard]] std::uint64_t& at(int row, int column) {
    return values[static_cast<std::size_t>(row * columns + column)];
  }
  [[nodiscard]] std::size_t place(int row, int column) const {
    return static_cast<std::size_t>(is_row_major ? row * stride + column : column * stride + row);
  }
  [[nodiscard]] double number(int row, int column) {
    const std::uint64_t bits = at(row, column);
    const bool is_negative = type->name[0] == 's' && (bits >> (type->bits - 1) & 1) != 0;
    return type->decode(is_negative ? bits | ~mask() : bits);
  }
  [[nodiscard]] Bytes bytes() {
    Bytes all(
        (static_cast<std::size_t>(stride * (is_row_major ? rows : columns) * type->bits) + 7) / 8);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) put(all, i, j, at(i, j));
    }
    return all;
  }
  void put(Bytes& all, int row, int column, std::uint64_t value) const {
    for (int bit = 0; bit < type->bits; ++bit) {
      const std::size_t to =
          place(row, column) * static_cast<std::size_t>(type->bits) + static_cast<std::size_t>(bit);
      all[to / 8] = static_cast<std::uint8_t>(all[to / 8] & ~(1u << to % 8)) |
                    static_cast<std::uint8_t>((value >> bit & 1) << to % 8);
    }
  }
};

std::string wmma_registers(const std::string& prefix, int from, int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i) text += (i ? "," : "") + prefix + std::to_string(from + i);
  return text + "}";
}

enum class Place { global, generic, shared };

struct Product {
  std::string shape;
  int m, n, k;
  const WmmaType *factor, *c_type, *d_type;
  int a_registers, b_registers, sums_c, sums_d;
  std::string operation = {};  // of single bits
  std::string types = {};      // as wmma.mma writes them, where there are more than D and C
};

std::string product_types(const Product& product) {
  if (product.factor == &kHalfType) return product.d_type->name + "." + product.c_type->name;
  return (product.factor == &kDoubleType ? "rn." : "") + product.d_type->name + "." +
         product.factor->name + "." + product.factor->name + "." + product.c_type->name;
}

std::string sum_registers(const WmmaType& type, int from, int count) {
  return wmma_registers(&type == &kDoubleType   ? "%d"
                        : &type == &kSingleType ? "%f"
                                                : "%r",
                        from, count);
}

// Copies `bytes` of `in` to shared memory, or back.
std::string copy_to_shared(std::size_t from, std::size_t bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes; at += 4) {
    const std::string place = std::to_string(from + at);
    text +=
        "ld.global.u32 %r60, [%rd2+" + place + "];\nst.shared.u32 [tile+" + place + "], %r60;\n";
  }
  return text + "bar.sync 0;\n";
}

double expected_sum(const Product& product, Stored& a, Stored& b, Stored& c, int row, int column) {
  double sum = c.number(row, column);
  for (int i = 0; i < product.k; ++i) {
    const double x = a.number(row, i), y = b.number(i, column);
    sum += product.operation == ".xor.popc"   ? (x != y ? 1 : 0)
           : product.operation == ".and.popc" ? (x != 0 && y != 0 ? 1 : 0)
                                              : x * y;
  }
  return sum;
}

struct Layouts {
  bool a, b, c;  // row-major
  int extra;     // of the stride
  Place place;
};

void check_wmma(const Product& product, const Layouts& layouts) {
  Stored a(*product.factor, product.m, product.k, layouts.a, layouts.extra, 1);
  Stored b(*product.factor, product.k, product.n, layouts.b, layouts.extra, 2);
  Stored c(*product.c_type, product.m, product.n, layouts.c, layouts.extra, 3);
  Stored d(*product.d_type, product.m, product.n, !layouts.c, layouts.extra, 4);
  Bytes in;
  std::vector<std::size_t> begins;
  for (Stored* matrix : {&a, &b, &c}) {
    in.resize((in.size() + 31) / 32 * 32);
    begins.push_back(in.size());
    const Bytes own = matrix->bytes();
    in.insert(in.end(), own.begin(), own.end());
  }
  in.resize((in.size() + 31) / 32 * 32);
  const bool is_shared = layouts.place == Place::shared;
  const std::string space = is_shared ? ".shared" : layouts.place == Place::global ? ".global" : "";
  const std::string base = is_shared ? "tile" : "%rd2";
  const auto layout = [](bool is_row) { return std::string(is_row ? ".row" : ".col"); };
  const auto load = [&](const char* which, Stored& matrix, std::size_t begin,
                        const std::string& registers) {
    return "mov.u32 %r61, " + std::to_string(matrix.stride) + ";\nwmma.load." + which +
           ".sync.aligned" + layout(matrix.is_row_major) + "." + product.shape + space + "." +
           matrix.type->name + " " + registers + ", [" + base + "+" + std::to_string(begin) +
           "], %r61;\n";
  };
  const std::string factors = product.factor == &kDoubleType ? "%d" : "%r";
  const std::string ra = wmma_registers(factors, 10, product.a_registers);
  const std::string rb =
      wmma_registers(factors, product.factor == &kDoubleType ? 11 : 20, product.b_registers);
  const std::string rc =
      sum_registers(*product.c_type, product.factor == &kDoubleType ? 12 : 16 + 14, product.sums_c);
  std::string c_list = rc,
              d_list = sum_registers(*product.d_type, product.factor == &kDoubleType ? 14 : 20 + 20,
                                     product.sums_d);
  if (product.c_type == &kSingleType) c_list = sum_registers(kSingleType, 0, 8);
  if (product.d_type == &kSingleType) d_list = sum_registers(kSingleType, 8, 8);
  const std::string body =
      (is_shared ? copy_to_shared(0, in.size()) : "") + load("a", a, begins[0], ra) +
      load("b", b, begins[1], rb) + load("c", c, begins[2], c_list) + "wmma.mma" +
      product.operation + ".sync.aligned" + layout(layouts.a) + layout(layouts.b) + "." +
      product.shape + "." + product_types(product) + " " + d_list + ", " + ra + ", " + rb + ", " +
      c_list + ";\nwmma.store.d.sync.aligned" + layout(d.is_row_major) + "." + product.shape +
      (layouts.place == Place::generic ? "." : ".global.") + d.type->name + " [%rd1], " + d_list +
      ", " + std::to_string(d.stride) + ";\n";
  std::string text = kernel_text(body);
  text.replace(text.find("tile[1024]"), 10, "tile[16384]");
  Machine machine(parse_text(text));
  const Bytes untouched(d.bytes().size(), 0xee);
  const auto out = machine.buffer("out", untouched);
  machine.buffer("in", in);
  ASSERT_EQ(kinds(machine.trace_of({1}, {32})), std::vector<FindingKind>{}) << body;
  Bytes want = untouched;
  for (int i = 0; i < product.m; ++i) {
    for (int j = 0; j < product.n; ++j) {
      d.put(want, i, j, product.d_type->encode(expected_sum(product, a, b, c, i, j)));
    }
  }
  EXPECT_EQ(machine.values<std::uint8_t>(out), want) << body;
}

std::vector<Product> products_of(const std::string& shape, int m, int n, int k) {
  const int a = m * k / 64, b = n * k / 64, bytes_a = m * k / 128, bytes_b = n * k / 128;
  return {{shape, m, n, k, &kHalfType, &kSingleType, &kSingleType, 8, 8, 8, 8},
          {shape, m, n, k, &kHalfType, &kHalfType, &kHalfType, 8, 8, 4, 4},
          {shape, m, n, k, &kHalfType, &kSingleType, &kHalfType, 8, 8, 8, 4},
          {shape, m, n, k, &kHalfType, &kHalfType, &kSingleType, 8, 8, 4, 8},
          {shape, m, n, k, &kBfloatType, &kSingleType, &kSingleType, a, b, 8, 8},
          {shape, m, n, k, &kSignedBytes, &kIntType, &kIntType, bytes_a, bytes_b, 8, 8},
          {shape, m, n, k, &kBytes, &kIntType, &kIntType, bytes_a, bytes_b, 8, 8}};
}

void check_layouts(const Product& product) {
  for (const Place place : {Place::global, Place::generic, Place::shared}) {
    for (int bits = 0; bits < 8; ++bits) {
      const int extra = bits == 0 ? 0 : 128 / product.factor->bits;
      check_wmma(product, {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, extra, place});
    }
  }
}

TEST(Wmma, MultipliesEveryShapeOf16And8BitFactorsInEveryLayoutAndSpace) {
  for (const Product& product : products_of("m16n16k16", 16, 16, 16)) check_layouts(product);
  for (const Product& product : products_of("m32n8k16", 32, 8, 16)) check_layouts(product);
  for (const Product& product : products_of("m8n32k16", 8, 32, 16)) check_layouts(product);
}

TEST(Wmma, MultipliesTf32AndDoubles) {
  check_layouts({"m16n16k8", 16, 16, 8, &kTf32Type, &kSingleType, &kSingleType, 4, 4, 8, 8});
  check_layouts({"m8n8k4", 8, 8, 4, &kDoubleType, &kDoubleType, &kDoubleType, 1, 1, 2, 2});
}

TEST(Wmma, MultipliesNibblesAndCountsBits) {
  std::vector<Product> products = {
      {"m8n8k32", 8, 8, 32, &kNibbles, &kIntType, &kIntType, 1, 1, 2, 2},
      {"m8n8k32", 8, 8, 32, &kUnsignedNibbles, &kIntType, &kIntType, 1, 1, 2, 2},
      {"m8n8k128", 8, 8, 128, &kSingleBits, &kIntType, &kIntType, 1, 1, 2, 2, ".xor.popc"},
      {"m8n8k128", 8, 8, 128, &kSingleBits, &kIntType, &kIntType, 1, 1, 2, 2, ".and.popc"}};
  for (const Product& product : products) {
    for (const Place place : {Place::global, Place::generic, Place::shared}) {
      for (const bool is_row : {false, true}) {
        check_wmma(product, {true, false, is_row, 128, place});
      }
    }
  }
}

// wmma.load into eight registers a lane: out[lane * 8 + r].
std::vector<std::uint32_t> loaded(const std::string& form, const std::vector<std::uint16_t>& in,
                                  int stride, trace::Trace* trace = nullptr) {
  std::string body = "wmma.load." + form + " " + wmma_registers("%r", 10, 8) + ", [%rd2], " +
                     std::to_string(stride) +
                     ";\nmul.wide.u32 %rd3, %r1, 32;\nadd.u64 %rd3, %rd3, %rd1;\n";
  for (int i = 0; i < 8; ++i) {
    body +=
        "st.global.u32 [%rd3+" + std::to_string(4 * i) + "], %r" + std::to_string(10 + i) + ";\n";
  }
  Machine machine(parse_text(kernel_text(body)));
  const auto out = machine.buffer("out", std::vector<std::uint32_t>(256));
  machine.buffer("in", in);
  trace::Trace own = machine.trace_of({1}, {32});
  EXPECT_EQ(kinds(own), std::vector<FindingKind>{});
  if (trace != nullptr) *trace = std::move(own);
  return machine.values<std::uint32_t>(out);
}

// The number of each place, so that a register says what it holds.
std::vector<std::uint16_t> numbered(std::size_t count) {
  std::vector<std::uint16_t> in(count);
  for (std::size_t i = 0; i < count; ++i) in[i] = static_cast<std::uint16_t>(i);
  return in;
}

TEST(Wmma, FragmentsOfSixteenBySixteenAreThoseOfMma) {
  for (const bool is_row : {true, false}) {
    const std::string layout = is_row ? "row" : "col";
    const auto place = [&](int row, int column) {
      return static_cast<std::uint32_t>(is_row ? row * 24 + column : column * 24 + row);
    };
    const auto a = loaded("a.sync.aligned." + layout + ".m16n16k16.f16", numbered(16 * 24), 24);
    const auto b = loaded("b.sync.aligned." + layout + ".m16n16k16.f16", numbered(16 * 24), 24);
    for (int lane = 0; lane < 32; ++lane) {
      const int g = lane / 4, m = lane % 4;
      for (int copy = 0; copy < 2; ++copy) {
        const auto at = [&](const auto& out, int r) {
          return out[static_cast<std::size_t>(lane * 8 + 4 * copy + r)];
        };
        // a0 a1 a2 a3 of mma.m16n8k16; b0 b1 of columns 0 to 7, then of 8 to 15.
        for (int r = 0; r < 4; ++r) {
          const int down = r % 2 * 8, along = r / 2 * 8;
          EXPECT_EQ(at(a, r), place(g + down, 2 * m + along) | place(g + down, 2 * m + 1 + along)
                                                                   << 16);
          EXPECT_EQ(at(b, r), place(2 * m + down, g + along) | place(2 * m + 1 + down, g + along)
                                                                   << 16);
        }
      }
    }
  }
}

// What wmma.load asks of memory, as (first lane's offset, second's, fifth's) of each event.
using Offsets = std::vector<std::array<std::uint64_t, 3>>;
Offsets accesses_of(const std::string& form, std::size_t* width = nullptr) {
  trace::Trace trace;
  loaded(form, numbered(16 * 24), 24, &trace);
  Offsets offsets;
  std::uint64_t first = ~0ull;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const trace::EventView event = trace.events.view(i);
    const trace::Site& site = trace.sites[event.site];
    if (site.ptx.find("wmma.load") == std::string::npos) continue;
    if (width != nullptr) *width = site.width;
    first = std::min(first, event.address[0]);
    offsets.push_back({event.address[0], event.address[1], event.address[4]});
  }
  for (auto& one : offsets)
    for (auto& address : one) address -= first;
  return offsets;
}

TEST(Wmma, LoadsFromGlobalMemoryAreOneAccessARegister) {
  // Four bytes a lane; rows are 48 bytes apart.
  std::size_t width = 0;
  EXPECT_EQ(accesses_of("a.sync.aligned.row.m16n16k16.global.f16", &width),
            (Offsets{{0, 4, 48}, {384, 388, 432}, {16, 20, 64}, {400, 404, 448}}));
  EXPECT_EQ(width, 4u);
  // Columns are loaded as they lie, and turned.
  EXPECT_EQ(accesses_of("a.sync.aligned.col.m16n16k16.global.f16"),
            (Offsets{{0, 4, 48}, {16, 20, 64}, {384, 388, 432}, {400, 404, 448}}));
}

TEST(Wmma, OfLessThanAWarpIsAFinding) {
  Machine machine(parse_text(
      kernel_text("wmma.load.c.sync.aligned.row.m8n8k32.global.s32 {%r10,%r11}, [%rd2];\n")));
  machine.buffer("out", std::vector<int>(64));
  machine.buffer("in", std::vector<int>(64));
  EXPECT_EQ(kinds(machine.trace_of({1}, {16})), std::vector{FindingKind::undefined_sync});
}

TEST(Wmma, ReachesNoFurtherThanItsMatrix) {
  const auto found = [](int elements) {
    Machine machine(parse_text(
        kernel_text("wmma.load.c.sync.aligned.row.m8n8k32.global.s32 {%r10,%r11}, [%rd2], 10;\n")));
    machine.buffer("out", std::vector<int>(64));
    machine.buffer("in", std::vector<int>(static_cast<std::size_t>(elements)));
    return kinds(machine.trace_of({1}, {32}));
  };
  EXPECT_EQ(found(78), std::vector<FindingKind>{});
  EXPECT_EQ(found(77), std::vector{FindingKind::out_of_bounds});
}

TEST(Wmma, FormsThatAreNotInPtxAreOpaque) {
  for (const char* form :
       {"wmma.load.a.sync.aligned.row.m16n16k16.global.f32 {%r10,%r11}, [%rd2];",
        "wmma.load.b.sync.aligned.row.m8n8k32.global.s4 {%r10}, [%rd2];",
        "wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 {%r10,%r11}, [%rd2];",
        "wmma.load.a.sync.aligned.row.m8n8k4.local.f64 {%d1}, [%rd2];",
        "wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.u4.s32 {%r10,%r11}, {%r12}, {%r13}, "
        "{%r14,%r15};",
        "wmma.mma.sync.aligned.row.row.m8n8k32.s32.s4.s4.s32 {%r10,%r11}, {%r12}, {%r13}, "
        "{%r14,%r15};",
        "wmma.mma.sync.aligned.row.col.m8n8k4.rz.f64.f64.f64.f64 {%d1,%d2}, {%d3}, {%d4}, "
        "{%d5,%d6};"}) {
    Machine machine(parse_text(kernel_text(form)));
    machine.buffer("out", std::vector<int>(64));
    machine.buffer("in", std::vector<int>(64));
    EXPECT_EQ(kinds(machine.trace_of({1}, {32})), std::vector{FindingKind::opaque_instruction})
        << form;
  }
}

}  // namespace
}  // namespace warplens::machine
