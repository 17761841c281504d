// The window family: kernels whose outputs need neighbouring inputs.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/timed.h"
#include "kernels/catalog/window_plans.h"

namespace warplens::catalog {
namespace {

constexpr std::int64_t kMaximumPool = 32;

std::vector<Parameter> window_parameters() {
  return {
      {"rows", tr("Rows"), 1, kMaximumSide, 64, {}, {}, true},
      {"cols", tr("Columns"), 1, kMaximumSide, 96, {}, {}, true},
      {"window", tr("Window"), 3, 5, 3, {3, 5}, {tr("3 × 3"), tr("5 × 5")}},
  };
}

// As in window/blur_placed.cu.
OwnIndex blur_placed_index() {
  return {.function = "place_of",
          .arguments = {{"thread", 256}, {"turn", 2}},
          .constants = {{"kThreads", 256}, {"kTurns", 2}},
          .written = "thread * kTurns + turn",
          .places = 256 * 2};
}

Parameter any_window() {
  return meaning({"window", tr("Window side"), 1, kMaximumPool, 2, {}, {}},
                 [](const Parameters& p) {
                   const std::int64_t elements = p.at("window") * p.at("window");
                   return tr("{} elements a square", elements);
                 });
}

std::vector<Rung> window_ladder() {
  return {
      {"blur_direct",
       {},
       tr("The bottom: each pixel is asked for by every square that it is in, nine times for 3 × "
          "3; "
          "L1 answers, and every request takes its instructions.")},
      {"blur_rolling",
       {},
       tr("Fewer than half of the requests and instructions for the same bytes, and all of a "
          "thread's loads under way before the first sum.")},
      {"blur_strip",
       {},
       tr("One load of 16 bytes in place of three or five of 4 for each row: the requests are few "
          "enough for DRAM alone to be left as the limit.")},
      {"blur_separable_fused",
       {},
       tr("Nothing at DRAM's rate already. A block makes a row's sums once, by accesses of 16 "
          "bytes "
          "wherever rows start: there DRAM's rate, too.")},
  };
}

}  // namespace

Family window_family() {
  Family family;
  family.name = "window";
  family.title = tr("Windows over a matrix");
  family.kind = OperatorKind::window;
  family.timed = window_timed();
  family.parameters = window_parameters();
  const VariantOf variant{family.name, {"rows", "cols", "window"}};
  family.ideas = {
      {tr("Neighbours come from"),
       {{"blur_direct", tr("global memory")},
        {"blur_tile", tr("shared memory")},
        {"blur_rolling", tr("registers")},
        {"blur_strip", tr("lanes beside")}}},
      {tr("A tile has"),
       {{"blur_tile", tr("a pixel a thread")}, {"blur_wide_tile", tr("16 pixels a thread")}}},
      {tr("The halo is"), {{"blur_tile", tr("whole")}, {"blur_short", tr("one column short")}}},
      {tr("Along rows, then columns"),
       {{"blur_separable", tr("two launches")}, {"blur_separable_fused", tr("one launch")}}},
      {tr("Two filters"),
       {{"blur_twice", tr("two launches")}, {"blur_twice_fused", tr("one launch")}}}};
  family.variants = {
      variant("blur_direct",
              tr("Each thread reads the square around its element from global memory: neighbours "
                 "load the same elements again."),
              plan_blur_direct),
      variant(
          "blur_tile",
          tr("A block loads its tile with a halo into shared memory once, and sums from there."),
          plan_blur_tile),
      broken(variant("blur_short",
                     tr("Broken: the loop that loads the tile ends one column early, and the last "
                        "pixels read a place that nobody stored."),
                     plan_blur_tile)),
      with_index(variant("blur_placed",
                         tr("blur_tile with the place that a thread loads in a function of its "
                            "own: a person may write another expression."),
                         plan_blur_tile),
                 blur_placed_index()),
      variant(
          "blur_wide_tile",
          tr("Tiles of 128 columns: 16 pixels a thread, four in one access, all of them under way "
             "together."),
          plan_blur_wide_tile),
      variant("blur_separable",
              tr("Two launches, along rows and along columns: 2 × side loads in place of side²."),
              plan_blur_separable),
      variant("blur_separable_fused",
              tr("The same in one launch: the sums along rows stay in shared memory."),
              plan_blur_separable_fused),
      variant(
          "blur_rolling",
          tr("Eight pixels of a column a thread: the sums along their rows stay in registers for "
             "the next pixels."),
          plan_blur_rolling),
      variant("blur_strip",
              tr("The same with four pixels a lane in one access; those to its sides come from the "
                 "lanes beside it."),
              plan_blur_strip),
      variant(
          "blur_twice",
          tr("Two such blurs, one after the other: the first one's result goes out to memory and "
             "comes back."),
          plan_blur_twice),
      variant("blur_twice_fused",
              tr("Both blurs in one launch: the first one's result stays in registers."),
              plan_blur_twice_fused),
      with_range(variant("maxpool",
                         tr("The largest element of each square, squares edge to edge: nothing is "
                            "reused, lanes "
                            "stand apart."),
                         plan_maxpool),
                 any_window()),
  };
  family.ladder = window_ladder();
  family.full_size = {{"rows", kMaximumSide}, {"cols", kMaximumSide}};
  return family;
}

}  // namespace warplens::catalog
