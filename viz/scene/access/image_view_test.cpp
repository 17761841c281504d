#include "viz/scene/access/image_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "kernels/run/run.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

constexpr std::uint64_t kWidth = 128, kHeight = 64;

// An inversion with its picture, on the real kernel.
struct Inverted {
  std::shared_ptr<const trace::Trace> trace;
  Picture picture;
  std::vector<std::uint32_t> output;  // the run's buffer

  explicit Inverted(std::string_view kernel, run::PixelsOfSize own = {}) {
    const auto catalogue = run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
    run::Options options;
    options.largest_picture = kWidth * kHeight;
    options.picture = std::move(own);
    const auto result =
        run::run_variant(*catalogue, kernel, {{"width", kWidth}, {"height", kHeight}}, options);
    EXPECT_EQ(result->verdict, trace::Verdict::match);
    trace = result->traces.at(0);
    picture = picture_of(*trace, 0, result->picture);
    const std::vector<std::byte>& bytes = result->buffers.at(0).bytes;
    output.resize(bytes.size() / 4);
    std::memcpy(output.data(), bytes.data(), bytes.size());
  }
  [[nodiscard]] const trace::Buffer& shape() const { return trace->buffers.at(0); }
  [[nodiscard]] std::size_t events() const { return trace->events.size(); }
  // The first store, and what it touches.
  [[nodiscard]] std::size_t first_store() const {
    std::size_t event = 0;
    while (trace->sites[trace->events.site(event)].kind != trace::EventKind::store) ++event;
    return event;
  }
  [[nodiscard]] std::vector<ElementTouch> touched(std::size_t event) const {
    const trace::EventView view = trace->events.view(event);
    return touched_elements(trace->sites[view.site], view, shape());
  }
  [[nodiscard]] MatrixLayout layout(Size size) const {
    return matrix_layout(shape(), whole(shape()), size, {});
  }
};

constexpr Size kRoomy{900, 470}, kSmall{300, 160};

Color as_color(std::uint32_t pixel) { return __builtin_bswap32(pixel); }

TEST(ImageView, ThePictureAfterTheLastEventIsTheRunsOutputAndTheNegativeOfTheFirst) {
  for (const char* kernel :
       {"invert/pixel", "invert/vector16", "invert/coarsened", "invert/coarsened_contiguous"}) {
    const Inverted run(kernel);
    ASSERT_EQ(run.picture.pixels->before.size(), kWidth * kHeight) << kernel;
    for (std::uint64_t pixel = 0; pixel < kWidth * kHeight; ++pixel) {
      ASSERT_EQ(run.picture.color(pixel, run.events()), as_color(run.output[pixel])) << kernel;
      ASSERT_EQ(run.picture.color(pixel, 0), as_color(run.output[pixel] ^ 0x00ffffff)) << kernel;
    }
    EXPECT_EQ(run.picture.stored_at(run.events()), kWidth * kHeight) << kernel;
  }
}

TEST(ImageView, APixelChangesWithTheEventThatStoresIt) {
  const Inverted run("invert/vector16");
  for (std::size_t event = 0; event < run.events(); ++event) {
    const bool stores =
        run.trace->sites[run.trace->events.site(event)].kind == trace::EventKind::store;
    const std::uint32_t stored = run.picture.stored_at(event + 1) - run.picture.stored_at(event);
    ASSERT_EQ(stored, stores ? 128u : 0u);
  }
  const std::size_t store = run.first_store();
  for (const ElementTouch& touch : run.touched(store)) {
    const std::uint64_t pixel = touch.row * kWidth + touch.column;
    EXPECT_FALSE(run.picture.is_stored(pixel, store));
    EXPECT_TRUE(run.picture.is_stored(pixel, store + 1));
  }
}

TEST(ImageView, AnAccessUnderWayHasNotStoredYet) {
  EXPECT_EQ(moment_of(7, 0.5), 7u);
  EXPECT_EQ(moment_of(7, 1), 8u);
}

