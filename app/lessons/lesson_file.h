// A lesson's kernel file as a person works on it: a copy in a folder of theirs, in the state in
// which the step begins. What they wrote is never lost.
//
//   row_sums.cu       the copy; known_text() tells what is mended in it
//   row_sums.mine.cu  their text, where a step was begun anew from another
#pragma once

#include <filesystem>
#include <string>

#include "app/lessons/lesson.h"

namespace warplens::lessons {

struct PutFile {
  std::filesystem::path path;  // the copy
  bool is_written = false;     // it was not there, or had another text
  bool is_theirs = false;      // it is not as the step begins, and is left so
  std::filesystem::path kept;  // where their text went; empty: nowhere
};

// Puts the copy into `folder`, with its comments in `language` where the lesson has them. One that
// has all that the step wants mended and no more, however it is written, stays; so does a text of
// the person's own, unless the step is begun `anew`. Errors: what cannot be read or written.
Result<PutFile> put_file(const StagedFile& file, const std::filesystem::path& folder, bool anew,
                         Language language = Language::en);

// What a kernel of the lesson's folder reads or includes (headers, contents, results) goes into
// `folder`, too: all that is neither the lesson's text nor a kernel nor its sidecar. Errors: what
// cannot be copied.
Result<void> put_beside(const std::filesystem::path& kernel, const std::filesystem::path& folder);

// A kernel that was shown is the one that a lesson names; a copy of its file is, too.
[[nodiscard]] bool is_kernel(const std::string& shown, const std::string& wanted);

// Shows what meets a condition about a file: it, or its copy in `folder`, mended and launched as
// the condition's example says.
Result<void> show_example(const Step& step, const Condition& condition, session::Session& session,
                          const std::filesystem::path& folder);

}  // namespace warplens::lessons
