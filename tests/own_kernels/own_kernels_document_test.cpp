// docs/OWN_KERNELS.md says which guesses are right, and most are. After a wanted change:
// cmake --build --preset release --target own_kernels_document, then read the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "kernels/run/own_kernel.h"
#include "kernels/base/whole_file.h"
#include "kernels/own/infer_form.h"
#include "tests/own_kernels/known_launches.h"

namespace warplens::own {
namespace {

const std::filesystem::path kDocument = WARPLENS_SOURCE_DIR "/docs/OWN_KERNELS.md";
constexpr std::string_view kBegin = "<!-- guesses -->\n", kEnd = "<!-- /guesses -->\n";

const run::LoadedKernel& corpus_file(const std::string& file) {
  static std::map<std::string, run::LoadedKernel> files;
  const auto known = files.find(file);
  if (known != files.end()) return known->second;
  const std::string path = WARPLENS_SOURCE_DIR "/tests/corpus/" + file + ".ptx";
  auto loaded = run::load_kernel_file(path, {WARPLENS_SOURCE_DIR});
  EXPECT_TRUE(loaded.has_value()) << path;
  return files.emplace(file, loaded.value_or(run::LoadedKernel())).first->second;
}

std::vector<const FormBuffer*> buffers_in(const LaunchForm& form) {
  std::vector<const FormBuffer*> buffers;
  for (const FormArgument& argument : form.arguments)
    if (const auto* buffer = std::get_if<FormBuffer>(&argument)) buffers.push_back(buffer);
  return buffers;
}

// What is wrong with the guess's buffers and shape; nothing when all is right.
std::string wrong_form(const KnownLaunch& known, const LaunchForm& form) {
  const auto values = values_of(form);
  if (!values.has_value()) return values.error().message.in(Language::en);
  const auto buffers = buffers_in(form);
  if (buffers.size() != known.buffers.size()) return "another number of buffers";
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (catalog::name_of(buffers[i]->type) != known.buffers[i].type)
      return fmt::format("{} is {}", buffers[i]->name, known.buffers[i].type);
    const auto least = evaluate(known.buffers[i].count, *values);
    if (evaluate(buffers[i]->count.text, *values).value_or(0) < least.value())
      return fmt::format("{} has {} elements", buffers[i]->name, known.buffers[i].count);
  }
  for (const std::string& room : known.room)
    if (evaluate(room, *values).value() < 0) return fmt::format("{} is to be at least 0", room);
  return {};
}

std::string wrong_run(const LaunchForm& form, const run::LoadedKernel& loaded) {
  const auto kernel = own_kernel(form, loaded);
  if (!kernel.has_value()) return kernel.error().message.in(Language::en);
  const auto result = run::run_own(*kernel, {});
  if (!result.has_value()) return result.error().message.in(Language::en);
  for (const trace::Finding& finding : result->traces.front()->findings)
    if (finding.kind == trace::FindingKind::out_of_bounds) return "it goes out of bounds";
  return {};
}

struct Judged {
  const KnownLaunch* known;
  LaunchForm form;
  std::string wrong;
};

std::vector<Judged> judge_all() {
  std::vector<Judged> all;
  for (const KnownLaunch& known : known_launches()) {
    const run::LoadedKernel& loaded = corpus_file(known.file);
    auto form = guess_form(loaded, known.kernel);
    if (!form.has_value()) {
      all.push_back({&known, {}, form.error().message.in(Language::en)});
      continue;
    }
    std::string wrong = wrong_form(known, *form);
    if (wrong.empty()) wrong = wrong_run(*form, loaded);
    all.push_back({&known, std::move(*form), std::move(wrong)});
  }
  return all;
}

const std::vector<Judged>& judged() {
  static const auto all = judge_all();
  return all;
}

std::size_t count_right() {
  std::size_t right = 0;
  for (const Judged& one : judged()) right += one.wrong.empty() ? 1 : 0;
  return right;
}

std::string shape(const std::array<Entry, 3>& entries) {
  std::string text;
  for (const Entry& entry : entries)
    if (!entry.text.empty()) text += (text.empty() ? "" : " × ") + entry.text;
  return text.empty() ? "1" : text;
}

std::string row(const Judged& one) {
  std::string buffers;
  for (const FormBuffer* buffer : buffers_in(one.form))
    buffers += fmt::format("{}{} {}[{}]", buffers.empty() ? "" : ", ", buffer->name,
                           catalog::name_of(buffer->type), buffer->count.text);
  return fmt::format("| {}/{} | {} | {} | {} | {} |\n", one.known->file, one.known->kernel, buffers,
                     shape(one.form.grid), shape(one.form.block),
                     one.wrong.empty() ? "yes" : "no: " + one.wrong);
}

std::string table() {
  std::string text = fmt::format(
      "{} of {} are right.\n\n| kernel | buffers | grid | block | right |\n|---|---|---|---|---|\n",
      count_right(), judged().size());
  for (const Judged& one : judged()) text += row(one);
  return text;
}

std::string document() {
  std::ifstream file(kDocument);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(OwnKernelsDocument, HasTheGuessesAsTheyAre) {
  const std::string text = document();
  const std::size_t begin = text.find(kBegin), end = text.find(kEnd);
  ASSERT_NE(begin, std::string::npos) << kDocument;
  ASSERT_NE(end, std::string::npos) << kDocument;
  const std::size_t first = begin + kBegin.size();
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) {
    const auto written =
        write_whole_file(kDocument, text.substr(0, first) + table() + text.substr(end));
    EXPECT_TRUE(written.has_value());
    return;
  }
  EXPECT_EQ(text.substr(first, end - first), table())
      << "cmake --build … --target own_kernels_document";
}

TEST(OwnKernelGuesses, AreRightForThirtyOfFortyKernels) {
  EXPECT_GE(judged().size(), 40u);
  EXPECT_GE(count_right() * 40, judged().size() * 30);
}

}  // namespace
}  // namespace warplens::own
