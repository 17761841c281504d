// What a load that L1 answers takes, against tests/data/h200-unit-rates.tsv.
#include "kernels/cost/l1_wavefronts.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

namespace warplens::analysis {
namespace {

std::map<std::string, double> measured_rates() {
  std::ifstream file(WARPLENS_SOURCE_DIR "/tests/data/h200-unit-rates.tsv");
  std::map<std::string, double> rates;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string what;
    double rate = 0;
    if (words >> what >> rate) rates[what] = rate;
  }
  return rates;
}

trace::Site load_of(std::uint8_t width) {
  trace::Site site;
  site.kind = trace::EventKind::load;
  site.space = trace::Space::global;
  site.width = width;
  return site;
}

std::uint32_t wavefronts_of(std::uint8_t width, std::uint64_t bytes_apart) {
  trace::EventView event;
  event.mask = ~0u;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    event.address[lane] = 0x10000 + lane * bytes_apart;
  }
  return l1_wavefronts(load_of(width), event);
}

TEST(L1Wavefronts, AreTheCyclesThatWereMeasured) {
  const auto rates = measured_rates();
  for (const int words : {2, 4, 5, 8, 9, 16, 17, 32}) {
    const auto found = rates.find("ld_l1_4_stride_" + std::to_string(words));
    ASSERT_NE(found, rates.end()) << words;
    const double cycles = kWarpSize / found->second;
    EXPECT_NEAR(wavefronts_of(4, 4ull * static_cast<unsigned>(words)), cycles, 0.05 * cycles)
        << words << " words apart";
  }
}

TEST(L1Wavefronts, OfNeighboursAreOneForEach128Bytes) {
  EXPECT_EQ(wavefronts_of(4, 4), 1u);
  EXPECT_EQ(wavefronts_of(8, 8), 2u);
  EXPECT_EQ(wavefronts_of(16, 16), 4u);
  EXPECT_EQ(wavefronts_of(4, 0), 1u) << "one word";
}

TEST(L1Wavefronts, AreNoneOfWhatIsNoLoadOfGlobalMemory) {
  trace::EventView event;
  event.mask = 1;
  trace::Site site = load_of(4);
  site.kind = trace::EventKind::store;
  EXPECT_EQ(l1_wavefronts(site, event), 0u);
  EXPECT_EQ(l1_wavefronts(load_of(4), {}), 0u);
}

}  // namespace
}  // namespace warplens::analysis
