#include "kernels/run/toolkit/assemble.h"

#include "kernels/base/sha256.h"
#include "kernels/run/toolkit/toolkit.h"

namespace warplens::run {

namespace {

Result<sass::Assembled> assemble_now(const Disassembler& tools, const std::string& ptx,
                                     const AssembledKey& key, const std::stop_token& stop) {
  TRY(const auto text, disassemble(tools, ptx, key.capability, stop));
  TRY(const auto nvdisasm, full_version_of(*tools.nvdisasm, tools.limits));
  sass::Listing listing = sass::list(text.code);
  sass::add_live(text.life_ranges, listing);
  auto accesses = sass::accesses_of(listing);
  return sass::Assembled{key.capability, key.ptxas,           nvdisasm,
                         key.ptx_sha256, std::move(accesses), std::move(listing)};
}

}  // namespace

Result<sass::Assembled> assemble(const Disassembler& tools, const AssembledCache& cache,
                                 const std::string& ptx, std::uint32_t capability,
                                 const std::stop_token& stop) {
  TRY(check_complete(tools));
  TRY(const auto ptxas, full_version_of(*tools.ptxas, tools.limits));
  const AssembledKey key{sha256(ptx), capability, ptxas};
  if (auto known = cache.find(key)) return std::move(*known);
  auto made = assemble_now(tools, ptx, key, stop);
  if (made.has_value()) cache.keep(*made);
  return made;
}

}  // namespace warplens::run
