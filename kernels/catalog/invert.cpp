// The invert family: the colours of an RGBA image in place, alpha kept.
#include "kernels/catalog/plan_parts.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

constexpr std::int64_t kMaximumSide = 16384;
constexpr std::uint64_t kChannels = 4;  // red, green, blue, alpha
constexpr std::uint32_t kVector = 4;    // pixels in a uint4, as in invert/vector16.cu

void invert(HostBuffers& buffers) {
  const std::span<std::uint8_t> image = buffers.as<std::uint8_t>("image");
  for (std::size_t i = 0; i < image.size(); ++i) {
    if (i % kChannels != kChannels - 1) image[i] = static_cast<std::uint8_t>(255 - image[i]);
  }
}

Plan make_plan(const Parameters& p, std::string entry, std::uint32_t pixels_a_thread) {
  const std::uint64_t width = count(p, "width");
  const std::uint64_t height = count(p, "height");
  const auto pixels = static_cast<std::int64_t>(width * height);
  const std::uint32_t threads = count(p, "threads");
  Plan plan;
  plan.buffers = {{"image",
                   ElementType::u8,
                   BufferRole::inout,
                   height,
                   width * kChannels,
                   0,
                   {Fill::Kind::random, 1}}};
  LaunchStep launch;
  launch.entry = std::move(entry);
  launch.grid = {blocks_for(pixels, threads * pixels_a_thread), 1, 1};
  launch.block = {threads, 1, 1};
  launch.arguments = {BufferArgument{"image"}, i32(pixels)};
  plan.steps = {std::move(launch)};
  plan.reference = invert;
  return plan;
}

Result<Plan> plan_pixel(const Parameters& p) {
  return make_plan(p, mangled("invert_pixel", "P6uchar4i"), 1);
}

Result<Plan> plan_coarsened(const Parameters& p) {
  return make_plan(p, mangled("invert_coarsened", "P6uchar4i", {p.at("pixels")}),
                   count(p, "pixels"));
}

Result<Plan> plan_coarsened_contiguous(const Parameters& p) {
  return make_plan(p, mangled("invert_coarsened_contiguous", "P6uchar4i", {p.at("pixels")}),
                   count(p, "pixels"));
}

Result<Plan> plan_vector16(const Parameters& p) {
  return make_plan(p, mangled("invert_vector16", "Pji"), kVector);
}

std::vector<Parameter> parameters() {
  return {
      {"width", {"Width (pixels)", "宽度（像素）"}, 1, kMaximumSide, 64, {}, {}, true},
      {"height", {"Height (pixels)", "高度（像素）"}, 1, kMaximumSide, 64, {}, {}, true},
      {"threads", {"Threads a block", "每个线程块的线程数"}, 1, 1024, 128, {}, {}},
      {"pixels", {"Pixels a thread", "每个线程的像素数"}, 1, 16, 4, {1, 2, 4, 8, 16}, {}},
  };
}

Variant variant(std::string name, Text idea, bool takes_pixels,
                Result<Plan> (*plan)(const Parameters&)) {
  Variant result;
  result.source = fmt::format("kernels/catalog/invert/{}.cu", name);
  result.name = std::move(name);
  result.idea = std::move(idea);
  result.parameters = {"width", "height", "threads"};
  if (takes_pixels) result.parameters.emplace_back("pixels");
  result.plan = plan;
  return result;
}

}  // namespace

Family invert_family() {
  Family family;
  family.name = "invert";
  family.title = {"Inverting colours", "颜色反转"};
  family.timed = invert_timed();
  family.parameters = parameters();
  family.variants = {
      variant("pixel",
              {"One pixel a thread: four bytes a lane, contiguous.",
               "每个线程一个像素：每个 lane 四个字节，访问连续。"},
              false, plan_pixel),
      variant("coarsened",
              {"Several pixels a thread, a block's width apart: contiguous at each step.",
               "每个线程多个像素，彼此相隔一个线程块的宽度：每一步的访问都连续。"},
              true, plan_coarsened),
      variant("coarsened_contiguous",
              {"Neighbouring pixels to one thread: the lanes of a warp stand apart.",
               "相邻像素交给同一个线程：同一 warp 的各 lane 彼此隔开。"},
              true, plan_coarsened_contiguous),
      variant("vector16",
              {"Four neighbouring pixels in one access of 16 bytes: contiguous, and a quarter of "
               "the requests.",
               "一次 16 字节的访问处理四个相邻像素：访问连续，请求数减为四分之一。"},
              false, plan_vector16),
  };
  family.full_size = {{"width", 5120}, {"height", 4096}, {"threads", 256}};
  return family;
}

}  // namespace warplens::catalog
