// The add family: parameters, and each variant's idea in a sentence.
#include "kernels/catalog/add_plans.h"
#include "kernels/catalog/describe.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

constexpr std::int64_t kMaximumElements = kMaximumSide * kMaximumSide;  // three buffers of 1 GiB
constexpr std::int64_t kLargestByteOffset = 32;                         // a cache line
constexpr std::int64_t kMostRounds = 4;                                 // of add/placed.cu

Parameter offset(std::string_view buffer) {
  return {fmt::format("offset_{}", buffer),
          tr("Offset of {} (floats)", buffer),
          0,
          kLargestByteOffset,
          0,
          {},
          {}};
}

// "64 for 50 columns": what so many blocks reach.
Text across(const Parameters& p) {
  return tr("{} for {} columns", p.at("grid_x") * p.at("block_x"), p.at("cols"));
}
Text down(const Parameters& p) {
  return tr("{} for {} rows", p.at("grid_y") * p.at("block_y"), p.at("rows"));
}

std::vector<Parameter> add_parameters() {
  return {
      meaning({"n", tr("Elements"), 1, kMaximumElements, 4096, {}, {}, true}, in_blocks),
      {"rows", tr("Rows"), 1, kMaximumSide, 64, {}, {}, true},
      {"cols", tr("Columns"), 1, kMaximumSide, 64, {}, {}, true},
      meaning({"blocks", tr("Blocks"), 1, 65536, 4, {}, {}}, threads_for({"n"})),
      meaning({"threads", tr("Threads a block"), 1, 1024, 64, {}, {}}, in_warps),
      {"rounds", tr("Rounds of a thread"), 1, kMostRounds, kMostRounds, {}, {}},
      {"block_x", tr("Block width"), 1, 256, 32, {}, {}},
      meaning({"block_y", tr("Block height"), 1, 256, 8, {}, {}}, block_in_warps),
      meaning({"grid_x", tr("Blocks across"), 1, 64, 2, {}, {}}, across),
      meaning({"grid_y", tr("Blocks down"), 1, 64, 7, {}, {}}, down),
      offset("a"),
      offset("b"),
      offset("c"),
  };
}

// Shuffles take a whole warp.
Parameter whole_warps() {
  Parameter threads = {"threads", tr("Threads a block"), 32, 1024, 64, {}, {}};
  threads.choices = {32, 64, 128, 256, 512, 1024};
  return threads;
}

}  // namespace

namespace {

// The index of add/placed.cu.
OwnIndex element_index() {
  return {.function = "element_of",
          .arguments = {{"block", 8}, {"thread", 64}, {"round", kMostRounds}},
          .constants = {{"kBlocks", 8},
                        {"kThreads", 64},
                        {"kRounds", kMostRounds},
                        {"kAtOnce", 8 * 64}},
          .written = "(round * kThreads + thread) * kBlocks + block",
          .places = 8 * 64 * kMostRounds};
}

std::vector<Rung> add_ladder() {
  return {
      {"one_thread_blocks",
       {},
       tr("The bottom: a warp for each element, with one lane of 32 at work, and a block's start "
          "for "
          "each.")},
      {"thread_chunk",
       {},
       tr("Every lane works, and a few blocks do all of it; but lanes stand a chunk apart, so each "
          "request is still a sector a lane.")},
      {"block_stride",
       {},
       tr("Lanes side by side: 4 or 5 sectors a request in place of 32, all bytes of which are "
          "used "
          "at once.")},
      {"grid_stride",
       {},
       tr("The same sectors in another order: all blocks work in one stretch of memory, so that "
          "DRAM's open pages are used up.")},
      {"vector4",
       {},
       tr("A quarter of the instructions, and four times as many bytes under way in each warp.")},
      {"one_vector",
       {},
       tr("No loop: no thread waits with its next loads for its last store, and blocks follow each "
          "other without a slowest one that all wait for.")},
      {"fastest",
       {},
       tr("As many bytes under way in each thread, by single floats: four times the requests, "
          "which "
          "are not the limit, and the same sectors at any offset.")},
  };
}

}  // namespace

