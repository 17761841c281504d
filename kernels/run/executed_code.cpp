#include "kernels/run/executed_code.h"

#include <algorithm>

#include "kernels/base/sha256.h"
#include "kernels/ptx/target.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

// FAMILY/VARIANT: a capture may name its kernel as it likes, and leads nowhere else.
bool is_catalogue_name(std::string_view kernel) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '/';
  };
  return std::ranges::all_of(kernel, is_plain) && std::ranges::count(kernel, '/') == 1 &&
         !kernel.starts_with('/') && !kernel.ends_with('/');
}

bool is_of(const Result<sass::Assembled>& shipped, const PtxToExecute& ptx,
           std::uint32_t capability) {
  return shipped.has_value() && shipped->capability == capability &&
         shipped->ptx_sha256 == sha256(*ptx.text);
}

Result<sass::Assembled> assembled_here(const CodeSources& sources, const PtxToExecute& ptx,
                                       std::uint32_t capability, const std::stop_token& stop) {
  if (const ptx::Target target = ptx::target_of(*ptx.text); !target.runs_on(capability)) {
    return fail(tr("its PTX is for {}, not for {}: choose another architecture", target.who(),
                   sass::architecture_name(capability)));
  }
  return assemble(sources.tools, sources.cache, *ptx.text, capability, stop);
}

}  // namespace

CodeSources code_sources(const ProcessLimits& limits) {
  CodeSources sources{find_assets().value_or(fs::path()), find_disassembler(),
                      AssembledCache(user_cache_folder())};
  sources.tools.limits = limits;
  return sources;
}

Result<sass::Assembled> shipped_code(const fs::path& assets, std::string_view kernel,
                                     std::uint32_t capability) {
  if (assets.empty() || !is_catalogue_name(kernel)) return fail(tr("no SASS ships for {}", kernel));
  const fs::path file =
      assets / "sass" / sass::architecture_name(capability) / fmt::format("{}.sass", kernel);
  TRY(const std::string text, read_text(file));
  Result<sass::Assembled> assembled = sass::read_assembled(text);
  if (assembled.has_value()) return assembled;
  return fail(tr("{}: {}", file.string(), assembled.error().message));
}

Result<sass::Assembled> executed_code(const CodeSources& sources, const PtxToExecute& ptx,
                                      std::uint32_t capability, const std::stop_token& stop) {
  auto shipped = shipped_code(sources.assets, ptx.kernel, capability);
  if (is_of(shipped, ptx, capability)) return shipped;
  return assembled_here(sources, ptx, capability, stop);
}

Result<sass::Assembled> listed_code(const CodeSources& sources, const PtxToExecute& ptx,
                                    std::uint32_t capability, const std::stop_token& stop) {
  auto shipped = shipped_code(sources.assets, ptx.kernel, capability);
  if (is_of(shipped, ptx, capability) && !shipped->listing.functions.empty()) return shipped;
  return assembled_here(sources, ptx, capability, stop);
}

}  // namespace warplens::run
