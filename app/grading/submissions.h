// What students have handed in. Nothing of it is trusted: links, pipes and large files are refused,
// names are whatever a file system takes.
//
//   SUBMISSIONS/ada/doubles.cu       a folder a student, files called as in the lesson
//   SUBMISSIONS/grace.cu             or one file a student, where the lessons have one file
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/grading/task.h"

namespace warplens::grading {

struct Submission {
  std::string student;         // the folder's name, or the file's without its ending
  std::filesystem::path path;  // of either
};

// By name. Errors: the folder cannot be read, or holds none.
Result<std::vector<Submission>> submissions_in(const std::filesystem::path& folder);
// Errors: it is not among them.
Result<Submission> submission_of(const std::filesystem::path& folder, const std::string& student);

// The text that was handed in for a task, and the ending of its file. `is_only`: the lessons have
// this file alone, so a file of another name is it. Errors: there is none, several, one that cannot
// be read.
struct HandedIn {
  std::string text, ending;  // ".cu" or ".ptx"
};
Result<HandedIn> handed_in(const Submission& submission, const Task& task, bool is_only);

}  // namespace warplens::grading
