// Own kernels' files as far as they have been read: compiled once for each time that they were
// saved, guessed at once for each kernel.
//
//   worker ── load() ──► OwnFile ── launch() ──► OwnLaunch: the form that is run
//   window ── known(), known_launch(): the same, without waiting; null until the worker has it
//
// All members may be called from any thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/session/captured_programs.h"
#include "app/session/own_choice.h"
#include "app/session/own_launch.h"
#include "kernels/own/given_launch.h"
#include "kernels/own/sidecar.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/diagnostics.h"
#include "kernels/run/toolkit/readable_file.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::session {

// A file as it was saved at one moment.
struct OwnFile {
  std::string path;
  std::uint64_t stamp = 0;                   // trace::capture_stamp()
  run::LoadedKernel loaded;                  // without a module where it could not be loaded
  std::vector<OwnEntry> kernels;             // in the file's order
  std::optional<Error> error;                // why it could not be loaded
  std::vector<run::Diagnostic> diagnostics;  // the error's places; none: it has no place
  trace::Sources texts;                      // of the file and of those that diagnostics name
};
using OwnFilePtr = std::shared_ptr<const OwnFile>;

class OwnFiles {
 public:
  // Files that a kernel's names are read beneath its own folder, and beneath these.
  explicit OwnFiles(run::Roots source_roots = {})
      : source_roots_(std::move(source_roots)), programs_(source_roots_) {}

  // What the path holds, or held, with that stamp; 0: what it holds now. Blocks while it is
  // compiled, and while another is. Errors: it was saved again before all of it was read,
  // "cancelled".
  Result<OwnFilePtr> load(const std::string& path, std::uint64_t stamp,
                          const std::stop_token& stop = {});
  // Blocks while it is guessed. Errors: the file has no kernel, a sidecar that cannot be read, no
  // kernel of the name, "cancelled".
  Result<OwnLaunch> launch(const OwnFilePtr& file, const OwnChoice& choice,
                           const std::stop_token& stop);

  [[nodiscard]] OwnFilePtr known(const std::string& path, std::uint64_t stamp) const;
  [[nodiscard]] std::optional<OwnLaunch> known_launch(const OwnFilePtr& file,
                                                      const OwnChoice& choice) const;
  // Those whose kernels were taken out of a running program.
  [[nodiscard]] CapturedPrograms& programs() { return programs_; }
  [[nodiscard]] const CapturedPrograms& programs() const { return programs_; }
  // Writes the launch into the file's sidecar, under the name that it has there or its kernel's.
  Result<void> keep(const OwnFile& file, const OwnLaunch& launch);

 private:
  struct Guess {
    own::LaunchForm form;
    std::optional<Error> error;
  };
  struct Slot {
    OwnFilePtr file;
    own::Sidecar sidecar{};  // as last read, with the names that kernels have in this version
    std::map<std::string, Guess> guesses{};  // by kernel
    // Of kernels of which a person has said something, by the kernel and what was said.
    std::map<std::pair<std::string, std::string>, Guess> given_guesses{};
    std::map<std::string, std::vector<std::string>> possible_references{};  // likewise
    // How a reference is launched, by the kernel's name and its own.
    std::map<std::pair<std::string, std::string>, own::FormExpectation> references{};
  };
  // With mutex_ held.
  void hold(const OwnFilePtr& file);
  void note_sidecar(const std::string& path, const own::Sidecar& sidecar);
  [[nodiscard]] Slot* slot_of(const OwnFile& file) const;
  [[nodiscard]] const Guess* guess_of(const OwnFile& file, const std::string& kernel) const;
  // Nothing, and what has to be guessed first: a kernel, or how its reference is launched; neither:
  // the choice's is not there.
  struct Settled {
    std::optional<OwnLaunch> launch;
    std::string missing;
    std::string missing_reference{};
    own::LaunchForm form{};    // that the reference is to fit
    own::GivenLaunch given{};  // what a missing guess is to be made from
    std::string given_key{};   // of it; empty: nothing is given
  };
  [[nodiscard]] Settled settled(const OwnFile& file, const OwnChoice& choice) const;
  [[nodiscard]] const own::NamedLaunch* kept_launch(const OwnFile& file,
                                                    const std::string& kernel) const;
  [[nodiscard]] std::optional<OwnEntry> chosen_entry(const OwnFile& file,
                                                     const OwnChoice& choice) const;
  // Without it held.
  Result<Settled> settle(const OwnFilePtr& file, const OwnChoice& choice);
  void note_possible_references(const OwnFile& file, OwnLaunch& launch);
  Result<void> guess(const OwnFile& file, const std::string& kernel, const std::stop_token& stop);
  Result<void> guess_rest(const OwnFile& file, const Settled& settled, const std::stop_token& stop);
  Result<void> guess_reference(const OwnFile& file, const Settled& settled,
                               const std::stop_token& stop);

  class Turn;

  run::Roots source_roots_;
  CapturedPrograms programs_;
  mutable std::mutex mutex_;
  bool is_loading_ = false;
  std::condition_variable_any load_ended_;
  mutable std::deque<Slot> slots_;  // versions of files, newest first
};

}  // namespace warplens::session
