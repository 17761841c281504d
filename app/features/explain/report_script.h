// The Python program that prints an .ncu-rep by Nsight Compute's module ncu_report, as
//   ncu --import FILE --csv --page source --print-source sass     python3 -c SCRIPT source FILE
//   ncu --import FILE --csv --page raw --print-units base         python3 -c SCRIPT raw FILE
// do, with each instruction's source line. It ends with kNoModule where python3 has no such module,
// and with kNoReport where the file has no profile: ncu_report opens a damaged one and finds
// nothing.
#pragma once

namespace warplens::explain {

inline constexpr int kNoModule = 3, kNoReport = 4;

extern const char* const kReportScript;

}  // namespace warplens::explain
