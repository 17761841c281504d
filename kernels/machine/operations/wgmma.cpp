#include "kernels/machine/operations/wgmma.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "kernels/base/dim3.h"
#include "kernels/machine/operations/matrix_numbers.h"
#include "kernels/machine/operations/operations_scalar.h"
#include "kernels/machine/operations/run_loop.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;
using Multiply = WgmmaMultiply;

constexpr std::uint32_t kPanel =
    kPanelColumns;                         // rows of A or columns of B that are widened at a time
constexpr std::uint32_t kMostDepth = 256;  // of single bits
constexpr std::uint32_t kPanelBytes = kPanel * Multiply::kDepthBytes * 2;
constexpr std::uint32_t kMostElements = kPanel * kMostDepth;

bool is_float8(MatrixElement element) { return element == e4m3 || element == e5m2; }

bool is_byte(MatrixElement element) { return element == s8 || element == u8; }

// How a panel's values lie: `depth` of each row (B: column), or one k after the other.
struct PanelValues {
  const float* values;
  std::uint32_t depth;
  bool is_mn_major;
  float sign;
  [[nodiscard]] WARPLENS_INLINE float at(std::uint32_t outer, std::uint32_t k) const {
    return sign * values[is_mn_major ? k * kPanel + outer : outer * depth + k];
  }
};

struct ArrangeColumns {
  WARPLENS_INLINE static void run(PanelValues from, int least_exponent, TensorColumns* to) {
    for (std::uint32_t k = 0; k < from.depth; ++k) {
      for (std::uint32_t j = 0; j < kPanel; ++j) {
        to[k].values[j] = from.at(j, k);
        to[k].powers[j] = factor_power(to[k].values[j], least_exponent);
      }
    }
  }
};

// sums[row][column] of integers, which a float holds.
struct MultiplyIntegers {
  WARPLENS_INLINE static void run(TensorPanel panel, float (*sums)[kPanel]) {
    for (std::uint32_t row = 0; row < panel.rows; ++row) {
      float sum[kPanel] = {};
      for (std::uint32_t i = 0; i < panel.depth; ++i) {
        const std::uint32_t at = row * panel.depth + i;
        const float* const values = panel.b[panel.places ? panel.places[at] : i].values;
        for (std::uint32_t j = 0; j < kPanel; ++j) sum[j] += panel.a[at].value * values[j];
      }
      for (std::uint32_t j = 0; j < kPanel; ++j) sums[row][j] = sum[j];
    }
  }
};

struct LoadSingles {
  WARPLENS_INLINE static void run(const float* d, float* sums) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) sums[2 * lane] = d[lane];
  }
};
struct StoreSingles {
  WARPLENS_INLINE static void run(const float* sums, float* d) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) d[lane] = canonical(sums[2 * lane]);
  }
};
struct StoreHalves {
  WARPLENS_INLINE static void run(const float* sums, std::uint32_t* d) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      d[lane] = half_bits(sums[2 * lane]) | half_bits(sums[2 * lane + 1]) << 16;
    }
  }
};

class WgmmaProduct {
 public:
  WgmmaProduct(const Multiply& multiply, bool adds, const std::uint8_t* places, std::byte* frame)
      : multiply_(&multiply),
        adds_(adds),
        places_(multiply.sparsity ? places : nullptr),
        frame_(frame),
        how_(tensor_sum(TensorCores::hopper, TensorInstruction::wgmma, multiply.a, multiply.b,
                        multiply.d == f16)) {}

  void run(const std::byte* a, const std::byte* b) {
    widen_rows(a);
    const bool rows_are_near = are_near(a_, Multiply::kRows * multiply_->stored_depth());
    for (std::uint32_t panel = 0; panel < multiply_->columns / kPanel; ++panel) {
      widen_columns(b, panel);
      if (is_integer(multiply_->a)) {
        run_loop<MultiplyIntegers>(product(), sums_);
        store_integers(panel);
        continue;
      }
      load(panel);
      sum_panel(how_, product(), rows_are_near && are_near(b_, multiply_->depth), sums_);
      store(panel);
    }
  }

