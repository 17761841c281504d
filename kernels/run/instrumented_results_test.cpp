// A trace on the GPU is of a kernel that does what the untouched one does, or it is refused. On the
// simulated driver (tests/simulated_cuda), which is made to run the one or the other wrongly.
#include "kernels/run/instrumented_results.h"
#include "kernels/base/test_support.h"

#include <gmock/gmock.h>

#include "tests/simulated_cuda/use.h"

namespace warplens::run {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

class InstrumentedResults : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(simulated::use_simulated_driver());
    options_.gpu = std::make_shared<const device::Gpu>(
        device::Gpu::open(device::Driver::open().value()).value());
  }

  Result<trace::Run> trace(std::string_view name, const char* failure) {
    const simulated::Failing failing(failure);
    return run_variant(catalogue_, name, {}, options_);
  }
  std::vector<Text> notes(std::string_view name, const char* failure) {
    const Result<trace::Run> run = trace(name, failure);
    if (!run.has_value()) ADD_FAILURE() << run.error().message.in(Language::en);
    return run.has_value() ? run->notes : std::vector<Text>{};
  }

  const Catalogue catalogue_ = Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  Options options_;
};

TEST_F(InstrumentedResults, ThatAreTheUntouchedKernelsNeedNoNote) {
  EXPECT_THAT(notes("transpose/tile", ""), IsEmpty());
  EXPECT_THAT(notes("reduce/two_pass", ""), IsEmpty());
}

TEST_F(InstrumentedResults, ThatDifferRefuseTheTrace) {
  const Result<trace::Run> refused = trace("transpose/tile", "wrong_traced");
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message.in(Language::en),
              AllOf(HasSubstr("the traced kernel's result is not the untouched one's (out["),
                    HasSubstr("nothing in it hangs on an order: trace it on the CPU")));
  EXPECT_THAT(refused.error().message.in(Language::zh), HasSubstr("请在 CPU 上跟踪"));
}

TEST_F(InstrumentedResults, OfAKernelThatRacesMayDiffer) {
  EXPECT_THAT(notes("transpose/tile_nobarrier", "wrong_traced"),
              ElementsAre(InEnglish(HasSubstr("tile_nobarrier.cu:"))));
}

TEST_F(InstrumentedResults, OfAKernelWhoseBlocksShowTheirOrderMayDiffer) {
  EXPECT_THAT(notes("reduce/atomic", "wrong_traced"),
              ElementsAre(InEnglish(HasSubstr("the order of its blocks shows"))));
}

TEST_F(InstrumentedResults, ThatAreRoundedMoreOftenSaySo) {
  EXPECT_THAT(notes("add/linear_1d", "wrong_rounding"),
              ElementsAre(InEnglish(HasSubstr("fuses products and sums"))));
}

TEST_F(InstrumentedResults, OfAKernelThatChangesFromRunToRunMayDiffer) {
  EXPECT_THAT(notes("transpose/tile", "changing"),
              ElementsAre(InEnglish(HasSubstr("changes from run to run"))));
}

}  // namespace
}  // namespace warplens::run
