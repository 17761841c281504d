// The invert family: the colours of an RGBA image in place, alpha kept.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/plan_parts.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

constexpr std::uint32_t kColours = 0x00ffffff;  // red, green and blue; alpha is the last byte
constexpr std::uint32_t kPixelsInVector = 4;    // pixels in a uint4, as in invert/vector16.cu
constexpr std::int64_t kLargestOffset = 32;     // pixels in a cache line

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

// The image begins `offset` pixels behind its buffer's first, which stay as they are.
Result<Plan> plan_peeled(std::string_view kernel, const Parameters& p) {
  Plan plan = inversion(p, mangled(kernel, "Pji"), kPixelsInVector);
  const std::uint64_t offset = count(p, "offset");
  if (offset == 0) return plan;
  BufferSpec& image = plan.buffers.front();
  image.columns = offset + image.rows * image.columns;
  image.rows = 1;
  first_launch(plan).arguments.front() = BufferArgument{"image", offset * sizeof(std::uint32_t)};
  plan.reference = [offset](HostBuffers& buffers) {
    for (std::uint32_t& pixel : buffers.as<std::uint32_t>("image").subspan(offset)) {
      pixel ^= kColours;
    }
  };
  return plan;
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
      {"offset", {"Offset (pixels)", "偏移（像素）"}, 0, kLargestOffset, 0, {}, {}},
  };
}

std::vector<Rung> invert_ladder() {
  return {
      {"pixel",
       {},
       {"The bottom: every sector is read once and written once, but a thread starts for each 4 "
        "bytes and a warp has only 128 under way.",
        "起点：每个 sector 读一次、写一次，但每 4 字节要启动一个线程，一个 warp 只有 128 "
        "字节在途。"}},
      {"coarsened",
       {},
       {"A quarter of the blocks for the same sectors and requests: less start and index "
        "arithmetic for each pixel.",
        "sector 数和请求数不变，线程块数减为四分之一：每个像素分摊的启动和下标计算更少。"}},
      {"vector16",
       {},
       {"A quarter of the requests, and all of a thread's bytes under way at once: DRAM alone is "
        "left as the limit.",
        "请求数减为四分之一，一个线程的字节同时在途：限制只剩 DRAM。"}},
      {"peeled",
       {},
       {"Nothing more where the image begins on a cache line; at any other offset the same 16 "
        "sectors a request, and no line that two warps store into.",
        "图像从缓存行边界开始时没有区别；其他偏移下每个请求同样是 16 个 "
        "sector，也没有两个 warp 写同一条缓存行。"}},
  };
}

}  // namespace

Family invert_family() {
  Family family;
  family.name = "invert";
  family.title = {"Inverting colours", "颜色反转"};
  family.kind = OperatorKind::element_wise;
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
      variant("peeled",
              {"The same for an image that begins anywhere: single pixels up to the first cache "
               "line, then vectors.",
               "图像可以从任何位置开始：到第一条缓存行为止逐个像素，之后用向量。"},
              plan_peeled, {"offset"}),
  };
  family.ladder = invert_ladder();
  family.full_size = {{"width", 5120}, {"height", 4096}, {"threads", 256}};
  return family;
}

}  // namespace warplens::catalog
