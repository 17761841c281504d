#include "kernels/catalog/histogram_plans.h"

#include <algorithm>

#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

constexpr std::int64_t kAll = 100;          // percent
constexpr std::uint64_t kCountsInRow = 32;  // as the banks of shared memory hold them

// Values of which `percent` are 0, and the others even. A byte holds nothing below 0, so a range
// that reaches below it has its part there as zeros.
Fill drawn_values(std::int64_t percent) {
  if (percent == kAll) return {.kind = Fill::Kind::constant, .value = 0};
  const std::int64_t below = kBins * percent / (kAll - percent);
  return {.kind = Fill::Kind::random,
          .seed = 1,
          .range = FillRange{-static_cast<double>(below), static_cast<double>(kBins - 1)}};
}

void count_values(HostBuffers& buffers, std::uint32_t weight) {
  const std::span<std::uint32_t> counts = buffers.as<std::uint32_t>("counts");
  std::ranges::fill(counts, 0u);
  for (const std::uint8_t value : buffers.as<std::uint8_t>("values")) counts[value] += weight;
}

HostStep clear_counts() {
  return {tr("The host sets the counters to 0."),
          [](HostBuffers& buffers) { std::ranges::fill(buffers.as<std::uint32_t>("counts"), 0u); }};
}

Plan histogram(const Parameters& p, std::string entry, std::uint32_t weight) {
  Plan plan;
  plan.buffers = {
      {"values", ElementType::u8, BufferRole::in, 1, count(p, "n"), 0, drawn_values(p.at("zeros"))},
      {"counts",
       ElementType::u32,
       BufferRole::out,
       kBins / kCountsInRow,
       kCountsInRow,
       0,
       {Fill::Kind::random, 7, true}}};
  plan.steps = {clear_counts(),
                LaunchStep{std::move(entry),
                           {count(p, "blocks"), 1, 1},
                           {count(p, "threads"), 1, 1},
                           0,
                           {BufferArgument{"values"}, BufferArgument{"counts"}, i32(p.at("n"))}}};
  plan.reference = [weight](HostBuffers& buffers) { count_values(buffers, weight); };
  return plan;
}

Plan weighted(const Parameters& p, std::string entry) {
  const std::uint32_t weight = count(p, "weight");
  Plan plan = histogram(p, std::move(entry), weight);
  std::get<LaunchStep>(plan.steps.back())
      .arguments.emplace_back(ScalarArgument{ElementType::u32, weight});
  return plan;
}

Plan with_copies(Plan plan, const Parameters& p) {
  std::get<LaunchStep>(plan.steps.back()).shared_layouts = {
      {"own", matrix(kBins, count(p, "copies"))}};
  return plan;
}

}  // namespace

Result<Plan> plan_histogram(std::string_view kernel, const Parameters& p) {
  return histogram(p, mangled(kernel, "PKhPji"), 1);
}

Result<Plan> plan_histogram_weighted(std::string_view kernel, const Parameters& p) {
  return weighted(p, mangled(kernel, "PKhPjij"));
}

Result<Plan> plan_histogram_copies(std::string_view kernel, const Parameters& p) {
  return with_copies(histogram(p, mangled(kernel, "PKhPji", {p.at("copies")}), 1), p);
}

Result<Plan> plan_histogram_weighted_copies(std::string_view kernel, const Parameters& p) {
  return with_copies(weighted(p, mangled(kernel, "PKhPjij", {p.at("copies")})), p);
}

Result<Plan> plan_histogram_in_flight(std::string_view kernel, const Parameters& p) {
  return with_copies(histogram(p, mangled(kernel, "PKhPji", {p.at("copies"), p.at("loads")}), 1),
                     p);
}

}  // namespace warplens::catalog
