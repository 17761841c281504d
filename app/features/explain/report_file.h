// A profiler's report out of a file: CSV that ncu printed, or an .ncu-rep, which ncu or its Python
// module is asked to print.
#pragma once

#include <filesystem>
#include <stop_token>

#include "viz/explain/ncu_report.h"

namespace warplens::explain {

// Errors: it cannot be read; read_ncu_report()'s; an .ncu-rep that is damaged, or where neither ncu
// nor python3 with ncu_report is at hand.
Result<NcuReport> read_report_file(const std::filesystem::path& path,
                                   const std::stop_token& stop = {});

// The launch of the report that the trace is of: one of its kernel, where there are several one of
// its grid and block. Errors: none is; it says of which kernels the report is.
Result<const ProfiledLaunch*> launch_of(const NcuReport& report, const trace::Trace& trace);

}  // namespace warplens::explain
