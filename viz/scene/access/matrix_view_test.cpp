#include "viz/scene/access/matrix_view.h"

#include "viz/analysis/costed_event.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using Kind = MarkId::Kind;

trace::Buffer make_buffer(std::uint64_t rows, std::uint64_t columns) {
  trace::Buffer buffer;
  buffer.address = 0x1000;
  buffer.rows = rows;
  buffer.columns = columns;
  buffer.pitch = columns * 4;
  buffer.bytes = rows * buffer.pitch;
  return buffer;
}

ElementColors checkerboard(std::uint64_t rows, std::uint64_t columns) {
  ElementColors colors{rows, columns, 1, {}};
  for (std::uint64_t r = 0; r < rows; ++r)
    for (std::uint64_t c = 0; c < columns; ++c)
      colors.colors.push_back((r + c) % 2 == 0 ? 0x111111ffu : 0x222222ffu);
  return colors;
}

struct Marks {
  MatrixLayout layout;
  DrawList list;
};

Marks draw_marks(const trace::Buffer& buffer, const trace::EventView& event,
                 const MatrixWindow& window, Size size, double phase = 1) {
  const trace::Site site = global_load();
  Marks marks;
  marks.layout = matrix_layout(buffer, window, size, {});
  const Motion motion{global_service(analysis::explained_event(site, event)), phase};
  marks.list =
      matrix_marks(buffer, touched_elements(site, event, buffer),
                   analysis::touched_sectors(site, event), marks.layout, size, {}, &motion);
  return marks;
}

trace::EventView matrix_row_read(std::uint64_t row, std::uint64_t columns) {
  return make_event(kAllLanes, [=](auto lane) { return 0x1000 + (row * columns + lane) * 4; });
}

TEST(MatrixView, EveryElementIsOneCellWhenItIsAtLeastAPixel) {
  const trace::Buffer buffer = make_buffer(20, 30);
  const ElementColors colors = checkerboard(20, 30);
  const MatrixLayout layout = matrix_layout(buffer, whole(buffer), {640, 480}, {});
  const DrawList list = matrix_base(buffer, colors, layout, {640, 480}, {});
  ASSERT_EQ(list.grids.size(), 1u);
  EXPECT_EQ(list.grids[0].colors, colors.colors);
  expect_well_formed(list, {});
}

// Rows of 16 elements that two warps of 8 lanes touch.
ElementColors of_two_warps(bool by_lane) {
  ElementColors colors{4, 16, 1, {}};
  for (std::uint32_t i = 0; i < 64; ++i) {
    const std::uint32_t warp = 8 + i % 16 / 8;
    colors.colors.push_back(by_lane ? lane_color(i % 8) : warp_color(warp));
    colors.numbers.push_back(by_lane ? i % 8 : warp);
  }
  return colors;
}

std::size_t count_in_cells(const DrawList& list, const std::string& number) {
  const CellGrid& grid = list.grids.at(0);
  return static_cast<std::size_t>(std::ranges::count_if(list.texts, [&](const Text& text) {
    return text.text == number && text.x > grid.x && text.y > grid.y;
  }));
}

TEST(MatrixView, AWarpCarriesItsNumberWhereItsElementsBeginInARow) {
  const trace::Buffer buffer = make_buffer(4, 16);
  const MatrixLayout layout = matrix_layout(buffer, whole(buffer), {900, 300}, {});
  const DrawList list = matrix_base(buffer, of_two_warps(false), layout, {900, 300}, {});
  EXPECT_EQ(count_in_cells(list, "8"), 4u);
  EXPECT_EQ(count_in_cells(list, "9"), 4u);
  expect_well_formed(list, {});
}

TEST(MatrixView, ALaneCarriesItsNumberInEveryCellThatHoldsIt) {
  const trace::Buffer buffer = make_buffer(4, 16);
  const MatrixLayout wide = matrix_layout(buffer, whole(buffer), {900, 300}, {});
  EXPECT_EQ(count_in_cells(matrix_base(buffer, of_two_warps(true), wide, {900, 300}, {}), "7"), 8u);
  const MatrixLayout narrow = matrix_layout(buffer, whole(buffer), {120, 60}, {});
  EXPECT_EQ(count_in_cells(matrix_base(buffer, of_two_warps(true), narrow, {120, 60}, {}), "7"),
            0u);
}

