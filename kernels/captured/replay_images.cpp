#include "kernels/captured/replay_images.h"

#include <algorithm>
#include <cstring>

#include "kernels/base/stopped.h"
#include "kernels/ptx/parser.h"
#include "kernels/run/own_plan.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::captured {
namespace {

Bytes overlaid(Bytes bytes, const Allocation& allocation, Bytes Part::*which) {
  for (const Part& part : allocation.parts) {
    const std::uint64_t offset = part.address - allocation.address;
    const Bytes& kept = part.*which;
    if (offset > bytes.size() || kept.size() > bytes.size() - offset) continue;
    std::memcpy(bytes.data() + offset, kept.data(), kept.size());
  }
  return bytes;
}

ptx::Variable* find_variable(ptx::Module& module, const Allocation& allocation) {
  const auto found = std::ranges::find(module.variables, allocation.variable, &ptx::Variable::name);
  const bool fits = found != module.variables.end() && found->size == allocation.bytes;
  return fits ? &*found : nullptr;
}

// `is_ended`: what the episode left is known.
void place(const Allocation& allocation, bool is_ended, ptx::Variable& variable,
           ReplayImages& images) {
  variable.initializer.resize(static_cast<std::size_t>(variable.size));
  const Bytes after = overlaid(variable.initializer, allocation, &Part::after);
  variable.initializer = overlaid(std::move(variable.initializer), allocation, &Part::before);
  variable.is_set = true;
  variable.relocations.clear();
  variable.address = allocation.address;
  images.ranges.push_back({allocation.address, allocation.address + allocation.bytes});
  const std::uint64_t kept = kept_bytes(allocation);
  if (kept == allocation.bytes) {
    if (is_ended) images.expectations.push_back({run::variable_buffer(variable), after, {}});
  } else {
    images.notes.push_back(
        tr("of variable {0} {1} of {2} bytes were captured: the others are as "
           "its module is loaded",
           name_of(allocation), kept, allocation.bytes));
  }
}

// Those that were captured; of the others what is here beneath the roots.
trace::Sources sources_of(const Program& program, const ptx::Module& module,
                          const std::vector<std::filesystem::path>& source_roots) {
  trace::Sources sources = run::find_sources(module, source_roots);
  for (const std::string& file : module.files) {
    const auto kept = std::ranges::find(program.sources, file, &trace::Sources::value_type::first);
    if (kept == program.sources.end()) continue;
    std::erase_if(sources, [&](const auto& source) { return source.first == file; });
    sources.push_back(*kept);
  }
  return sources;
}

Result<run::LoadedKernel> load(const Program& program, std::uint32_t number, const Episode& episode,
                               const std::vector<std::filesystem::path>& source_roots,
                               ReplayImages& images) {
  const Image& image = program.images[number];
  if (image.ptx.empty()) {
    return fail(
        tr("{}: the CPU runs PTX, and its image has none: {}", episode.name, image.why_no_ptx));
  }
  run::LoadedKernel loaded;
  loaded.ptx = std::make_shared<const std::string>(image.ptx);
  auto module = ptx::parse(image.ptx, image.origin.in(Language::en));
  if (!module.has_value()) return fail(module.error());
  for (const Allocation& allocation : episode.allocations) {
    const bool is_its = allocation.kind == Allocation::Kind::variable && allocation.image == number;
    ptx::Variable* const variable = is_its ? find_variable(*module, allocation) : nullptr;
    if (variable != nullptr) place(allocation, episode.error.empty(), *variable, images);
  }
  loaded.source_roots = source_roots;
  loaded.sources =
      std::make_shared<const trace::Sources>(sources_of(program, *module, source_roots));
  loaded.module = std::make_shared<const ptx::Module>(std::move(*module));
  return loaded;
}

}  // namespace

Result<ReplayImages> replay_images(const Program& program, const Episode& episode,
                                   const std::vector<std::filesystem::path>& source_roots,
                                   const std::stop_token& stop) {
  ReplayImages images;
  for (const Step& step : episode.steps) {
    const auto* launch = std::get_if<Launch>(&step);
    if (launch == nullptr || images.loaded.contains(launch->image)) continue;
    if (is_stopped(stop)) return fail(tr("cancelled"));
    TRY(auto loaded, load(program, launch->image, episode, source_roots, images));
    images.loaded.emplace(launch->image, std::move(loaded));
  }
  std::ranges::sort(images.ranges, {}, &Range::begin);
  return images;
}

}  // namespace warplens::captured
