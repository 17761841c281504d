#include "app/cli/text/program_text.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <span>

#include "app/cli/text/event_json.h"
#include "app/cli/text/print.h"
#include "kernels/base/json.h"
#include "kernels/captured/decoded_launch.h"
#include "kernels/captured/memory_layout.h"
#include "kernels/captured/replay.h"
#include "kernels/ptx/parser.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::cli {

namespace {

using captured::Allocation;
using captured::Copy;
using captured::Episode;
using captured::Fill;
using captured::Launch;
using captured::Program;
using ui::Speech;

// Each image's PTX, parsed once.
class Modules {
 public:
  explicit Modules(const Program& program) : program_(program) {
    for (const auto& [name, text] : program.sources) sources_.push_back(text);
  }
  // Texts of all of them, which name parameters.
  [[nodiscard]] const std::vector<std::string>& sources() const { return sources_; }

  // nullptr: it has none that can be read.
  const ptx::Module* of(std::uint32_t image) {
    const auto known = modules_.find(image);
    if (known != modules_.end()) return known->second.get();
    auto parsed =
        ptx::parse(program_.images[image].ptx, program_.images[image].origin.in(Language::en));
    auto& kept = modules_[image];
    const bool is_there = !program_.images[image].ptx.empty() && parsed.has_value();
    if (is_there) kept = std::make_unique<ptx::Module>(std::move(*parsed));
    return kept.get();
  }

 private:
  const Program& program_;
  std::vector<std::string> sources_;
  std::map<std::uint32_t, std::unique_ptr<ptx::Module>> modules_;
};

std::string_view kind_of(const Allocation& allocation) {
  switch (allocation.kind) {
    case Allocation::Kind::device:
      return "device";
    case Allocation::Kind::managed:
      return "managed";
    case Allocation::Kind::host:
      return "host";
    case Allocation::Kind::variable:
      return "variable";
  }
  return "device";
}

class ProgramText {
 public:
  ProgramText(const Speech& speech, const Program& program)
      : speech_(speech), program_(program), modules_(program) {}

  std::string take() {
    line(tr("launches of {}", program_.command));
    line(tr("{}, compute capability {}.{}, driver {}, {}", program_.device,
            program_.capability / 10, program_.capability % 10, program_.driver, program_.created));
    for (std::size_t i = 0; i < program_.images.size(); ++i) {
      const captured::Image& image = program_.images[i];
      if (image.why_no_ptx.empty()) line(tr("image {}: {}", i, image.origin));
      if (!image.why_no_ptx.empty())
        line(tr("image {}: {}; no PTX: {}", i, image.origin, image.why_no_ptx));
    }
    for (const auto& [name, text] : program_.sources) line(tr("source: {}", name));
    for (const Episode& episode : program_.episodes) add(episode);
    return std::move(text_);
  }

 private:
  void line(const Text& text, std::size_t indent = 0) {
    text_ += std::string(indent, ' ') + speech_.say(text) + "\n";
  }

  void add(const Episode& episode) {
    text_ += "\n";
    line(tr("{0}: after {1} launches of it; process {2}, thread {3}, stream {4:#x}", episode.name,
            episode.nth, episode.process, episode.thread, episode.stream));
    for (const captured::Step& step : episode.steps)
      std::visit([&](const auto& one) { add(one, episode); }, step);
    for (const Allocation& allocation : episode.allocations) {
      const std::uint64_t changed = captured::changed_bytes(allocation);
      line(tr("{}: {} bytes, {} of them captured, {} changed", captured::name_of(allocation),
              allocation.bytes, captured::kept_bytes(allocation), changed),
           2);
    }
    for (const Text& note : episode.notes) line(tr("note: {}", note), 2);
  }

  void add(const Launch& launch, const Episode& episode) {
    line(tr("launch of {} (image {}): grid {}, block {}, {} bytes of dynamic shared memory",
            run::source_name(launch.entry), launch.image, dim3_text(launch.grid),
            dim3_text(launch.block), launch.dynamic_shared_bytes),
         2);
    if (launch.cluster.has_value())
      line(tr("clusters of {} blocks", dim3_text(*launch.cluster)), 4);
    if (launch.is_cooperative) line(tr("cooperative"), 4);
    if (!launch.attributes.empty()) line(tr("attributes: {}", launch.attributes), 4);
    for (const captured::DecodedParameter& one : captured::decoded_parameters(
             launch, episode, modules_.of(launch.image), modules_.sources()))
      add(one);
  }

  void add(const captured::DecodedParameter& parameter) {
    const bool is_pointer = parameter.pointers.size() == 1 && parameter.bytes == 8;
    if (is_pointer) return add(parameter.name, parameter.pointers.front());
    if (!parameter.tensor_map.empty())
      line(tr("{} = tensormap{{{}}}", parameter.name, parameter.tensor_map), 4);
    if (parameter.tensor_map.empty())
      line(tr("{} = {} ({} bytes)", parameter.name, parameter.value, parameter.bytes), 4);
    for (const captured::DecodedPointer& pointer : parameter.pointers)
      add(fmt::format("{}+{}", parameter.name, pointer.offset), pointer);
  }

