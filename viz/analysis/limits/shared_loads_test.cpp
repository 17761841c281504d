#include "viz/analysis/limits/shared_loads.h"

#include <gtest/gtest.h>

namespace warplens::analysis {
namespace {

sass::Access access_of(const char* function, trace::EventKind kind, trace::Space space,
                       std::uint8_t width) {
  sass::Access access;
  access.function = function;
  access.kind = kind;
  access.space = space;
  access.width = width;
  return access;
}

TEST(SharedLoads, AreThoseOfTheEntryAloneAndWideOnesAreOfSixteenBytes) {
  using enum trace::EventKind;
  using enum trace::Space;
  sass::Assembled code;
  code.accesses = {access_of("a", load, shared, 16),  access_of("a", load, shared, 8),
                   access_of("a", load, shared, 4),   access_of("a", load, global, 16),
                   access_of("a", store, shared, 16), access_of("b", load, shared, 16)};
  EXPECT_EQ(shared_loads(code, "a"), (SharedLoads{3, 1}));
  EXPECT_EQ(shared_loads(code, "b"), (SharedLoads{1, 1}));
  code.accesses.front().is_never_run = true;
  EXPECT_EQ(shared_loads(code, "a"), (SharedLoads{2, 0}));
}

}  // namespace
}  // namespace warplens::analysis
