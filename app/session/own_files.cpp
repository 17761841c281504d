#include "app/session/own_files.h"

#include <algorithm>

#include "app/session/carry_over.h"
#include "app/session/form_fields.h"
#include "app/session/load_own_file.h"
#include "kernels/base/stopped.h"
#include "kernels/own/included_headers.h"
#include "kernels/own/infer_form.h"
#include "kernels/own/reference.h"
#include "kernels/run/toolkit/entry_name.h"
#include "kernels/trace/capture.h"

namespace warplens::session {
namespace {

constexpr std::size_t kKeptFiles = 8;  // versions of files; each has its PTX as a module
constexpr int kMostReadings = 3;       // of a file that is saved again while it is read

const ptx::Function* entry_called(const OwnFile& file, const std::string& name) {
  if (file.loaded.module == nullptr) return nullptr;
  const auto entry = run::find_entry(*file.loaded.module, name);
  return entry.has_value() ? *entry : nullptr;
}

std::string text_of_form(const own::LaunchForm& form) { return own::sidecar_text({{{"", form}}}); }

// What a person has said in the place of a guess, but for sizes: those only scale it.
own::GivenLaunch given_beside_sizes(const own::LaunchForm& form, const own::LaunchForm& guess) {
  own::GivenLaunch given = own::given_in(form, guess);
  given.sizes.clear();
  return given;
}

// The same for the same corrections, whatever the sizes.
std::string key_of(const own::GivenLaunch& given) {
  own::LaunchForm form;
  form.grid = given.grid;
  form.block = given.block;
  form.shared = given.shared;
  form.arguments = given.arguments;
  return text_of_form(form);
}

// The rest as it was guessed from corrections, with the corrected sizes and what no guess has.
own::LaunchForm with_rest(own::LaunchForm rest, const own::LaunchForm& corrected) {
  for (own::FormSize& size : rest.sizes) {
    const auto wanted = std::ranges::find(corrected.sizes, size.name, &own::FormSize::name);
    if (wanted != corrected.sizes.end() && wanted->why.empty()) size = *wanted;
  }
  rest.expectations = corrected.expectations;
  rest.symbols = corrected.symbols;
  return rest;
}

// Whether the kernel takes what the form gives.
bool fits(const own::LaunchForm& form, const own::LaunchForm& base) {
  return std::ranges::equal(form.arguments, base.arguments, [](const auto& a, const auto& b) {
    return a.index() == b.index() && own::name_of(a) == own::name_of(b);
  });
}

bool has_shape(const own::FormExpectation& reference) {
  return !reference.block[0].text.empty() || !reference.grid[0].text.empty();
}

// A kept reference without a shape of its own has the launch's.
bool has_kept_shape(const own::FormExpectation& reference, const own::NamedLaunch* kept) {
  const own::FormExpectation* other = kept == nullptr ? nullptr : reference_in(kept->form);
  return other != nullptr && other->kernel == reference.kernel && !has_shape(*other);
}

// With the names that the file's kernels have here.
own::Sidecar named_as_in(const OwnFile& file, own::Sidecar sidecar) {
  for (own::NamedLaunch& launch : sidecar.launches) {
    const ptx::Function* entry = entry_called(file, launch.form.entry);
    if (entry != nullptr) launch.form.entry = own::entry_name(*file.loaded.module, *entry);
  }
  return sidecar;
}

const own::NamedLaunch* launch_of(const own::Sidecar& sidecar, const std::string& kernel) {
  const auto found = std::ranges::find_if(sidecar.launches, [&](const own::NamedLaunch& launch) {
    return launch.form.entry == kernel;
  });
  return found == sidecar.launches.end() ? nullptr : &*found;
}

}  // namespace

// One compiler at a time; or a stop before it is this one's.
class OwnFiles::Turn {
 public:
  Turn(OwnFiles& files, const std::stop_token& stop) : files_(files) {
    std::unique_lock lock(files.mutex_);
    has_come_ = files.load_ended_.wait(lock, stop, [&] { return !files.is_loading_; });
    if (has_come_) files.is_loading_ = true;
  }
  ~Turn() {
    if (!has_come_) return;
    const std::lock_guard lock(files_.mutex_);
    files_.is_loading_ = false;
    files_.load_ended_.notify_one();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  [[nodiscard]] bool has_come() const { return has_come_; }

 private:
  OwnFiles& files_;
  bool has_come_ = false;
};

Result<OwnFilePtr> OwnFiles::load(const std::string& path, std::uint64_t stamp,
                                  const std::stop_token& stop) {
  // What is known waits for nobody's compiler.
  if (OwnFilePtr file = stamp == 0 ? nullptr : known(path, stamp)) return file;
  const Turn turn(*this, stop);
  if (!turn.has_come()) return fail(tr("cancelled"));
  const int readings = stamp == 0 ? kMostReadings : 1;
  for (int reading = 0; reading < readings; ++reading) {
    const std::uint64_t now = trace::capture_stamp(path);
    if (OwnFilePtr file = known(path, stamp == 0 ? now : stamp)) return file;
    if (stamp != 0 && stamp != now) break;
    auto file = std::make_shared<const OwnFile>(load_own_file(path, now, source_roots_, stop));
    if (is_stopped(stop)) return fail(tr("cancelled"));
    // Saved while it was read, it is neither what it was nor what it is.
    if (trace::capture_stamp(path) != now) continue;
    const std::lock_guard lock(mutex_);
    hold(file);
    return file;
  }
  return fail(tr("'{}' has been saved again since: open it once more", path));
}

OwnFilePtr OwnFiles::known(const std::string& path, std::uint64_t stamp) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(slots_, [&](const Slot& slot) {
    return slot.file->path == path && slot.file->stamp == stamp;
  });
  return found == slots_.end() ? nullptr : found->file;
}

OwnFiles::Slot* OwnFiles::slot_of(const OwnFile& file) const {
  const auto found =
      std::ranges::find_if(slots_, [&](const Slot& slot) { return slot.file.get() == &file; });
  return found == slots_.end() ? nullptr : &*found;
}

const OwnFiles::Guess* OwnFiles::guess_of(const OwnFile& file, const std::string& kernel) const {
  const Slot* slot = slot_of(file);
  if (slot == nullptr) return nullptr;
  const auto found = slot->guesses.find(kernel);
  return found == slot->guesses.end() ? nullptr : &found->second;
}

void OwnFiles::hold(const OwnFilePtr& file) {
  if (slot_of(*file) != nullptr) return;
  slots_.push_front({file});
  if (slots_.size() > kKeptFiles) slots_.pop_back();
}

void OwnFiles::note_sidecar(const std::string& path, const own::Sidecar& sidecar) {
  for (Slot& slot : slots_)
    if (slot.file->path == path) slot.sidecar = named_as_in(*slot.file, sidecar);
}

const own::NamedLaunch* OwnFiles::kept_launch(const OwnFile& file,
                                              const std::string& kernel) const {
  const Slot* slot = slot_of(file);
  return slot == nullptr ? nullptr : launch_of(slot->sidecar, kernel);
}

std::optional<OwnEntry> OwnFiles::chosen_entry(const OwnFile& file, const OwnChoice& choice) const {
  std::string name = choice.kernel;
  const Slot* slot = slot_of(file);
  if (name.empty() && slot != nullptr && !slot->sidecar.launches.empty())
    name = slot->sidecar.launches.front().form.entry;
  if (name.empty() && !file.kernels.empty()) return file.kernels.front();
  const auto entry = std::ranges::find(file.kernels, name, &OwnEntry::name);
  return entry == file.kernels.end() ? std::nullopt : std::optional(*entry);
}

// With mutex_ held.
OwnFiles::Settled OwnFiles::settled(const OwnFile& file, const OwnChoice& choice) const {
  const auto entry = chosen_entry(file, choice);
  if (!entry) return {};
  const own::NamedLaunch* kept = kept_launch(file, entry->name);
  OwnLaunch launch{*entry, {}, false, false, std::nullopt};
  if (kept != nullptr && !choice.as_guessed) {
    launch.form = kept->form;
    launch.form.signature = entry->signature;
  } else {
    const Guess* guess = guess_of(file, entry->name);
    if (guess == nullptr) return {std::nullopt, entry->name};
    launch.form = guess->form;
    launch.is_guessed = choice.form == nullptr;
    if (launch.is_guessed) launch.guess_error = guess->error;
  }
  if (choice.form != nullptr) {
    const own::LaunchForm base = launch.form;
    launch.form = fits(*choice.form, base) ? *choice.form : carried_over(base, *choice.form);
    const bool is_of_guess = kept == nullptr || choice.as_guessed;
    const auto given = is_of_guess ? given_beside_sizes(launch.form, base) : own::GivenLaunch();
    if (!given.is_empty()) {
      const std::string key = key_of(given);
      const Slot* slot = slot_of(file);
      if (slot == nullptr) return {std::nullopt, entry->name};
      const auto rest = slot->given_guesses.find({entry->name, key});
      if (rest == slot->given_guesses.end()) return {std::nullopt, entry->name, "", {}, given, key};
      if (!rest->second.error) launch.form = with_rest(rest->second.form, launch.form);
    }
  }
  own::FormExpectation* reference = reference_in(launch.form);
  const bool is_to_be_shaped = choice.form != nullptr && reference != nullptr &&
                               !has_shape(*reference) && !has_kept_shape(*reference, kept);
  if (is_to_be_shaped) {
    const Slot* slot = slot_of(file);
    if (slot == nullptr) return {std::nullopt, entry->name};
    const auto shaped = slot->references.find({entry->name, reference->kernel});
    if (shaped == slot->references.end())
      return {std::nullopt, entry->name, reference->kernel, launch.form};
    reference->grid = shaped->second.grid;
    reference->block = shaped->second.block;
    reference->shared = shaped->second.shared;
  }
  if (const Slot* slot = slot_of(file)) {
    const auto possible = slot->possible_references.find(entry->name);
    if (possible != slot->possible_references.end()) launch.possible_references = possible->second;
  }
  launch.is_kept = kept != nullptr && text_of_form(kept->form) == text_of_form(launch.form);
  return {std::move(launch), {}};
}

std::optional<OwnLaunch> OwnFiles::known_launch(const OwnFilePtr& file,
                                                const OwnChoice& choice) const {
  if (file == nullptr) return std::nullopt;
  const std::lock_guard lock(mutex_);
  return settled(*file, choice).launch;
}

Result<void> OwnFiles::guess(const OwnFile& file, const std::string& kernel,
                             const std::stop_token& stop) {
  const ptx::Function* entry = entry_called(file, kernel);
  if (entry == nullptr) return fail(tr("the file has no kernel {}: choose another", kernel));
  auto guessed = own::guess_form(file.loaded, kernel, stop);
  if (is_stopped(stop)) return fail(tr("cancelled"));
  Guess guess;
  if (guessed.has_value()) {
    guess.form = std::move(*guessed);
  } else {
    guess.form = own::infer_form(*file.loaded.module, *entry, own::source_texts(file.loaded),
                                 file.loaded.told);
    guess.form.entry = kernel;
    guess.error = guessed.error();
  }
  const std::lock_guard lock(mutex_);
  if (Slot* slot = slot_of(file)) slot->guesses.insert_or_assign(kernel, std::move(guess));
  return {};
}

Result<void> OwnFiles::guess_rest(const OwnFile& file, const Settled& settled,
                                  const std::stop_token& stop) {
  constexpr std::size_t kMostCorrections = 64;
  auto guessed = own::guess_form(file.loaded, settled.missing, stop, settled.given);
  if (is_stopped(stop)) return fail(tr("cancelled"));
  Guess guess;
  if (guessed.has_value()) guess.form = std::move(*guessed);
  if (!guessed.has_value()) guess.error = guessed.error();
  const std::lock_guard lock(mutex_);
  Slot* slot = slot_of(file);
  if (slot == nullptr) return {};
  if (slot->given_guesses.size() >= kMostCorrections) slot->given_guesses.clear();
  slot->given_guesses.insert_or_assign({settled.missing, settled.given_key}, std::move(guess));
  return {};
}

Result<void> OwnFiles::guess_reference(const OwnFile& file, const Settled& settled,
                                       const std::stop_token& stop) {
  TRY(auto expected,
      own::expect_of_kernel(file.loaded, settled.form, settled.missing_reference, {}, stop));
  const std::lock_guard lock(mutex_);
  if (Slot* slot = slot_of(file))
    slot->references.insert_or_assign({settled.missing, settled.missing_reference},
                                      std::move(expected));
  return {};
}

Result<OwnFiles::Settled> OwnFiles::settle(const OwnFilePtr& file, const OwnChoice& choice) {
  const std::lock_guard lock(mutex_);
  hold(file);
  auto kept = own::read_sidecar(own::sidecar_path(file->path));
  note_sidecar(file->path, kept.has_value() ? kept->value_or(own::Sidecar()) : own::Sidecar());
  if (!kept.has_value() && !choice.as_guessed && choice.form == nullptr) return fail(kept.error());
  return settled(*file, choice);
}

void OwnFiles::note_possible_references(const OwnFile& file, OwnLaunch& launch) {
  if (!launch.possible_references.empty()) return;
  launch.possible_references = own::possible_references(*file.loaded.module, launch.kernel.name);
  const std::lock_guard lock(mutex_);
  if (Slot* slot = slot_of(file))
    slot->possible_references[launch.kernel.name] = launch.possible_references;
}

Result<OwnLaunch> OwnFiles::launch(const OwnFilePtr& file, const OwnChoice& choice,
                                   const std::stop_token& stop) {
  if (file->error) return fail(*file->error);
  if (file->kernels.empty())
    return fail(tr("the file has no kernel: it needs a __global__ function"));
  // Its own launch, what is to be guessed anew after a correction, then its reference's.
  for (int missing = 0; missing < 4; ++missing) {
    TRY(Settled known, settle(file, choice));
    if (known.launch) {
      note_possible_references(*file, *known.launch);
      return std::move(*known.launch);
    }
    const std::string& kernel = known.missing.empty() ? choice.kernel : known.missing;
    if (!known.given_key.empty()) {
      TRY(guess_rest(*file, known, stop));
      continue;
    }
    TRY(known.missing_reference.empty() ? guess(*file, kernel, stop)
                                        : guess_reference(*file, known, stop));
  }
  return fail(tr("the file has no kernel {}: choose another", choice.kernel));
}

Result<void> OwnFiles::keep(const OwnFile& file, const OwnLaunch& launch) {
  const std::lock_guard lock(mutex_);
  const auto path = own::sidecar_path(file.path);
  TRY(auto on_disk, own::read_sidecar(path));
  own::Sidecar all = named_as_in(file, on_disk.value_or(own::Sidecar()));
  const own::NamedLaunch* there = launch_of(all, launch.kernel.name);
  own::keep_launch(all, {there == nullptr ? launch.kernel.name : there->name, launch.form});
  TRY(own::write_sidecar(path, all));
  note_sidecar(file.path, all);
  return {};
}

}  // namespace warplens::session
