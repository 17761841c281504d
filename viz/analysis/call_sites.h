// Where inlined code was called from, as the .loc lines of the PTX's text say it.
//
//   .loc 1 30 3, function_name $L__info_string0, inlined_at 1 77 9
//        ─► the instructions below are of line 30, in ldsm4, from line 77
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

struct CallSite {
  std::string function;    // that was inlined, as its source names it; empty: the PTX has no name
  std::string file;        // of the outermost call
  std::uint32_t line = 0;  // of the outermost call
  friend bool operator==(const CallSite&, const CallSite&) = default;
};

// A call on the way from inlined code to where it was called first.
struct CallStep {
  std::string function;    // that is called, as its source names it; empty: the PTX has no name
  std::string file;        // that calls it
  std::uint32_t line = 0;  // of the call
  friend bool operator==(const CallStep&, const CallStep&) = default;
};

class CallSites {
 public:
  explicit CallSites(std::string_view ptx);  // any text is safe

  // Nothing: the code stands where it was written.
  [[nodiscard]] std::optional<CallSite> of(const trace::Site& site) const;
  [[nodiscard]] std::optional<CallSite> of(const trace::Finding& finding) const;
  // Each call, from the innermost to the outermost; empty: the code stands where it was written.
  [[nodiscard]] std::vector<CallStep> chain(const trace::Site& site) const;

 private:
  struct Frame {
    std::array<std::uint32_t, 3> place{};  // number of a file, line, column
    std::string label;                     // of the function's name; empty: it was not inlined
    std::size_t name_offset = 0;           // behind the label
    std::uint32_t inlined_at = trace::kNone;
  };
  class Reader;
  [[nodiscard]] std::optional<CallSite> find(std::uint32_t ptx_line, const std::string& file,
                                             std::uint32_t line) const;
  // The frame of the line itself, behind those of CUDA's own headers; nothing: it was not inlined.
  [[nodiscard]] std::optional<std::uint32_t> inlined_frame(std::uint32_t ptx_line,
                                                           std::uint32_t line) const;
  [[nodiscard]] std::string function_of(const Frame& frame) const;

  std::vector<Frame> frames_;
  std::vector<std::uint32_t> frame_of_line_;  // by lines of the PTX, from 0
  std::map<std::uint32_t, std::string> files_;
  std::map<std::string, std::string, std::less<>> names_;  // .debug_str, by label
};

// "ldsm4 called at tile.cuh:50, stage called at hgemm.cu:77".
[[nodiscard]] Text call_chain_text(const std::vector<CallStep>& chain);
// "in ldsm4, from hgemm.cu:77".
[[nodiscard]] Text call_site_text(const CallSite& site);

}  // namespace warplens::analysis
