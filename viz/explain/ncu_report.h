// What Nsight Compute printed of a profile, read from its CSV.
//
//   ncu --import r.ncu-rep --csv --page source [--print-source sass | cuda,sass | cuda]
//        "Kernel Name","scale(float *)"          a launch begins ("Function Name" with cuda,sass)
//        "File Path","/home/me/k.cu"             where rows are of a source file
//        "Line No","Source","Address","Source","Instructions Executed",…
//   ncu --import r.ncu-rep --csv --page raw [--print-units base]
//        "ID","Process ID",…,"Kernel Name",…     a row a launch, a metric a column, units in row
//        two
//   ncu --csv --metrics …, --page details        a row a metric: "Metric Name","Metric Unit",
//                                                "Metric Value"
//
// Any text is safe. Lines that the profiled program printed itself may stand before the table.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/base/result.h"
#include "viz/analysis/hardware_counters.h"

namespace warplens::explain {

// A row of the source page: an instruction, or a source line with the sums of its instructions.
struct ProfiledRow {
  std::string file;                                   // without folders; empty: not told
  std::uint32_t line = 0;                             // 0: not told
  std::string sass;                                   // "LDS.128 R4, [R2]"; empty: of a source line
  std::string address;                                // of the instruction
  std::map<std::string, double, std::less<>> values;  // by the column's title

  [[nodiscard]] bool is_instruction() const { return !sass.empty(); }
  // The first of the titles that the row has a value of.
  [[nodiscard]] std::optional<double> value(std::string_view title) const;
};

struct ProfiledLaunch {
  std::string kernel{};                 // "scale(float *, int)"
  std::optional<Dim3> grid{}, block{};  // where the page tells them
  std::string device{};                 // "NVIDIA H200", where the page tells it
  analysis::MetricValues metrics{};     // in base units
  std::vector<ProfiledRow> rows{};

  // "scale": without template arguments, parameters and namespaces.
  [[nodiscard]] std::string short_name() const;
};

struct NcuReport {
  std::vector<ProfiledLaunch> launches;
};

// `name` is the file's, for errors. Errors: no table of Nsight Compute is in it; a broken one.
Result<NcuReport> read_ncu_report(std::string_view text, const std::string& name);

// Both pages of one profile: rows of one, metrics of the other, launch by launch.
void merge_into(NcuReport& report, NcuReport other);

// "scale(float *, int)" → "scale"; "void ns::f<(int)4>(T1 *)" → "f"
[[nodiscard]] std::string short_kernel_name(std::string_view name);

}  // namespace warplens::explain
