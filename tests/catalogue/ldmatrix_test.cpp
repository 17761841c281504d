// access/ldmatrix: right however rows are kept, and the conflicts that its comment names.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/catalogue/costs.h"

namespace warplens {
namespace {

enum Arrangement : std::int64_t { plain, padded, swizzled };

const trace::Site& matrix_site(const trace::Trace& trace) {
  return *std::ranges::find(trace.sites, trace::EventKind::load_matrix, &trace::Site::kind);
}

analysis::AccessCost cost_of_matrices(const catalog::Parameters& settings) {
  const auto trace = recorded("access/ldmatrix", settings).at(0);
  for (std::size_t row = 0; row < trace->events.size(); ++row) {
    const trace::Site& site = trace->sites[trace->events.site(row)];
    if (&site == &matrix_site(*trace)) return analysis::access_cost(site, trace->events.view(row));
  }
  ADD_FAILURE() << "no ldmatrix";
  return {};
}

TEST(Ldmatrix, ReadsEveryStripOfEveryArrangement) {
  for (const std::int64_t arrangement : {plain, padded, swizzled}) {
    for (const std::int64_t row_bytes : {64, 128}) {
      for (std::int64_t strip = 0; strip < row_bytes / 16; ++strip) {
        expect_match_without_findings(
            "access/ldmatrix",
            {{"arrangement", arrangement}, {"row_bytes", row_bytes}, {"strip", strip}});
      }
    }
  }
}

TEST(Ldmatrix, PlainRowsMeetAtTheSameBanksAndOthersDoNot) {
  for (std::int64_t strip = 0; strip < 4; ++strip) {
    EXPECT_EQ(cost_of_matrices({{"strip", strip}}).wavefronts, 32u);
    EXPECT_EQ(cost_of_matrices({{"strip", strip}, {"row_bytes", 64}}).wavefronts, 16u);
    for (const std::int64_t row_bytes : {64, 128}) {
      for (const std::int64_t arrangement : {padded, swizzled}) {
        EXPECT_EQ(cost_of_matrices(
                      {{"strip", strip}, {"row_bytes", row_bytes}, {"arrangement", arrangement}})
                      .wavefronts,
                  4u);
      }
    }
  }
}

TEST(Ldmatrix, AStripThatARowDoesNotHaveIsRefused) {
  const auto result =
      run::run_variant(catalogue(), "access/ldmatrix", {{"row_bytes", 64}, {"strip", 4}}, quick());
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().message.in(Language::en).find("groups 0 to 3"), std::string::npos);
}

}  // namespace
}  // namespace warplens
