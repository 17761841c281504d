// The histogram family: how often each value of a byte occurs.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/histogram_plans.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

// 256 MiB of bytes: the side of the largest chart, squared; indices still fit an int.
constexpr std::int64_t kMostValues = std::int64_t{1} << 28;

std::vector<Parameter> histogram_parameters() {
  return {
      {"n", tr("Values"), 1, kMostValues, 1024, {}, {}, true},
      {"zeros", tr("Values that are 0 (%)"), 0, 100, 0, {0, 50, 75, 90, 99, 100}, {}},
      meaning({"blocks", tr("Blocks"), 1, 4096, 2, {}, {}}, threads_for({"n"})),
      {"threads", tr("Threads a block"), 32, 1024, 128, {32, 64, 128, 256, 512, 1024}, {}},
      {"weight", tr("Weight"), 1, 1000, 1, {}, {}},
      {"copies", tr("Copies of the counters"), 1, 32, 32, {1, 2, 4, 8, 16, 32}, {}},
      {"loads", tr("Loads under way"), 1, 4, 2, {1, 2, 4}, {}},
  };
}

std::vector<Rung> histogram_ladder() {
  return {
      {"global",
       {},
       tr("The bottom: an atomic on global memory for each byte, all of them on the same 256 "
          "counters.")},
      {"shared",
       {},
       tr("Nearly all atomics stay on the multiprocessor; what is left of global ones is 256 a "
          "block.")},
      {"vectors",
       {},
       tr("Fifteen of sixteen loads and of the loop's rounds, and 16 times the bytes under way of "
          "each thread.")},
      {"vectors_copies",
       {},
       tr("The turns of lanes that meet in a bank, for 31 KB more of shared memory to clear and to "
          "add up: nothing where all values are the same.")},
      {"vectors_in_flight",
       {},
       tr("The wait for the next load, where the atomics of the one before do not fill it.")},
  };
}

Parameter copies_from(std::int64_t fewest) {
  Parameter copies = {"copies", tr("Copies of the counters"), fewest, 32, 32, {}, {}};
  for (std::int64_t choice = fewest; choice <= 32; choice *= 2) copies.choices.push_back(choice);
  return copies;
}

}  // namespace

Family histogram_family() {
  Family family;
  family.name = "histogram";
  family.title = tr("Histogram");
  family.kind = OperatorKind::reduction;
  family.timed = histogram_timed();
  family.parameters = histogram_parameters();
  family.full_size = {{"n", std::int64_t{1} << 26}, {"blocks", 264}, {"threads", 1024}};
  const VariantOf variant{family.name, {"n", "zeros", "blocks", "threads"}};
  family.ideas = {
      {tr("Counters"),
       {{"global", tr("global")},
        {"shared", tr("a block's own")},
        {"copies", tr("several copies")}}},
      {tr("Counting"), {{"shared_plain", tr("++")}, {"shared", tr("atomicAdd")}}},
      {tr("Added"), {{"shared", tr("the constant 1")}, {"weighted", tr("a weight")}}},
      {tr("A warp's equal values"),
       {{"weighted", tr("take turns")},
        {"weighted_aggregated", tr("elect a lane")},
        {"weighted_copies", tr("go to copies")}}},
      {tr("Global atomics"), {{"global", tr("one a value")}, {"aggregated", tr("elect a lane")}}},
      {tr("Loads"), {{"shared", tr("one byte")}, {"vectors", tr("16 bytes")}}},
      {tr("Full speed"),
       {{"vectors", tr("one copy")},
        {"vectors_copies", tr("several copies")},
        {"vectors_in_flight", tr("several loads")}}}};
  family.ladder = histogram_ladder();
  family.variants = {
      variant("global", tr("One atomic a value, on the counters in global memory."),
              plan_histogram),
      variant("aggregated",
              tr("Lanes of a warp with equal values elect one, which adds their number to global "
                 "memory."),
              plan_histogram),
      variant("shared", tr("Each block counts into counters of its own in shared memory first."),
              plan_histogram),
      variant("weighted",
              tr("The block's own counters, and a weight that is known only at run time in place "
                 "of 1."),
              plan_histogram_weighted, {"weight"}),
      variant("weighted_aggregated",
              tr("Lanes of a warp with equal values elect one, which adds for all of them."),
              plan_histogram_weighted, {"weight"}),
      variant("weighted_copies",
              tr("Several copies of the block's counters, and each lane adds the weight to one."),
              plan_histogram_weighted_copies, {"weight", "copies"}),
      variant("copies", tr("Several copies of the block's counters, and each lane adds 1 to one."),
              plan_histogram_copies, {"copies"}),
      variant("vectors", tr("The block's own counters, and 16 values by each load."),
              plan_histogram),
      variant("vectors_copies", tr("16 values by each load, and several copies of the counters."),
              plan_histogram_copies, {"copies"}),
      with_range(variant("vectors_in_flight",
                         tr("Several loads of 16 values under way before the first is counted."),
                         plan_histogram_in_flight, {"copies", "loads"}),
                 copies_from(8)),
      broken(
          variant("shared_plain",
                  tr("Broken: ++ in place of an atomic, so that lanes lose each other's counts."),
                  plan_histogram)),
  };
  return family;
}

}  // namespace warplens::catalog
