#include "app/cli/text/promise_options.h"

#include "app/cli/text/said_of.h"

namespace warplens::cli {

void PromiseOptions::add_to(CLI::App& parser) {
  parser
      .add_option("--max", most_,
                  "What a figure is to be at most: shared_load.conflicts=0, line:29.n_way=1")
      ->allow_extra_args(false);
  parser.add_option("--min", least_, "What a figure is to be at least: global_load.efficiency=0.9")
      ->allow_extra_args(false);
  parser
      .add_option("--fail-on", fails_on_,
                  "What there must be none of: conflicts, uncoalesced, races, warnings, findings, "
                  "or a kind of finding, with commas between")
      ->allow_extra_args(false);
}

Result<own::Promises> PromiseOptions::read() const {
  own::Promises promises;
  for (const std::string& text : most_) {
    TRY(promises.bounds.emplace_back(),
        said_of("--max", own::parse_promise(own::Bound::max, text)));
  }
  for (const std::string& text : least_) {
    TRY(promises.bounds.emplace_back(),
        said_of("--min", own::parse_promise(own::Bound::min, text)));
  }
  for (const std::string& text : fails_on_) {
    TRY(const auto names, said_of("--fail-on", own::parse_fail_on(text)));
    promises.fails_on.insert(promises.fails_on.end(), names.begin(), names.end());
  }
  return promises;
}

}  // namespace warplens::cli
