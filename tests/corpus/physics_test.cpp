#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <numbers>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

constexpr Shape kTwoBlocks{.grid = {2}, .block = {64}};

TEST(PhysicsCorpus, NBodiesInTiles) {
  const std::size_t n = 101;
  const auto bodies = reals(4 * n, 0, 1);
  std::vector<double> expected(3 * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double squared = 0.01, distance[3];
      for (std::size_t k = 0; k < 3; ++k) {
        distance[k] = static_cast<double>(bodies[4 * j + k]) - bodies[4 * i + k];
        squared += distance[k] * distance[k];
      }
      for (std::size_t k = 0; k < 3; ++k)
        expected[3 * i + k] += distance[k] * bodies[4 * j + 3] / std::pow(squared, 1.5);
    }
  Workload work("physics");
  const Buffer out = work.buffer(std::vector<float>(3 * n));
  work.launch("n_body<64>", kTwoBlocks, work.buffer(bodies), out, 101);
  // A sum of 101 terms of size up to 1000 that cancel; each has about six roundings.
  work.expect_near(out, expected, {.relative = 1e-5, .absolute = 1e-3});
  work.check();
}

void check_pi(const std::string& entry, std::uint32_t (*next)(std::uint32_t)) {
  std::uint64_t hits = 0;
  for (std::uint32_t t = 0; t < 192; ++t) {
    std::uint32_t state = 12345 + 2654435761u * t;
    for (int i = 0; i < 21; ++i) {
      const double x = ((state = next(state)) >> 8) / 16777216.0;
      const double y = ((state = next(state)) >> 8) / 16777216.0;
      hits += x * x + y * y < 1;
    }
  }
  Workload work("physics");
  const Buffer count = work.buffer(std::vector<std::uint64_t>(1));
  work.launch(entry, {.grid = {3}, .block = {64}}, count, 21, 12345);
  work.expect(count, std::vector<std::uint64_t>{hits});
  work.check();
}

TEST(PhysicsCorpus, PiByALinearCongruentialGenerator) {
  check_pi("_Z14monte_carlo_piIXadL_Z3lcgRjEEEvPyij",
           [](std::uint32_t s) { return s * 1664525u + 1013904223u; });
}
TEST(PhysicsCorpus, PiByXorshift) {
  check_pi("_Z14monte_carlo_piIXadL_Z8xorshiftRjEEEvPyij", [](std::uint32_t s) {
    s ^= s << 13;
    s ^= s >> 17;
    return s ^ s << 5;
  });
}

TEST(PhysicsCorpus, PhiloxRandomNumbers) {
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 77; ++i) {
    std::array<std::uint32_t, 4> c = {i, 0, 7, 0};
    std::uint32_t key0 = 0xdeadbeef, key1 = 42;
    for (int round = 0; round < 10; ++round, key0 += 0x9E3779B9, key1 += 0xBB67AE85) {
      const std::uint64_t a = 0xD2511F53ull * c[0], b = 0xCD9E8D57ull * c[2];
      c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ key0, static_cast<std::uint32_t>(b),
           static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ key1, static_cast<std::uint32_t>(a)};
    }
    expected.insert(expected.end(), c.begin(), c.end());
  }
  Workload work("physics");
  const Buffer out = work.buffer(std::vector<std::uint32_t>(4 * 77));
  work.launch("philox", kTwoBlocks, out, std::uint64_t{42} << 32 | 0xdeadbeef, 77);
  work.expect(out, expected);
  work.check();
}

TEST(PhysicsCorpus, NormalNumbersByBoxAndMuller) {
  const auto uniform = reals(2 * 90, 0.01, 1);
  const auto expected = make(2 * 90, [&](std::size_t i) {
    const double radius = std::sqrt(-2 * std::log(static_cast<double>(uniform[i / 2 * 2])));
    const double angle = 2 * std::numbers::pi * uniform[i / 2 * 2 + 1];
    return radius * (i % 2 == 0 ? std::cos(angle) : std::sin(angle));
  });
  Workload work("physics");
  const Buffer out = work.buffer(std::vector<float>(2 * 90));
  work.launch("box_muller", kTwoBlocks, work.buffer(uniform), out, 90);
  // logf near 1 and the angle's sine are right to a few units in the last place of values up to 3.
  work.expect_near(out, expected, {.relative = 1e-6, .absolute = 1e-6});
  work.check();
}