TEST(MatrixView, AHugeMatrixIsSampledAtOneCellAPixel) {
  const trace::Buffer buffer = make_buffer(4000, 6000);
  const ElementColors colors{4000, 6000, 4, std::vector<Color>(1000 * 1500, 0xabcdefff)};
  const MatrixLayout layout = matrix_layout(buffer, whole(buffer), {640, 480}, {});
  const DrawList list = matrix_base(buffer, colors, layout, {640, 480}, {});
  EXPECT_FLOAT_EQ(list.grids[0].cell_width, 1);
  EXPECT_LE(list.grids[0].columns, 640u);
  EXPECT_LE(list.grids[0].rows, 480u);
  EXPECT_EQ(list.grids[0].colors[0], 0xabcdefffu);
  expect_well_formed(list, {});
}

TEST(MatrixView, TheLanesOfARowReadAreLitWhereTheirElementsAre) {
  const trace::Buffer buffer = make_buffer(32, 32);
  const Marks marks = draw_marks(buffer, matrix_row_read(5, 32), whole(buffer), {700, 700});
  const auto lit = with_kind(marks.list, Kind::element);
  ASSERT_EQ(lit.size(), 32u);
  for (const Rectangle& element : lit) {
    EXPECT_EQ(element.id.a, 5u);
    EXPECT_EQ(element.fill, lane_color(element.id.b));
    const auto under = element_at(marks.layout, buffer, element.x + element.width / 2,
                                  element.y + element.height / 2);
    ASSERT_TRUE(under.has_value());
    EXPECT_EQ(under->row, 5u);
    EXPECT_EQ(under->column, element.id.b);
  }
  EXPECT_TRUE(has_text(marks.list, "31"));
  expect_well_formed(marks.list, {});
}

TEST(MatrixView, SectorsAreOutlinedAsEightFloatsEach) {
  const trace::Buffer buffer = make_buffer(32, 32);
  const Marks marks = draw_marks(buffer, matrix_row_read(5, 32), whole(buffer), {700, 700});
  const auto sectors = with_kind(marks.list, Kind::sector);
  ASSERT_EQ(sectors.size(), 4u);
  for (const Rectangle& sector : sectors) EXPECT_NEAR(sector.width, 8 * marks.layout.cell, 0.1);
}

TEST(MatrixView, ASectorAcrossTwoRowsIsOutlinedInBoth) {
  const trace::Buffer buffer = make_buffer(4, 6);
  const Marks marks =
      draw_marks(buffer, make_event(1, [](auto) { return 0x1000u; }), whole(buffer), {300, 300});
  const auto sectors = with_kind(marks.list, Kind::sector);
  ASSERT_EQ(sectors.size(), 2u);
  EXPECT_NEAR(sectors[0].width, 6 * marks.layout.cell, 0.1);
  EXPECT_NEAR(sectors[1].width, 2 * marks.layout.cell, 0.1);
  EXPECT_NEAR(sectors[1].y - sectors[0].y, marks.layout.cell, 0.1);
}

TEST(MatrixView, LinesAreOutlinedAroundTheirFourSectors) {
  const trace::Buffer buffer = make_buffer(32, 64);
  // Lanes 0 to 31 from element 16 on: half of two lines.
  const auto event = make_event(kAllLanes, [](auto lane) { return 0x1000u + 64 + lane * 4; });
  const Marks marks = draw_marks(buffer, event, whole(buffer), {900, 500});
  const auto lines = with_kind(marks.list, Kind::line);
  ASSERT_EQ(lines.size(), 2u);
  for (const Rectangle& line : lines) EXPECT_NEAR(line.width, 32 * marks.layout.cell, 7);
  for (const Rectangle& sector : with_kind(marks.list, Kind::sector)) {
    const bool inside_one = std::ranges::any_of(lines, [&](const Rectangle& line) {
      return sector.x >= line.x && sector.x + sector.width <= line.x + line.width;
    });
    EXPECT_TRUE(inside_one) << sector.id.a;
  }
}

