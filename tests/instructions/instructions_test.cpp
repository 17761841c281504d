// Each form of an instruction gives an H200's bits, on 4096 values.
//
// With WARPLENS_WRITE_INSTRUCTIONS=FOLDER in the environment nothing is compared: what
// tests/probes/instructions.cpp reads is written there, and RESULT.bin of each form whose results
// differ from those in FOLDER/checksums.tsv.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "kernels/base/whole_file.h"
#include "kernels/machine/machine_test_kit.h"
#include "tests/instructions/forms.h"
#include "tests/instructions/inputs.h"

namespace warplens::instructions {
namespace {

constexpr std::size_t kFormsOfModule = 100;

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.is_open()) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Form> all_forms() {
  return forms_of(file_text(WARPLENS_SOURCE_DIR "/tests/instructions/forms.txt"));
}

using Results = std::vector<std::uint64_t>;

// FNV-1a, a word at a time.
std::uint64_t checksum_of(const Results& results) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const std::uint64_t word : results) sum = (sum ^ word) * 0x100000001b3;
  return sum;
}

// What the machine gives, or nothing after a finding.
Results results_of(const std::shared_ptr<const ptx::Module>& module, std::size_t index) {
  static const std::vector<std::uint64_t> values = inputs();
  machine::Machine machine(module, fmt::format("form_{}", index));
  machine.options.recording = machine::Recording::none;
  machine.options.detect_races = false;
  machine.options.threads = 1;
  machine.buffer("inputs", values);
  const std::size_t results = machine.buffer("results", Results(kResults * kThreads));
  machine.buffer("memory", std::vector<std::uint64_t>(kThreads * kThreadBytes / 8));
  const trace::Trace trace = machine.trace_of({kThreads / kBlock}, {kBlock});
  for (const auto& finding : trace.findings) ADD_FAILURE() << finding.message.in(Language::en);
  return trace.findings.empty() ? machine.values<std::uint64_t>(results) : Results();
}

// Calls act(form, results).
template <class Act>
void each_result(const std::vector<Form>& forms, Act act) {
  for (std::size_t first = 0; first < forms.size(); first += kFormsOfModule) {
    const auto some =
        std::span(forms).subspan(first, std::min(kFormsOfModule, forms.size() - first));
    const auto module = machine::parse_text(module_of(some));
    for (std::size_t i = 0; i < some.size(); ++i) {
      SCOPED_TRACE(some[i].name());
      act(first + i, some[i], results_of(module, i));
    }
  }
}

// By the form's name.
std::map<std::string, std::string> recorded(const std::string& path) {
  std::map<std::string, std::string> sums;
  std::istringstream lines(file_text(path));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    if (!line.starts_with('#') && tab != std::string::npos)
      sums[line.substr(0, tab)] = line.substr(tab + 1);
  }
  return sums;
}

std::string text_of(std::uint64_t checksum) { return fmt::format("{:016x}", checksum); }

void write(const std::filesystem::path& path, std::string_view text) {
  const auto written = write_whole_file(path, text);
  if (!written.has_value()) ADD_FAILURE() << written.error().message.in(Language::en);
}
void write(const std::filesystem::path& path, const std::vector<std::uint64_t>& words) {
  write(path, {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(words[0])});
}

void write_for_probe(const std::filesystem::path& folder) {
  const std::vector<Form> forms = all_forms();
  std::string names;
  for (const Form& form : forms) names += form.name() + "\n";
  write(folder / "names.txt", names);
  write(folder / "inputs.bin", inputs());
  for (std::size_t first = 0; first < forms.size(); first += kFormsOfModule) {
    const auto some =
        std::span(forms).subspan(first, std::min(kFormsOfModule, forms.size() - first));
    write(folder / fmt::format("module_{}.ptx", first / kFormsOfModule), module_of(some));
  }
  if (!std::filesystem::exists(folder / "checksums.tsv")) return;
  const auto sums = recorded(folder / "checksums.tsv");
  each_result(forms, [&](std::size_t index, const Form& form, const Results& results) {
    const auto known = sums.find(form.name());
    if (known != sums.end() && known->second == text_of(checksum_of(results))) return;
    write(folder / fmt::format("{}.bin", index), results);
  });
}

TEST(Instructions, GiveAnH200sBits) {
  if (const char* folder = std::getenv("WARPLENS_WRITE_INSTRUCTIONS"))
    return write_for_probe(folder);
  const auto sums = recorded(WARPLENS_SOURCE_DIR "/tests/data/h200-instructions.tsv");
  const std::vector<Form> forms = all_forms();
  EXPECT_EQ(sums.size(), forms.size());
  each_result(forms, [&](std::size_t, const Form& form, const Results& results) {
    const auto known = sums.find(form.name());
    ASSERT_NE(known, sums.end()) << "not recorded";
    EXPECT_EQ(text_of(checksum_of(results)), known->second);
  });
}

}  // namespace
}  // namespace warplens::instructions
