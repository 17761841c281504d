#include "app/cli/text/architecture_option.h"

#include <sstream>

#include "kernels/sass/assembled.h"

namespace warplens::cli {
namespace {

Result<std::uint32_t> architecture_named(const std::string& name) {
  const auto capability = sass::capability_of(name);
  if (!capability) return fail(tr("--arch '{}' is no architecture: write sm_90", name));
  return *capability;
}

}  // namespace

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
  TRY(const auto capability, architecture_named(name_));
  return capability;
}

Result<std::vector<std::uint32_t>> architectures_named(const std::string& names) {
  std::vector<std::uint32_t> all;
  std::istringstream in(names);
  for (std::string name; std::getline(in, name, ',');) {
    TRY(const auto capability, architecture_named(name));
    all.push_back(capability);
  }
  return all;
}

}  // namespace warplens::cli
