// Follows what a program asks of the driver, and puts the launches that are wanted into the spool
// with the memory that they find and leave.
//
// Calls arrive on the program's threads, before and after the driver does them. What goes wrong
// here costs a capture, never the program.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "kernels/injected/callback_api.h"
#include "kernels/injected/followed_program.h"
#include "kernels/injected/module_variables.h"
#include "kernels/injected/snapshot.h"

namespace warplens::injected {

struct CaptureRequest {
  std::string folder, kernels;
  std::uint64_t launches = 1, skipped = 0;
  std::uint64_t bytes = std::uint64_t{256} << 20;  // of memory before, a launch

  // Of the environment; without a folder nothing is captured.
  static CaptureRequest of_environment();
};

class Capturing {
 public:
  explicit Capturing(const CaptureRequest& request);

  [[nodiscard]] Spool& spool() { return spool_; }
  void on_call(std::uint32_t call, const cupti::CallbackData& data);
  void on_module(const cupti::ModuleData& module);

 private:
  // Held by the thread that captures.
  class Turn {
   public:
    explicit Turn(Capturing& of) : lock_(of.turn_), is_taken_(of.is_capturing_) {
      is_taken_ = true;
    }
    ~Turn() { is_taken_ = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    std::unique_lock<std::timed_mutex> lock_;
    std::atomic<bool>& is_taken_;
  };
  // A launch or a graph between the call's begin and its end.
  struct Episode {
    std::unique_ptr<Turn> turn;
    std::uint64_t number = 0, nth = 0, late = 0;
    std::string name;
    std::vector<GraphStep> steps;
    api::CUstream stream = nullptr;
    std::unique_ptr<Snapshot> memory;
  };
  static thread_local std::unique_ptr<Episode> current_;

  void before_launch(std::uint32_t call, const cupti::CallbackData& data);
  void after_launch(const cupti::CallbackData& data);
  void begin_kernel(KernelLaunch launch, const LaunchArguments& arguments);
  void begin_graph(const cupti::GraphLaunched& launched);
  void begin(std::unique_ptr<Episode> episode);
  void add_roots(Episode& episode);
  void add_variables(const KernelLaunch& launch, Snapshot& memory);
  void take_large(const Episode& episode);
  void write(const Episode& episode, api::CUresult status, spool::Kind kind);
  void write_process();
  [[nodiscard]] bool is_being_captured(api::CUstream stream) const;
  void let_others_end();

  CaptureRequest request_;
  DriverCalls driver_;
  Spool spool_;
  ModuleVariables variables_;
  std::mutex mutex_;  // of what follows, up to `is_process_written_`
  FollowedProgram program_;
  std::unordered_map<api::CUfunction, std::uint64_t> launched_;  // how often, of wanted kernels
  std::uint64_t episodes_ = 0;
  bool is_process_written_ = false;
  std::timed_mutex turn_;
  std::atomic<bool> is_capturing_{false};
  std::atomic<std::uint64_t> late_{0};  // launches of others that did not wait any longer
};

}  // namespace warplens::injected
