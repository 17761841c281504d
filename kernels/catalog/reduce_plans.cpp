#include "kernels/catalog/reduce_plans.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

// The contents of a buffer that a kernel must not rely on.
constexpr Fill kLeftovers{Fill::Kind::random, 7, true};

bool is_dot(const Parameters& p) { return p.at("operation") == reduce_dot; }

double neutral_element(std::int64_t operation) {
  return operation == reduce_maximum ? -std::numeric_limits<double>::infinity() : 0;
}

double combine(std::int64_t operation, double a, double b) {
  return operation == reduce_maximum ? std::max(a, b) : a + b;
}

double combine_all(std::int64_t operation, std::span<const double> values) {
  double total = neutral_element(operation);
  for (const double value : values) total = combine(operation, total, value);
  return total;
}

// Each block's value: elements go to blocks in turn, `width` a thread; those that are left over one
// a thread.
std::vector<double> block_values(HostBuffers& buffers, const Parameters& p, std::size_t width) {
  const std::int64_t operation = p.at("operation");
  const bool dot = is_dot(p);
  const std::span<const float> x = buffers.as<float>("x");
  const std::span<const float> y = buffers.as<float>("y");
  std::vector<double> values(count(p, "blocks"), neutral_element(operation));
  const auto add_in_turns = [&](std::size_t begin, std::size_t end, std::size_t a_block) {
    for (std::size_t first = begin; first < end; first += a_block) {
      double& value = values[(first - begin) / a_block % values.size()];
      for (std::size_t i = first; i < std::min(first + a_block, end); ++i) {
        const double element = dot ? double{x[i]} * double{y[i]} : double{x[i]};
        value = combine(operation, value, element);
      }
    }
  };
  const std::size_t whole = x.size() / width * width;
  add_in_turns(0, whole, count(p, "threads") * width);
  add_in_turns(whole, x.size(), count(p, "threads"));
  return values;
}

// Computes the expected contents of the buffers that a plan has.
void reduce(HostBuffers& buffers, const Parameters& p, std::size_t width) {
  const std::vector<double> values = block_values(buffers, p, width);
  const std::span<float> partials = buffers.as<float>("partials");
  for (std::size_t i = 0; i < partials.size(); ++i) partials[i] = static_cast<float>(values[i]);
  buffers.as<float>("result")[0] = static_cast<float>(combine_all(p.at("operation"), values));
  for (std::uint32_t& counter : buffers.as<std::uint32_t>("counter")) counter = 0;
  const auto neutral = static_cast<float>(neutral_element(p.at("operation")));
  for (float& total : buffers.as<float>("total")) total = neutral;
}

// A maximum is never rounded. A sum is, once for each addition that an element goes through: of its
// thread, of two trees, of the blocks one by one; by half a unit of 2^-23 of what has been added up
// so far. That is under 4√n for random elements of [-1, 1), whose standard deviation is below 0.6.
Tolerance tolerance_of(const Parameters& p) {
  if (p.at("operation") == reduce_maximum) return {};
  const auto n = static_cast<double>(p.at("n"));
  const auto threads = static_cast<double>(p.at("threads"));
  const auto blocks = static_cast<double>(p.at("blocks"));
  const double additions =
      std::ceil(n / (blocks * threads)) + 2 * std::log2(threads) + std::min(blocks, n);
  return {0, additions * std::ldexp(1.0, -24) * 4 * std::sqrt(n)};
}

Plan reduction(const Parameters& p) {
  const std::uint64_t n = count(p, "n");
  Plan plan;
  plan.buffers = {{"x", ElementType::f32, BufferRole::in, 1, n, 0, {Fill::Kind::random, 1}}};
  if (is_dot(p)) {
    plan.buffers.push_back(
        {"y", ElementType::f32, BufferRole::in, 1, n, 0, {Fill::Kind::random, 2}});
  }
  plan.buffers.push_back({"result", ElementType::f32, BufferRole::out, 1, 1, 0, kLeftovers});
  plan.reference = [p](HostBuffers& buffers) { reduce(buffers, p, 1); };
  plan.tolerance = tolerance_of(p);
  return plan;
}

