// Lessons whose kernels are files beside them.
#include "app/lessons/kernel_files.h"

#include <filesystem>
#include <fstream>

#include "app/features/features.h"
#include "app/lessons/course_test.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "kernels/own/sidecar.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnText = "# T 题\n## A 甲\nbody 文\n### Do\ndo\n### Seen\nseen\n";

class OwnKernelLesson : public Course {
 protected:
  OwnKernelLesson() {
    fs::copy_file(WARPLENS_SOURCE_DIR "/tests/corpus/network.ptx", folder_.path() / "network.ptx");
    std::ofstream(own::sidecar_path(folder_.path() / "network.ptx"))
        << R"({"warplens_launches": 1, "launches": [
      {"name": "small", "kernel": "gelu", "sizes": {"n": 64}, "grid": ["1"], "block": ["64"],
       "arguments": [{"name": "in", "type": "f32", "count": "n", "role": "in"},
                     {"name": "out", "type": "f32", "count": "n", "role": "out"},
                     {"name": "n", "type": "i32", "value": "n"}]}]})";
    for (const char* text : {"en.md", "zh.md"}) std::ofstream(folder_.path() / text) << kOwnText;
  }
  Result<Lesson> lesson_of(const std::string& kernel) {
    std::ofstream(folder_.path() / "lesson.json")
        << R"({"id": "mine", "number": 101, "steps": [{"id": "a", "kernel": ")" << kernel
        << R"(", "parameters": {"n": 32}, "scene": {"views": ["sector_strip"]},
             "done": [{"shown": {"parameters": {"n": 48}}}]}]})";
    return load_lesson(folder_.path(), features::all());
  }
  std::string error_of(const std::string& kernel) {
    const auto lesson = lesson_of(kernel);
    return lesson.has_value() ? "" : lesson.error().message.in(Language::en);
  }
  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
};

TEST_F(OwnKernelLesson, RunsTheFileAsItsSidecarSaysInTheStepsSizes) {
  const Lesson lesson = lesson_of("network.ptx").value();
  const Step& step = lesson.steps.at(0);
  EXPECT_EQ(step.stage.kernel, (folder_.path() / "network.ptx").string());
  begin(step);
  ASSERT_TRUE(session_.result()->own.has_value());
  EXPECT_EQ(session_.result()->own->kernel.name, "gelu");
  EXPECT_EQ(session_.result()->own->form.sizes.at(0).value, 32);
  EXPECT_FALSE(is_done(step, session_));
  set_sizes(session_, {{"n", 48}});
  settle();
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(OwnKernelLesson, TakesFilesOfItsFolderAlone) {
  EXPECT_NE(error_of("missing.ptx").find("there is no file missing.ptx"), std::string::npos);
  for (const char* elsewhere : {"/etc/a.cu", "../network.ptx", "b/../../network.ptx"}) {
    EXPECT_NE(error_of(elsewhere).find("must be a file in the lesson's folder"), std::string::npos)
        << elsewhere;
  }
}

TEST_F(OwnKernelLesson, ReadsNothingThatALinkInItsFolderLeadsOutTo) {
  const run::TemporaryFolder elsewhere = run::TemporaryFolder::make().value();
  fs::copy_file(folder_.path() / "network.ptx", elsewhere.path() / "network.ptx");
  fs::create_symlink(elsewhere.path() / "network.ptx", folder_.path() / "link.ptx");
  EXPECT_NE(error_of("link.ptx").find("must be a file in the lesson's folder"), std::string::npos);
  fs::rename(folder_.path() / "en.md", elsewhere.path() / "en.md");
  fs::create_symlink(elsewhere.path() / "en.md", folder_.path() / "en.md");
  EXPECT_NE(error_of("network.ptx").find("en.md is a link that leads out of the lesson's folder"),
            std::string::npos);
}

TEST_F(OwnKernelLesson, FillsNoBufferFromAFileOutsideOfItsFolder) {
  const run::TemporaryFolder elsewhere = run::TemporaryFolder::make().value();
  std::ofstream(elsewhere.path() / "secret") << std::string(256, 'x');
  const fs::path sidecar = own::sidecar_path(folder_.path() / "network.ptx");
  own::Sidecar launches = own::read_sidecar(sidecar)->value();
  own::LaunchForm& form = launches.launches.front().form;
  form.sizes.front().value = 64;
  std::get<own::FormBuffer>(form.arguments[0]).file = (elsewhere.path() / "secret").string();
  ASSERT_TRUE(own::write_sidecar(sidecar, launches).has_value());
  const Lesson lesson = lesson_of("network.ptx").value();
  ASSERT_TRUE(enter(lesson.steps.at(0), session_, {}).has_value());
  while (session_.busy()) session_.update(0);
  session_.update(0);
  ASSERT_TRUE(session_.error().has_value());
  EXPECT_NE(session_.error()->message.in(Language::en).find("lies outside"), std::string::npos);
}

}  // namespace
}  // namespace warplens::lessons
