#include "viz/analysis/limits/roofline_text.h"

#include <gtest/gtest.h>

namespace warplens::analysis {
namespace {

const Roofline kRoofline{{}, {4e12, 32e12}, {}};  // the ridge at 8 FLOP a byte

RooflineKernel kernel(double flop, double bytes, std::optional<double> seconds) {
  RooflineKernel one;
  one.point = {flop, bytes, seconds};
  return one;
}

TEST(RooflineText, SaysWhatWasCountedAndWhichRoofItIsHeldAgainst) {
  const RooflineKernel blur = kernel(600e6, 500e6, 250e-6);
  EXPECT_EQ(counted_phrase(blur).in(Language::en), "600 MFLOP, 500 MB: 1.2 FLOP a byte");
  EXPECT_EQ(measured_phrase(blur, kRoofline).in(Language::en),
            "250 µs: 2.4 TFLOP/s, 50 % of the DRAM roof");
  EXPECT_EQ(measured_phrase(kernel(1e9, 10e6, 1e-3), kRoofline).in(Language::en),
            "1 ms: 1 TFLOP/s, 3.12 % of the FP32 roof");
}

TEST(RooflineText, NamesSharedMemoryWhereTheBytesAreItsOwn) {
  Roofline shared = kRoofline;
  shared.roofs.memory = RooflineMemory::shared;
  EXPECT_EQ(measured_phrase(kernel(600e6, 500e6, 250e-6), shared).in(Language::en),
            "250 µs: 2.4 TFLOP/s, 50 % of the shared memory roof");
}

TEST(RooflineText, OfACopyItSaysBytes) {
  const RooflineKernel copy = kernel(0, 500e6, 250e-6);
  EXPECT_EQ(counted_phrase(copy).in(Language::en), "no FP32 operations, 500 MB");
  EXPECT_EQ(measured_phrase(copy, kRoofline).in(Language::en),
            "250 µs: 2 TB/s, 50 % of the DRAM roof");
}

TEST(RooflineText, WhereNothingWasMeasuredItSaysTheMostThatItCanBe) {
  EXPECT_EQ(measured_phrase(kernel(600e6, 500e6, {}), kRoofline).in(Language::en),
            "not measured on this chip: at most 4.8 TFLOP/s (DRAM)");
}

TEST(RooflineText, SaysWhatTheL2Keeps) {
  RooflineKernel one = kernel(600e6, 500e6, 250e-6);
  one.fits_in_l2 = true;
  EXPECT_NE(measured_phrase(one, kRoofline).in(Language::en).find("fits in the L2"),
            std::string::npos);
}

}  // namespace
}  // namespace warplens::analysis