void add_partials(Plan& plan, const Parameters& p) {
  plan.buffers.push_back(
      {"partials", ElementType::f32, BufferRole::out, 1, count(p, "blocks"), 0, kLeftovers});
}

// The mangled name of KERNEL<operation>(const float*, const float*, PARAMETERS).
std::string reduction_entry(std::string_view kernel, std::int64_t operation,
                            std::string_view parameters = "Pfi") {
  return mangled(kernel, fmt::format("PKfS1_{}", parameters), {operation});
}

// A buffer that such a kernel leaves as it found it, so that nothing need be set between two
// launches.
BufferSpec kept(std::string name, ElementType type, double value) {
  return {std::move(name),
          type,
          BufferRole::inout,
          1,
          1,
          0,
          {.kind = Fill::Kind::constant, .value = value}};
}

LaunchStep make_launch(const Parameters& p, std::string entry) {
  const std::uint32_t threads = count(p, "threads");
  return {std::move(entry),
          {count(p, "blocks"), 1, 1},
          {threads, 1, 1},
          threads * size_of(ElementType::f32),
          {BufferArgument{"x"}, BufferArgument{is_dot(p) ? "y" : "x"}}};
}

// A launch that reduces n elements to `out`.
LaunchStep launch_to(std::string out, std::string_view kernel, const Parameters& p) {
  LaunchStep launch = make_launch(p, reduction_entry(kernel, p.at("operation")));
  launch.arguments.insert(launch.arguments.end(), {BufferArgument{std::move(out)}, i32(p.at("n"))});
  return launch;
}

// A launch of one block that reduces the blocks' values to the result.
LaunchStep launch_again(std::string_view kernel, const Parameters& p) {
  const std::int64_t operation = is_dot(p) ? reduce_sum : p.at("operation");
  LaunchStep launch = make_launch(p, reduction_entry(kernel, operation));
  launch.grid = {1, 1, 1};
  launch.arguments = {BufferArgument{"partials"}, BufferArgument{"partials"},
                      BufferArgument{"result"}, i32(p.at("blocks"))};
  return launch;
}

HostStep set_result(const Parameters& p) {
  const auto value = static_cast<float>(neutral_element(p.at("operation")));
  return {tr("The host sets the result to what changes nothing: 0, or −∞ for a maximum."),
          [value](HostBuffers& buffers) { buffers.as<float>("result")[0] = value; }};
}

HostStep combine_partials(const Parameters& p) {
  return {tr("The host combines the blocks' values."),
          [operation = p.at("operation")](HostBuffers& buffers) {
            const std::span<const float> partials = buffers.as<float>("partials");
            const std::vector<double> values(partials.begin(), partials.end());
            buffers.as<float>("result")[0] = static_cast<float>(combine_all(operation, values));
          }};
}

HostStep clear_counter() {
  return {tr("The host sets the counter to 0, once for all launches."),
          [](HostBuffers& buffers) { buffers.as<std::uint32_t>("counter")[0] = 0; }};
}

}  // namespace

Result<Plan> plan_reduce_twice(std::string_view kernel, const Parameters& p) {
  Plan plan = reduction(p);
  add_partials(plan, p);
  plan.steps = {launch_to("partials", kernel, p), launch_again(kernel, p)};
  return plan;
}

Result<Plan> plan_reduce_double_sum(std::string_view kernel, const Parameters& p) {
  Result<Plan> plan = plan_reduce_twice(kernel, p);
  for (Step& step : plan->steps) {
    LaunchStep& launch = std::get<LaunchStep>(step);
    launch.dynamic_shared_bytes = launch.block.x * size_of(ElementType::f64);
  }
  return plan;
}

Result<Plan> plan_reduce_shuffle(std::string_view kernel, const Parameters& p) {
  Result<Plan> plan = plan_reduce_twice(kernel, p);
  for (Step& step : plan->steps) std::get<LaunchStep>(step).dynamic_shared_bytes = 0;
  return plan;
}

Result<Plan> plan_reduce_vectors(std::string_view kernel, const Parameters& p) {
  Result<Plan> plan = plan_reduce_shuffle(kernel, p);
  constexpr std::size_t kFloat4 = 4;
  plan->reference = [p](HostBuffers& buffers) { reduce(buffers, p, kFloat4); };
  return plan;
}

