// warplens grade: what students hand in, held to the bounds of lessons' steps. Each file is graded
// by a process of its own, this program once more, so that a broken one costs only itself.
#include <atomic>
#include <filesystem>
#include <limits>
#include <memory>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_csv.h"
#include "app/cli/text/progress_line.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "app/features/features.h"
#include "app/grading/grade.h"
#include "app/grading/grade_table.h"
#include "kernels/base/error_line.h"
#include "kernels/base/whole_file.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/compiler.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::cli {

namespace {

namespace fs = std::filesystem;

using grading::Cell;
using grading::Submission;
using grading::Task;

constexpr std::uint64_t kMemoryThatItHoldsItself = std::numeric_limits<std::uint64_t>::max();

struct GradeOptions {
  std::string lessons, submissions, output;
  // What this process grades; empty: all, by further processes.
  std::string student, task;
  unsigned jobs = 0;    // 0: as many as there are cores
  double seconds = 20;  // for each file
  LanguageOption language;
  MemoryLimit memory;
};

Result<std::vector<lessons::Lesson>> lessons_of(const std::string& folder) {
  std::vector<lessons::Lesson> all;
  for (const fs::path& each : lessons::lesson_folders_in(folder)) {
    TRY(auto lesson, lessons::load_lesson(each, features::all()));
    all.push_back(std::move(lesson));
  }
  if (all.empty())
    return fail(
        tr("no lessons in {}: a lesson is a folder with lesson.json, en.md and zh.md", folder));
  return all;
}

bool is_one_file(const std::vector<Task>& tasks) {
  return std::ranges::all_of(tasks,
                             [&](const Task& task) { return task.file() == tasks.front().file(); });
}

Result<std::vector<Task>> tasks_of(const std::vector<lessons::Lesson>& lessons) {
  auto tasks = grading::tasks_of(lessons);
  if (tasks.empty())
    return fail(tr("nothing to grade: no step has a \"judged\" about a .cu or .ptx file"));
  return tasks;
}

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
  return text;
}

// In the process of one file: what the other one reads, as the last line.
Result<int> grade_one(const GradeOptions& options) {
  TRY(const auto lessons, lessons_of(options.lessons));
  TRY(const auto tasks, tasks_of(lessons));
  const auto task = std::ranges::find(tasks, options.task, &Task::name);
  if (task == tasks.end()) return fail(tr("no step {} judges a file", options.task));
  TRY(const Submission submission, grading::submission_of(options.submissions, options.student));
  TRY(const auto assets, run::find_assets());
  TRY(auto catalogue, run::Catalogue::open(assets));
  TRY(const auto scratch, run::TemporaryFolder::make());
  const fs::path copies = scratch.path() / "copies", place = scratch.path() / "file";
  lessons::StepStage stage(std::make_shared<const run::Catalogue>(std::move(catalogue)), assets,
                           copies);
  const auto file = grading::handed_in(submission, *task, is_one_file(tasks));
  const grading::Grade graded = grading::grade(*task, file, stage, place);
  const std::string why = options.language.speech().say(graded.why);
  print_text("{}\n",
             grading::line_of({graded.passed, visible_line(without(why, place.string() + "/"))}));
  return 0;
}

// A row a student, a cell a task.
class Grading {
 public:
  Grading(const GradeOptions& options, std::vector<Submission> submissions,
          const std::vector<Task>& tasks, const std::stop_token& stop)
      : options_(options),
        submissions_(std::move(submissions)),
        tasks_(tasks),
        stop_(stop),
        cells_(submissions_.size() * tasks.size()) {}

