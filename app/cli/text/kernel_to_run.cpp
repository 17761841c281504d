#include "app/cli/text/kernel_to_run.h"

#include <charconv>

#include "app/cli/text/parse.h"
#include "app/cli/text/refused_options.h"

namespace warplens::cli {

void KernelToRunOptions::add_to(CLI::App& parser) {
  add_to(parser, "kernel", "FAMILY/VARIANT (see: warplens list), FILE.ptx or FILE.cu")->required();
}

CLI::Option* KernelToRunOptions::add_to(CLI::App& parser, const std::string& option,
                                        const std::string& help) {
  CLI::Option* kernel = parser.add_option(option, kernel_, help);
  parser
      .add_option("--set", settings_,
                  "NAME=NUMBER: a parameter of the catalogue's, a size of a file's launch")
      ->allow_extra_args(false);
  own_.add_to(parser);
  return kernel;
}

std::optional<std::uint32_t> KernelToRunOptions::take_line() {
  const std::size_t colon = kernel_.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  std::uint32_t line = 0;
  const char* end = kernel_.data() + kernel_.size();
  const auto [read, error] = std::from_chars(kernel_.data() + colon + 1, end, line);
  if (error != std::errc() || read != end || line == 0) return std::nullopt;
  kernel_.resize(colon);
  return line;
}

Result<KernelToRun> KernelToRunOptions::find(const CLI::App& parser, const Text& why) const {
  if (!is_own_file(kernel_)) {
    const auto unused = own_.check_unused();
    return unused.has_value() ? in_catalogue() : fail(unused.error());
  }
  TRY(refuse(parser, {"--expect", "--reference"}, why));
  TRY(auto target, own_.read({kernel_, settings_}, parser));
  return KernelToRun{target.name(), session::run_own_again(std::move(target.kernel))};
}

Result<KernelToRun> KernelToRunOptions::in_catalogue() const {
  TRY(auto opened, run::Catalogue::open());
  const auto catalogue = std::make_shared<const run::Catalogue>(std::move(opened));
  TRY(const auto kernel, catalogue->find(kernel_));
  TRY(const auto wanted, parse_settings(settings_));
  session::Selection selection;
  selection.kernel = kernel_;
  TRY(selection.parameters, complete(*kernel.family, *kernel.variant, wanted));
  return KernelToRun{kernel_, session::run_again(catalogue, std::move(selection))};
}

}  // namespace warplens::cli
