// CUDA's mathematical functions: kernels in physics.cu.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(MathematicsCorpus, FunctionsOfDoubles) {
  std::vector<double> in = {0, -0.5, 1e-3, 12.5, -7.25, 3.14159, 1000.25, -2.5};
  for (const float value : reals(25, -20, 20)) in.push_back(value);
  in[6] = 100.25;  // tgamma of 1001 is infinite
  std::vector<double> expected;
  for (const double x : in) {
    const double row[] = {std::sin(x),
                          std::cos(x),
                          std::fmod(x, 0.7),
                          std::pow(std::abs(x) + 0.5, 1.7),
                          std::exp(-x),
                          std::log1p(std::abs(x)),
                          std::cbrt(x),
                          std::atan2(x, 2),
                          std::tgamma(std::abs(x) + 1),
                          std::hypot(x, 3),
                          std::remainder(x, 0.3),
                          std::nearbyint(x) + std::trunc(x) + std::ceil(x)};
    expected.insert(expected.end(), std::begin(row), std::end(row));
  }
  Workload work("physics");
  const Buffer out = work.buffer(std::vector<double>(expected.size()));
  work.launch("mathematics", {.block = {64}}, work.buffer(in), out, static_cast<int>(in.size()));
  // CUDA's and the host's functions are right to a few units in the last place, tgamma to ten.
  work.expect_near(out, expected, {.relative = 3e-15, .absolute = 1e-300});
  work.check();
}

TEST(MathematicsCorpus, FunctionsOfFloats) {
  const auto in = reals(61, -9, 9);
  std::vector<double> expected;
  for (const float value : in) {
    const double x = value, size = std::abs(x);
    const double row[] = {std::sin(x),
                          std::cos(x),
                          std::pow(size + 0.5, 2.3f),
                          std::tanh(x),
                          std::exp(x) + std::log(size + 1),
                          std::erf(x),
                          std::fmod(x, 0.75),
                          std::asinh(x),
                          std::log2(size + 2) + std::exp2(x),
                          x / 3 + 1 / (size + 1) + std::sqrt(size)};
    expected.insert(expected.end(), std::begin(row), std::end(row));
  }
  Workload work("physics");
  const Buffer out = work.buffer(std::vector<float>(expected.size()));
  work.launch("mathematics_float", {.block = {64}}, work.buffer(in), out, 61);
  // powf to 4 units in the last place (CUDA's table), __expf to 2 + 1.16 |x|.
  work.expect_near(out, expected, {.relative = 2e-6, .absolute = 1e-6});
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
