#include "kernels/catalog/window_plans.h"

#include <algorithm>

#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

constexpr Dim3 kBlock{32, 8, 1};            // as in window/*.cu
constexpr std::uint32_t kRowsOfThread = 8;  // as in window/blur_rolling.cu
constexpr std::uint32_t kOwnOfStrip = 120;  // columns, as in window/blur_strip.cu
// The same constants as in window/blur_wide_tile.cu and blur_separable_fused.cu.
constexpr std::uint32_t kRowsOfWideTile = 32;
constexpr std::uint32_t kColumnsOfWideTile = 128;
constexpr std::uint32_t kPixelsOfAccess = 4;

struct Picture {
  std::int64_t rows, cols;
};

// Places that a window reaches from its middle, each way.
struct Reach {
  std::int64_t rows, cols;
};

Picture picture_of(const Parameters& p) { return {p.at("rows"), p.at("cols")}; }

// Whether every row starts on 16 bytes.
bool has_rows_of_vectors(const Parameters& p) { return p.at("cols") % 4 == 0; }

BufferSpec floats(std::string name, BufferRole role, const Picture& size) {
  return {std::move(name),
          ElementType::f32,
          role,
          static_cast<std::uint64_t>(size.rows),
          static_cast<std::uint64_t>(size.cols),
          0,
          role == BufferRole::out ? kUnset : Fill{}};
}

// A thread for each element of a matrix of `size`.
LaunchStep launch_over(const Picture& size, std::string entry, std::vector<Argument> arguments) {
  return {std::move(entry), grid_over(size.rows, size.cols, kBlock), kBlock, 0,
          std::move(arguments)};
}

// Each element's mean over the window around it; beyond an edge the element at the edge counts
// again.
void mean(std::span<const float> in, std::span<float> out, const Picture& size,
          const Reach& reach) {
  const auto places = static_cast<double>((2 * reach.rows + 1) * (2 * reach.cols + 1));
  for (std::int64_t row = 0; row < size.rows; ++row) {
    for (std::int64_t col = 0; col < size.cols; ++col) {
      double sum = 0;
      for (std::int64_t dy = -reach.rows; dy <= reach.rows; ++dy) {
        const std::int64_t y = std::clamp<std::int64_t>(row + dy, 0, size.rows - 1);
        for (std::int64_t dx = -reach.cols; dx <= reach.cols; ++dx) {
          const std::int64_t x = std::clamp<std::int64_t>(col + dx, 0, size.cols - 1);
          sum += in[static_cast<std::size_t>(y * size.cols + x)];
        }
      }
      out[static_cast<std::size_t>(row * size.cols + col)] = static_cast<float>(sum / places);
    }
  }
}

void largest(std::span<const float> in, std::span<float> out, const Picture& size,
             std::int64_t side) {
  std::size_t at = 0;
  for (std::int64_t top = 0; top < size.rows; top += side) {
    for (std::int64_t left = 0; left < size.cols; left += side) {
      float value = in[static_cast<std::size_t>(top * size.cols + left)];
      for (std::int64_t y = top; y < std::min(top + side, size.rows); ++y) {
        for (std::int64_t x = left; x < std::min(left + side, size.cols); ++x) {
          value = std::max(value, in[static_cast<std::size_t>(y * size.cols + x)]);
        }
      }
      out[at++] = value;
    }
  }
}

// Elements are at most 1, so the j-th addition rounds by at most j × 2⁻²⁴: over 25 of them 325 ×
// 2⁻²⁴, and 13 × 2⁻²⁴ in their mean. The division and the reference's own float add half of that
// unit each. A mean of random elements may be close to 0, so none of it is relative.
constexpr Tolerance kMeanOfFloats{.relative = 0, .absolute = 14 * 0x1p-24};

