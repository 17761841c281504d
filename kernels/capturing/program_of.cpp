#include "kernels/capturing/program_of.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <set>

#include "kernels/base/names.h"
#include "kernels/base/source_name.h"
#include "kernels/capturing/image_ptx.h"

namespace warplens::capturing {
namespace {

using injected::spool::NoteKind;

std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

// A name that a person types: without Numba's tags, and of a long one neither template arguments
// nor namespaces.
std::string launch_name(const std::string& kernel) {
  constexpr std::size_t kLong = 40;
  std::string name = source_name(kernel);
  name = name.substr(0, name.find("[abi:"));
  if (name.starts_with("__main__::")) name = name.substr(std::string_view("__main__::").size());
  if (name.size() <= kLong) return name;
  const std::string plain = name.substr(0, name.find('<'));
  const auto scope = plain.rfind("::");
  const std::string last = scope == std::string::npos ? plain : plain.substr(scope + 2);
  return last.empty() ? name : last;
}

// Of kinds that cannot be captured (CUgraphNodeType).
Text node_text(std::uint64_t type) {
  constexpr std::uint64_t kKernel = 0, kHost = 3, kAllocates = 10, kFrees = 11, kConditional = 13;
  if (type == kKernel) return tr("a kernel of unknown parameters");
  if (type == kHost) return tr("a call of the host's");
  if (type == kAllocates || type == kFrees) return tr("an allocation");
  if (type == kConditional) return tr("a condition");
  return tr("a node of type {}", type);
}

Text note_text(const SpooledNote& note) {
  const std::string kernel = source_name(note.text);
  switch (note.kind) {
    case NoteKind::no_cupti:
      return tr(
          "CUPTI, which follows the program's calls, cannot be opened ({}): install the CUDA "
          "toolkit, or pip install nvidia-cuda-cupti, or name it with --cupti",
          note.text);
    case NoteKind::no_subscription:
      return tr(
          "CUPTI refuses to follow the program's calls (status {}): another profiler may be "
          "doing so",
          note.first);
    case NoteKind::old_driver:
      return tr("the driver has no {}: capturing needs one of CUDA 12.4 or newer", note.text);
    case NoteKind::unknown_image:
      return tr("{}: nobody saw how its module was loaded, so that it was not captured", kernel);
    case NoteKind::unknown_parameters:
      return tr(
          "{}: the driver does not say its parameters (status {}), so that it was not "
          "captured",
          kernel, note.first);
    case NoteKind::not_read:
      return tr("{} bytes at {} could not be read", note.second, fmt::format("{:#x}", note.first));
    case NoteKind::launch_failed:
      return tr("{}: the driver refused the launch (status {})", kernel, note.first);
    case NoteKind::graph_node:
      return tr("a graph with {} has {}, so that it was not captured", kernel,
                node_text(note.first));
    case NoteKind::graph_copy:
      return tr(
          "a graph with {} copies from or to the host or an array, so that it was not captured",
          kernel);
    case NoteKind::not_before:
      return tr("what ran before had failed already (status {})", note.first);
    case NoteKind::graph_too_long:
      return tr("a graph with {} has more than {} steps, so that it was not captured", kernel,
                note.first);
  }
  return tr("a note of an unknown kind");
}

class Gathering {
 public:
  explicit Gathering(std::string command) {
    gathered_.program.command = std::move(command);
    gathered_.program.created =
        fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  }

  void add(Spooled process) {
    for (const SpooledNote& note : process.notes)
      if (note.episode == injected::spool::kNoEpisode) say(note_text(note));
    captured::Program& program = gathered_.program;
    if (!process.episodes.empty() && program.device.empty()) {
      program.device = process.device;
      program.capability = process.capability;
      program.driver = version_text(process.driver);
    }
    for (auto& [number, episode] : process.episodes) add(process, number, episode);
  }
  [[nodiscard]] Gathered end() { return std::move(gathered_); }

 private:
  void say(Text note) {
    if (std::ranges::find(gathered_.notes, note) == gathered_.notes.end())
      gathered_.notes.push_back(std::move(note));
  }

  void add(const Spooled& process, std::uint64_t number, SpooledEpisode& spooled) {
    captured::Episode episode;
    episode.name = name_for(launch_name(spooled.kernel));
    episode.nth = spooled.nth;
    episode.process = process.process;
    episode.thread = spooled.thread;
    episode.stream = spooled.stream;
    episode.steps = std::move(spooled.steps);
    episode.allocations = std::move(spooled.allocations);
    std::map<std::uint32_t, std::uint32_t> images;  // of variables
    for (captured::Step& step : episode.steps) {
      auto* launch = std::get_if<captured::Launch>(&step);
      if (launch == nullptr) continue;
      const std::uint32_t spooled_number = launch->image;
      name_parameters(process, *launch);
      launch->image = image(process, *launch);
      images.emplace(spooled_number, launch->image);
    }
    for (captured::Allocation& allocation : episode.allocations) {
      const auto found = images.find(allocation.image);
      allocation.image = found == images.end() ? 0 : found->second;
    }
    std::ranges::sort(episode.allocations, {}, &captured::Allocation::address);
    if (spooled.status != 0) end_with(spooled, episode);
    if (spooled.others != 0)
      episode.notes.push_back(
          tr("{} launches of other threads ran in the middle of it", spooled.others));
    for (const SpooledNote& note : process.notes)
      if (note.episode == number) episode.notes.push_back(note_text(note));
    gathered_.program.episodes.push_back(std::move(episode));
  }

  static void end_with(const SpooledEpisode& spooled, captured::Episode& episode) {
    episode.error =
        spooled.error.empty() ? fmt::format("CUresult {}", spooled.status) : spooled.error;
    episode.notes.push_back(tr("on the GPU it ended with {}", episode.error));
    for (captured::Allocation& allocation : episode.allocations)
      for (captured::Part& part : allocation.parts) part.after = part.before;
  }

  static void name_parameters(const Spooled& process, captured::Launch& launch) {
    const auto spooled = process.images.find(launch.image);
    if (spooled == process.images.end()) return;
    const auto names = told_names(spooled->second, launch.entry, launch.parameters.size());
    for (std::size_t i = 0; i < std::min(names.size(), launch.parameters.size()); ++i)
      launch.parameters[i].name = names[i];
  }

  std::string name_for(const std::string& kernel) {
    const int nth = ++names_[kernel];
    return nth == 1 ? kernel : fmt::format("{}#{}", kernel, nth);
  }

  std::uint32_t image(const Spooled& process, const captured::Launch& launch) {
    const auto spooled = process.images.find(launch.image);
    captured::Image image;
    if (spooled != process.images.end()) {
      image = image_for(spooled->second, {launch.entry, process.capability, &launch});
    } else {
      image.why_no_ptx = tr("the program ended before its module was written");
    }
    std::vector<captured::Image>& all = gathered_.program.images;
    const auto known = std::ranges::find(all, image);
    if (known != all.end()) return static_cast<std::uint32_t>(known - all.begin());
    all.push_back(std::move(image));
    return static_cast<std::uint32_t>(all.size() - 1);
  }

  Gathered gathered_;
  std::map<std::string, int> names_;
};

}  // namespace

Gathered program_of(std::vector<Spooled> processes, std::string command) {
  Gathering gathering(std::move(command));
  for (Spooled& process : processes) gathering.add(std::move(process));
  return gathering.end();
}

}  // namespace warplens::capturing
