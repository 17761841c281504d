#include "app/session/result_bytes.h"

#include <gtest/gtest.h>

#include <utility>

#include "app/session/fake_results_test.h"
#include "viz/scene/access/picture.h"

namespace warplens::session {
namespace {

std::shared_ptr<const trace::Trace> trace_of_loads(int events) {
  auto trace = std::make_shared<trace::Trace>();
  trace->sites = {site_at(1, trace::EventKind::load, trace::Space::shared)};
  trace->totals.resize(1);
  trace::EventView event;
  event.site = 0;
  event.mask = 0xffffffffu;
  for (int i = 0; i < events; ++i) trace->events.append(event, true, false);
  return trace;
}

KernelResult result_of(const std::shared_ptr<const trace::Trace>& trace) {
  KernelResult result;
  result.launches.push_back(analyse(trace));
  return result;
}

TEST(ResultBytes, AreThoseOfEventsAndTheirCosts) {
  const auto trace = trace_of_loads(10'000);
  const std::uint64_t bytes = bytes_of(result_of(trace));
  EXPECT_GE(bytes, trace->events.bytes() + 10'000 * sizeof(analysis::AccessCost));
  EXPECT_GT(bytes, 50 * bytes_of(result_of(trace_of_loads(100))));
}

TEST(ResultBytes, CountWhatTheRecordedRunSharesOnce) {
  const auto trace = trace_of_loads(10'000), other = trace_of_loads(10'000);
  KernelResult result = result_of(trace);
  const std::uint64_t alone = bytes_of(result);
  auto run = std::make_shared<trace::Run>();
  run->traces = {trace};
  result.run = run;
  EXPECT_EQ(bytes_of(result), alone);
  run->traces = {other};
  EXPECT_EQ(bytes_of(result), alone + other->events.bytes());
}

TEST(ResultBytes, AreThoseOfAPictureToo) {
  KernelResult result = result_of(trace_of_loads(1));
  const std::uint64_t without = bytes_of(result);
  trace::RunPicture pixels;
  pixels.before.resize(1000);
  scene::Picture picture;
  picture.pixels = std::make_shared<const trace::RunPicture>(std::move(pixels));
  result.picture = std::make_shared<const scene::Picture>(std::move(picture));
  EXPECT_GE(bytes_of(result), without + 4000);
}

}  // namespace
}  // namespace warplens::session
