#include "app/cli/text/captured_code.h"

#include <set>

#include "kernels/run/toolkit/disassemble.h"
#include "kernels/sass/listing.h"

namespace warplens::cli {

namespace {

Result<sass::Listing> listing_of(const captured::Image& image, std::uint32_t capability,
                                 const run::ProcessLimits& limits) {
  run::Disassembler tools = run::find_disassembler();
  tools.limits = limits;
  if (!image.ptx.empty()) {
    TRY(const auto texts, run::disassemble(tools, image.ptx, capability));
    return sass::list(texts.code);
  }
  if (image.cubin.empty()) return fail(image.why_no_ptx);
  TRY(const std::string text, run::disassemble_image(tools, image.cubin));
  return sass::list(text);
}

std::string text_of(const sass::ListedFunction& function) {
  std::string text = fmt::format("{}:\n", function.name);
  for (const sass::ListedInstruction& instruction : function.instructions)
    text += fmt::format("  {:05x}  {}\n", instruction.address, instruction.text);
  return text;
}

}  // namespace

Result<std::string> captured_code(const captured::Program& program,
                                  const captured::Episode& episode,
                                  const run::ProcessLimits& limits) {
  std::string text;
  std::set<std::pair<std::uint32_t, std::string>> shown;
  for (const captured::Step& step : episode.steps) {
    const auto* launch = std::get_if<captured::Launch>(&step);
    if (launch == nullptr || !shown.emplace(launch->image, launch->entry).second) continue;
    TRY(const auto listing, listing_of(program.images[launch->image], program.capability, limits));
    const sass::ListedFunction* function = listing.find(launch->entry);
    if (function == nullptr) return fail(tr("no code of {} was found", launch->entry));
    text += text_of(*function);
  }
  return text;
}

}  // namespace warplens::cli
