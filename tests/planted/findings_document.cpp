#include "tests/planted/findings_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace warplens::planted {
namespace {

using Found = std::function<bool(const JudgedKernel&)>;

bool is_faulty(const JudgedKernel& judged) { return !judged.kernel.faults.empty(); }
bool is_right(const JudgedKernel& judged) { return judged.kernel.faults.empty(); }
bool is_found_here(const JudgedKernel& judged) { return !judged.findings.empty(); }

Found found_by(const Recording& recording, std::string_view tool) {
  return [&recording, tool](const JudgedKernel& judged) {
    return !recording.result(judged.kernel.name, tool).errors.empty();
  };
}

Found found_by_any(const Recording& recording) {
  return [&recording](const JudgedKernel& judged) {
    return std::ranges::any_of(
        kTools, [&](std::string_view tool) { return found_by(recording, tool)(judged); });
  };
}

Found both(Found one, Found other) {
  return [=](const JudgedKernel& judged) { return one(judged) && other(judged); };
}
Found neither(Found one, Found other) {
  return [=](const JudgedKernel& judged) { return !one(judged) && !other(judged); };
}
Found only(Found one, Found other) {
  return [=](const JudgedKernel& judged) { return one(judged) && !other(judged); };
}

std::ptrdiff_t count(const std::vector<JudgedKernel>& kernels, const Found& is_counted) {
  return std::ranges::count_if(kernels, is_counted);
}

std::vector<JudgedKernel> all_of(const std::vector<JudgedSource>& sources) {
  std::vector<JudgedKernel> all;
  for (const JudgedSource& source : sources) {
    all.insert(all.end(), source.kernels.begin(), source.kernels.end());
  }
  return all;
}

std::string head(const std::vector<JudgedSource>& sources, const Recording& recording) {
  const auto all = all_of(sources);
  std::string text = fmt::format(
      "# What is found\n\n"
      "{} kernels of one planted fault each and {} right ones ([tests/planted](../tests/planted)), "
      "run by Warplens on the CPU and under compute-sanitizer {} on an {}, driver {}, on {}. "
      "Written "
      "by `cmake --build --preset release --target findings_document` from what the machine finds "
      "and from the recording that `scripts/planted-check` makes "
      "([compute-sanitizer.json](../tests/planted/compute-sanitizer.json)).\n\n",
      count(all, is_faulty), count(all, is_right), recording.sanitizer, recording.device,
      recording.driver, recording.date);
  for (const auto& [tool, options] : recording.options) {
    text += fmt::format("- `compute-sanitizer --tool {} {}`\n", tool, options);
  }
  return text;
}

std::string kinds_row(const std::string& title, const std::vector<JudgedKernel>& kernels,
                      const Recording& recording) {
  const Found any = found_by_any(recording);
  std::string row =
      fmt::format("| {} | {} |", title.substr(0, title.find(':')), count(kernels, is_faulty));
  for (const std::string_view tool : kTools) {
    row += fmt::format(" {} |", count(kernels, both(is_faulty, found_by(recording, tool))));
  }
  return row + fmt::format(" {} | {} | {} | {} | {} |\n", count(kernels, both(is_faulty, any)),
                           count(kernels, both(is_faulty, is_found_here)), count(kernels, is_right),
                           count(kernels, both(is_right, any)),
                           count(kernels, both(is_right, is_found_here)));
}

bool is_planted_at(const Kernel& kernel, std::uint32_t line) {
  return std::ranges::any_of(kernel.faults, [&](const Fault& fault) { return fault.line == line; });
}

bool is_line_named_here(const JudgedKernel& judged) {
  return std::ranges::any_of(judged.findings, [&](const trace::Finding& finding) {
    return is_planted_at(judged.kernel, finding.line);
  });
}

bool names_the_line(const Kernel& kernel, const ToolResult& result) {
  return std::ranges::any_of(result.errors, [&](const ToolError& error) {
    return std::ranges::any_of(error.lines,
                               [&](std::uint32_t line) { return is_planted_at(kernel, line); });
  });
}

Found line_named_by_any(const Recording& recording) {
  return [&recording](const JudgedKernel& judged) {
    return std::ranges::any_of(kTools, [&](std::string_view tool) {
      return names_the_line(judged.kernel, recording.result(judged.kernel.name, tool));
    });
  };
}

std::string lines_named(const std::vector<JudgedKernel>& kernels, const Recording& recording) {
  return fmt::format(
      "\nThe fault's own line is named by the four tools in {} of the {} that they find, by "
      "Warplens "
      "in {} of its {}.\n",
      count(kernels, both(is_faulty, line_named_by_any(recording))),
      count(kernels, both(is_faulty, found_by_any(recording))),
      count(kernels, both(is_faulty, is_line_named_here)),
      count(kernels, both(is_faulty, is_found_here)));
}

std::string by_kind(const std::vector<JudgedSource>& sources, const Recording& recording) {
  std::string text =
      "\n## By kind\n\n"
      "How many faults each finds; of the right kernels, how many are accused by one of the four "
      "tools, and by Warplens.\n\n"
      "| | faults | memcheck | racecheck | initcheck | synccheck | the four | Warplens | right | "
      "accused by the four | by Warplens |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const JudgedSource& source : sources) {
    text += kinds_row(source.title, source.kernels, recording);
  }
  const std::vector<JudgedKernel> all = all_of(sources);
  return text + kinds_row("**all**", all, recording) + lines_named(all, recording);
}

