// The scan family: parameters, and each variant's idea in a sentence.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/scan_plans.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

// 1 GiB of integers; their indices still fit an int.
constexpr std::int64_t kMostScanned = std::int64_t{1} << 28;

std::vector<Parameter> scan_parameters() {
  return {
      {"n", tr("Elements"), 1, kMostScanned, 5000, {}, {}, true},
      {"threads", tr("Threads a block"), 32, 1024, 256, {32, 64, 128, 256, 512, 1024}, {}},
  };
}

// The index of scan/tree_placed.cu.
OwnIndex scan_place() {
  return {.function = "place_of",
          .arguments = {{"i", 1024}},
          .constants = {{"kBanks", 32}, {"kElements", 1024}},
          .written = "i",
          .places = 1024 + 1024 / 32};
}

std::vector<Rung> scan_ladder() {
  // The largest blocks make the fewest tiles, for which others wait.
  const Parameters few = {{"threads", 1024}};
  return {
      {"hillis_steele",
       {},
       tr("The bottom: an element a thread, and in each of its steps nearly every thread of a "
          "block reads two words and adds.")},
      {"tree",
       {},
       tr("Less than a third of the additions of 256 elements, against nearly twice the steps and "
          "up to 8-way conflicts: it may go either way.")},
      {"tree_padded",
       {},
       tr("All but a few of the tree's conflicts are gone, for the same additions and barriers.")},
      {"shuffle",
       {},
       tr("Two barriers a block, and hardly an access to shared memory: what waiting in the block "
          "took should shrink.")},
      {"vectors",
       {},
       tr("A quarter of the blocks, shuffles and load instructions for an element, and four times "
          "the bytes under way: it should come near to what reading and writing twice takes.")},
      {"look_back", few,
       tr("Each element is read once and written once, half of the bytes, as far as blocks do not "
          "wait for each other.")},
      {"look_back_wide", few,
       tr("A quarter of the tiles for which blocks wait, and four loads of 16 bytes of each thread "
          "under way at once.")},
  };
}

std::vector<IdeaGroup> scan_ideas() {
  return {
      {tr("Between read and write"),
       {{"hillis_steele_nobarrier", tr("nothing")}, {"hillis_steele", tr("a barrier")}}},
      {tr("A block's sums"),
       {{"hillis_steele", tr("all at once")},
        {"tree", tr("by a tree")},
        {"shuffle", tr("by shuffles")}}},
      {tr("Place of element i"), {{"tree", tr("i")}, {"tree_padded", tr("i + i / 32")}}},
      {tr("Elements a thread"), {{"shuffle", tr("one")}, {"vectors", tr("four")}}},
      {tr("Sum and flag"),
       {{"chained_unfenced", tr("no fence")}, {"chained", tr("__threadfence")}}},
      {tr("What stands before a block"),
       {{"vectors", tr("by more launches")},
        {"chained", tr("its neighbour's sum")},
        {"look_back", tr("look-back")}}},
      {tr("Full speed"),
       {{"look_back", tr("4 elements a thread")}, {"look_back_wide", tr("16 elements a thread")}}},
  };
}

}  // namespace

Family scan_family() {
  Family family;
  family.name = "scan";
  family.title = tr("Prefix sums");
  family.timed = scan_timed();
  family.parameters = scan_parameters();
  family.full_size = {{"n", std::int64_t{1} << 26}};
  family.ideas = scan_ideas();
  family.ladder = scan_ladder();
  const VariantOf variant{family.name, {"n", "threads"}};
  family.variants = {
      variant("hillis_steele",
              tr("Every element adds what stands s places before it, s = 1, 2, 4 …: few steps, "
                 "n log n additions."),
              plan_scan_levels),
      variant(
          "tree",
          tr("A tree's sums on the way up, handed out on the way down: fewer than 2n additions, "
             "bank conflicts."),
          plan_scan_levels),
      variant("tree_padded",
              tr("The tree with a word of padding behind every 32: hardly a conflict."),
              plan_scan_padded),
      with_index(variant("tree_placed",
                         tr("The tree with the place of an element in a function of its own: an "
                            "expression to change."),
                         plan_scan_static),
                 scan_place()),
      variant("shuffle",
              tr("Warps are scanned by shuffles, from register to register; their totals by the "
                 "first warp."),
              plan_scan_static),
      variant("vectors", tr("Four elements a thread, 16 bytes a load, scanned in registers first."),
              plan_scan_vectors),
      variant("chained",
              tr("One pass: each block waits for the sum of all before it, which its neighbour "
                 "leaves."),
              plan_scan_chained),
      variant("look_back",
              tr("One pass: a block adds the totals of those before it, back to one that knows its "
                 "whole sum."),
              plan_scan_look_back),
      variant("look_back_wide",
              tr("The look-back with sixteen elements a thread, four loads of 16 bytes under way."),
              plan_scan_look_back_wide),
      broken(
          variant("hillis_steele_nobarrier",
                  tr("Broken: no barrier between reading a neighbour's element and writing one's "
                     "own."),
                  plan_scan_levels)),
      broken(variant("chained_unfenced",
                     tr("Broken: no __threadfence between a block's sum and its flag."),
                     plan_scan_chained)),
  };
  return family;
}

}  // namespace warplens::catalog
