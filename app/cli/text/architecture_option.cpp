#include "app/cli/text/architecture_option.h"

#include "kernels/sass/assembled.h"

namespace warplens::cli {

void ArchitectureOption::add_to(CLI::App& parser) {
  auto* as_ptx = parser.add_flag("--as-ptx", as_ptx_,
                                 "Figures of the PTX's own accesses, not of what is executed");
  parser
      .add_option("--arch", name_,
                  "For which GPU's instructions figures are (default: sm_90, or this GPU's): sm_75 "
                  "sm_80 sm_86 sm_89 sm_90 sm_100 sm_120")
      ->excludes(as_ptx);
}

Result<std::optional<std::uint32_t>> ArchitectureOption::read(std::uint32_t usual) const {
  if (as_ptx_) return std::nullopt;
  if (name_.empty()) return usual;
  const auto capability = sass::capability_of(name_);
  if (!capability.has_value())
    return fail(tr("--arch '{}' is no architecture: write sm_90", name_));
  return capability;
}

}  // namespace warplens::cli
