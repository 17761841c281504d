#include "app/cli/text/copies_option.h"

#include "app/cli/text/parse.h"

namespace warplens::cli {

std::optional<std::uint64_t> read_seed(std::string_view text) {
  constexpr std::string_view kSeed = "seed:";
  if (!text.starts_with(kSeed)) return std::nullopt;
  return parse_number<std::uint64_t>(text.substr(kSeed.size()));
}

Result<void> read_copies(const std::string& text, machine::RunOptions& options) {
  if (text.empty() || text == "late") return {};
  if (text == "early" || text == "at-once") {
    const bool is_early = text == "early";
    options.copies = is_early ? machine::CopiesLand::early : machine::CopiesLand::at_once;
    return {};
  }
  const auto seed = read_seed(text);
  if (!seed)
    return fail(tr("--copies '{}': write late, early, at-once or seed:N, as in seed:1", text));
  options.copies = machine::CopiesLand::by_seed;
  options.copies_seed = *seed;
  return {};
}

}  // namespace warplens::cli
