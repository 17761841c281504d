#include "app/cli/text/kernel_to_run.h"

#include "app/cli/text/parse.h"
#include "app/cli/text/refused_options.h"

namespace warplens::cli {

void KernelToRunOptions::add_to(CLI::App& parser) {
  parser.add_option("kernel", kernel_, "FAMILY/VARIANT (see: warplens list), FILE.ptx or FILE.cu")
      ->required();
  parser
      .add_option("--set", settings_,
                  "NAME=NUMBER: a parameter of the catalogue's, a size of a file's launch")
      ->allow_extra_args(false);
  own_.add_to(parser);
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