Family add_family() {
  Family family;
  family.name = "add";
  family.title = tr("Adding vectors");
  family.kind = OperatorKind::element_wise;
  family.timed = add_timed();
  family.parameters = add_parameters();
  const VariantOf variant{family.name, {"offset_a", "offset_b", "offset_c"}};
  family.ideas = {{tr("A thread's elements"),
                   {{"block_stride", tr("block stride")},
                    {"thread_chunk", tr("one chunk")},
                    {"grid_stride", tr("grid stride")}}},
                  {tr("Wide access"),
                   {{"linear_1d", tr("a float each")},
                    {"vector4", tr("float4")},
                    {"one_vector", tr("one float4")},
                    {"peeled", tr("peeled")},
                    {"misaligned_shuffle", tr_in("accesses", "shuffled")},
                    {"fastest", tr("four floats")}}}};
  family.variants = {
      variant("one_thread_blocks",
              tr("A block for each element: a warp with one active lane, a sector moved for every "
                 "float."),
              plan_add_one_thread_blocks, {"n"}),
      variant("matrix_2d",
              tr("A two-dimensional grid over a matrix: contiguous rows, idle lanes where the "
                 "columns are no multiple of 32."),
              plan_add_matrix_2d, {"rows", "cols", "block_x", "block_y"}),
      broken(variant("matrix_2d_own_grid",
                     tr("The grid is typed in instead of computed from the matrix: too small, and "
                        "elements are "
                        "never written; too large, and whole blocks have nothing to do."),
                     plan_add_matrix_2d_own_grid,
                     {"rows", "cols", "block_x", "block_y", "grid_x", "grid_y"})),
      variant("linear_1d",
              tr("One element a thread in one dimension: contiguous accesses at any length."),
              plan_add_linear_1d, {"n", "threads"}),
      variant("block_stride",
              tr("Each block walks its own contiguous chunk, its threads side by side: contiguous "
                 "accesses, blocks far apart."),
              plan_add_walk, {"n", "blocks", "threads"}),
      variant("thread_chunk",
              tr("Each thread walks its own contiguous chunk: the lanes of a warp touch places far "
                 "apart."),
              plan_add_walk, {"n", "blocks", "threads"}),
      variant("grid_stride",
              tr("All threads of the grid stand side by side and step by the grid's width: "
                 "contiguous accesses, blocks close together."),
              plan_add_walk, {"n", "blocks", "threads"}),
      with_index(variant("placed",
                         tr("The element that a thread adds in a round is a function of its own: a "
                            "person may write another expression."),
                         plan_add_placed, {"n", "rounds"}),
                 element_index()),
      variant(
          "vector4",
          tr("Four floats an access where pointers and length allow it, one at a time where they "
             "do not."),
          plan_add_walk, {"n", "blocks", "threads"}),
      variant("one_vector",
              tr("A float4 a thread and no loop: as many threads as there are vectors."),
              plan_add_one_vector, {"n", "threads"}),
      variant("fastest",
              tr("Four single floats a thread, a block's width apart and all asked for before the "
                 "first is added: nothing has to be aligned."),
              plan_add_fastest, {"n", "threads"}),
      broken(
          variant("vector4_unchecked",
                  tr("Four floats an access without looking at the pointers: right only where all "
                     "of them are aligned."),
                  plan_add_walk, {"n", "blocks", "threads"})),
      variant("peeled",
              tr("Equally misaligned pointers: a few elements are peeled off, and the rest is "
                 "aligned for all three."),
              plan_add_peeled, {"n", "blocks", "threads"}),
      with_range(
          variant("misaligned_shuffle",
                  tr("Differently misaligned pointers: aligned vectors are loaded and joined "
                     "anew with the next lane's by shuffles."),
                  plan_add_walk, {"n", "blocks", "threads"}),
          whole_warps()),
  };
  family.ladder = add_ladder();
  family.full_size = {{"n", kMaximumElements},
                      {"rows", kMaximumSide},
                      {"cols", kMaximumSide},
                      {"blocks", 1056},
                      {"threads", 256}};
  return family;
}

}  // namespace warplens::catalog
