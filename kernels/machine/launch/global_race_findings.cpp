#include "kernels/machine/launch/global_race_findings.h"

#include "kernels/machine/launch/buffer_place.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

std::uint32_t site_of(const ProgramImage& image, std::uint32_t instruction) {
  const ProgramImage::Place place = image.place(instruction);
  const Decoded& code = place.function->code[place.index];
  constexpr auto kGlobal = static_cast<std::size_t>(trace::Space::global);
  switch (code.kind) {
    case InstructionKind::load:
    case InstructionKind::store:
      return image.accesses[code.detail].sites[kGlobal];
    case InstructionKind::atomic:
      return image.accesses[image.atomics[code.detail].access].sites[kGlobal];
    case InstructionKind::wmma_access: {
      const WmmaAccess& wmma = image.wmma_accesses[code.detail];
      return wmma.parts.matrices == 0 ? image.accesses[wmma.first].sites[kGlobal] : trace::kNone;
    }
    case InstructionKind::async_copy:
      return image.copies[code.detail].site;
    default:
      return trace::kNone;
  }
}

trace::Finding finding_of(const GlobalRace& race, bool same_value, const PreparedLaunch& launch) {
  const CodePlace code = launch.image->code_place(race.main.instruction);
  const CodePlace other = launch.image->code_place(race.other.instruction);
  const Dim3& grid = launch.request->grid;
  trace::Finding finding;
  finding.kind = same_value ? FindingKind::same_value_race : FindingKind::global_race;
  finding.severity = same_value ? trace::Severity::information : trace::Severity::error;
  finding.file = code.file;
  finding.line = code.line;
  finding.block = grid.at(race.main.block);
  finding.warp = race.main.warp;
  finding.lane = race.main.lane;
  finding.site = site_of(*launch.image, race.main.instruction);
  finding.ptx_line = code.ptx_line;
  finding.other_file = other.file;
  finding.other_line = other.line;
  finding.occurrences = race.accesses;
  const FindingText line = finding_text::line(
      code, finding.block, finding.warp, finding.lane,
      finding_text::global_race({race.main.kind, place_in_buffer(*launch.memory, race.address),
                                 grid.at(race.other.block), race.other.kind, other, same_value}));
  finding.about = line.about;
  finding.message = line;
  return finding;
}

}  // namespace

void add_findings(const GlobalRaces& races, const PreparedLaunch& launch, FindingLog& findings) {
  for (const auto& found : races.races()) {
    const GlobalRaces::Key& key = found.first;
    const FindingKind kind =
        key.same_value ? FindingKind::same_value_race : FindingKind::global_race;
    findings.add({kind, key.main, key.other},
                 [&] { return finding_of(found.second, key.same_value, launch); });
  }
}

}  // namespace warplens::machine