  void run() {
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const unsigned jobs = options_.jobs == 0 ? cores : options_.jobs;
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < jobs; ++i) workers.emplace_back([this] { work(); });
  }

  [[nodiscard]] tables::Table table() const {
    return grading::table_of(submissions_, tasks_, cells_);
  }

 private:
  void work() {
    for (std::size_t i = next_++; i < cells_.size() && !stop_.stop_requested(); i = next_++) {
      cells_[i] = graded(submissions_[i / tasks_.size()], tasks_[i % tasks_.size()]);
      line_.show(fmt::format("{} / {}", ++done_, cells_.size()));
    }
  }

  [[nodiscard]] std::vector<std::string> command_for(const Submission& submission,
                                                     const Task& task) const {
    std::error_code ignored;
    return {fs::read_symlink("/proc/self/exe", ignored).string(),
            "grade",
            "--lang",
            options_.language.code,
            "--memory",
            fmt::format("{}", options_.memory.bytes()),
            "--student=" + submission.student,
            "--task=" + task.name(),
            "--",
            fs::absolute(options_.lessons, ignored).string(),
            fs::absolute(options_.submissions, ignored).string()};
  }

  [[nodiscard]] Cell failed(const Text& why) const {
    return {false, visible_line(options_.language.speech().say(why))};
  }

  [[nodiscard]] Cell graded(const Submission& submission, const Task& task) const {
    const auto place = run::TemporaryFolder::make();
    if (!place.has_value()) return failed(place.error().message);
    const fs::path log = place->path() / "log";
    const run::ProcessLimits limits{std::chrono::duration<double>(options_.seconds),
                                    kMemoryThatItHoldsItself};
    const auto status = run::run_process(command_for(submission, task), log, stop_, limits);
    if (!status.has_value()) return failed(status.error().message);
    const std::string text = run::read_text(log, run::kMaximumSourceBytes).value_or(std::string());
    if (*status == 0)
      if (auto cell = grading::cell_in(text)) return std::move(*cell);
    return failed(tr("grading it ended with {}: {}", *status, last_line(text)));
  }

  static std::string last_line(std::string text) {
    while (text.ends_with('\n')) text.pop_back();
    return text.substr(text.rfind('\n') + 1);
  }

  const GradeOptions& options_;
  std::vector<Submission> submissions_;
  const std::vector<Task>& tasks_;
  std::stop_token stop_;
  std::vector<Cell> cells_;
  std::atomic<std::size_t> next_ = 0, done_ = 0;
  ProgressLine line_;
};

// Sources cannot be graded where nothing compiles them: no student's fault.
Result<void> check_compiler(const std::vector<Submission>& submissions) {
  const run::Toolchain tools = run::find_toolchain();
  if (tools.nvcc || tools.nvrtc) return {};
  const bool are_ptx = std::ranges::all_of(submissions, [](const Submission& each) {
    return each.path.extension() == ".ptx" || fs::is_directory(each.path);
  });
  if (are_ptx) return {};
  return fail(tr("no compiler is here: install the CUDA toolkit (nvcc), or grade PTX"));
}

Result<int> grade_all(const GradeOptions& options) {
  const StopOnInterrupt interrupt;
  TRY(const auto lessons, lessons_of(options.lessons));
  TRY(const auto tasks, tasks_of(lessons));
  TRY(auto submissions, grading::submissions_in(options.submissions));
  TRY(check_compiler(submissions));
  Grading grading(options, std::move(submissions), tasks, interrupt.token());
  grading.run();
  if (interrupt.token().stop_requested()) return fail(tr("cancelled: not all was graded"));
  tables::Table table = grading.table();
  if (options.output.empty()) {
    print_csv(std::move(table));
    return 0;
  }
  // A spreadsheet takes a text for UTF-8 by the mark at its beginning.
  TRY(write_whole_file(fs::path(options.output), "\xef\xbb\xbf" + tables::as_csv(table)));
  print_line(options.language.speech(),
             tr("{} students are in {}", table.size() - 1, options.output));
  return 0;
}

constexpr const char* kFooter =
    "SUBMISSIONS holds a folder a student, with files called as in the lesson, or a file each.\n"
    "Each file is compiled, launched as the lesson's sidecar says and held to the bounds of every\n"
    "step that judges it (\"judged\"): findings, results, conflicts, sectors, bytes. A row a\n"
    "student: what passed, and why the rest did not.\n\n"
    "Example:\n  warplens grade my-lessons submissions -o grades.csv";

}  // namespace

Command grade_command(CLI::App& app) {
  auto options = std::make_shared<GradeOptions>();
  CLI::App* parser = app.add_subcommand("grade", "Grade what students hand in");
  parser->add_option("lessons", options->lessons, "A lesson's folder, or one that holds lessons")
      ->required()
      ->check(CLI::ExistingDirectory);
  parser->add_option("submissions", options->submissions, "What was handed in")
      ->required()
      ->check(CLI::ExistingDirectory);
  parser->add_option("-o,--output", options->output, "The CSV file (default: standard output)");
  parser->add_option("--jobs", options->jobs, "So many at once (default: one a core)")
      ->check(CLI::PositiveNumber);
  parser->add_option("--time-limit", options->seconds, "Seconds for each file")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  parser->add_option("--student", options->student)->group("");  // of the process of one file
  parser->add_option("--task", options->task)->group("");
  options->memory.add_to(*parser);
  options->language.add_to(*parser);
  parser->footer(kFooter);
  return {parser, [options] {
            if (options->task.empty()) return grade_all(*options);
            return options->memory.hold([&] { return grade_one(*options); });
          }};
}

}  // namespace warplens::cli
