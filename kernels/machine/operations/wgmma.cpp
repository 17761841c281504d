#include "kernels/machine/operations/wgmma.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "kernels/base/dim3.h"
#include "kernels/machine/operations/operations_narrow_float.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"
#include "kernels/machine/operations/run_loop.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;
using Multiply = WgmmaMultiply;

constexpr std::uint32_t kPanel = 8;        // rows of A or columns of B that are widened at a time
constexpr std::uint32_t kMostDepth = 256;  // of single bits
constexpr std::uint32_t kPanelBytes = kPanel * Multiply::kDepthBytes * 2;
constexpr std::uint32_t kMostElements = kPanel * kMostDepth;

bool is_float8(MatrixElement element) { return element == e4m3 || element == e5m2; }

bool is_byte(MatrixElement element) { return element == s8 || element == u8; }

// Values of a panel's elements, as they lie in memory.
template <class Bits, class Widen>
struct WidenPanel {
  WARPLENS_INLINE static void run(const std::byte* from, std::size_t bytes, double sign,
                                  double* to) {
    for (std::size_t i = 0; i < bytes / sizeof(Bits); ++i) {
      Bits bits;
      std::memcpy(&bits, from + i * sizeof(Bits), sizeof bits);
      to[i] = sign * double{Widen{}(bits)};
    }
  }
};

// widen(Half) without a branch, so that several are widened at once.
struct WidenHalf {
  WARPLENS_INLINE float operator()(std::uint16_t bits) const {
    const std::uint32_t magnitude = std::uint32_t{bits & 0x7fffu} << 13;
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
    const std::uint32_t open = magnitude >= 0x0f800000u ? 0x7f800000u | magnitude : 0;
    const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16;
    return std::bit_cast<float>(sign | open | std::bit_cast<std::uint32_t>(scaled));
  }
};
struct WidenBFloat {
  WARPLENS_INLINE float operator()(std::uint16_t bits) const {
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
  }
};
struct WidenTf32 {  // the low 13 bits are not looked at
  WARPLENS_INLINE float operator()(std::uint32_t bits) const {
    return std::bit_cast<float>(bits & 0xffffe000u);
  }
};
template <NarrowFloat kFormat>
struct WidenFloat8 {
  float operator()(std::uint8_t bits) const {
    static const std::array<float, 256> kValues = [] {
      std::array<float, 256> values{};
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = widen(kFormat, static_cast<std::uint8_t>(i));
      }
      return values;
    }();
    return kValues[bits];
  }
};

template <class Byte>
struct WidenByte {
  WARPLENS_INLINE float operator()(std::uint8_t bits) const { return static_cast<Byte>(bits); }
};

void widen_bits(const std::byte* from, std::size_t bytes, double, double* to) {
  for (std::size_t i = 0; i < bytes * 8; ++i) {
    to[i] = static_cast<double>(static_cast<std::uint32_t>(from[i / 8]) >> (i % 8) & 1);
  }
}

using WidenFunction = void (*)(const std::byte* from, std::size_t bytes, double sign, double* to);
WidenFunction widen_function(MatrixElement element) {
  switch (element) {
    case f16:
      return run_loop<WidenPanel<std::uint16_t, WidenHalf>, const std::byte*, std::size_t, double,
                      double*>;
    case bf16:
      return run_loop<WidenPanel<std::uint16_t, WidenBFloat>, const std::byte*, std::size_t, double,
                      double*>;
    case tf32:
      return run_loop<WidenPanel<std::uint32_t, WidenTf32>, const std::byte*, std::size_t, double,
                      double*>;
    case s8:
      return WidenPanel<std::uint8_t, WidenByte<std::int8_t>>::run;
    case u8:
      return WidenPanel<std::uint8_t, WidenByte<std::uint8_t>>::run;
    case b1:
      return widen_bits;
    case e4m3:
      return WidenPanel<std::uint8_t, WidenFloat8<NarrowFloat::e4m3>>::run;
    default:
      return WidenPanel<std::uint8_t, WidenFloat8<NarrowFloat::e5m2>>::run;
  }
}

// sums[row][column] of 16 rows of A and a panel of B, k ascending.
struct MultiplyPanel {
  WARPLENS_INLINE static void run(const double* a, const double* b, std::uint32_t depth,
                                  double* sums) {
    for (std::uint32_t row = 0; row < Multiply::kRows; ++row) {
      double sum[kPanel] = {};
      for (std::uint32_t k = 0; k < depth; ++k) {
        for (std::uint32_t j = 0; j < kPanel; ++j) sum[j] += a[row * depth + k] * b[k * kPanel + j];
      }
      for (std::uint32_t j = 0; j < kPanel; ++j) sums[row * kPanel + j] = sum[j];
    }
  }
};

