// What a run does not keep of a kernel's promises.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/text/shown_traces.h"
#include "app/texts/speech.h"
#include "kernels/own/promise.h"

namespace warplens::cli {

struct BrokenPromise {
  Text text;               // "shared_load.conflicts is 2048, to be at most 0"
  std::string file;        // empty: it is of no line
  std::uint32_t line = 0;  // 0: of no line
  friend bool operator==(const BrokenPromise&, const BrokenPromise&) = default;
};

// Of all launches, by the figures that the traces show. A line without such an access breaks what
// is promised of it.
[[nodiscard]] std::vector<BrokenPromise> broken_promises(const own::Promises& promises,
                                                         const Traces& launches);

// "promises: kept", or a line for each that is not.
void print_promises(const ui::Speech& speech, const std::vector<BrokenPromise>& broken);

// "not kept: shared_load.conflicts is 2048, to be at most 0, and 2 more"; empty: all are kept.
[[nodiscard]] Text not_kept(const std::vector<BrokenPromise>& broken);

}  // namespace warplens::cli