TEST(MatrixView, ElementsLightUpAsTheirSectorArrives) {
  const trace::Buffer buffer = make_buffer(32, 32);
  const trace::EventView event = matrix_row_read(5, 32);
  const Service service = global_service(analysis::explained_event(global_load(), event));
  ASSERT_EQ(service.passes, 4u);
  for (std::uint32_t pass = 0; pass < 4; ++pass) {
    const double phase = (phase_after(service, pass) + phase_after(service, pass + 1)) / 2;
    const Marks marks = draw_marks(buffer, event, whole(buffer), {700, 700}, phase);
    const auto under_way = with_kind(marks.list, Kind::mover);
    ASSERT_EQ(under_way.size(), 1u);
    EXPECT_EQ(under_way[0].id.a, 5 * 4 + pass);  // four sectors a row
    EXPECT_EQ(with_kind(marks.list, Kind::sector).size(), 4u);
    const auto elements = with_kind(marks.list, Kind::element);
    ASSERT_EQ(elements.size(), 32u);
    for (const Rectangle& element : elements)
      EXPECT_EQ(element.fill == lane_color(element.id.b), element.id.b < pass * 8) << element.id.b;
    expect_well_formed(marks.list, {});
  }
  EXPECT_TRUE(
      with_kind(draw_marks(buffer, event, whole(buffer), {700, 700}, 1).list, Kind::mover).empty());
}

TEST(MatrixView, NumbersAreLeftOutWhenElementsAreTooSmallForThem) {
  const trace::Buffer buffer = make_buffer(512, 512);
  const Marks marks = draw_marks(buffer, matrix_row_read(5, 512), whole(buffer), {700, 700});
  EXPECT_TRUE(marks.list.texts.empty());
  for (const Rectangle& element : with_kind(marks.list, Kind::element)) EXPECT_GE(element.width, 2);
  expect_well_formed(marks.list, {});
}

TEST(MatrixView, ZoomReachesOneElementAndComesBackToTheWhole) {
  const trace::Buffer buffer = make_buffer(100, 200);
  MatrixWindow window = whole(buffer);
  for (int i = 0; i < 40; ++i) window = zoomed(window, buffer, 50.5, 120.5, 2);
  EXPECT_EQ(window.rows, 1);
  EXPECT_EQ(window.columns, 1);
  EXPECT_NEAR(window.row, 50, 0.51);
  const MatrixLayout layout = matrix_layout(buffer, window, {300, 300}, {});
  EXPECT_GT(layout.cell, 200);
  for (int i = 0; i < 40; ++i) window = zoomed(window, buffer, 50.5, 120.5, 0.5);
  EXPECT_EQ(window.rows, 100);
  EXPECT_EQ(window.column, 0);
}

TEST(MatrixView, ThePointUnderThePointerStaysWhileZooming) {
  const trace::Buffer buffer = make_buffer(100, 100);
  const MatrixWindow before{20, 30, 40, 40};
  const MatrixWindow after = zoomed(before, buffer, 30, 50, 2);
  EXPECT_DOUBLE_EQ((30 - after.row) / after.rows, (30 - before.row) / before.rows);
  EXPECT_DOUBLE_EQ((50 - after.column) / after.columns, (50 - before.column) / before.columns);
}

TEST(MatrixView, PanningStopsAtTheEdges) {
  const trace::Buffer buffer = make_buffer(100, 100);
  const MatrixWindow moved = panned({20, 30, 40, 40}, buffer, -50, 500);
  EXPECT_EQ(moved.row, 0);
  EXPECT_EQ(moved.column, 60);
}

TEST(MatrixView, MarksOutsideTheWindowAreNotDrawn) {
  const trace::Buffer buffer = make_buffer(32, 32);
  const Marks marks = draw_marks(buffer, matrix_row_read(5, 32), {10, 0, 8, 8}, {400, 400});
  EXPECT_TRUE(marks.list.rectangles.empty());
}

TEST(MatrixView, NothingIsCutAtAnySizeOrZoom) {
  const trace::Buffer buffer = make_buffer(64, 96);
  const ElementColors colors = checkerboard(64, 96);
  for (const float width : {30.0f, 200.0f, 1111.0f})
    for (const float height : {30.0f, 200.0f, 900.0f})
      for (const MatrixWindow& window : {whole(buffer), MatrixWindow{3.3, 7.7, 12.5, 20.25}}) {
        SCOPED_TRACE(testing::Message() << width << " × " << height << " at " << window.row);
        const MatrixLayout layout = matrix_layout(buffer, window, {width, height}, {});
        DrawList base = matrix_base(buffer, colors, layout, {width, height}, {});
        base.lines.clear();  // clipped with the grid by who draws them
        expect_well_formed(base, {});
        expect_well_formed(draw_marks(buffer, matrix_row_read(5, 96), window, {width, height}).list,
                           {});
      }
}

}  // namespace
}  // namespace warplens::scene