// The same of a sparse A, whose stored elements stand at `places` along k.
void multiply_sparse_panel(const double* a, const double* b, const std::uint8_t* places,
                           std::uint32_t stored, double* sums) {
  for (std::uint32_t row = 0; row < Multiply::kRows; ++row) {
    double sum[kPanel] = {};
    for (std::uint32_t i = 0; i < stored; ++i) {
      const double* const column = b + places[row * stored + i] * kPanel;
      for (std::uint32_t j = 0; j < kPanel; ++j) sum[j] += a[row * stored + i] * column[j];
    }
    for (std::uint32_t j = 0; j < kPanel; ++j) sums[row * kPanel + j] = sum[j];
  }
}

// Element j of 8 columns, for all lanes: as they are numbered, sums lie two apart from lane to
// lane.
std::uint32_t first_sum(std::uint32_t j) { return j / 2 * 8 * kPanel + j % 2; }

struct StoreSingles {
  WARPLENS_INLINE static void run(const double* sums, bool adds, float* d) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const double old = adds ? double{d[lane]} : 0.0;
      d[lane] = canonical(static_cast<float>(sums[2 * lane] + old));
    }
  }
};

void store_halves(const double* sums, bool adds, std::uint32_t* d) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    std::uint32_t word = 0;
    for (std::uint32_t j = 0; j < 2; ++j) {
      const Half old{static_cast<std::uint16_t>(d[lane] >> (16 * j))};
      const double value = sums[2 * lane + j] + (adds ? double{widen(old)} : 0.0);
      word |= narrow(value, kF16, Rounding::nearest_even) << (16 * j);
    }
    d[lane] = word;
  }
}

void store_integers(const double* sums, bool adds, bool saturates, std::int32_t* d) {
  using Limits = std::numeric_limits<std::int32_t>;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    auto sum = static_cast<std::int64_t>(sums[2 * lane]) + (adds ? d[lane] : 0);
    if (saturates) sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
    d[lane] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
  }
}

class WgmmaProduct {
 public:
  WgmmaProduct(const Multiply& multiply, bool adds, const std::uint8_t* places, std::byte* frame)
      : multiply_(&multiply), adds_(adds), places_(places), frame_(frame) {}

  void run(const std::byte* a, const std::byte* b) {
    widen_rows(a);
    for (std::uint32_t panel = 0; panel < multiply_->columns / kPanel; ++panel) {
      widen_columns(b, panel);
      if (multiply_->sparsity) {
        multiply_sparse_panel(a_, b_, places_, multiply_->stored_depth(), sums_);
      } else {
        run_loop<MultiplyPanel, const double*, const double*, std::uint32_t, double*>(
            a_, b_, multiply_->depth, sums_);
      }
      store(panel);
    }
  }

 private:
  void widen_rows(const std::byte* chunks) {
    const WidenFunction widen_panel = widen_function(multiply_->a);
    const std::uint32_t depth = multiply_->stored_depth();
    for (std::uint32_t panel = 0; panel < Multiply::kRows / kPanel; ++panel) {
      constexpr std::uint32_t kBytes = kPanel * Multiply::kDepthBytes;
      gather(chunks, panel, Multiply::kRows / kPanel, kBytes, multiply_->a_is_mn_major);
      double* const rows = a_ + panel * kPanel * depth;
      const double sign = multiply_->a_is_negated ? -1 : 1;
      widen_panel(bytes_, kBytes, sign, multiply_->a_is_mn_major ? values_ : rows);
      if (multiply_->a_is_mn_major) transpose(depth, kPanel, rows);
    }
  }

  void widen_columns(const std::byte* chunks, std::uint32_t panel) {
    const WidenFunction widen_panel = widen_function(multiply_->b);
    const std::uint32_t bytes = kPanel * multiply_->column_bytes();
    gather(chunks, panel, multiply_->columns / kPanel, bytes, multiply_->b_is_mn_major);
    const double sign = multiply_->b_is_negated ? -1 : 1;
    widen_panel(bytes_, bytes, sign, multiply_->b_is_mn_major ? b_ : values_);
    if (!multiply_->b_is_mn_major) transpose(kPanel, multiply_->depth, b_);
  }