std::string described(const Kernel& kernel) {
  if (kernel.about.empty()) return fmt::format("- `{}`\n", kernel.name);
  return fmt::format("- `{}`: {}\n", kernel.name, kernel.about);
}

std::string list(const std::vector<JudgedSource>& sources, const std::string& title,
                 const Found& is_listed) {
  std::string text = fmt::format("\n## {}\n\n", title);
  bool is_empty = true;
  for (const JudgedSource& source : sources) {
    for (const JudgedKernel& judged : source.kernels) {
      if (!is_listed(judged)) continue;
      text += described(judged.kernel);
      is_empty = false;
    }
  }
  return is_empty ? text + "None.\n" : text;
}

// The line that is named: the fault's own where it is among them, else the first.
std::string named_line(const Kernel& kernel, const std::vector<std::uint32_t>& lines) {
  if (lines.empty()) return "no line";
  const auto own =
      std::ranges::find_if(lines, [&](std::uint32_t line) { return is_planted_at(kernel, line); });
  return fmt::format("{}", own != lines.end() ? *own : lines.front());
}

std::string cell(const Kernel& kernel, const ToolResult& result) {
  if (result.errors.empty()) {
    if (result.was_killed) return "hangs";
    return result.stopped_by.empty() ? "–" : "stops";
  }
  std::vector<std::uint32_t> lines;
  for (const ToolError& error : result.errors) {
    lines.insert(lines.end(), error.lines.begin(), error.lines.end());
  }
  return named_line(kernel, lines);
}

std::string cell(const JudgedKernel& judged) {
  if (judged.findings.empty()) return "–";
  std::vector<std::uint32_t> lines;
  for (const trace::Finding& finding : judged.findings) lines.push_back(finding.line);
  return named_line(judged.kernel, lines);
}

std::string fault_of(const Kernel& kernel) {
  if (kernel.faults.empty()) return "right";
  const Fault& first = kernel.faults.front();
  std::string text = fmt::format("{}, {}", first.kind, first.line);
  for (const Fault& fault : kernel.faults) {
    if (fault.line != first.line)
      text += fmt::format(" {} {}", fault.either_end ? "or" : "and", fault.line);
  }
  return text;
}

std::string row_of(const JudgedKernel& judged, const Recording& recording) {
  const Kernel& kernel = judged.kernel;
  std::string row = fmt::format("| `{}` | {} |", kernel.name, fault_of(kernel));
  for (const std::string_view tool : kTools) {
    row += fmt::format(" {} |", cell(kernel, recording.result(kernel.name, tool)));
  }
  return row + fmt::format(" {} |\n", cell(judged));
}

std::string row_by_row(const std::vector<JudgedSource>& sources, const Recording& recording) {
  std::string text =
      "\n## Row by row\n\n"
      "The fault with its line, and the line that each names: the fault's own where it is among "
      "them. *stops*: CUDA ended the kernel and the tool named nothing; *hangs*: it did not end.\n";
  for (const JudgedSource& source : sources) {
    text += fmt::format(
        "\n### {}\n\n| kernel | fault, line | memcheck | racecheck | initcheck | synccheck | "
        "Warplens |\n|---|---|---|---|---|---|---|\n",
        source.title);
    for (const JudgedKernel& judged : source.kernels) text += row_of(judged, recording);
  }
  return text;
}

}  // namespace

std::string findings_document(const std::vector<JudgedSource>& sources,
                              const Recording& recording) {
  const Found any = found_by_any(recording);
  const auto faults = [&](const Found& found) { return both(is_faulty, found); };
  return head(sources, recording) + by_kind(sources, recording) +
         list(sources, "What Warplens finds and compute-sanitizer does not",
              faults(only(is_found_here, any))) +
         list(sources, "What compute-sanitizer finds and Warplens does not",
              faults(only(any, is_found_here))) +
         list(sources, "What neither finds", faults(neither(any, is_found_here))) +
         list(sources, "Right kernels that compute-sanitizer accuses", both(is_right, any)) +
         list(sources, "Right kernels that Warplens accuses", both(is_right, is_found_here)) +
         row_by_row(sources, recording);
}

}  // namespace warplens::planted
