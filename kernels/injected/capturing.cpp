#include "kernels/injected/capturing.h"

#include <sys/syscall.h>
#include <unistd.h>
#include <cstddef>
#include <cstdint>

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace warplens::injected {
namespace {

using namespace cupti;

// How long launches of other threads wait for one that is captured.
constexpr std::chrono::seconds kOthersWait{2};

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::uint64_t number(const char* name, std::uint64_t otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

api::CUresult status_of(const CallbackData& data) {
  api::CUresult status = api::kSuccess;
  if (data.result != nullptr) std::memcpy(&status, data.result, sizeof status);
  return status;
}

bool is_launch(std::uint32_t call) {
  return call == kLaunchKernel || call == kLaunchKernelPtsz || call == kLaunchKernelEx ||
         call == kLaunchKernelExPtsz || call == kLaunchCooperative ||
         call == kLaunchCooperativePtsz || call == kGraphLaunch || call == kGraphLaunchPtsz;
}

// The thread's own calls of the driver arrive here, too.
thread_local bool is_inside = false;
class Inside {
 public:
  Inside() { is_inside = true; }
  ~Inside() { is_inside = false; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

// While a thread records a stream, others may wait and copy only if they say so.
class Relaxed {
 public:
  explicit Relaxed(const DriverCalls& driver) : driver_(driver) { exchange(); }
  ~Relaxed() { exchange(); }
  Relaxed(const Relaxed&) = delete;
  Relaxed& operator=(const Relaxed&) = delete;

 private:
  void exchange() {
    if (driver_.cuThreadExchangeStreamCaptureMode != nullptr)
      driver_.cuThreadExchangeStreamCaptureMode(&mode_);
  }
  const DriverCalls& driver_;
  int mode_ = kRelaxed;
};

void write_step(const GraphStep& step, spool::Writer& fields) {
  if (const auto* launch = std::get_if<KernelLaunch>(&step)) return launch->write(fields);
  if (const auto* copy = std::get_if<GraphCopy>(&step)) {
    fields.number(static_cast<std::uint64_t>(spool::StepKind::copy));
    for (const std::uint64_t each : {copy->to, copy->from, copy->bytes}) fields.number(each);
    return;
  }
  const auto& fill = std::get<GraphFill>(step);
  fields.number(static_cast<std::uint64_t>(spool::StepKind::fill));
  for (const std::uint64_t each :
       {fill.to, fill.count, std::uint64_t{fill.value}, std::uint64_t{fill.element_bytes}})
    fields.number(each);
}

}  // namespace

thread_local std::unique_ptr<Capturing::Episode> Capturing::current_;

CaptureRequest CaptureRequest::of_environment() {
  CaptureRequest request;
  request.folder = variable(spool::kFolderVariable);
  request.kernels = variable(spool::kKernelsVariable);
  request.launches = number(spool::kLaunchesVariable, request.launches);
  request.skipped = number(spool::kSkippedVariable, request.skipped);
  request.bytes = number(spool::kBytesVariable, request.bytes);
  return request;
}

Capturing::Capturing(const CaptureRequest& request)
    : request_(request),
      driver_(DriverCalls::of_this_process()),
      spool_(request.folder),
      program_(driver_, spool_, {request.kernels, request.skipped, request.launches}) {
  if (const char* missing = driver_.missing())
    spool_.note(spool::NoteKind::old_driver, spool::kNoEpisode, 0, 0, missing);
}

void Capturing::on_call(std::uint32_t call, const CallbackData& data) {
  if (is_inside || driver_.missing() != nullptr) return;
  const Inside inside;
  if (is_launch(call)) return data.site == kEnter ? before_launch(call, data) : after_launch(data);
  const std::lock_guard lock(mutex_);
  if (data.site == kEnter) return program_.before(call, data.parameters);
  if (status_of(data) == api::kSuccess) program_.after(call, data);
}

void Capturing::on_module(const ModuleData& module) {
  variables_.add(std::as_bytes(std::span(module.cubin, module.bytes)));
}

// A launch that is captured finds the device idle, and nobody else's begins meanwhile; not for
// ever, as it may wait for such a one.
void Capturing::let_others_end() {
  if (!is_capturing_.load(std::memory_order_relaxed)) return;
  if (turn_.try_lock_for(kOthersWait)) return turn_.unlock();
  ++late_;
}

void Capturing::before_launch(std::uint32_t call, const CallbackData& data) {
  let_others_end();
  std::unique_lock lock(mutex_);
  if (program_.wanted.is_over()) return;
  const void* const given = data.parameters;
  if (call == kGraphLaunch || call == kGraphLaunchPtsz) {
    lock.unlock();
    return begin_graph(of<GraphLaunched>(given));
  }
  const bool is_ex = call == kLaunchKernelEx || call == kLaunchKernelExPtsz;
  const api::CUfunction function =
      is_ex ? of<LaunchKernelEx>(given).function : of<LaunchKernel>(given).function;
  if (!program_.wanted.is_named(function, data.symbol)) return;
  lock.unlock();
  const bool is_cooperative = call == kLaunchCooperative || call == kLaunchCooperativePtsz;
  KernelLaunch launch = is_ex ? launch_of(of<LaunchKernelEx>(given))
                              : launch_of(of<LaunchKernel>(given), is_cooperative);
  launch.name = data.symbol;
  LaunchArguments arguments;
  arguments.parameters =
      is_ex ? of<LaunchKernelEx>(given).parameters : of<LaunchKernel>(given).parameters;
  if (!is_cooperative)
    arguments.extra = is_ex ? of<LaunchKernelEx>(given).extra : of<LaunchKernel>(given).extra;
  begin_kernel(std::move(launch), arguments);
}

bool Capturing::is_being_captured(api::CUstream stream) const {
  int status = 0;
  return driver_.cuStreamIsCapturing(stream, &status) == api::kSuccess && status != 0;
}

void Capturing::begin_kernel(KernelLaunch launch, const LaunchArguments& arguments) {
  if (is_being_captured(launch.stream)) return;  // it runs when the graph does
  auto episode = std::make_unique<Episode>();
  {
    const std::lock_guard lock(mutex_);
    episode->nth = launched_[launch.handle]++;
    if (!complete(launch, arguments, driver_, program_.images, spool_) || !program_.wanted.take())
      return;
  }
  episode->name = launch.name;
  episode->stream = launch.stream;
  episode->steps.emplace_back(std::move(launch));
  begin(std::move(episode));
}

void Capturing::begin_graph(const GraphLaunched& launched) {
  if (is_being_captured(launched.stream)) return;
  auto episode = std::make_unique<Episode>();
  {
    const std::lock_guard lock(mutex_);
    const ExecutableGraph* graph = program_.graphs.find(launched.executable);
    if (graph == nullptr) return;
    if (graph->obstacle) {
      spool_.note(graph->obstacle->kind, spool::kNoEpisode, graph->obstacle->number, 0,
                  graph->wanted);
      return program_.graphs.destroy(launched.executable);  // it is said once
    }
    if (!program_.wanted.take()) return;
    episode->name = graph->wanted;
    for (const auto& node : graph->nodes)
      episode->steps.insert(episode->steps.end(), node.steps.begin(), node.steps.end());
  }
  episode->stream = launched.stream;
  begin(std::move(episode));
}

void Capturing::add_variables(const KernelLaunch& launch, Snapshot& memory) {
  api::CUfunction function = launch.handle;
  api::CUmodule module = nullptr;
  if (program_.images.is_kernel(function) &&
      driver_.cuKernelGetFunction(&function, reinterpret_cast<api::CUkernel>(launch.handle)) !=
          api::kSuccess)
    return;
  if (driver_.cuFuncGetModule == nullptr || driver_.cuModuleGetGlobal_v2 == nullptr ||
      driver_.cuFuncGetModule(&module, function) != api::kSuccess)
    return;
  for (const std::string& name : variables_.beside(launch.name)) {
    api::CUdeviceptr address = 0;
    std::size_t bytes = 0;
    const auto status = driver_.cuModuleGetGlobal_v2(&address, &bytes, module, name.c_str());
    if (status == api::kSuccess && bytes != 0)
      memory.add_variable(address, bytes, name, launch.image);
  }
}

void Capturing::add_roots(Episode& episode) {
  for (const GraphStep& step : episode.steps) {
    if (const auto* launch = std::get_if<KernelLaunch>(&step)) {
      episode.memory->add_words(launch->parameters);
    } else if (const auto* copy = std::get_if<GraphCopy>(&step)) {
      episode.memory->add_range(copy->to, copy->bytes);
      episode.memory->add_range(copy->from, copy->bytes);
    } else if (const auto* fill = std::get_if<GraphFill>(&step)) {
      episode.memory->add_range(fill->to, fill->count * fill->element_bytes);
    }
  }
  for (const GraphStep& step : episode.steps)
    if (const auto* launch = std::get_if<KernelLaunch>(&step))
      add_variables(*launch, *episode.memory);
}

void Capturing::begin(std::unique_ptr<Episode> episode) {
  episode->turn = std::make_unique<Turn>(*this);
  episode->late = late_.load();
  const Relaxed relaxed(driver_);
  const api::CUresult status = driver_.cuCtxSynchronize();
  const std::lock_guard lock(mutex_);
  episode->number = episodes_++;
  if (status != api::kSuccess)
    spool_.note(spool::NoteKind::not_before, episode->number, static_cast<std::uint64_t>(status), 0,
                episode->name);
  write_process();
  for (const GraphStep& step : episode->steps)
    if (const auto* launch = std::get_if<KernelLaunch>(&step))
      program_.images.write(launch->image, launch->name);
  episode->memory = std::make_unique<Snapshot>(driver_, program_.allocations, spool_,
                                               episode->number, request_.bytes);
  add_roots(*episode);
  episode->memory->take_before();
  if (episode->memory->has_large()) take_large(*episode);
  current_ = std::move(episode);
}

// What is touched may depend on what was taken, so that it is asked again.
void Capturing::take_large(const Episode& episode) {
  const TouchedQuestion question(request_.folder);
  while (true) {
    write(episode, api::kSuccess, spool::Kind::asked);
    const auto parts = question.ask(episode.number, episode.memory->left());
    if (!parts) return episode.memory->take_from_pointers();
    if (parts->empty()) return;
    episode.memory->take_before(*parts);
  }
}

void Capturing::after_launch(const CallbackData& data) {
  if (current_ == nullptr) return;
  const std::unique_ptr<Episode> episode = std::move(current_);
  const Relaxed relaxed(driver_);
  api::CUresult status = status_of(data);
  if (status != api::kSuccess) {
    spool_.note(spool::NoteKind::launch_failed, spool::kNoEpisode,
                static_cast<std::uint64_t>(status), 0, episode->name);
  } else {
    status = driver_.cuCtxSynchronize();
    const std::lock_guard lock(mutex_);
    if (status == api::kSuccess) episode->memory->take_after();
    write(*episode, status, spool::Kind::episode);
  }
}

void Capturing::write(const Episode& episode, api::CUresult status, spool::Kind kind) {
  const char* error = "";
  if (status != api::kSuccess && driver_.cuGetErrorName != nullptr)
    driver_.cuGetErrorName(status, &error);
  spool::Writer fields;
  fields.number(episode.number);
  fields.text(episode.name);
  fields.number(episode.nth);
  fields.number(static_cast<std::uint64_t>(::syscall(SYS_gettid)));
  fields.number(reinterpret_cast<std::uintptr_t>(episode.stream));
  fields.number(static_cast<std::uint64_t>(status));
  fields.text(error);
  fields.number(late_.load() - episode.late);
  fields.number(episode.steps.size());
  for (const GraphStep& step : episode.steps) write_step(step, fields);
  episode.memory->write_allocations(fields);
  spool_.append(kind, fields);
}

void Capturing::write_process() {
  if (std::exchange(is_process_written_, true)) return;
  api::CUdevice device = 0;
  std::array<char, 256> name{};
  int major = 0, minor = 0, version = 0;
  if (driver_.cuCtxGetDevice(&device) == api::kSuccess) {
    driver_.cuDeviceGetName(name.data(), name.size() - 1, device);
    driver_.cuDeviceGetAttribute(&major, api::kComputeCapabilityMajor, device);
    driver_.cuDeviceGetAttribute(&minor, api::kComputeCapabilityMinor, device);
  }
  driver_.cuDriverGetVersion(&version);
  spool::Writer fields;
  fields.number(static_cast<std::uint64_t>(::getpid()));
  fields.text(name.data());
  fields.number(static_cast<std::uint64_t>(10 * major + minor));
  fields.number(static_cast<std::uint64_t>(version));
  spool_.append(spool::Kind::process, fields);
}

}  // namespace warplens::injected