  // A panel's bytes, one behind the other.
  void gather(const std::byte* chunks, std::uint32_t panel, std::uint32_t panels,
              std::uint32_t bytes, bool is_mn_major) {
    if (!is_mn_major) {
      std::memcpy(bytes_, chunks + std::size_t{panel} * bytes, bytes);
      return;
    }
    for (std::uint32_t k = 0; k < bytes / Multiply::kChunkBytes; ++k) {
      std::memcpy(bytes_ + k * Multiply::kChunkBytes,
                  chunks + std::size_t{k * panels + panel} * Multiply::kChunkBytes,
                  Multiply::kChunkBytes);
    }
  }

  // values_ have so many rows.
  void transpose(std::uint32_t rows, std::uint32_t columns, double* to) const {
    for (std::uint32_t column = 0; column < columns; ++column) {
      for (std::uint32_t row = 0; row < rows; ++row) {
        to[column * rows + row] = values_[row * columns + column];
      }
    }
  }

  void store(std::uint32_t panel) {
    if (multiply_->d == f32) {
      for (std::uint32_t j = 0; j < 4; ++j) {
        run_loop<StoreSingles, const double*, bool, float*>(
            sums_ + first_sum(j), adds_,
            reinterpret_cast<float*>(frame_ + multiply_->d_slots[panel * 4 + j]));
      }
    } else if (multiply_->d == s32) {
      for (std::uint32_t j = 0; j < 4; ++j) {
        store_integers(sums_ + first_sum(j), adds_, multiply_->saturates,
                       reinterpret_cast<std::int32_t*>(frame_ + multiply_->d_slots[panel * 4 + j]));
      }
    } else {
      for (std::uint32_t half = 0; half < 2; ++half) {
        store_halves(
            sums_ + first_sum(2 * half), adds_,
            reinterpret_cast<std::uint32_t*>(frame_ + multiply_->d_slots[panel * 2 + half]));
      }
    }
  }

  const Multiply* multiply_;
  bool adds_;
  const std::uint8_t* places_;
  std::byte* frame_;
  std::byte bytes_[kPanelBytes];
  double values_[kMostElements];
  double a_[Multiply::kRows * kMostDepth];  // row by row
  double b_[kMostElements];                 // one k after the other
  double sums_[Multiply::kRows * kPanel];
};

bool are_known_types(const WgmmaMultiply& multiply) {
  const MatrixElement a = multiply.a, b = multiply.b, d = multiply.d;
  if (is_byte(a)) return is_byte(b) && d == s32;
  if (a == b1) return b == b1 && d == s32;
  const bool is_known =
      is_float8(a) ? is_float8(b) : a == b && (a == f16 || a == bf16 || a == tf32);
  const bool has_half_sums = a == f16 || is_float8(a);
  return is_known && (d == f32 || (d == f16 && has_half_sums));
}

}  // namespace

bool is_known_shape(const WgmmaMultiply& multiply) {
  if (!are_known_types(multiply)) return false;
  const MatrixElement a = multiply.a;
  if ((multiply.a_is_mn_major || multiply.b_is_mn_major) && bits_of(a) != 16) return false;
  if (multiply.saturates && !is_byte(a)) return false;
  if (multiply.sparsity && a == b1) return false;
  const std::uint32_t columns = multiply.columns;
  const bool is_fine = columns % 16 == 0 || columns == 8 || columns == 24;
  return columns % kPanel == 0 && columns != 0 && columns <= Multiply::kMostColumns &&
         (is_fine || !is_integer(a)) &&
         multiply.stored_depth() == Multiply::kDepthBytes * 8 / bits_of(a);
}

std::uint32_t d_registers(const WgmmaMultiply& multiply) {
  return multiply.columns / (multiply.d == f16 ? 4 : 2);
}

void gather_rows(const WgmmaMultiply& multiply, const std::byte* frame, std::byte* a) {
  for (std::uint32_t r = 0; r < 4; ++r) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const std::uint32_t row = lane / 4 + 8 * (r % 2);
      std::memcpy(a + row * Multiply::kDepthBytes + lane % 4 * 4 + r / 2 * 16,
                  frame + multiply.a_slots[r] + std::size_t{lane} * 4, 4);
    }
  }
}

std::vector<std::uint8_t> sparse_places(const WgmmaMultiply& multiply, const std::byte* frame) {
  std::vector<std::uint8_t> places;
  for (std::uint32_t row = 0; row < Multiply::kRows; ++row) {
    for (std::uint32_t i = 0; i < multiply.stored_depth(); ++i) {
      places.push_back(multiply.sparsity->place(multiply.a, frame, row, i));
    }
  }
  return places;
}

void multiply_wgmma(const WgmmaMultiply& multiply, bool adds, const std::byte* a,
                    const std::byte* b, const std::uint8_t* places, std::byte* frame) {
  WgmmaProduct(multiply, adds, places, frame).run(a, b);
}

}  // namespace warplens::machine
