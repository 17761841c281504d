// warplens access: what one warp-level access costs, and how that comes about.
#include <fstream>
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/access_text.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/said_of.h"
#include "kernels/base/json.h"
#include "kernels/cost/access_kind.h"

namespace warplens::cli {

namespace {

struct AccessCommandOptions {
  std::string kind, offsets, sources, table;
  std::uint32_t width = 4;
  bool json = false;
  LanguageOption language;
};

struct Access {
  trace::Site site;
  trace::EventView event;
  [[nodiscard]] analysis::ExplainedEvent explained() const {
    return analysis::explained_event(site, event);
  }
};

// -1: an inactive lane.
Result<std::vector<std::int64_t>> lane_offsets(std::string_view list) {
  std::vector<std::int64_t> offsets;
  for (const std::string_view text : split(list, ',')) {
    const auto offset = parse_number<std::int64_t>(text);
    if (!offset.has_value() || *offset < -1) {
      return fail(tr(
          "offset '{}' is no byte offset: give numbers from 0, or -1 for an inactive lane", text));
    }
    offsets.push_back(*offset);
  }
  return offsets;
}

// Negative: a lane that reads nothing. An empty list has none.
Result<std::vector<std::int64_t>> lane_sources(std::string_view list) {
  std::vector<std::int64_t> sources;
  if (list.empty()) return sources;
  for (const std::string_view text : split(list, ',')) {
    const auto source = parse_number<std::int64_t>(text);
    if (!source.has_value()) {
      return fail(
          tr("source '{}' is no byte offset: give numbers from 0, or -1 for a lane that reads "
             "nothing",
             text));
    }
    sources.push_back(*source);
  }
  return sources;
}

Result<Access> make_access(std::string_view kind, std::uint32_t width, std::string_view offset_list,
                           std::string_view source_list) {
  TRY(auto site, analysis::site_of_kind(kind, width));
  TRY(const auto offsets, lane_offsets(offset_list));
  TRY(const auto sources, lane_sources(source_list));
  TRY(const auto event, analysis::event_of_offsets(site, offsets, sources));
  return Access{site, event};
}

Result<Access> access_of_row(const std::string& row) {
  const auto columns = split(row, '\t');
  if (columns.size() < 4) {
    return fail(tr("{} tab-separated columns: give name, kind, width and offsets", columns.size()));
  }
  const auto width = parse_number<std::uint32_t>(columns[2]);
  if (!width.has_value()) return fail(tr("width '{}' is no number of bytes", columns[2]));
  const bool has_sources = columns.size() > 6 && columns[1].starts_with("cp");
  return make_access(columns[1], *width, columns[3], has_sources ? columns[6] : "");
}

Json row_json(const std::string& row, const Access& access) {
  const auto columns = split(row, '\t');
  Json json = {{"name", columns[0]}, {"kind", columns[1]}};
  json.update(explain_json(access.explained()));
  return json;
}

// The next row, without its end; false at the end of the table. A device without line ends would
// take all memory.
Result<bool> read_row(std::istream& in, std::string& row) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  row.clear();
  bool is_there = false;
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    is_there = true;
    if (c == '\n') break;
    if (row.size() == kMostBytes) return fail(tr("a row of more than 1 MiB: is it a text file?"));
    row += static_cast<char>(c);
  }
  if (!row.empty() && row.back() == '\r') row.pop_back();
  return is_there;
}

// Rows come out as they went in, with the two figures appended; so do comments, without them.
Result<int> print_table(std::istream& in, const std::string& name, bool as_json) {
  Json all = Json::array();
  std::string row;
  for (std::uint64_t number = 1;; ++number) {
    const std::string place = fmt::format("{}:{}", name, number);
    TRY(const bool is_there, said_of(place, read_row(in, row)));
    if (!is_there) break;
    if (row.empty() || row[0] == '#') {
      if (!as_json) print_text("{}\n", row);
      continue;
    }
    TRY(const auto access, said_of(place, access_of_row(row)));
    if (as_json) {
      all.push_back(row_json(row, access));
    } else {
      print_text("{}\t{}\n", row, predicted_columns(access.explained()));
    }
  }
  if (in.bad()) return fail(tr("cannot read '{}' to its end: is it a text file?", name));
  if (as_json) print_json(json_forms::kAccess, {{"rows", all}});
  return 0;
}

Result<int> print_one(const AccessCommandOptions& options) {
  if (options.kind.empty() || options.offsets.empty()) {
    return fail(tr("give --kind and --offsets, or --table FILE (see: warplens access --help)"));
  }
  TRY(const auto access,
      make_access(options.kind, options.width, options.offsets, options.sources));
  if (options.json) {
    Json json = {{"kind", options.kind}};
    json.update(explain_json(access.explained()));
    print_json(json_forms::kAccess, json);
  } else {
    print_text("{}", explain(options.language.speech(), access.explained()));
  }
  return 0;
}

Result<int> access(const AccessCommandOptions& options) {
  if (options.table.empty()) return print_one(options);
  if (options.table == "-") return print_table(std::cin, "standard input", options.json);
  std::ifstream in(options.table);
  if (!in || in.peek() == std::ifstream::traits_type::eof()) {
    return fail(tr("cannot read '{}': give a file with at least one row", options.table));
  }
  return print_table(in, options.table, options.json);
}

std::string kinds_help() {
  std::string text = "Kinds:\n";
  for (const auto& kind : analysis::access_kinds()) {
    text += fmt::format("  {:6} {}\n", kind.name, kind.instruction);
  }
  return text;
}

}  // namespace

Command access_command(CLI::App& app) {
  auto options = std::make_shared<AccessCommandOptions>();
  CLI::App* parser = app.add_subcommand("access", "What one warp's memory access costs, and why");
  auto* kind =
      parser->add_option("--kind", options->kind, "The instruction, one of the kinds below");
  auto* width =
      parser->add_option("--width", options->width, "Bytes a lane")->capture_default_str();
  auto* offsets = parser->add_option(
      "--offsets", options->offsets,
      "Byte offset of each lane from lane 0, up to 32, comma-separated; -1: inactive "
      "(a cp.async's are its shared destinations)");
  auto* sources =
      parser->add_option("--sources", options->sources,
                         "Of a cp.async, likewise: byte offset that each lane reads, negative: "
                         "nothing (contiguous where left out)");
  parser
      ->add_option("--table", options->table,
                   "Read rows of name, kind, width, offsets (tab-separated) from FILE, or - for "
                   "standard input (a cp.async's seventh column: its sources); print each with two "
                   "figures appended: wavefronts and conflicts "
                   "(shared) or requests and sectors (global, local), '-' where no rule is known")
      ->excludes(kind)
      ->excludes(width)
      ->excludes(offsets)
      ->excludes(sources);
  parser->add_flag("--json", options->json, "Print JSON");
  options->language.add_to(*parser);
  parser->footer(kinds_help() +
                 "\nExample:\n  warplens access --kind sld --width 4 --offsets 0,128,256,384");
  return {parser, [options] { return access(*options); }};
}

}  // namespace warplens::cli
