#include "app/lessons/lesson_file.h"

#include "app/session/edits.h"
#include "app/session/lesson_comments.h"
#include "app/session/open_own.h"
#include "app/session/session.h"
#include "app/settings/settings.h"
#include "kernels/run/toolkit/shipped_texts.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

// What a lesson's file is to hold, and what is known of another text of it.
struct Texts {
  std::string wanted;
  std::vector<std::string> as_given{};         // the kernel with its comments in each language
  std::optional<run::ShippedTexts> shipped{};  // nothing: no images lie beside it
};

Result<Texts> texts_of(const StagedFile& file, Language language) {
  const fs::path folder = run::images_folder(file.path);
  std::error_code error;
  TRY(auto source, run::read_text(file.path, run::kMaximumSourceBytes));
  Texts texts{source, {source}};
  if (auto chinese = session::chinese_lesson_text(file.path, source)) {
    if (language == Language::zh) texts.wanted = *chinese;
    texts.as_given.push_back(std::move(*chinese));
  }
  if (!fs::is_directory(folder, error)) return texts;
  TRY(texts.shipped, run::read_shipped_texts(folder));
  TRY(texts.wanted, run::text_with(*texts.shipped, std::move(texts.wanted), file.mended));
  return texts;
}

enum class State : std::uint8_t { as_wanted, ours, theirs };

State state_of(const std::string& text, const Texts& texts, const StagedFile& file) {
  if (text == texts.wanted) return State::as_wanted;
  if (!texts.shipped) return State::theirs;
  const auto known = run::known_text(*texts.shipped, text);
  if (!known) return State::theirs;
  for (const std::string& given : texts.as_given) {
    const auto its = run::text_with(*texts.shipped, given, known->image->mended);
    if (its.has_value() && *its == text) return State::ours;
  }
  return known->image->mended == file.mended ? State::as_wanted : State::theirs;
}

fs::path place_of_theirs(const fs::path& copy) {
  return copy.parent_path() / (copy.stem().string() + ".mine" + copy.extension().string());
}

bool goes_beside(const fs::path& file) {
  const fs::path ending = file.extension();
  return ending != ".json" && ending != ".md" && !session::is_kernel_file(file);
}

}  // namespace

Result<void> put_beside(const fs::path& kernel, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  for (const auto& entry : fs::directory_iterator(kernel.parent_path(), error)) {
    const bool is_plain = entry.symlink_status(error).type() == fs::file_type::regular;
    if (!is_plain || !goes_beside(entry.path())) continue;
    fs::copy_file(entry.path(), folder / entry.path().filename(),
                  fs::copy_options::overwrite_existing, error);
    if (error) break;
  }
  if (error) return fail(tr("{}: cannot be copied: {}", kernel.string(), error.message()));
  return {};
}

Result<PutFile> put_file(const StagedFile& file, const fs::path& folder, bool anew,
                         Language language) {
  TRY(const auto texts, texts_of(file, language));
  TRY(put_beside(file.path, folder));
  PutFile put{folder / file.path.filename(), false, false, {}};
  std::error_code error;
  if (fs::exists(put.path, error)) {
    TRY(const auto there, run::read_text(put.path, run::kMaximumSourceBytes));
    const State state = state_of(there, texts, file);
    put.is_theirs = state == State::theirs && !anew;
    if (put.is_theirs || there == texts.wanted || (state == State::as_wanted && !anew)) return put;
    if (state != State::ours) {
      put.kept = place_of_theirs(put.path);
      TRY(session::write_atomically(put.kept, there));
    }
  }
  put.is_written = true;
  TRY(session::write_atomically(put.path, texts.wanted));
  return put;
}

bool is_kernel(const std::string& shown, const std::string& wanted) {
  if (!session::is_kernel_file(wanted)) return shown == wanted;
  return fs::path(shown).filename() == fs::path(wanted).filename();
}

Result<void> show_example(const Step& step, const Condition& condition, session::Session& session,
                          const fs::path& folder) {
  StagedFile file = condition.file;
  if (condition.kind == Condition::Kind::shown && !step.file.path.empty()) file = step.file;
  fs::path path = file.path;
  if (file.is_copied) {
    TRY(const auto put, put_file(file, folder, true));
    path = put.path;
  }
  show_capture(session, path.string(), file.own);
  const catalog::Parameters& sizes =
      condition.example ? condition.example->parameters : condition.parameters;
  if (!sizes.empty()) set_sizes(session, sizes);
  return {};
}

}  // namespace warplens::lessons