Plan make_blur(const Parameters& p) {
  const Picture size = picture_of(p);
  const std::int64_t radius = p.at("window") / 2;
  Plan plan;
  plan.buffers = {floats("in", BufferRole::in, size), floats("out", BufferRole::out, size)};
  plan.buffers[0].fill = {Fill::Kind::random, 1};
  plan.reference = [size, radius](HostBuffers& buffers) {
    mean(buffers.as<float>("in"), buffers.as<float>("out"), size, {radius, radius});
  };
  plan.tolerance = kMeanOfFloats;
  return plan;
}

// A launch of KERNEL<radius, columns from one pixel of a lane to its next>(from, to, rows, cols): a
// strip a warp, so many rows a thread.
LaunchStep strip_step(const Parameters& p, std::string_view kernel, std::uint32_t rows_of_thread,
                      std::string from, std::string to) {
  const Picture size = picture_of(p);
  const std::uint32_t apart = has_rows_of_vectors(p) ? 1 : kBlock.x;
  return {mangled(kernel, "PKfPfii", {p.at("window") / 2, apart}),
          grid_over(size.rows, size.cols, {kOwnOfStrip, kBlock.y * rows_of_thread, 1}),
          kBlock,
          0,
          {BufferArgument{std::move(from)}, BufferArgument{std::move(to)}, i32(size.rows),
           i32(size.cols)}};
}

std::uint32_t rows_of_one_filter(const Parameters& p) {
  return has_rows_of_vectors(p) ? 4 : 4 * (count(p, "window") / 2);
}

std::uint32_t rows_of_two_filters(const Parameters& p) {
  return has_rows_of_vectors(p) ? 8 * (count(p, "window") / 2) : 8;
}

Plan make_blur_twice(const Parameters& p) {
  Plan plan = make_blur(p);
  const Picture size = picture_of(p);
  const std::int64_t radius = p.at("window") / 2;
  plan.reference = [size, radius](HostBuffers& buffers) {
    const std::span<const float> in = buffers.as<float>("in");
    std::vector<float> between(in.size());
    mean(in, between, size, {radius, radius});
    mean(between, buffers.as<float>("out"), size, {radius, radius});
  };
  // The second mean keeps the first one's errors at most and adds its own.
  plan.tolerance.absolute *= 2;
  return plan;
}

// A launch of KERNEL<radius>(from, to, rows, cols).
LaunchStep blur_step(const Parameters& p, std::string_view kernel, std::string from,
                     std::string to) {
  return launch_over(picture_of(p), mangled(kernel, "PKfPfii", {p.at("window") / 2}),
                     {BufferArgument{std::move(from)}, BufferArgument{std::move(to)},
                      i32(p.at("rows")), i32(p.at("cols"))});
}

// KERNEL<radius, floats whose multiples rows start on>(in, out, rows, cols): a block makes 32 rows
// of a tile of 128 columns, whose outer ones it lends. Its array holds the halo's rows, too.
Plan in_wide_tiles(const Parameters& p, std::string_view kernel, std::string_view array) {
  Plan plan = make_blur(p);
  const Picture size = picture_of(p);
  const std::uint32_t align = has_rows_of_vectors(p) ? kPixelsOfAccess : 1;
  const std::uint32_t lent = align == 1 ? 2 * kPixelsOfAccess : kPixelsOfAccess;
  // A row's own columns start up to three earlier where rows start anywhere.
  const std::int64_t wide = size.cols + kPixelsOfAccess - align;
  const std::int64_t radius = p.at("window") / 2;
  plan.steps = {
      LaunchStep{mangled(kernel, "PKfPfii", {radius, align}),
                 grid_over(size.rows, wide, {kColumnsOfWideTile - 2 * lent, kRowsOfWideTile, 1}),
                 kBlock,
                 0,
                 {BufferArgument{"in"}, BufferArgument{"out"}, i32(size.rows), i32(size.cols)}}};
  const std::uint32_t halo = 2 * static_cast<std::uint32_t>(radius);
  return with_layouts(std::move(plan),
                      {{std::string(array), matrix(kRowsOfWideTile + halo, kColumnsOfWideTile)}});
}

}  // namespace