Result<Plan> plan_reduce_two_pass(std::string_view kernel, const Parameters& p) {
  Plan plan = reduction(p);
  add_partials(plan, p);
  plan.steps = {launch_to("partials", kernel, p), combine_partials(p)};
  return plan;
}

Result<Plan> plan_reduce_atomic(std::string_view kernel, const Parameters& p) {
  Plan plan = reduction(p);
  plan.steps = {set_result(p), launch_to("result", kernel, p)};
  return plan;
}

Result<Plan> plan_reduce_zeroed_inside(std::string_view kernel, const Parameters& p) {
  Plan plan = reduction(p);
  plan.steps = {launch_to("result", kernel, p)};
  return plan;
}

Result<Plan> plan_reduce_last_block(std::string_view kernel, const Parameters& p) {
  Plan plan = reduction(p);
  add_partials(plan, p);
  plan.buffers.push_back({"counter", ElementType::u32, BufferRole::out, 1, 1, 0, kLeftovers});
  LaunchStep launch = make_launch(p, reduction_entry(kernel, p.at("operation"), "PfS2_Pji"));
  launch.arguments.insert(launch.arguments.end(),
                          {BufferArgument{"partials"}, BufferArgument{"result"},
                           BufferArgument{"counter"}, i32(p.at("n"))});
  plan.steps = {clear_counter(), std::move(launch)};
  return plan;
}

namespace {

// A plan of one launch of KERNEL<operation, loads>: the blocks' values meet in `meeting`.
Plan one_launch(std::string_view kernel, const Parameters& p, Plan plan, std::string meeting) {
  constexpr std::size_t kFloat4 = 4;
  plan.reference = [p](HostBuffers& buffers) { reduce(buffers, p, kFloat4); };
  plan.buffers.push_back(kept("counter", ElementType::u32, 0));
  LaunchStep launch =
      make_launch(p, mangled(kernel, "PKfS1_PfS2_Pji", {p.at("operation"), p.at("loads")}));
  launch.dynamic_shared_bytes = 0;
  launch.arguments.insert(launch.arguments.end(),
                          {BufferArgument{std::move(meeting)}, BufferArgument{"result"},
                           BufferArgument{"counter"}, i32(p.at("n"))});
  plan.steps = {std::move(launch)};
  return plan;
}

}  // namespace

Result<Plan> plan_reduce_one_launch(std::string_view kernel, const Parameters& p) {
  Plan plan = reduction(p);
  add_partials(plan, p);
  return one_launch(kernel, p, std::move(plan), "partials");
}

Result<Plan> plan_reduce_one_total(std::string_view kernel, const Parameters& p) {
  Plan plan = reduction(p);
  plan.buffers.push_back(kept("total", ElementType::f32, neutral_element(p.at("operation"))));
  return one_launch(kernel, p, std::move(plan), "total");
}

Result<Plan> plan_reduce_cluster(std::string_view kernel, const Parameters& p) {
  constexpr std::uint32_t kCluster = 4;  // as in reduce/cluster.cu
  const std::uint32_t clusters = blocks_for(count(p, "blocks"), kCluster);
  Parameters each = p, all = p;  // what a cluster leaves is one value
  each["blocks"] = std::int64_t{clusters} * kCluster;
  all["blocks"] = clusters;
  Plan plan = reduction(each);
  add_partials(plan, all);
  plan.steps = {launch_to("partials", kernel, each), launch_again(kernel, all)};
  for (Step& step : plan.steps) std::get<LaunchStep>(step).dynamic_shared_bytes = 0;
  std::get<LaunchStep>(plan.steps.back()).grid = {kCluster, 1, 1};
  plan.reference = [each, all](HostBuffers& buffers) {
    const std::vector<double> values = block_values(buffers, each, 1);
    const std::span<float> partials = buffers.as<float>("partials");
    for (std::size_t i = 0; i < partials.size(); ++i) {
      const std::span<const double> blocks = std::span(values).subspan(i * kCluster, kCluster);
      partials[i] = static_cast<float>(combine_all(all.at("operation"), blocks));
    }
    buffers.as<float>("result")[0] = static_cast<float>(combine_all(all.at("operation"), values));
  };
  return plan;
}

}  // namespace warplens::catalog
