// A host timeline as a table, one block a run.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::cli {

[[nodiscard]] std::string timeline_table(const ui::Speech& speech,
                                         const timing::HostTimeline& timeline);

}  // namespace warplens::cli
