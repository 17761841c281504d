#include "viz/analysis/limits/demand_file.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "kernels/base/json.h"
#include "kernels/base/json_fields.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::analysis {

namespace {

constexpr int kDemandsVersion = 3;

struct DemandMember {
  const char* name;
  std::uint64_t LaunchDemand::*member;
};
constexpr std::array kMembers = {
    DemandMember{"blocks", &LaunchDemand::blocks},
    DemandMember{"threads", &LaunchDemand::threads},
    DemandMember{"fetched_bytes", &LaunchDemand::fetched_bytes},
    DemandMember{"written_bytes", &LaunchDemand::written_bytes},
    DemandMember{"updated_bytes", &LaunchDemand::updated_bytes},
    DemandMember{"l2_bytes", &LaunchDemand::l2_bytes},
    DemandMember{"l1_wavefronts", &LaunchDemand::l1_wavefronts},
    DemandMember{"shared_wavefronts", &LaunchDemand::shared_wavefronts},
    DemandMember{"requests", &LaunchDemand::requests},
    DemandMember{"flop", &LaunchDemand::flop},
    DemandMember{"issued", &LaunchDemand::issued},
};

// Left out where they are 0.
constexpr std::array kOptional = {
    DemandMember{"shared_bytes", &LaunchDemand::shared_bytes},
    DemandMember{"local_requests", &LaunchDemand::local_requests},
    DemandMember{"local_bytes", &LaunchDemand::local_bytes},
    DemandMember{"atomic_sectors", &LaunchDemand::atomic_sectors},
    DemandMember{"most_updates", &LaunchDemand::most_updates},
    DemandMember{"most_float_updates", &LaunchDemand::most_float_updates},
};
constexpr const char* kWork = "work";             // of those that are not 0
constexpr const char* kBlocks = "blocks_of_ptx";  // "first line, last line, times, …"
constexpr const char* kChains = "chains";
constexpr const char* kNarrow = "narrow";  // as NarrowAccesses' members, ", " behind each
constexpr const char* kDynamicShared = "dynamic_shared_bytes";  // left out where it is 0

std::string blocks_text(const std::vector<trace::BlockExecutions>& blocks) {
  std::string text;
  for (const trace::BlockExecutions& block : blocks) {
    text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", block.first_line, block.last_line,
                        block.times);
  }
  return text;
}

std::vector<trace::BlockExecutions> blocks_in(const JsonFields& fields) {
  std::vector<trace::BlockExecutions> blocks;
  const std::string text = fields.text_or(kBlocks, "");
  std::istringstream words(text);
  trace::BlockExecutions block;
  while (words >> block.first_line >> block.last_line >> block.times) {
    blocks.push_back(block);
    words.ignore(1, ',');
  }
  if (!text.empty() && !words.eof()) fields.wrong(tr("its blocks are not lines and times"));
  return blocks;
}

std::string narrow_text(const std::vector<NarrowAccesses>& all) {
  std::string text;
  for (const NarrowAccesses& one : all) {
    text += fmt::format("{}{} {} {} {} {} {}", text.empty() ? "" : ", ", one.ptx_line, one.width,
                        one.more.l1_wavefronts, one.more.shared_wavefronts, one.more.requests,
                        one.more.l2_bytes);
  }
  return text;
}

std::vector<NarrowAccesses> narrow_in(const JsonFields& fields) {
  std::vector<NarrowAccesses> all;
  const std::string text = fields.text_or(kNarrow, "");
  std::istringstream words(text);
  NarrowAccesses one;
  while (words >> one.ptx_line >> one.width >> one.more.l1_wavefronts >>
         one.more.shared_wavefronts >> one.more.requests >> one.more.l2_bytes) {
    all.push_back(one);
    words.ignore(1, ',');
  }
  if (!text.empty() && !words.eof()) fields.wrong(tr("its narrow accesses are no numbers"));
  return all;
}

