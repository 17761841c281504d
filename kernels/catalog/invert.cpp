// The invert family: the colours of an RGBA image in place, alpha kept.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/plan_parts.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

constexpr std::uint32_t kColours = 0x00ffffff;  // red, green and blue; alpha is the last byte
constexpr std::uint32_t kPixelsInVector = 4;    // pixels in a uint4, as in invert/vector16.cu

void invert(HostBuffers& buffers) {
  for (std::uint32_t& pixel : buffers.as<std::uint32_t>("image")) pixel ^= kColours;
}

Plan inversion(const Parameters& p, std::string entry, std::uint32_t pixels_a_thread) {
  const std::uint64_t width = count(p, "width");
  const std::uint64_t height = count(p, "height");
  const auto pixels = static_cast<std::int64_t>(width * height);
  const std::uint32_t threads = count(p, "threads");
  Plan plan;
  plan.buffers = {
      {"image", ElementType::u32, BufferRole::inout, height, width, 0, {Fill::Kind::picture, 0}}};
  plan.steps = {LaunchStep{std::move(entry),
                           {blocks_for(pixels, threads * pixels_a_thread), 1, 1},
                           {threads, 1, 1},
                           0,
                           {BufferArgument{"image"}, i32(pixels)}}};
  plan.reference = invert;
  return plan;
}

Result<Plan> plan_pixel(std::string_view kernel, const Parameters& p) {
  return inversion(p, mangled(kernel, "P6uchar4i"), 1);
}

Result<Plan> plan_coarsened(std::string_view kernel, const Parameters& p) {
  return inversion(p, mangled(kernel, "P6uchar4i", {p.at("pixels")}), count(p, "pixels"));
}

Result<Plan> plan_vector16(std::string_view kernel, const Parameters& p) {
  return inversion(p, mangled(kernel, "Pji"), kPixelsInVector);
}

std::vector<Parameter> invert_parameters() {
  return {
      {"width", {"Width (pixels)", "宽度（像素）"}, 1, kMaximumSide, 64, {}, {}, true},
      {"height", {"Height (pixels)", "高度（像素）"}, 1, kMaximumSide, 64, {}, {}, true},
      meaning({"threads", {"Threads a block", "每个线程块的线程数"}, 1, 1024, 128, {}, {}},
              in_warps),
      {"pixels", {"Pixels a thread", "每个线程的像素数"}, 1, 16, 4, {1, 2, 4, 8, 16}, {}},
  };
}

}  // namespace

Family invert_family() {
  Family family;
  family.name = "invert";
  family.title = {"Inverting colours", "颜色反转"};
  family.timed = invert_timed();
  family.parameters = invert_parameters();
  const VariantOf variant{family.name, {"width", "height", "threads"}};
  family.ideas = {{{"An access", "一次访问"},
                   {{"pixel", {"a pixel", "一个像素"}}, {"vector16", {"four pixels", "四个像素"}}}},
                  {{"A thread's pixels", "线程的像素"},
                   {{"coarsened", {"a block apart", "相隔一个线程块"}},
                    {"coarsened_contiguous", {"neighbours", "相邻"}}}}};
  family.variants = {
      variant("pixel",
              {"One pixel a thread: four bytes a lane, contiguous.",
               "每个线程一个像素：每个 lane 四个字节，访问连续。"},
              plan_pixel),
      variant("coarsened",
              {"Several pixels a thread, a block's width apart: contiguous at each step.",
               "每个线程多个像素，彼此相隔一个线程块的宽度：每一步的访问都连续。"},
              plan_coarsened, {"pixels"}),
      variant("coarsened_contiguous",
              {"Neighbouring pixels to one thread: the lanes of a warp stand apart.",
               "相邻像素交给同一个线程：同一 warp 的各 lane 彼此隔开。"},
              plan_coarsened, {"pixels"}),
      variant("vector16",
              {"Four neighbouring pixels in one access of 16 bytes: contiguous, and a quarter of "
               "the requests.",
               "一次 16 字节的访问处理四个相邻像素：访问连续，请求数减为四分之一。"},
              plan_vector16),
  };
  family.full_size = {{"width", 5120}, {"height", 4096}, {"threads", 256}};
  return family;
}

}  // namespace warplens::catalog
