#include "kernels/captured/replay.h"

#include <algorithm>
#include <set>

#include "kernels/base/names.h"
#include "kernels/captured/launch_pointers.h"
#include "kernels/captured/replay_buffers.h"
#include "kernels/captured/replay_images.h"
#include "kernels/own/included_headers.h"
#include "kernels/run/launch.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::captured {
namespace {

std::vector<const Launch*> launches_of(const Episode& episode) {
  std::vector<const Launch*> launches;
  for (const Step& step : episode.steps)
    if (const auto* launch = std::get_if<Launch>(&step)) launches.push_back(launch);
  return launches;
}

// The part of [at, ...) that one of the ranges holds, up to `most` bytes; where none does, the gap
// before the next one, without `is_known`.
struct Stretch {
  std::uint64_t bytes = 0;
  bool is_known = false;
};
Stretch stretch_at(const std::vector<Range>& ranges, std::uint64_t at, std::uint64_t most) {
  const auto after = std::ranges::upper_bound(ranges, at, {}, &Range::begin);
  if (after != ranges.begin() && at < (after - 1)->end)
    return {std::min(most, (after - 1)->end - at), true};
  return {after == ranges.end() ? most : std::min(most, after->begin - at), false};
}

// Of the entry, or of a function that it may call.
bool reads_textures(const ptx::Module& module, const ptx::Function& entry) {
  static const std::set<std::string, std::less<>> kOpcodes{"tex",  "tld4",  "txq", "suld",
                                                           "sust", "sured", "suq"};
  return std::ranges::any_of(module.functions, [&](const ptx::Function& function) {
    return (!function.is_entry || &function == &entry) &&
           std::ranges::any_of(function.instructions, [](const ptx::Instruction& instruction) {
             return kOpcodes.contains(instruction.opcode);
           });
  });
}

class Maker {
 public:
  Maker(const Program& program, const Episode& episode) : program_(program), episode_(episode) {}

  Result<Replay> make(const std::vector<std::filesystem::path>& source_roots,
                      const std::stop_token& stop) {
    TRY(images_, replay_images(program_, episode_, source_roots, stop));
    TRY(std::vector<PointedPlace> places, places_of_launches());
    std::set<std::string> taken;
    for (const run::Expectation& of_variable : images_.expectations)
      taken.insert(of_variable.buffer);
    buffers_.emplace(episode_, places, images_.ranges, std::move(taken));
    ranges_ = buffers_->ranges();
    ranges_.insert(ranges_.end(), images_.ranges.begin(), images_.ranges.end());
    std::ranges::sort(ranges_, {}, &Range::begin);
    TRY(add_steps());
    add_memory();
    add_notes();
    return Replay{images_.loaded.at(launches_of(episode_).front()->image), std::move(kernel_)};
  }

 private:
  [[nodiscard]] const run::LoadedKernel& image_of(const Launch& launch) const {
    return images_.loaded.at(launch.image);
  }

  Result<const ptx::Function*> entry_of(const Launch& launch) const {
    TRY(const ptx::Function* entry, run::find_entry(*image_of(launch).module, launch.entry));
    if (entry->parameters.size() != launch.parameters.size()) {
      return fail(tr("{}: it was launched with {} parameters, and its PTX has {}", episode_.name,
                     launch.parameters.size(), entry->parameters.size()));
    }
    return entry;
  }

  Result<std::vector<PointedPlace>> places_of_launches() const {
    std::vector<PointedPlace> all;
    for (const Launch* launch : launches_of(episode_)) {
      TRY(const ptx::Function* entry, entry_of(*launch));
      const run::LoadedKernel& image = image_of(*launch);
      auto places =
          places_pointed_to(*launch, episode_, *image.module, *entry, own::source_texts(image));
      std::ranges::move(places, std::back_inserter(all));
    }
    return all;
  }

  Result<void> add_steps() {
    std::vector<catalog::MemoryStep> moves;
    bool is_first = true;
    for (const Step& step : episode_.steps) {
      if (const auto* copy = std::get_if<Copy>(&step)) add(*copy, moves);
      if (const auto* fill = std::get_if<Fill>(&step)) add(*fill, moves);
      const auto* launch = std::get_if<Launch>(&step);
      if (launch == nullptr) continue;
      run::OwnLaunch& own = is_first ? kernel_ : kernel_.then.emplace_back();
      TRY(fill_in(*launch, own));
      own.before = std::exchange(moves, {});
      if (is_first) {
        take_image(image_of(*launch));
      } else {
        own.image = image_of(*launch).module;
      }
      is_first = false;
    }
    kernel_.last = std::move(moves);
    return {};
  }

  void take_image(const run::LoadedKernel& image) {
    kernel_.module = image.module;
    kernel_.ptx = image.ptx;
    kernel_.sources = image.sources;
  }

