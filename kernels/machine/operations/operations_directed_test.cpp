// .rz, .rm and .rp against a host that has rounding directions: WebAssembly has none.
#include <gtest/gtest.h>

#include <cfenv>

#ifdef FE_UPWARD
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_scalar.h"
#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

#ifdef WARPLENS_SANITIZED
constexpr int kRandomWarps = 1 << 10;
#else
constexpr int kRandomWarps = 1 << 15;  // a million lanes
#endif

struct Direction {
  const char* word;
  int of_host;
};
constexpr Direction kDirections[] = {{"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};

template <class T>
using Triple = std::array<T, 3>;
template <class T>
using Triples = std::vector<Triple<T>>;

template <class T>
struct OpcodeCase {
  const char* opcode;
  std::size_t sources;
  T (*on_host)(const Triple<T>& x);
};

template <class T>
constexpr OpcodeCase<T> kOpcodes[] = {
    {"add", 2, [](const Triple<T>& x) { return x[0] + x[1]; }},
    {"sub", 2, [](const Triple<T>& x) { return x[0] - x[1]; }},
    {"mul", 2, [](const Triple<T>& x) { return x[0] * x[1]; }},
    {"fma", 3, [](const Triple<T>& x) { return std::fma(x[0], x[1], x[2]); }},
    {"div", 2, [](const Triple<T>& x) { return x[0] / x[1]; }},
    {"rcp", 1, [](const Triple<T>& x) { return T{1} / x[0]; }},
    {"sqrt", 1, [](const Triple<T>& x) { return std::sqrt(x[0]); }},
};

template <class T>
T from_bits(std::uint64_t bits) {
  return std::bit_cast<T>(static_cast<Bits<T>>(bits));
}

template <class T>
std::vector<T> edge_values() {
  using Limits = std::numeric_limits<T>;
  const T normal = Limits::min(), denormal = Limits::denorm_min(), huge = Limits::max();
  const T half_range = std::ldexp(T{1}, Limits::min_exponent / 2);
  const T below_one = std::nextafter(T{1}, T{0}), above_one = std::nextafter(T{1}, T{2});
  std::vector<T> values = {0,
                           denormal,
                           2 * denormal,
                           3 * denormal,
                           normal,
                           normal / 2,
                           normal - denormal,
                           normal + denormal,
                           2 * normal,
                           half_range,
                           half_range * 3,
                           1 / half_range,
                           below_one,
                           1,
                           above_one,
                           Limits::epsilon(),
                           T{0.5},
                           2,
                           3,
                           Limits::epsilon() / 2,
                           4,
                           5,
                           1 / T{3},
                           1 / Limits::epsilon(),
                           huge / 2,
                           huge,
                           std::nextafter(huge, T{1}),
                           huge * Limits::epsilon() / 4,  // half of the distance to infinity
                           huge / 2 * below_one};
  values.push_back(Limits::infinity());
  values.push_back(Limits::quiet_NaN());
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  return values;
}

template <class T>
Triples<T> all_combinations(const std::vector<T>& values, std::size_t sources) {
  const std::vector<T> unused = {0};
  Triples<T> result;
  for (const T a : values) {
    for (const T b : sources > 1 ? values : unused) {
      for (const T c : sources > 2 ? values : unused) result.push_back({a, b, c});
    }
  }
  return result;
}

template <class T>
Triple<T> random_bits(std::mt19937_64& random) {
  return {from_bits<T>(random()), from_bits<T>(random()), from_bits<T>(random())};
}

// Few bits and near exponents: exact results, ties and cancellation; exponents of the whole range,
// or so that products and quotients are denormal or just overflow.
template <class T>
Triple<T> random_related(std::mt19937_64& random) {
  using Limits = std::numeric_limits<T>;
  const int bits = 1 + static_cast<int>(random() % Limits::digits);
  const int spread = 1 + static_cast<int>(random() % (2 * Limits::digits));
  const int ends[] = {0, Limits::min_exponent, Limits::max_exponent, Limits::min_exponent / 2,
                      Limits::max_exponent / 2};
  const int a = ends[random() % 5], product = ends[random() % 5];
  const auto value = [&](int exponent) {
    const auto whole = static_cast<std::int64_t>(random()) >> (63 - bits);
    const int near = static_cast<int>(random() % static_cast<unsigned>(spread)) - spread / 2;
    return std::ldexp(static_cast<T>(whole), exponent + near - bits);
  };
  const int b = (random() & 1u) != 0 ? product - a : a - product;
  return {value(a), value(b), value(product)};
}

template <class T>
Triples<T> warps_of(Triple<T> (*next)(std::mt19937_64&), unsigned seed) {
  std::mt19937_64 random(seed);
  Triples<T> result(std::size_t{kRandomWarps} * kLanes);
  for (Triple<T>& triple : result) triple = next(random);
  return result;
}

template <class T>
[[gnu::noinline]] std::vector<T> results_of_host(const OpcodeCase<T>& opcode,
                                                 const Triples<T>& sources, int direction) {
  std::vector<T> results(sources.size());
  std::fesetround(direction);
  for (std::size_t i = 0; i < sources.size(); ++i) results[i] = opcode.on_host(sources[i]);
  std::fesetround(FE_TONEAREST);
  return results;
}

template <class T>
bool are_same(T result, T expected) {
  if (std::is_same_v<T, double> && std::isnan(expected)) return std::isnan(result);
  return std::bit_cast<Bits<T>>(result) == std::bit_cast<Bits<T>>(canonical(expected));
}

template <class T>
void expect_results_of_host(const OpcodeCase<T>& opcode, const Triples<T>& sources) {
  for (const auto& [word, of_host] : kDirections) {
    const std::string type = std::is_same_v<T, float> ? ".f32 d" : ".f64 d";
    const std::string name = std::string(opcode.opcode) + '.' + word + type;
    TestWarp warp(name + std::string(", a, b, c").substr(0, 3 * opcode.sources));
    const std::vector<T> expected = results_of_host(opcode, sources, of_host);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      for (std::size_t j = 0; j < opcode.sources; ++j) {
        warp.set(j + 1, i % kLanes, std::bit_cast<Bits<T>>(sources[i][j]));
      }
      if (i % kLanes != kLanes - 1 && i + 1 != sources.size()) continue;
      warp.run(kAllLanes);
      for (std::size_t k = i - i % kLanes; k <= i; ++k) {
        const T result = from_bits<T>(warp.get(0, k % kLanes));
        if (are_same(result, expected[k])) continue;
        FAIL() << std::hexfloat << name << ' ' << sources[k][0] << ' ' << sources[k][1] << ' '
               << sources[k][2] << ": " << result << ", not " << expected[k];
      }
    }
  }
}

template <class T>
class DirectedRounding : public testing::Test {};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(DirectedRounding, FloatTypes, );

TYPED_TEST(DirectedRounding, EqualsTheHostsForAllEdgeValues) {
  const auto values = edge_values<TypeParam>();
  for (const auto& opcode : kOpcodes<TypeParam>) {
    expect_results_of_host(opcode, all_combinations(values, opcode.sources));
  }
}

TYPED_TEST(DirectedRounding, EqualsTheHostsForRandomBits) {
  const auto sources = warps_of(random_bits<TypeParam>, 1);
  for (const auto& opcode : kOpcodes<TypeParam>) expect_results_of_host(opcode, sources);
}

TYPED_TEST(DirectedRounding, EqualsTheHostsForExactCancellingDenormalAndHugeResults) {
  const auto sources = warps_of(random_related<TypeParam>, 2);
  for (const auto& opcode : kOpcodes<TypeParam>) expect_results_of_host(opcode, sources);
}

}  // namespace
}  // namespace warplens::machine
#endif
