#include "viz/code/ptx_places.h"

namespace warplens::code {

namespace {

constexpr std::size_t kDeepestCall = 64;  // a damaged text may name a circle

std::vector<SourcePlace> chain_from(const ptx::Module& module, std::uint32_t location) {
  std::vector<SourcePlace> chain;
  while (location < module.locations.size() && chain.size() < kDeepestCall) {
    const ptx::SourceLocation& at = module.locations[location];
    if (at.file < module.files.size()) chain.push_back({at.file, at.line});
    location = at.inlined_at;
  }
  return chain;
}

}  // namespace

PtxPlaces::PtxPlaces(const ptx::Module& module) : files_(module.files) {
  for (std::size_t i = 0; i < module.locations.size(); ++i) {
    chains_.push_back(chain_from(module, static_cast<std::uint32_t>(i)));
  }
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& instruction : function.instructions) {
      if (instruction.location >= chains_.size()) continue;
      if (instruction.ptx_line >= chain_of_line_.size()) {
        chain_of_line_.resize(instruction.ptx_line + std::size_t{1}, ptx::kNone);
      }
      chain_of_line_[instruction.ptx_line] = instruction.location;
    }
  }
}

std::span<const SourcePlace> PtxPlaces::of(std::uint32_t ptx_line) const {
  if (ptx_line >= chain_of_line_.size()) return {};
  const std::uint32_t chain = chain_of_line_[ptx_line];
  return chain < chains_.size() ? std::span<const SourcePlace>(chains_[chain])
                                : std::span<const SourcePlace>();
}

}  // namespace warplens::code
