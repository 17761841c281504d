// The errors of sums of floats, measured: a variant of the catalogue runs on the CPU machine with
// inputs that are the same each time, and every sum is held against the exact one.
//
//   measure_accuracy(catalogue, {"gemm/kahan", {}, Inputs::equal}, hooks) ─► SumAccuracy
//   measure_orders(catalogue, {"reduce/atomic", …}, hooks) ─► OrderResults
//
// What sums on tensor cores is summed as those of the question's architecture do
// (kernels/machine/operations/tensor_sum.h).
//
// An error is |result − exact| as a share of the terms' magnitudes added up, in units of 2⁻²⁴: 1 is
// what rounding a float once may cost. Where all terms have one sign that is the relative error.
// However n terms are added, float by float, their sum is off by at most n of these units (Higham,
// Accuracy and Stability of Numerical Algorithms, chapter 4, to first order).
#pragma once

#include <array>
#include <compare>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/run/capabilities.h"
#include "kernels/run/run.h"

namespace warplens::run {

inline constexpr double kRounding = 0x1p-24;  // of a float, at most, as a share of its value

// The values that the input buffers hold.
enum class Inputs : std::uint8_t {
  equal,     // 0.1 everywhere, as near as a float comes
  positive,  // random, 0 to 1
  mixed,     // random, −1 to 1
};
inline constexpr std::array<std::string_view, 3> kInputsNames{"equal", "positive", "mixed"};
[[nodiscard]] std::string_view name_of(Inputs inputs);
[[nodiscard]] std::optional<Inputs> inputs_named(std::string_view name);

struct SumQuestion {
  std::string kernel;              // "gemm/kahan"
  catalog::Parameters settings{};  // besides the sizes; what it does not take is left out
  Inputs inputs = Inputs::positive;
  std::vector<std::int64_t> sizes{};                // empty: those of the family
  std::uint32_t architecture = kDefaultCapability;  // whose tensor cores sum
  friend auto operator<=>(const SumQuestion&, const SumQuestion&) = default;
};

// The errors of all sums of one size, in units of 2⁻²⁴.
struct SizeAccuracy {
  std::int64_t size = 0;  // terms a sum
  double largest = 0, rms = 0;
  std::uint64_t sums = 0;  // so many were looked at
  friend bool operator==(const SizeAccuracy&, const SizeAccuracy&) = default;
};

// Arithmetic of the kernel's PTX for each term: what warps execute, times 32 lanes, idle ones and
// elements past an edge among them; moves, indices and conversions are left out.
struct Operations {
  double fp32 = 0;
  double other = 0;  // float64, special functions
  friend bool operator==(const Operations&, const Operations&) = default;
};

struct SumAccuracy {
  SumQuestion question;
  std::vector<SizeAccuracy> at;  // ascending sizes
  Operations operations;         // at the largest size
  bool on_tensor_cores = false;  // as the question's architecture sums
  [[nodiscard]] const SizeAccuracy* find(std::int64_t size) const;
};

// Blocks in the order of their numbers, then in seeded ones.
struct OrderResults {
  SumQuestion question;                        // its first size
  std::vector<float> results;                  // of the first sum
  std::vector<double> errors;                  // signed, in units of 2⁻²⁴
  [[nodiscard]] std::size_t distinct() const;  // different bits among the results
};
inline constexpr int kOrders = 16;

struct Hooks {
  std::stop_token stop{};                       // then the error is "cancelled"
  std::function<void(double part)> progress{};  // 0 to 1
};

// Whether the family's results are sums of floats with these settings.
[[nodiscard]] bool has_sums(const catalog::Family& family, const catalog::Parameters& parameters);

// Those whose tensor cores can sum the variant's products; empty: it uses none.
[[nodiscard]] std::vector<std::uint32_t> summing_architectures(
    const catalog::Family& family, const catalog::Variant& variant,
    const catalog::Parameters& parameters);
// Whether its tensor cores' sums are modelled by publications, and were held against no hardware.
[[nodiscard]] bool is_published(std::uint32_t architecture);

// Errors: no such kernel, none of sums, a size out of range, an architecture that lacks its
// instructions, as run_plan().
Result<SumAccuracy> measure_accuracy(const Catalogue& catalogue, const SumQuestion& question,
                                     const Hooks& hooks);
Result<OrderResults> measure_orders(const Catalogue& catalogue, const SumQuestion& question,
                                    const Hooks& hooks);

}  // namespace warplens::run