 private:
  [[nodiscard]] TensorPanel product() const {
    return {a_, b_, places_, Multiply::kRows, multiply_->stored_depth()};
  }

  void widen_rows(const std::byte* chunks) {
    const std::uint32_t depth = multiply_->stored_depth();
    for (std::uint32_t panel = 0; panel < Multiply::kRows / kPanel; ++panel) {
      constexpr std::uint32_t kBytes = kPanel * Multiply::kDepthBytes;
      gather(chunks, panel, Multiply::kRows / kPanel, kBytes, multiply_->a_is_mn_major);
      widen_elements(multiply_->a, bytes_, kBytes, values_);
      const PanelValues rows{values_, depth, multiply_->a_is_mn_major,
                             multiply_->a_is_negated ? -1.0f : 1.0f};
      for (std::uint32_t row = 0; row < kPanel; ++row) {
        for (std::uint32_t k = 0; k < depth; ++k) {
          const float value = rows.at(row, k);
          a_[(panel * kPanel + row) * depth + k] = {value, factor_power(value, how_.least_a)};
        }
      }
    }
  }

  void widen_columns(const std::byte* chunks, std::uint32_t panel) {
    const std::uint32_t bytes = kPanel * multiply_->column_bytes();
    gather(chunks, panel, multiply_->columns / kPanel, bytes, multiply_->b_is_mn_major);
    widen_elements(multiply_->b, bytes_, bytes, values_);
    const PanelValues columns{values_, multiply_->depth, multiply_->b_is_mn_major,
                              multiply_->b_is_negated ? -1.0f : 1.0f};
    run_loop<ArrangeColumns>(columns, how_.least_b, b_);
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

  // Register r of the sums of a panel.
  [[nodiscard]] std::byte* sums_at(std::uint32_t panel, std::uint32_t r) {
    const std::uint32_t each = multiply_->d == f16 ? 2 : 4;
    return frame_ + multiply_->d_slots[panel * each + r];
  }

  void load(std::uint32_t panel) {
    if (!adds_) {
      std::memset(sums_, 0, sizeof sums_);
    } else if (multiply_->d == f32) {
      for (std::uint32_t j = 0; j < 4; ++j) {
        run_loop<LoadSingles>(reinterpret_cast<const float*>(sums_at(panel, j)),
                              sums_[0] + first_sum(j));
      }
    } else {  // pairs lie as they do in the panel
      for (std::uint32_t r = 0; r < 2; ++r) {
        widen_elements(f16, sums_at(panel, r), 4 * kWarpSize, sums_[0] + first_sum(2 * r));
      }
    }
  }

  void store(std::uint32_t panel) {
    if (multiply_->d == f32) {
      for (std::uint32_t j = 0; j < 4; ++j) {
        run_loop<StoreSingles>(sums_[0] + first_sum(j),
                               reinterpret_cast<float*>(sums_at(panel, j)));
      }
    } else {
      for (std::uint32_t r = 0; r < 2; ++r) {
        run_loop<StoreHalves>(sums_[0] + first_sum(2 * r),
                              reinterpret_cast<std::uint32_t*>(sums_at(panel, r)));
      }
    }
  }

  void store_integers(std::uint32_t panel) {
    using Limits = std::numeric_limits<std::int32_t>;
    for (std::uint32_t j = 0; j < 4; ++j) {
      const float* const sums = sums_[0] + first_sum(j);
      auto* const d = reinterpret_cast<std::int32_t*>(sums_at(panel, j));
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        auto sum = static_cast<std::int64_t>(sums[2 * lane]) + (adds_ ? d[lane] : 0);
        if (multiply_->saturates) sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
        d[lane] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
      }
    }
  }

  const Multiply* multiply_;
  bool adds_;
  const std::uint8_t* places_;
  std::byte* frame_;
  TensorSum how_;
  std::byte bytes_[kPanelBytes];
  float values_[kMostElements];
  TensorFactor a_[Multiply::kRows * kMostDepth];
  TensorColumns b_[kMostDepth];
  float sums_[Multiply::kRows][kPanel];
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
      std::memcpy(a + row_byte(lane, r), frame + multiply.a_slots[r] + std::size_t{lane} * 4, 4);
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
