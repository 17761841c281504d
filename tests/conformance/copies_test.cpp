// Asynchronous copies in the styles of pipelines: several stages of cp.async, mbarriers that count
// copies, rings of bulk copies.
#include <gtest/gtest.h>

#include "tests/conformance/kernel_case.h"

namespace warplens::conformance {
namespace {

using Ints = std::vector<int>;
using Floats = std::vector<float>;

std::string any_copies(const Ints&) { return {}; }
std::string any_sums(const Floats&) { return {}; }

// `tiles` tiles of 64, each with its elements in another order.
KernelCase tiles_case(const char* name, Dim3 block, int tiles, int flip) {
  const Ints in = numbers(static_cast<std::size_t>(tiles) * 64, 1000);
  KernelCase kernel(name, {1}, block);
  kernel.input(in);
  kernel.output<int>(Ints(in.size()), make(tiles * 64, [&](int i) {
                       return in[static_cast<std::size_t>(i ^ flip)];
                     }));
  kernel.scalar(tiles);
  return kernel;
}

TEST(Conformance, AStageThatIsCopiedIntoWhileItIsReadRaces) {
  const Ints in = numbers(512, 1000);
  KernelCase kernel("stage_overwritten", {1}, {64});
  kernel.input(in);
  kernel.output_if<int>(Ints(512), any_copies);
  kernel.scalar(8);
  kernel.check();
}
TEST(Conformance, AStageThatIsCopiedIntoBehindItsReadsIsInOrder) {
  tiles_case("stage_two_ahead", {64}, 8, 32).check();
}

// 16 rows and columns, `k` deep.
struct Product {
  Floats a, b, c;
};
Product product(int k) {
  Product p{Floats(16 * static_cast<std::size_t>(k)), Floats(16 * static_cast<std::size_t>(k)),
            Floats(256)};
  for (int i = 0; i < 16 * k; ++i) {
    p.a[static_cast<std::size_t>(i)] = static_cast<float>(i * 7 % 13 - 6);
    p.b[static_cast<std::size_t>(i)] = static_cast<float>(i * 5 % 11 - 5);
  }
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 16; ++column) {
      for (int i = 0; i < k; ++i) {
        p.c[static_cast<std::size_t>(row * 16 + column)] +=
            p.a[static_cast<std::size_t>(row * k + i)] *
            p.b[static_cast<std::size_t>(i * 16 + column)];
      }
    }
  }
  return p;
}

TEST(Conformance, FiveTilesAheadInFourStagesRace) {
  const Product p = product(192);
  KernelCase kernel("multistage_five_ahead", {1}, {16, 16});
  kernel.input(p.a);
  kernel.input(p.b);
  kernel.output_if<float>(Floats(256), any_sums);
  kernel.scalar(192);
  kernel.check();
}
TEST(Conformance, ThreeTilesAheadInFourStagesAreInOrder) {
  const Product p = product(192);
  KernelCase kernel("multistage_three_ahead", {1}, {16, 16});
  kernel.input(p.a);
  kernel.input(p.b);
  kernel.output<float>(Floats(256), p.c);
  kernel.scalar(192);
  kernel.check();
}

TEST(Conformance, APipelineOfTheBlockIsInOrder) {
  tiles_case("pipeline_of_block", {64}, 7, 63).order_dependent().check();
}
TEST(Conformance, ABarrierThatCountsCopiesIsInOrder) {
  const Ints in = numbers(256, 1000);
  KernelCase kernel("barrier_counts_copies", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(256), make(256, [&](int i) { return in[(63 - i / 4) * 4 + i % 4]; }));
  kernel.check();
}
TEST(Conformance, CopiesThatOnlyToldAnMbarrierRaceWithWhoDoesNotWaitForIt) {
  const Ints in = numbers(64, 1000);
  KernelCase kernel("copies_told_not_waited", {1}, {64});
  kernel.input(in);
  kernel.output_if<int>(Ints(64), any_copies);
  kernel.check();
}
TEST(Conformance, ARingOfBulkCopiesIsInOrder) { tiles_case("bulk_ring", {64}, 7, 63).check(); }
TEST(Conformance, ABulkCopyIntoAStageThatIsReadRaces) {
  const Ints in = numbers(128, 1000);
  KernelCase kernel("bulk_ring_unasked", {1}, {64});
  kernel.input(in);
  kernel.output_if<int>(Ints(64), any_copies);
  kernel.check();
}

}  // namespace
}  // namespace warplens::conformance
