#include "kernels/machine/block/block_report.h"

#include <utility>

namespace warplens::machine {
namespace {

using trace::FindingKind;
using trace::Severity;

Severity severity_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::same_value_race:
    case FindingKind::division_by_zero:
    case FindingKind::uncounted_read:
    case FindingKind::non_finite:
    case FindingKind::empty_copy:
      return Severity::information;
    case FindingKind::foreign_local:
    case FindingKind::divergent_barrier:
    case FindingKind::inactive_shuffle:
    case FindingKind::missing_proxy_fence:
    case FindingKind::undefined_tensor_use:
      return Severity::warning;
    default:
      return Severity::error;
  }
}

}  // namespace

void BlockReport::start(std::uint64_t block) {
  block_ = block;
  findings_.clear();
  early_reads_.clear();
  racing_loads_.clear();
}

void BlockReport::add(FindingKind kind, const FindingPlace& place, const FindingText& text) {
  add_lazily(kind, place, [&] { return text; });
}

trace::Finding BlockReport::finding(FindingKind kind, const FindingPlace& place,
                                    const FindingText& what) const {
  const CodePlace code = launch_->image->code_place(place.instruction);
  const CodePlace other = launch_->image->code_place(place.other);
  trace::Finding finding;
  finding.kind = kind;
  finding.severity = severity_of(kind);
  finding.file = code.file;
  finding.line = code.line;
  finding.block = launch_->request->grid.at(block_);
  finding.warp = place.warp;
  finding.lane = place.lane;
  finding.site = place.site;
  finding.ptx_line = code.ptx_line;
  finding.other_file = other.file;
  finding.other_line = other.line;
  FindingText line = finding_text::line(code, finding.block, place.warp, place.lane, what);
  finding.about = std::move(line.about);
  finding.message = std::move(line);
  return finding;
}

void BlockReport::settle_early_reads() {
  findings_.append(early_reads_, racing_loads_);
  early_reads_.clear();
}

}  // namespace warplens::machine
