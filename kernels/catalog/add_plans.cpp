#include "kernels/catalog/add_plans.h"

namespace warplens::catalog {
namespace {

// The mangled name of NAME(const float*, const float*, float*, COUNTS).
std::string entry_name(std::string_view variant, std::string_view counts = "i") {
  return fmt::format("_Z{}add_{}PKfS0_Pf{}", variant.size() + 4, variant, counts);
}

std::uint64_t offset_of(const Parameters& p, std::string_view buffer) {
  return static_cast<std::uint64_t>(p.find(fmt::format("offset_{}", buffer))->second);
}

void add(HostBuffers& buffers, const Parameters& p, std::size_t n) {
  const auto a = buffers.as<float>("a").subspan(offset_of(p, "a"));
  const auto b = buffers.as<float>("b").subspan(offset_of(p, "b"));
  const auto c = buffers.as<float>("c").subspan(offset_of(p, "c"));
  for (std::size_t i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

struct Shape {
  Dim3 grid, block;
};

// Buffers end with their last element, so that a step past it is found.
Plan make_plan(const Parameters& p, std::string entry, std::uint64_t n, const Shape& shape) {
  Plan plan;
  LaunchStep launch;
  for (const char* name : {"a", "b", "c"}) {
    const std::uint64_t offset = offset_of(p, name);
    plan.buffers.push_back({name, ElementType::f32, BufferRole::in, 1, offset + n, 0, {}});
    launch.arguments.push_back(BufferArgument{name, offset * sizeof(float)});
  }
  plan.buffers[0].fill = {Fill::Kind::random, 1};
  plan.buffers[1].fill = {Fill::Kind::random, 2};
  plan.buffers[2].role = BufferRole::out;
  launch.entry = std::move(entry);
  launch.grid = shape.grid;
  launch.block = shape.block;
  plan.steps = {std::move(launch)};
  plan.reference = [p, n](HostBuffers& buffers) { add(buffers, p, n); };
  return plan;
}

std::uint32_t count(const Parameters& p, std::string_view name) {
  return static_cast<std::uint32_t>(p.find(name)->second);
}

Plan plan_vector(const Parameters& p, std::string_view variant, std::uint32_t blocks,
                 std::uint32_t threads) {
  const std::uint64_t n = count(p, "n");
  Plan plan = make_plan(p, entry_name(variant), n, {{blocks, 1, 1}, {threads, 1, 1}});
  std::get<LaunchStep>(plan.steps.front()).arguments.push_back(i32(p.at("n")));
  return plan;
}

// As many blocks as are asked for, each of which walks.
Plan plan_walk(const Parameters& p, std::string_view variant) {
  return plan_vector(p, variant, count(p, "blocks"), count(p, "threads"));
}

}  // namespace

Result<Plan> plan_add_block_stride(const Parameters& p) { return plan_walk(p, "block_stride"); }

Result<Plan> plan_add_grid_stride(const Parameters& p) { return plan_walk(p, "grid_stride"); }

}  // namespace warplens::catalog