  void add(const std::string& name, const captured::DecodedPointer& pointer) {
    line(pointer.inside == 0
             ? tr("{} = {:#x}, where {} begins", name, pointer.address, pointer.allocation)
             : tr("{} = {:#x}, byte {} of {}", name, pointer.address, pointer.inside,
                  pointer.allocation),
         4);
  }

  void add(const Copy& copy, const Episode&) {
    line(tr("copy of {} bytes from {:#x} to {:#x}", copy.bytes, copy.from, copy.to), 2);
  }
  void add(const Fill& fill, const Episode&) {
    line(tr("fill of {} elements of {} bytes with {:#x} from {:#x} on", fill.count,
            fill.element_bytes, fill.value, fill.to),
         2);
  }

  const Speech& speech_;
  const Program& program_;
  Modules modules_;
  std::string text_;
};

std::string hexadecimal(std::uint64_t address) { return fmt::format("{:#x}", address); }

Json pointer_json(const captured::DecodedPointer& pointer) {
  return {{"offset", pointer.offset},         {"address", hexadecimal(pointer.address)},
          {"allocation", pointer.allocation}, {"inside", pointer.inside},
          {"bytes", pointer.bytes},           {"captured", pointer.kept}};
}

Json parameter_json(const captured::DecodedParameter& parameter) {
  Json pointers = Json::array();
  for (const captured::DecodedPointer& one : parameter.pointers)
    pointers.push_back(pointer_json(one));
  return {{"name", parameter.name},
          {"bytes", parameter.bytes},
          {"type", parameter.type},
          {"value", parameter.value},
          {"tensor_map", parameter.tensor_map},
          {"pointers", std::move(pointers)}};
}

Json step_json(const Launch& launch, const Episode& episode, Modules& modules) {
  Json parameters = Json::array();
  for (const captured::DecodedParameter& one :
       captured::decoded_parameters(launch, episode, modules.of(launch.image), modules.sources()))
    parameters.push_back(parameter_json(one));
  return {{"kind", "launch"},
          {"entry", launch.entry},
          {"image", launch.image},
          {"grid", dim3_json(launch.grid)},
          {"block", dim3_json(launch.block)},
          {"cluster", launch.cluster.has_value() ? dim3_json(*launch.cluster) : Json(nullptr)},
          {"dynamic_shared_bytes", launch.dynamic_shared_bytes},
          {"cooperative", launch.is_cooperative},
          {"attributes", launch.attributes},
          {"parameters", std::move(parameters)}};
}
Json step_json(const Copy& copy, const Episode&, Modules&) {
  return {{"kind", "copy"},
          {"to", hexadecimal(copy.to)},
          {"from", hexadecimal(copy.from)},
          {"bytes", copy.bytes}};
}
Json step_json(const Fill& fill, const Episode&, Modules&) {
  return {{"kind", "fill"},
          {"to", hexadecimal(fill.to)},
          {"elements", fill.count},
          {"element_bytes", fill.element_bytes},
          {"value", fill.value}};
}

Json memory_json(const Allocation& allocation) {
  return {{"name", captured::name_of(allocation)},
          {"kind", kind_of(allocation)},
          {"address", hexadecimal(allocation.address)},
          {"bytes", allocation.bytes},
          {"captured", captured::kept_bytes(allocation)},
          {"changed", captured::changed_bytes(allocation)}};
}

Json episode_json(const Episode& episode, Modules& modules) {
  Json json = {{"name", episode.name},     {"kernel", captured::kernel_name(episode)},
               {"nth", episode.nth},       {"process", episode.process},
               {"thread", episode.thread}, {"stream", hexadecimal(episode.stream)},
               {"steps", Json::array()},   {"memory", Json::array()},
               {"error", episode.error},   {"notes", Json::array()}};
  for (const captured::Step& step : episode.steps)
    json["steps"].push_back(
        std::visit([&](const auto& one) { return step_json(one, episode, modules); }, step));
  for (const Allocation& allocation : episode.allocations)
    json["memory"].push_back(memory_json(allocation));
  for (const Text& note : episode.notes) json["notes"].push_back(note.in(Language::en));
  return json;
}

}  // namespace

std::string program_text(const Speech& speech, const Program& program) {
  return ProgramText(speech, program).take();
}

Json program_json(const Program& program) {
  Modules modules(program);
  Json json = {{"command", program.command},       {"device", program.device},
               {"capability", program.capability}, {"driver", program.driver},
               {"created", program.created},       {"images", Json::array()},
               {"sources", Json::array()},         {"launches", Json::array()}};
  for (const auto& [name, text] : program.sources) json["sources"].push_back(name);
  for (const captured::Image& image : program.images)
    json["images"].push_back({{"origin", image.origin.in(Language::en)},
                              {"has_ptx", !image.ptx.empty()},
                              {"why_no_ptx", image.why_no_ptx.in(Language::en)}});
  for (const Episode& episode : program.episodes)
    json["launches"].push_back(episode_json(episode, modules));
  return json;
}

Text launch_line(const Episode& episode) {
  const Launch& first = captured::first_launch(episode);
  return tr("{}: {} in blocks of {}", episode.name, dim3_text(first.grid), dim3_text(first.block));
}

std::string launch_list(const Speech& speech, const Program& program) {
  std::string text;
  for (const Episode& episode : program.episodes) text += speech.say(launch_line(episode)) + "\n";
  return text;
}

}  // namespace warplens::cli