Json demand_json(const LaunchDemand& launch) {
  Json json = {{"entry", launch.entry}};
  if (launch.dynamic_shared_bytes > 0) json[kDynamicShared] = launch.dynamic_shared_bytes;
  for (const DemandMember& one : kMembers) json[one.name] = launch.*one.member;
  for (const DemandMember& one : kOptional)
    if (launch.*one.member > 0) json[one.name] = launch.*one.member;
  for (std::size_t i = 0; i < kWorks; ++i) {
    if (launch.work[i] > 0) json[kWork][id_of(static_cast<Work>(i))] = launch.work[i];
  }
  if (!launch.narrow.empty()) json[kNarrow] = narrow_text(launch.narrow);
  for (const ChainCycles& chain : launch.chains) {
    Json one = {{"capability", chain.capability}, {"first", chain.first}, {"next", chain.next}};
    if (chain.dram_lines > 0) {
      one["dram_lines"] = chain.dram_lines;
      one["lines_at_once"] = chain.lines_at_once;
    }
    json[kChains].push_back(std::move(one));
  }
  if (!launch.executed.empty()) json[kBlocks] = blocks_text(launch.executed);
  return json;
}

WorkAmounts work_in(const JsonFields& fields) {
  WorkAmounts work{};
  const auto found = fields.find(kWork);
  if (!found) return work;
  for (std::size_t i = 0; i < kWorks; ++i) {
    work[i] = found->integer_or<std::uint64_t>(id_of(static_cast<Work>(i)), 0);
  }
  return work;
}

LaunchDemand demand_in(const JsonFields& fields) {
  LaunchDemand launch;
  launch.entry = fields.text("entry");
  for (const DemandMember& one : kMembers)
    launch.*one.member = fields.integer<std::uint64_t>(one.name);
  for (const DemandMember& one : kOptional)
    launch.*one.member = fields.integer_or<std::uint64_t>(one.name, 0);
  launch.dynamic_shared_bytes = fields.integer_or<std::uint32_t>(kDynamicShared, 0);
  launch.work = work_in(fields);
  launch.executed = blocks_in(fields);
  launch.narrow = narrow_in(fields);
  for (const JsonFields& chain : fields.list_or_none(kChains)) {
    launch.chains.push_back({chain.integer<std::uint32_t>("capability"), chain.number("first", 0),
                             chain.number("next", 0), chain.number_or("dram_lines", 0, 0),
                             chain.number_or("lines_at_once", 1, 1)});
  }
  if (launch.blocks == 0 || launch.threads == 0)
    fields.wrong(tr("the launch has no block or no thread"));
  if (launch.updated_bytes > std::min(launch.fetched_bytes, launch.written_bytes))
    fields.wrong(tr("the launch updates more than it fetches or writes"));
  return launch;
}

Json run_json(const CountedRun& run) {
  Json json = {{"family", run.family},         {"name", run.name},   {"side", run.side},
               {"parameters", run.parameters}, {"image", run.image}, {"launches", Json::array()}};
  for (const LaunchDemand& launch : run.launches) json["launches"].push_back(demand_json(launch));
  return json;
}

CountedRun run_in(const JsonFields& fields) {
  CountedRun run;
  run.family = fields.text("family");
  run.name = fields.text("name");
  run.side = fields.integer<std::int64_t>("side");
  run.parameters = fields.integers("parameters");
  run.image = fields.text("image");
  for (const JsonFields& launch : fields.list("launches"))
    run.launches.push_back(demand_in(launch));
  return run;
}

std::vector<CountedRun> runs_in(const JsonFields& fields) {
  fields.version(kDemandsVersion);
  std::vector<CountedRun> runs;
  for (const JsonFields& run : fields.list("runs")) runs.push_back(run_in(run));
  return runs;
}

}  // namespace

std::string to_json(const std::vector<CountedRun>& runs) {
  Json json = {{"version", kDemandsVersion}, {"runs", Json::array()}};
  for (const CountedRun& run : runs) json["runs"].push_back(run_json(run));
  return json_text(json, 1) + "\n";
}

Result<std::vector<CountedRun>> parse_demands(std::string_view json, std::string_view name) {
  const auto fields = JsonFields::parse(json);
  if (!fields) {
    return fail(tr("{} holds no counted runs: it is not JSON; install warplens again", name));
  }
  return fields->finish(runs_in(*fields), name, tr("install warplens again"));
}

Result<std::vector<CountedRun>> read_demands(const std::filesystem::path& file) {
  TRY(const auto text, run::read_text(file));
  return parse_demands(text, file.string());
}

const CountedRun* find_run(const std::vector<CountedRun>& runs, std::string_view family,
                           std::string_view name, const timing::Parameters& parameters,
                           std::string_view image) {
  const auto found = std::ranges::find_if(runs, [&](const CountedRun& run) {
    return run.family == family && run.name == name && run.parameters == parameters &&
           run.image == image;
  });
  return found == runs.end() ? nullptr : &*found;
}

}  // namespace warplens::analysis