TEST(PhysicsCorpus, OptionPricesAfterBlackAndScholes) {
  const std::size_t n = 150;
  const auto price = reals(n, 5, 30, 1), strike = reals(n, 1, 100, 2),
             years = reals(n, 0.25, 10, 3);
  std::vector<double> call(n), put(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double s = price[i], x = strike[i], t = years[i], rate = 0.02f, v = 0.3f;
    const double d1 = (std::log(s / x) + (rate + v * v / 2) * t) / (v * std::sqrt(t));
    const auto normal = [](double d) { return std::erfc(-d / std::numbers::sqrt2) / 2; };
    const double discounted = x * std::exp(-rate * t);
    call[i] = s * normal(d1) - discounted * normal(d1 - v * std::sqrt(t));
    put[i] = call[i] - s + discounted;
  }
  Workload work("physics");
  const Buffer calls = work.buffer(std::vector<float>(n)),
               puts = work.buffer(std::vector<float>(n));
  work.launch("black_scholes", kTwoBlocks, work.buffer(price), work.buffer(strike),
              work.buffer(years), calls, puts, 0.02f, 0.3f, 150);
  // Differences of values up to 100, whose last place is 2^-18.
  work.expect_near(calls, call, {.absolute = 3e-5});
  work.expect_near(puts, put, {.absolute = 3e-5});
  work.check();
}

TEST(PhysicsCorpus, Mandelbrot) {
  const auto expected = make(37 * 19, [](std::size_t i) {
    const double cx = -2.0 + 2.5 * static_cast<double>(i % 37) / 37;
    const double cy = -1.25 + 2.5 * static_cast<double>(i / 37) / 19;
    double x = 0, y = 0;
    std::uint16_t count = 0;
    for (; count < 50 && x * x + y * y <= 4; ++count) {
      // nvcc contracts a product and a sum into one fused operation.
      const double next = std::fma(x, x, -(y * y)) + cx;
      y = std::fma(2 * x, y, cy);
      x = next;
    }
    return count;
  });
  Workload work("physics");
  const Buffer out = work.buffer(std::vector<std::uint16_t>(37 * 19));
  work.launch("mandelbrot", {.grid = {3, 5}, .block = {16, 4}}, out, 37, 19, 50);
  work.expect(out, expected);
  work.check();
}

TEST(PhysicsCorpus, RotationsByQuaternions) {
  const std::size_t n = 70;
  auto rotations = reals(4 * n, -1, 1);
  const auto points = reals(3 * n, -5, 5, 2);
  std::vector<double> expected;
  for (std::size_t i = 0; i < n; ++i) {
    float* q = &rotations[4 * i];
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double matrix[3][3] = {
        // of a quaternion that need not have length 1
        {w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
    for (const auto& row : matrix)
      expected.push_back(row[0] * points[3 * i] + row[1] * points[3 * i + 1] +
                         row[2] * points[3 * i + 2]);
  }
  Workload work("physics");
  const Buffer out = work.buffer(std::vector<float>(3 * n));
  work.launch("rotate", kTwoBlocks, work.buffer(rotations), work.buffer(points), out, 70);
  // Sums of products up to 20 that cancel.
  work.expect_near(out, expected, {.relative = 1e-6, .absolute = 2e-5});
  work.check();
}

// Eight words a particle: position, velocity, mass, alive.
struct Particles {
  std::vector<std::vector<float>> columns;
  std::vector<int> alive;
};
Particles some_particles(std::size_t n) {
  Particles p;
  for (unsigned column = 0; column < 6; ++column) p.columns.push_back(reals(n, -1, 1, column + 1));
  p.alive = integers(n, 0, 1);
  return p;
}
Particles after_a_step(Particles p) {
  for (std::size_t i = 0; i < p.alive.size(); ++i) {
    if (p.alive[i] == 0) continue;
    p.columns[4][i] = std::fma(9.81f, -0.125f, p.columns[4][i]);
    for (std::size_t axis = 0; axis < 3; ++axis)
      p.columns[axis][i] = std::fma(p.columns[axis + 3][i], 0.125f, p.columns[axis][i]);
    if (p.columns[1][i] < 0) p.alive[i] = 0;
  }
  return p;
}
std::vector<std::uint32_t> as_structures(const Particles& p) {
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < p.alive.size(); ++i) {
    for (const auto& column : p.columns) words.push_back(std::bit_cast<std::uint32_t>(column[i]));
    words.push_back(std::bit_cast<std::uint32_t>(1.0f));
    words.push_back(static_cast<std::uint32_t>(p.alive[i]));
  }
  return words;
}

TEST(PhysicsCorpus, ParticlesAsStructures) {
  const Particles before = some_particles(99);
  Workload work("physics");
  const Buffer particles = work.buffer(as_structures(before));
  work.launch("step_aos", kTwoBlocks, particles, 0.125f, 99);
  work.expect(particles, as_structures(after_a_step(before)));
  work.check();
}

TEST(PhysicsCorpus, ParticlesAsColumns) {
  const Particles before = some_particles(99), after = after_a_step(before);
  Workload work("physics");
  std::vector<Buffer> c;
  for (const auto& column : before.columns) c.push_back(work.buffer(column));
  const Buffer alive = work.buffer(before.alive);
  work.launch("step_soa", kTwoBlocks, c[0], c[1], c[2], c[3], c[4], c[5], alive, 0.125f, 99);
  for (std::size_t i = 0; i < c.size(); ++i) work.expect(c[i], after.columns[i]);
  work.expect(alive, after.alive);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