TEST(ImageView, CellsHaveThePicturesColoursOrTheirTint) {
  const Inverted run("invert/pixel");
  const MatrixLayout layout = run.layout(kRoomy);
  const DrawList plain = image_base(run.picture, 0, run.shape(), nullptr, layout, kRoomy, {});
  expect_well_formed(plain, Style{});
  const CellGrid& grid = plain.grids.at(0);
  ASSERT_EQ(grid.columns, kWidth);
  ASSERT_EQ(grid.rows, kHeight);
  EXPECT_EQ(grid.colors.at(5 * kWidth + 9), run.picture.color(5 * kWidth + 9, 0));
  const FirstTouches touches = first_touches(*run.trace, run.shape());
  const ElementColors tint = element_colors(*run.trace, touches, ColorBy::warp);
  const DrawList tinted = image_base(run.picture, 0, run.shape(), &tint, layout, kRoomy, {});
  EXPECT_NE(tinted.grids.at(0).colors, grid.colors);
}

TEST(ImageView, ALargePictureIsNoMoreCellsThanTheScreenHasPixels) {
  const Inverted run("invert/pixel");
  const Size tiny{90, 60};
  const DrawList list =
      image_base(run.picture, 0, run.shape(), nullptr, run.layout(tiny), tiny, {});
  EXPECT_LE(list.grids.at(0).columns, 90u);
  EXPECT_LE(list.grids.at(0).rows, 60u);
  EXPECT_TRUE(list.rectangles.empty());
}

std::set<std::uint32_t> lanes_marked(const DrawList& list) {
  std::set<std::uint32_t> lanes;
  for (const Rectangle& mark : list.rectangles)
    if (mark.id.kind == MarkId::Kind::lane) lanes.insert(mark.id.a);
  return lanes;
}

TEST(ImageView, EveryLanesPixelsAreOutlinedOnceTheyAreLargeEnough) {
  for (const char* kernel : {"invert/pixel", "invert/vector16"}) {
    const Inverted run(kernel);
    const std::size_t store = run.first_store();
    const auto touched = run.touched(store);
    const DrawList near =
        image_marks(run.picture, store, run.shape(), touched, run.layout(kRoomy), kRoomy, {});
    expect_well_formed(near, Style{});
    EXPECT_EQ(lanes_marked(near).size(), 32u) << kernel;
    // Far away the request has one outline.
    const DrawList far =
        image_marks(run.picture, store, run.shape(), touched, run.layout(kSmall), kSmall, {});
    expect_well_formed(far, Style{});
    EXPECT_EQ(lanes_marked(far).size(), 1u) << kernel;
  }
}

TEST(ImageView, LanesCarryTheirNumbersWhenZoomed) {
  const Inverted run("invert/vector16");
  const std::size_t store = run.first_store();
  const auto touched = run.touched(store);
  const MatrixWindow window = zoomed(whole(run.shape()), run.shape(), 0, 2, 8);
  const MatrixLayout layout = matrix_layout(run.shape(), window, kRoomy, {});
  const DrawList list = image_marks(run.picture, store, run.shape(), touched, layout, kRoomy, {});
  expect_well_formed(list, Style{});
  const auto lane_1 = std::ranges::count(list.texts, "1", &Text::text);
  EXPECT_EQ(lane_1, 4);  // its four pixels
}

TEST(ImageView, APersonsPictureIsWhatTheKernelWorksOn) {
  const auto ramp = [](std::uint64_t rows,
                       std::uint64_t columns) -> Result<std::vector<std::uint32_t>> {
    std::vector<std::uint32_t> pixels;
    for (std::uint64_t i = 0; i < rows * columns; ++i)
      pixels.push_back(static_cast<std::uint32_t>(i * 2654435761u) | 0xff000000u);
    return pixels;
  };
  const Inverted run("invert/pixel", ramp);
  EXPECT_EQ(run.picture.pixels->before, *ramp(kHeight, kWidth));
  EXPECT_EQ(run.picture.pixels->after, run.output);
  EXPECT_EQ(run.output.at(77) ^ run.picture.pixels->before.at(77), 0x00ffffffu);
}

TEST(ImageView, ContentsOfAnotherSizeAreNoPicture) {
  const Inverted run("invert/pixel");
  trace::RunPicture three;
  three.before = three.after = {1, 2, 3};
  const auto pixels = std::make_shared<const trace::RunPicture>(std::move(three));
  EXPECT_TRUE(picture_of(*run.trace, 0, pixels).pixels->before.empty());
}

}  // namespace
}  // namespace warplens::scene
