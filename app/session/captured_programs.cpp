#include "app/session/captured_programs.h"

#include <algorithm>
#include <filesystem>

#include "app/session/selection.h"
#include "kernels/base/stopped.h"
#include "kernels/captured/memory_layout.h"
#include "kernels/captured/program_file.h"
#include "kernels/own/included_headers.h"
#include "kernels/run/toolkit/entry_name.h"
#include "kernels/trace/capture.h"

namespace warplens::session {
namespace {

constexpr std::size_t kKeptPrograms = 8;  // without their memory

bool has_ptx(const captured::Program& program, const captured::Episode& episode) {
  return std::ranges::all_of(episode.steps, [&](const captured::Step& step) {
    const auto* launch = std::get_if<captured::Launch>(&step);
    return launch == nullptr || !program.images[launch->image].ptx.empty();
  });
}

CapturedProgram described(const Selection& selection, const captured::Program& program) {
  CapturedProgram made{selection.capture, selection.recording, program.command,   program.created,
                       program.device,    program.driver,      program.capability};
  for (const captured::Episode& episode : program.episodes) {
    const captured::Launch& first = captured::first_launch(episode);
    made.launches.push_back({episode.name, captured::kernel_name(episode), first.grid, first.block,
                             has_ptx(program, episode)});
  }
  return made;
}

CapturedLaunch::Memory described(const captured::Allocation& allocation) {
  return {captured::name_of(allocation), allocation.bytes, captured::kept_bytes(allocation),
          captured::changed_bytes(allocation)};
}

// The PTX that its `nth` launch runs; null: it cannot be run.
const ptx::Module* module_of(const captured::Replay* replay, std::size_t nth) {
  if (replay == nullptr) return nullptr;
  return nth == 0 ? replay->kernel.module.get() : replay->kernel.then[nth - 1].image.get();
}

// `replay`: null where it cannot be run; then nobody names its parameters.
CapturedLaunch described(const captured::Program& program, const captured::Episode& episode,
                         const captured::Replay* replay) {
  CapturedLaunch made;
  made.name = episode.name;
  std::vector<std::string> sources;
  if (replay != nullptr) sources = own::source_texts(replay->loaded);
  for (const captured::Step& step : episode.steps) {
    const auto* launch = std::get_if<captured::Launch>(&step);
    if (launch == nullptr) {
      ++made.moves;
      continue;
    }
    const captured::Image& image = program.images[launch->image];
    made.kernels.push_back(
        {*launch, run::source_name(launch->entry), image.origin, image.why_no_ptx,
         captured::decoded_parameters(*launch, episode, module_of(replay, made.kernels.size()),
                                      sources)});
  }
  for (const captured::Allocation& allocation : episode.allocations)
    made.memory.push_back(described(allocation));
  made.nth = episode.nth;
  made.process = episode.process;
  made.thread = episode.thread;
  made.stream = episode.stream;
  made.notes = episode.notes;
  made.error = episode.error;
  return made;
}

}  // namespace

std::size_t CapturedProgram::find(const std::string& name) const {
  auto found = std::ranges::find(launches, name, &CapturedName::name);
  if (found == launches.end()) found = std::ranges::find(launches, true, &CapturedName::has_ptx);
  return found == launches.end() ? 0 : static_cast<std::size_t>(found - launches.begin());
}

Result<captured::Replay> CapturedPrograms::replay(const Selection& selection,
                                                  const std::stop_token& stop) {
  TRY(const ProgramPtr program, load(selection, stop));
  const captured::Episode& episode =
      program->episodes[known(selection)->find(selection.own.kernel)];
  run::Roots roots = source_roots_;
  roots.push_back(std::filesystem::path(selection.capture).parent_path());
  auto replay = captured::replay_of(*program, episode, roots, stop);
  if (is_stopped(stop)) return fail(tr("cancelled"));
  note(selection, std::make_shared<const CapturedLaunch>(
                      described(*program, episode, replay.has_value() ? &*replay : nullptr)));
  return replay;
}

Result<CapturedPrograms::ProgramPtr> CapturedPrograms::load(const Selection& selection,
                                                            const std::stop_token& stop) {
  {
    const std::lock_guard lock(mutex_);
    const Slot* slot = slot_of(selection);
    if (slot != nullptr && slot == &slots_.front() && whole_ != nullptr) return whole_;
    whole_.reset();
  }
  const auto check = [&]() -> Result<void> {
    if (trace::capture_stamp(selection.capture) == selection.recording) return {};
    return fail(tr("'{}' has been recorded again since: open it once more", selection.capture));
  };
  TRY(check());
  TRY(auto read, captured::read_program(selection.capture, stop));
  TRY(check());
  auto program = std::make_shared<const captured::Program>(std::move(read));
  auto made = std::make_shared<const CapturedProgram>(described(selection, *program));
  const std::lock_guard lock(mutex_);
  Slot slot{std::move(made)};
  if (Slot* before = slot_of(selection)) slot.launches = std::move(before->launches);
  std::erase_if(slots_, [&](const Slot& each) {
    return each.program->path == slot.program->path && each.program->stamp == slot.program->stamp;
  });
  slots_.push_front(std::move(slot));
  if (slots_.size() > kKeptPrograms) slots_.pop_back();
  whole_ = program;
  return program;
}

void CapturedPrograms::note(const Selection& selection, CapturedLaunchPtr launch) {
  const std::lock_guard lock(mutex_);
  if (Slot* slot = slot_of(selection)) slot->launches[launch->name] = std::move(launch);
}

CapturedProgramPtr CapturedPrograms::known(const Selection& selection) const {
  const std::lock_guard lock(mutex_);
  const Slot* slot = slot_of(selection);
  return slot == nullptr ? nullptr : slot->program;
}

CapturedLaunchPtr CapturedPrograms::known_launch(const Selection& selection) const {
  const std::lock_guard lock(mutex_);
  const Slot* slot = slot_of(selection);
  if (slot == nullptr) return nullptr;
  const CapturedProgram& program = *slot->program;
  const auto found = slot->launches.find(program.launches[program.find(selection.own.kernel)].name);
  return found == slot->launches.end() ? nullptr : found->second;
}

CapturedPrograms::Slot* CapturedPrograms::slot_of(const Selection& selection) const {
  const auto found = std::ranges::find_if(slots_, [&](const Slot& slot) {
    return slot.program->path == selection.capture && slot.program->stamp == selection.recording;
  });
  return found == slots_.end() ? nullptr : &*found;
}

}  // namespace warplens::session