  Result<void> fill_in(const Launch& launch, run::OwnLaunch& own) {
    TRY(const ptx::Function* entry, entry_of(launch));
    if (reads_textures(*image_of(launch).module, *entry))
      kernel_.why_not_on_gpu =
          tr("{} uses textures or surfaces, which are not captured: a GPU has none of them",
             run::source_name(entry->name));
    own.entry = entry->name;
    own.grid = launch.grid;
    own.block = launch.block;
    own.cluster = launch.cluster;
    own.dynamic_shared_bytes = launch.dynamic_shared_bytes;
    for (std::size_t i = 0; i < entry->parameters.size(); ++i) {
      const auto bytes = bytes_of(launch, launch.parameters[i]);
      if (bytes.size() != entry->parameters[i].size) {
        return fail(tr("{}: its parameter {} was passed {} bytes, and its PTX says {}",
                       episode_.name, i + 1, launch.parameters[i].bytes,
                       entry->parameters[i].size));
      }
      own.arguments.emplace_back(
          run::OwnStructure{fmt::format("argument {}", i + 1), {bytes.begin(), bytes.end()}, {}});
    }
    return {};
  }

  void add(const Copy& copy, std::vector<catalog::MemoryStep>& moves) {
    for (std::uint64_t at = 0; at < copy.bytes;) {
      const Stretch from = stretch_at(ranges_, copy.from + at, copy.bytes - at);
      const Stretch to = stretch_at(ranges_, copy.to + at, from.bytes);
      if (from.is_known && to.is_known)
        moves.emplace_back(catalog::CopyStep{copy.to + at, copy.from + at, to.bytes});
      has_cut_moves_ = has_cut_moves_ || !from.is_known || !to.is_known;
      at += to.bytes;
    }
  }

  void add(const Fill& fill, std::vector<catalog::MemoryStep>& moves) {
    const std::uint64_t bytes = fill.count * fill.element_bytes;
    for (std::uint64_t at = 0; at < bytes;) {
      const Stretch to = stretch_at(ranges_, fill.to + at, bytes - at);
      const auto first = static_cast<std::uint32_t>(at % fill.element_bytes);
      if (to.is_known)
        moves.emplace_back(
            catalog::FillStep{fill.to + at, to.bytes, fill.value, fill.element_bytes, first});
      has_cut_moves_ = has_cut_moves_ || !to.is_known;
      at += to.bytes;
    }
  }

  void add_memory() {
    kernel_.buffers = buffers_->take_buffers();
    kernel_.expectations = buffers_->take_expectations();
    std::ranges::move(images_.expectations, std::back_inserter(kernel_.expectations));
    for (const Allocation& allocation : episode_.allocations) {
      const bool is_placed = std::ranges::find(images_.ranges, allocation.address, &Range::begin) !=
                             images_.ranges.end();
      run::OwnAllocation& own = kernel_.allocations.emplace_back(run::OwnAllocation{
          name_of(allocation), allocation.address, allocation.bytes, kept_bytes(allocation)});
      if (is_placed) continue;
      for (const Range& gap : gaps_of(allocation)) own.gaps.push_back({gap.begin, gap.end});
    }
  }

  void add_notes() {
    if (images_.loaded.size() > 1)
      kernel_.notes.push_back(
          tr("its launches are of {} images: PTX and machine code are shown of "
             "the first one's",
             images_.loaded.size()));
    if (has_cut_moves_)
      kernel_.notes.push_back(
          tr("a copy or a fill between its launches reaches bytes that were not captured: those "
             "were left out"));
    std::ranges::move(images_.notes, std::back_inserter(kernel_.notes));
    kernel_.notes.insert(kernel_.notes.end(), episode_.notes.begin(), episode_.notes.end());
  }

  const Program& program_;
  const Episode& episode_;
  ReplayImages images_;
  std::optional<ReplayBuffers> buffers_;
  std::vector<Range> ranges_;  // of buffers and variables
  run::OwnKernel kernel_;
  bool has_cut_moves_ = false;
};

}  // namespace

Result<Replay> replay_of(const Program& program, const Episode& episode,
                         const std::vector<std::filesystem::path>& source_roots,
                         const std::stop_token& stop) {
  return Maker(program, episode).make(source_roots, stop);
}

const Launch& first_launch(const Episode& episode) { return *launches_of(episode).front(); }

std::string kernel_name(const Episode& episode) {
  return run::source_name(first_launch(episode).entry);
}

Result<const Episode*> find_episode(const Program& program, std::string_view name) {
  std::vector<std::string> names;
  const Episode* alike = nullptr;
  std::size_t count = 0;
  for (const Episode& episode : program.episodes) {
    if (episode.name == name) return &episode;
    names.push_back(episode.name);
    if (!name.empty() && kernel_name(episode) != name) continue;
    alike = &episode;
    ++count;
  }
  if (count == 1) return alike;
  return fail(count == 0
                  ? tr("there is no launch '{}', there is: {}", name, list_of_names(names, name))
                  : tr("there are several launches: choose one with --launch: {}",
                       list_of_names(names, name)));
}

}  // namespace warplens::captured
