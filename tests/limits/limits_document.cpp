#include "tests/limits/limits_document.h"

#include <algorithm>

#include "kernels/catalog/family.h"
#include "viz/analysis/limits/limits_text.h"

namespace warplens::limits {
namespace {

using analysis::Chip;
using analysis::ChipFigure;
using analysis::time_words;
using analysis::Unit;

constexpr const char* kIntroduction =
    "# What limits a kernel\n"
    "\n"
    "Written by `cmake --build --preset release --target limits_document`; do not edit.\n"
    "\n"
    "`warplens limits FAMILY/VARIANT --chip h100` and the view *What limits it* say how long each "
    "unit of a chip\n"
    "needs at least, and so which of them limits a kernel. A launch is counted on the CPU at the "
    "size in question,\n"
    "every block of it; nothing is scaled. What a unit needs is never above the truth:\n"
    "\n"
    "- **DRAM** moves each 32-byte sector that is fetched or written once. Kernels are timed over "
    "and over on the same\n"
    "  buffers, so as much as the chip's L2 holds may stay there from run to run: that many bytes "
    "are taken off, twice\n"
    "  where a sector is fetched and written. What fits in the L2 needs no DRAM.\n"
    "- **L2** gives each sector that is loaded once (what comes again may come from L1) and takes "
    "every stored one.\n"
    "  Where nobody publishes its rate there is no such limit.\n"
    "- **L1 and shared memory** serve a wavefront a cycle and multiprocessor, conflicts included "
    "([MODEL.md](MODEL.md)).\n"
    "- **Load-store units** take a warp's request in a cycle (32 lanes) or in two (16).\n"
    "- **FP32 units** and **issue slots** (four a cycle and multiprocessor) take the instructions "
    "that no assembler can\n"
    "  do without: arithmetic, exchanges, accesses. Where ptxas may fuse neighbouring accesses "
    "into "
    "one of 16 bytes, it\n"
    "  is taken to do so; an access that ever stands alone is not fused.\n"
    "- **Launch and blocks**: no launch is shorter than the shortest recorded, no blocks start "
    "faster than recorded ones.\n"
    "\n"
    "With fewer blocks than multiprocessors only so many work.\n"
    "\n"
    "## The roofline\n"
    "\n"
    "`warplens roofline [FAMILY] --chip h100 --side 8192` and the view *Roofline* place the "
    "catalogue's kernels below two\n"
    "of these rates, DRAM's and the FP32 units'. Where a kernel stands is counted, how high it "
    "stands is recorded (or\n"
    "measured here):\n"
    "\n"
    "- A **byte** is one of a distinct 32-byte sector that a launch fetches or writes; what a "
    "second launch reads again\n"
    "  counts again. Nothing is taken off for the L2: a run whose data stay there is said to fit, "
    "and DRAM is no roof of it.\n"
    "- An **operation** is an FP32 instruction of a lane; a multiply-add is one, so the roof is "
    "half of what is called FLOP/s.\n"
    "  All 32 lanes of a warp count, as the units are busy for all. Integers, FP64 and tensor "
    "cores do not count.\n"
    "- **Without operations** a kernel has no place on a logarithmic axis: it stands in a column "
    "of its own, by bytes a second.\n"
    "  Products whose multiply-adds are none of FP32 (`tensor_gemm`, `gemm/double_sum`) are not "
    "placed.\n"
    "- Where nothing was recorded on a chip, a mark is hollow and stands on the roof: the most "
    "that it can be.\n"
    "- A kernel stands at the size that was asked for, or the largest below it that was counted: "
    "products at 1024 at most.\n"
    "\n"
    "The kind of operator (element-wise, reduction, window, rearrangement, product) is in the "
    "family's descriptor.\n"
    "\n";

std::string figure(const ChipFigure& one, double scale, std::string_view unit) {
  return fmt::format("{:.4g}{} | {} | {}", one.value * scale, unit,
                     one.is_measured ? "measured" : "published", one.source);
}

std::string chip_rows(const Chip& chip) {
  std::string rows;
  const auto add = [&](std::string_view what, const ChipFigure& one, double scale,
                       std::string_view unit) {
    rows += fmt::format("| {} | {} | {} |\n", chip.name, what, figure(one, scale, unit));
  };
  add("multiprocessors", chip.multiprocessors, 1, "");
  add("clock", chip.clock, 1e-9, " GHz");
  add("DRAM", chip.dram_rate, 1e-9, " GB/s");
  add("L2 size", chip.l2_bytes, 1.0 / (1 << 20), " MiB");
  if (chip.l2_rate.has_value()) add("L2", *chip.l2_rate, 1e-9, " GB/s");
  add("FP32 lanes", chip.fp32_lanes, 1, "");
  if (chip.load_store_lanes.has_value()) add("load-store lanes", *chip.load_store_lanes, 1, "");
  if (chip.launch.has_value()) add("shortest launch", *chip.launch, 1e6, " µs");
  if (chip.block_rate.has_value()) add("blocks a second", *chip.block_rate, 1e-9, " G");
  return rows;
}

std::string chip_table(const std::vector<Chip>& chips) {
  std::string table =
      "## The chips\n\n`assets/chips.json`: each figure with its source. *Measured*: by us, on "
      "that "
      "chip.\n\n| chip | figure | value | | source |\n|---|---|---|---|---|\n";
  for (const Chip& chip : chips) table += chip_rows(chip);
  return table + "\n";
}

std::string cell(const analysis::UnitLimit& limit) {
  return limit.seconds.has_value() ? time_words(*limit.seconds) : "–";
}

// What differs from the defaults: " window=5".
std::string settings_words(const analysis::CountedRun& run) {
  const auto families = catalog::families();
  const auto family = std::ranges::find(families, run.family, &catalog::Family::name);
  const catalog::Variant& variant = *family->find(run.name);
  const auto usual = complete(*family, variant, at_side(*family, variant, run.side));
  std::string words;
  for (const auto& [name, value] : run.parameters) {
    if (usual->at(name) != value) words += fmt::format(" {}={}", name, value);
  }
  return words;
}

std::string run_row(const DocumentedRun& one) {
  const analysis::Limits& limits = one.report.limits;
  std::string row = fmt::format("| `{}/{}{}` | {} |", one.run.family, one.run.name,
                                settings_words(one.run), one.run.side);
  for (const Unit unit :
       {Unit::dram, Unit::wavefronts, Unit::load_store, Unit::fp32, Unit::issue, Unit::launch}) {
    row += fmt::format(" {} |", cell(limits.of(unit)));
  }
  row += fmt::format(" {} | {} |", time_words(limits.seconds),
                     analysis::name_of(limits.limiting).in(Language::en));
  if (!one.report.measured.has_value()) return row + " not recorded | |\n";
  return row + fmt::format(" {} | {:.2f} |\n", time_words(*one.report.measured),
                           *one.report.measured / limits.seconds);
}

std::string run_table(const std::vector<DocumentedRun>& runs) {
  std::string table =
      "## Every kernel on the H100\n\n"
      "Least times beside the recorded ones (medians), at three sizes each. A test holds that no "
      "kernel is faster than its\nleast time by more than 3%.\n\n"
      "| kernel | side | DRAM | L1, shared | load-store | FP32 | issue | launch | least | limited "
      "by | recorded | times |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const DocumentedRun& run : runs) table += run_row(run);
  return table;
}

}  // namespace

std::string limits_document(const std::vector<Chip>& chips,
                            const std::vector<DocumentedRun>& runs) {
  return kIntroduction + chip_table(chips) + run_table(runs);
}

}  // namespace warplens::limits