Result<Plan> plan_blur_direct(std::string_view kernel, const Parameters& p) {
  Plan plan = make_blur(p);
  plan.steps = {blur_step(p, kernel, "in", "out")};
  return plan;
}

Result<Plan> plan_blur_tile(std::string_view kernel, const Parameters& p) {
  const std::uint32_t halo = 2 * (count(p, "window") / 2);
  return with_layouts(*plan_blur_direct(kernel, p),
                      {{"tile", matrix(kBlock.y + halo, kBlock.x + halo)}});
}

Result<Plan> plan_blur_wide_tile(std::string_view kernel, const Parameters& p) {
  return in_wide_tiles(p, kernel, "tile");
}

Result<Plan> plan_blur_separable(std::string_view, const Parameters& p) {
  Plan plan = make_blur(p);
  plan.buffers.push_back(floats("between", BufferRole::out, picture_of(p)));
  plan.steps = {blur_step(p, "window_blur_rows", "in", "between"),
                blur_step(p, "window_blur_columns", "between", "out")};
  plan.reference = [of_squares = plan.reference, size = picture_of(p),
                    radius = p.at("window") / 2](HostBuffers& buffers) {
    of_squares(buffers);
    mean(buffers.as<float>("in"), buffers.as<float>("between"), size, {0, radius});
  };
  return plan;
}

Result<Plan> plan_blur_separable_fused(std::string_view kernel, const Parameters& p) {
  return in_wide_tiles(p, kernel, "between");
}

Result<Plan> plan_blur_rolling(std::string_view kernel, const Parameters& p) {
  Plan plan = *plan_blur_direct(kernel, p);
  const Picture size = picture_of(p);
  first_launch(plan).grid =
      grid_over(size.rows, size.cols, {kBlock.x, kBlock.y * kRowsOfThread, 1});
  return plan;
}

Result<Plan> plan_blur_strip(std::string_view kernel, const Parameters& p) {
  Plan plan = make_blur(p);
  plan.steps = {strip_step(p, kernel, rows_of_one_filter(p), "in", "out")};
  return plan;
}

Result<Plan> plan_blur_twice(std::string_view kernel, const Parameters& p) {
  Plan plan = make_blur_twice(p);
  plan.buffers.push_back(floats("between", BufferRole::out, picture_of(p)));
  plan.steps = {strip_step(p, kernel, rows_of_one_filter(p), "in", "between"),
                strip_step(p, kernel, rows_of_one_filter(p), "between", "out")};
  plan.reference = [twice = plan.reference, size = picture_of(p),
                    radius = p.at("window") / 2](HostBuffers& buffers) {
    twice(buffers);
    mean(buffers.as<float>("in"), buffers.as<float>("between"), size, {radius, radius});
  };
  return plan;
}

Result<Plan> plan_blur_twice_fused(std::string_view kernel, const Parameters& p) {
  Plan plan = make_blur_twice(p);
  plan.steps = {strip_step(p, kernel, rows_of_two_filters(p), "in", "out")};
  return plan;
}

Result<Plan> plan_maxpool(std::string_view kernel, const Parameters& p) {
  const Picture size = picture_of(p);
  const std::int64_t side = p.at("window");
  const Picture pooled{(size.rows + side - 1) / side, (size.cols + side - 1) / side};
  Plan plan;
  plan.buffers = {floats("in", BufferRole::in, size), floats("out", BufferRole::out, pooled)};
  plan.buffers[0].fill = {Fill::Kind::random, 1};
  plan.steps = {launch_over(
      pooled, mangled(kernel, "PKfPfiii"),
      {BufferArgument{"in"}, BufferArgument{"out"}, i32(size.rows), i32(size.cols), i32(side)})};
  plan.reference = [size, side](HostBuffers& buffers) {
    largest(buffers.as<float>("in"), buffers.as<float>("out"), size, side);
  };
  return plan;
}

}  // namespace warplens::catalog
