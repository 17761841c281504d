// A profiler's report that a person put on the window, to be read beside the kernel on the stage.
#pragma once

#include <filesystem>
#include <string>

namespace warplens::session {

struct ReportChoice {
  std::string file;  // empty: none
  friend bool operator==(const ReportChoice&, const ReportChoice&) = default;
};

// By its name's end: what ncu prints with --csv, or its own file.
[[nodiscard]] inline bool is_report_file(const std::filesystem::path& path) {
  return path.extension() == ".csv" || path.extension() == ".ncu-rep";
}

}  // namespace warplens::session
