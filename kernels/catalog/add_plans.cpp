#include "kernels/catalog/add_plans.h"

#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

constexpr std::int64_t kMostThreads = 1024;  // that a block may have
constexpr std::uint32_t kVector = 4;         // floats in a float4, which peeling aligns
constexpr std::uint32_t kPlacedBlocks = 8;   // as in add/placed.cu
constexpr std::uint32_t kPlacedThreads = 64;

constexpr const char* kBuffers[] = {"a", "b", "c"};

// Elements by which the pointer stands behind the start of its buffer.
std::uint32_t offset_of(const Parameters& p, std::string_view buffer) {
  return count(p, fmt::format("offset_{}", buffer));
}

void add(HostBuffers& buffers, const Parameters& p, std::size_t n) {
  const auto a = buffers.as<float>("a").subspan(offset_of(p, "a"));
  const auto b = buffers.as<float>("b").subspan(offset_of(p, "b"));
  const auto c = buffers.as<float>("c").subspan(offset_of(p, "c"));
  for (std::size_t i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

// How many elements there are, as numbers that the kernel takes.
struct Elements {
  std::uint64_t elements = 0;
  std::vector<Argument> arguments;
};

// Buffers end with their last element, so that a step past it is found.
Plan addition(std::string_view kernel, const Parameters& p, const Elements& size, Dim3 grid,
              Dim3 block) {
  Plan plan;
  LaunchStep launch{
      mangled(kernel, fmt::format("PKfS0_Pf{}", std::string(size.arguments.size(), 'i'))),
      grid,
      block,
      0,
      {}};
  for (const char* name : kBuffers) {
    const std::uint64_t offset = offset_of(p, name);
    plan.buffers.push_back(
        {name, ElementType::f32, BufferRole::in, 1, offset + size.elements, 0, {}});
    launch.arguments.push_back(BufferArgument{name, offset * sizeof(float)});
  }
  plan.buffers[0].fill = {Fill::Kind::random, 1};
  plan.buffers[1].fill = {Fill::Kind::random, 2};
  plan.buffers[2].role = BufferRole::out;
  plan.buffers[2].fill = kUnset;
  launch.arguments.insert(launch.arguments.end(), size.arguments.begin(), size.arguments.end());
  plan.steps = {std::move(launch)};
  plan.reference = [p, n = size.elements](HostBuffers& buffers) { add(buffers, p, n); };
  return plan;
}

// Buffers without an offset are matrices.
Plan plan_matrix(std::string_view kernel, const Parameters& p, Dim3 grid, Dim3 block) {
  const std::int64_t rows = p.at("rows");
  const std::int64_t cols = p.at("cols");
  Plan plan = addition(kernel, p, {static_cast<std::uint64_t>(rows * cols), {i32(rows), i32(cols)}},
                       grid, block);
  for (BufferSpec& buffer : plan.buffers) {
    if (offset_of(p, buffer.name) != 0) continue;
    buffer.rows = static_cast<std::uint64_t>(rows);
    buffer.columns = static_cast<std::uint64_t>(cols);
  }
  return plan;
}

Result<Dim3> chosen_block(std::string_view kernel, const Parameters& p) {
  const std::int64_t width = p.at("block_x");
  const std::int64_t height = p.at("block_y");
  if (width * height <= kMostThreads) return Dim3{count(p, "block_x"), count(p, "block_y"), 1};
  return fail(tr("{}: a block of {} × {} has {} threads, more than {}: make it narrower or lower",
                 fmt::format("add/{}", kernel.substr(std::string_view("add_").size())), width,
                 height, width * height, kMostThreads));
}

Plan plan_vector(std::string_view kernel, const Parameters& p, std::uint32_t blocks) {
  return addition(kernel, p, {count(p, "n"), {i32(p.at("n"))}}, {blocks, 1, 1},
                  {count(p, "threads"), 1, 1});
}

}  // namespace

Result<Plan> plan_add_one_thread_blocks(std::string_view kernel, const Parameters& p) {
  return addition(kernel, p, {count(p, "n"), {}}, {count(p, "n"), 1, 1}, {1, 1, 1});
}

Result<Plan> plan_add_matrix_2d(std::string_view kernel, const Parameters& p) {
  TRY(const Dim3 block, chosen_block(kernel, p));
  return plan_matrix(kernel, p, grid_over(p.at("rows"), p.at("cols"), block), block);
}

Result<Plan> plan_add_matrix_2d_own_grid(std::string_view kernel, const Parameters& p) {
  TRY(const Dim3 block, chosen_block(kernel, p));
  return plan_matrix(kernel, p, {count(p, "grid_x"), count(p, "grid_y"), 1}, block);
}

Result<Plan> plan_add_linear_1d(std::string_view kernel, const Parameters& p) {
  return plan_vector(kernel, p, blocks_for(p.at("n"), count(p, "threads")));
}

Result<Plan> plan_add_one_vector(std::string_view kernel, const Parameters& p) {
  // One thread at least, for a length below a vector's.
  return plan_vector(kernel, p, blocks_for(p.at("n") / kVector + 1, count(p, "threads")));
}

Result<Plan> plan_add_fastest(std::string_view kernel, const Parameters& p) {
  return plan_vector(kernel, p, blocks_for(p.at("n"), kVector * count(p, "threads")));
}

Result<Plan> plan_add_walk(std::string_view kernel, const Parameters& p) {
  return plan_vector(kernel, p, count(p, "blocks"));
}

Result<Plan> plan_add_placed(std::string_view kernel, const Parameters& p) {
  const std::uint32_t piece = kPlacedBlocks * kPlacedThreads * count(p, "rounds");
  return addition(kernel, p, {count(p, "n"), {i32(p.at("n")), i32(p.at("rounds"))}},
                  {blocks_for(p.at("n"), piece) * kPlacedBlocks, 1, 1}, {kPlacedThreads, 1, 1});
}

Result<Plan> plan_add_peeled(std::string_view kernel, const Parameters& p) {
  const std::uint32_t misaligned = offset_of(p, "a") % kVector;
  if (offset_of(p, "b") % kVector != misaligned || offset_of(p, "c") % kVector != misaligned) {
    return fail(
        tr("add/peeled: offsets {}, {} and {} differ modulo 4, so peeling aligns only one pointer: "
           "make them equal or choose add/misaligned_shuffle",
           offset_of(p, "a"), offset_of(p, "b"), offset_of(p, "c")));
  }
  return plan_add_walk(kernel, p);
}

}  // namespace warplens::catalog
