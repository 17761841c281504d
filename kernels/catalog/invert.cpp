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
      {"width", tr("Width (pixels)"), 1, kMaximumSide, 64, {}, {}, true},
      {"height", tr("Height (pixels)"), 1, kMaximumSide, 64, {}, {}, true},
      meaning({"threads", tr("Threads a block"), 1, 1024, 128, {}, {}}, in_warps),
      {"pixels", tr("Pixels a thread"), 1, 16, 4, {1, 2, 4, 8, 16}, {}},
      {"offset", tr("Offset (pixels)"), 0, kLargestOffset, 0, {}, {}},
  };
}

std::vector<Rung> invert_ladder() {
  return {
      {"pixel",
       {},
       tr("The bottom: every sector is read once and written once, but a thread starts for each 4 "
          "bytes and a warp has only 128 under way.")},
      {"coarsened",
       {},
       tr("A quarter of the blocks for the same sectors and requests: less start and index "
          "arithmetic for each pixel.")},
      {"vector16",
       {},
       tr("A quarter of the requests, and all of a thread's bytes under way at once: DRAM alone is "
          "left as the limit.")},
      {"peeled",
       {},
       tr("Nothing more where the image begins on a cache line; at any other offset the same 16 "
          "sectors a request, and no line that two warps store into.")},
  };
}

}  // namespace

Family invert_family() {
  Family family;
  family.name = "invert";
  family.title = tr("Inverting colours");
  family.kind = OperatorKind::element_wise;
  family.timed = invert_timed();
  family.parameters = invert_parameters();
  const VariantOf variant{family.name, {"width", "height", "threads"}};
  family.ideas = {
      {tr("An access"), {{"pixel", tr("a pixel")}, {"vector16", tr("four pixels")}}},
      {tr("A thread's pixels"),
       {{"coarsened", tr("a block apart")}, {"coarsened_contiguous", tr("neighbours")}}}};
  family.variants = {
      variant("pixel", tr("One pixel a thread: four bytes a lane, contiguous."), plan_pixel),
      variant("coarsened",
              tr("Several pixels a thread, a block's width apart: contiguous at each step."),
              plan_coarsened, {"pixels"}),
      variant("coarsened_contiguous",
              tr("Neighbouring pixels to one thread: the lanes of a warp stand apart."),
              plan_coarsened, {"pixels"}),
      variant("vector16",
              tr("Four neighbouring pixels in one access of 16 bytes: contiguous, and a quarter of "
                 "the requests."),
              plan_vector16),
      variant("peeled",
              tr("The same for an image that begins anywhere: single pixels up to the first cache "
                 "line, then vectors."),
              plan_peeled, {"offset"}),
  };
  family.ladder = invert_ladder();
  family.full_size = {{"width", 5120}, {"height", 4096}, {"threads", 256}};
  return family;
}

}  // namespace warplens::catalog
