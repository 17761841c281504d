// Sources on another machine: what finds them there, by the rule of kernels/run/toolkit/sources.h,
// and what it sends back.
#pragma once

#include <string>
#include <vector>

#include "kernels/trace/run.h"

namespace warplens::capturing {

// A line of sh that reads names, one a line, and prints the files that they mean: beneath
// `directory`, where the program ran (empty: where ssh begins), or beneath `roots`, links resolved,
// in no hidden folder. A relative root begins in that directory. `copies`: a folder for its use.
[[nodiscard]] std::string line_for_sources(const std::string& directory, const std::string& copies,
                                           const std::vector<std::string>& roots);

// Those of `files` that are asked for, and what line_for_sources() reads.
[[nodiscard]] std::vector<std::string> names_to_ask(std::vector<std::string> files);
[[nodiscard]] std::string lines_of(const std::vector<std::string>& names);

// What the line printed, whatever it is: each file's number in `names`, its size, its bytes. Ends
// where it is no longer that.
[[nodiscard]] trace::Sources sent_sources(const std::string& sent,
                                          const std::vector<std::string>& names);

}  // namespace warplens::capturing
