#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(CallsCorpus, QueensWithABoardInEachCall) {
  Workload work("calls");
  const Buffer out = work.buffer(std::vector<int>(6));
  work.launch("count_queens", {}, out, 6);
  work.expect(out, std::vector<int>{1, 0, 0, 2, 10, 4});
  work.check();
}

using Point = std::array<double, 3>;
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point sum(const Point& a, const Point& b, double s) {
  return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]};
}

// A sphere: centre, radius, mirror. Without recursion: what a mirror shows counts as its share.
double radiance(const std::vector<float>& spheres, Point from, Point along) {
  double result = 0, share = 1;
  for (int bounce = 0;; ++bounce) {
    double nearest = 1e9;
    const float* hit = nullptr;
    for (const float* s = spheres.data(); s < spheres.data() + spheres.size(); s += 5) {
      const Point to = sum({s[0], s[1], s[2]}, from, -1);
      const double b = dot(to, along), inside = b * b - dot(to, to) + double{s[3]} * s[3];
      const double distance = inside > 0 ? b - std::sqrt(inside) : -1;
      if (distance > 1e-3f && distance < nearest) nearest = distance, hit = s;
    }
    if (hit == nullptr) return result + share * std::max(along[1], 0.0);
    from = sum(from, along, nearest);
    Point normal = sum(from, {hit[0], hit[1], hit[2]}, -1);
    for (double& part : normal) part /= hit[3];
    const double own = 0.5 + 0.5 * normal[1];
    if (bounce == 3) return result + share * own;
    result += share * own * (1 - hit[4]);
    share *= hit[4];
    along = sum(along, normal, -2 * dot(normal, along));
  }
}

TEST(CallsCorpus, RaysThatBounceByRecursion) {
  const std::size_t width = 19, height = 11;
  const std::vector<float> spheres = {-0.75f, 0, 1, 0.75f, 0.5f, 0.75f, 0, 1, 0.75f, 0.25f};
  std::vector<double> expected;
  for (std::size_t i = 0; i < width * height; ++i) {
    Point along = {(static_cast<double>(i % width) + 0.5) / width - 0.5,
                   (static_cast<double>(i / width) + 0.5) / height - 0.5, 1};
    const double length = std::sqrt(dot(along, along));
    for (double& part : along) part /= length;
    expected.push_back(radiance(spheres, {0, 0, -3}, along));
  }
  Workload work("calls");
  const Buffer image = work.buffer(std::vector<float>(width * height));
  work.launch("trace_rays", {.grid = {2, 3}, .block = {16, 4}}, work.buffer(spheres), 2, image, 19,
              11);
  // Each bounce off a sphere spreads an error of 2^-22 about tenfold.
  work.expect_near(image, expected, {.absolute = 1e-3});
  work.check();
}

TEST(CallsCorpus, VirtualFunctionsOfObjectsInLocalMemory) {
  const auto sizes = reals(70, 0, 9);
  const auto area = [&](std::size_t i, std::size_t shape) {
    return shape % 3 == 1 ? 2.0 * sizes[i] + 4000 : 3.0 * sizes[i] * sizes[i];
  };
  Workload work("calls");
  const Buffer out = work.buffer(std::vector<float>(70));
  work.launch("areas", {.grid = {3}, .block = {32}}, work.buffer(sizes), out, 70);
  work.expect_near(out, make(70, [&](std::size_t i) { return area(i, i) + area(i, i + 1); }),
                   {.relative = 3e-7});
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
