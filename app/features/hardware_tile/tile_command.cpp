// warplens tile: who writes a tile of shared memory, who reads it, and where they disagree.
#include <charconv>
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/count_now.h"
#include "app/cli/text/kernel_to_run.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/features/hardware_tile/hardware_tile.h"
#include "app/features/hardware_tile/tile_report.h"
#include "app/session/matrix_run.h"
#include "viz/hardware_tile/tile_words.h"

namespace warplens::cli {

namespace {

using fragments::MatrixRun;
using hardware_tile::TileReads;
using hardware_tile::TileSurvey;

struct TileCommandOptions {
  KernelToRunOptions kernel;
  std::string operand, unit;
  std::uint32_t block = 0, line = 0;
  std::size_t read = 0, launch = 1;
  CountOptions count;
  bool json = false;
  LanguageOption language;
};

struct TiledRun {
  std::string kernel;
  MatrixRun run;
};

machine::MatrixRecords::Place place_of(const TileCommandOptions& options) {
  return {options.launch - 1, options.block};
}

Result<TiledRun> run_tile(const TileCommandOptions& options, const CLI::App& parser) {
  TRY(const auto kernel,
      options.kernel.find(parser,
                          tr("is for results that are compared: here tiles are looked at")));
  TRY(auto run, counted_now(options.count, [&](const run::Options& how) {
        return session::run_with_records(place_of(options), kernel.run, how);
      }));
  return TiledRun{kernel.name, std::move(run)};
}

bool is_wanted(const TileCommandOptions& options, const hardware_tile::TileReader& reader) {
  if (options.line != 0 && reader.line != options.line) return false;
  return options.operand.empty() || options.operand == std::string(1, reader.operand);
}

// Of those that the options name; nothing where there is none at all.
Result<std::optional<std::size_t>> chosen_read(const TileCommandOptions& options,
                                               const TileReads& reads, const TileSurvey& survey) {
  std::vector<std::size_t> wanted;
  TileReads of_those;
  of_those.readers = reads.readers;
  TileSurvey of_their;
  for (std::size_t i = 0; i < reads.reads.size(); ++i) {
    if (!is_wanted(options, reads.readers[reads.reads[i].reader])) continue;
    wanted.push_back(i);
    of_those.reads.push_back(reads.reads[i]);
    of_their.of_reads.push_back(survey.of_reads[i]);
  }
  if (reads.reads.empty()) return std::optional<std::size_t>();
  if (wanted.empty())
    return fail(
        tr("nothing reads a tile there: without --line and --operand all that does is listed"));
  if (options.read > wanted.size()) {
    return fail(tr("there are {} reads, no read {}", wanted.size(), options.read));
  }
  if (options.read != 0) return std::optional(wanted[options.read - 1]);
  return std::optional(wanted[*hardware_tile::first_to_look_at(of_those, of_their)]);
}

Result<std::uint64_t> read_address(const std::string& text) {
  const bool is_hexadecimal = text.starts_with("0x");
  const char* const begin = text.data() + (is_hexadecimal ? 2 : 0);
  const char* const end = text.data() + text.size();
  std::uint64_t address = 0;
  const auto [read_to, error] = std::from_chars(begin, end, address, is_hexadecimal ? 16 : 10);
  if (error == std::errc() && read_to == end && begin != end) {
    return address / hardware_tile::kUnitBytes * hardware_tile::kUnitBytes;
  }
  return fail(tr("'{}' is no address: write 0x990 or 2448", text));
}

Result<void> print_unit(const TileCommandOptions& options, const TileReport& report) {
  TRY(const auto address, read_address(options.unit));
  if (!report.read) return fail(tr("nothing reads a tile of shared memory here"));
  const auto moment =
      hardware_tile::tile_moment(*report.run, *report.reads, report.reads->reads[*report.read]);
  if (!moment.has(address)) {
    return fail(tr("{} is in no line of shared memory that is read here: those are {} to {}",
                   hardware_tile::address_word(address),
                   hardware_tile::address_word(moment.lines.front()),
                   hardware_tile::address_word(moment.lines.back())));
  }
  print_text("{}", unit_text(options.language.speech(), *report.run->trace, moment, address));
  return {};
}

Result<int> print_tile(const TileCommandOptions& options, const CLI::App& parser) {
  TRY(const auto tiled, run_tile(options, parser));
  const std::uint64_t blocks = tiled.run.trace->launch.grid.count();
  if (options.block >= blocks) {
    return fail(tr("there are {} blocks, no block {}", blocks, options.block));
  }
  const TileReads reads = hardware_tile::tile_reads(tiled.run, options.block);
  const TileSurvey survey = hardware_tile::survey(tiled.run, reads);
  TileReport report{tiled.kernel, &tiled.run, &reads, &survey, {}};
  TRY(report.read, chosen_read(options, reads, survey));
  if (!options.unit.empty()) {
    const auto printed = print_unit(options, report);
    if (!printed.has_value()) return fail(printed.error());
  } else if (options.json) {
    print_json(json_forms::kTile, tile_json(report));
  } else {
    print_text("{}", tile_text(options.language.speech(), report));
  }
  return 0;
}

constexpr const char* kTileHelp =
    "A unit is 16 bytes. Copies by TMA, those of other blocks of the cluster too, are held\n"
    "against what ldmatrix and descriptors of wgmma and tcgen05.mma read, on the CPU, for one\n"
    "block. That a unit is looked for where it is not is no error: a kernel may mean it.\n"
    "\nExamples:\n"
    "  warplens tile tensor_gemm/tma\n"
    "  warplens tile tensor_gemm/tma --operand B --unit 0x4010\n"
    "  warplens tile my.cu --entry product --line 75 --json\n"
    "  warplens screenshot --explore tensor_gemm/tma --views hardware_tile -o tile.png";

}  // namespace

Command tile_command(CLI::App& app) {
  auto options = std::make_shared<TileCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "tile",
      "Where TMA puts a tile in shared memory, and where tensor cores and ldmatrix look for it");
  options->kernel.add_to(*parser);
  parser->add_option("--block-index", options->block, "The block that is looked at (default: 0)");
  parser->add_option("--launch-index", options->launch, "The launch, from 1 (default: 1)")
      ->check(CLI::PositiveNumber);
  parser->add_option("--line", options->line, "What reads at this line of the source");
  parser->add_option("--operand", options->operand, "A or B of wgmma or tcgen05.mma")
      ->check(CLI::IsMember({"A", "B"}));
  parser->add_option("--read", options->read,
                     "Which of its reads, from 1 (default: the first that disagrees)");
  auto* unit = parser->add_option("--unit", options->unit,
                                  "Print how one unit's address comes about: 0x990");
  options->count.add_to(*parser);
  parser->add_flag("--json", options->json, "Print JSON")->excludes(unit);
  options->language.add_to(*parser);
  parser->footer(kTileHelp);
  return {parser, [options, parser] { return print_tile(*options, *parser); }};
}

}  // namespace warplens::cli
