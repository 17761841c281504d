// The copy family: what the other families of its bytes are held against.
#include "kernels/catalog/copy_plans.h"
#include "kernels/catalog/describe.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

std::vector<Rung> copy_ladder() {
  return {
      {"element",
       {},
       tr("The bottom: a sector is read once and written once, but each warp has only 128 bytes "
          "under way.")},
      {"vector",
       {},
       tr("Four times the bytes under way in each warp for the same sectors, and a quarter of "
          "the instructions: DRAM alone is left as the limit.")}};
}

}  // namespace

Family copy_family() {
  Family family;
  family.name = "copy";
  family.title = tr("Copy");
  family.kind = OperatorKind::rearrangement;
  family.timed = copy_timed();
  family.parameters = {
      {"rows", tr("Rows"), 1, kMaximumSide, 64, {}, {}, true},
      {"cols", tr("Columns"), 1, kMaximumSide, 96, {}, {}, true},
  };
  family.ideas = {
      {tr("An access"), {{"element", tr("a float")}, {"vector", tr("four floats")}}},
      {tr("Blocks walk"), {{"tiles", tr("along rows")}, {"tiles_down", tr("down columns")}}}};
  const VariantOf variant{family.name, {"rows", "cols"}};
  family.variants = {
      variant("element", tr("One float a thread, in the order of memory."), plan_copy_element),
      variant("vector", tr("A float4 a thread, in the order of memory."), plan_copy_vector),
      variant("tiles",
              tr("The tiles of the fastest transpose without the turning, along the rows."),
              plan_copy_tiles),
      variant(
          "tiles_down",
          tr("The same tiles down the columns: what a transpose has to do on one of its sides."),
          plan_copy_tiles_down),
  };
  family.ladder = copy_ladder();
  family.full_size = {{"rows", kMaximumSide}, {"cols", kMaximumSide}};
  return family;
}

}  // namespace warplens::catalog
