// docs/FINDINGS.md is what the planted kernels and the recording say today.
// After a wanted change: cmake --build --preset release --target findings_document, then read the
// diff.
#include "tests/planted/findings_document.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/planted/planted_run.h"

namespace warplens::planted {
namespace {

using ::testing::HasSubstr;

const std::string kDocument = WARPLENS_SOURCE_DIR "/docs/FINDINGS.md";

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << "cannot read " << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Recording committed_recording() {
  const auto recording =
      read_recording(text_of(WARPLENS_SOURCE_DIR "/tests/planted/compute-sanitizer.json"));
  EXPECT_TRUE(recording.has_value()) << recording.error().message.in(Language::en);
  return recording.value_or(Recording{});
}

bool is_planted(const Kernel& kernel, const trace::Finding& finding) {
  return std::ranges::any_of(kernel.faults,
                             [&](const Fault& fault) { return is_at(fault, finding); });
}

// A note accuses nobody, but tells of a fault that was planted.
std::vector<trace::Finding> judged_findings(const Kernel& kernel,
                                            std::vector<trace::Finding> findings) {
  std::erase_if(findings, [&](const trace::Finding& finding) {
    return finding.severity == trace::Severity::information && !is_planted(kernel, finding);
  });
  return findings;
}

JudgedSource judge(const PlantedFile& file) {
  JudgedSource judged{file.source.title, {}};
  for (const Kernel& kernel : file.source.kernels) {
    const auto findings = findings_of(file, kernel);
    EXPECT_TRUE(findings.has_value())
        << kernel.name << ": " << findings.error().message.in(Language::en);
    if (findings.has_value())
      judged.kernels.push_back({kernel, judged_findings(kernel, *findings)});
  }
  return judged;
}

std::vector<JudgedSource> judged_sources() {
  const auto files = planted_files();
  EXPECT_TRUE(files.has_value()) << files.error().message.in(Language::en);
  std::vector<JudgedSource> judged;
  for (const PlantedFile& file : *files) judged.push_back(judge(file));
  return judged;
}

TEST(FindingsDocument, IsWhatTheMachineAndTheRecordingSay) {
  const std::string text = findings_document(judged_sources(), committed_recording());
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) std::ofstream(kDocument) << text;
  EXPECT_EQ(text_of(kDocument), text)
      << "docs/FINDINGS.md is stale: build the target findings_document";
}

// "HASH  tests/planted/NAME.ptx"
std::map<std::string, std::string> committed_hashes() {
  std::map<std::string, std::string> hashes;
  std::ifstream file(WARPLENS_SOURCE_DIR "/tests/planted/hashes.sha256");
  for (std::string hash, path; file >> hash >> path;) hashes[path] = hash;
  return hashes;
}

TEST(FindingsDocument, TheRecordingIsOfThisPtx) {
  const Recording recording = committed_recording();
  for (const auto& [path, hash] : committed_hashes()) {
    if (!path.ends_with(".ptx")) continue;
    std::string name = path.substr(path.rfind('/') + 1);
    name.replace(name.size() - 3, 3, "cu");
    const auto recorded = recording.sources.find(name);
    EXPECT_TRUE(recorded != recording.sources.end() && recorded->second == hash)
        << name << " has changed: run scripts/planted-check on a machine with a GPU";
  }
}

TEST(FindingsDocument, TheRecordingHasEveryKernelUnderEveryTool) {
  const Recording recording = committed_recording();
  const auto files = planted_files();
  ASSERT_TRUE(files.has_value());
  for (const PlantedFile& file : *files) {
    for (const Kernel& kernel : file.source.kernels) {
      const auto runs = recording.kernels.find(kernel.name);
      ASSERT_TRUE(runs != recording.kernels.end()) << kernel.name;
      for (const std::string_view tool : kTools)
        EXPECT_TRUE(runs->second.contains(std::string(tool))) << kernel.name << " " << tool;
    }
  }
}

Kernel kernel_named(const std::string& name, std::vector<Fault> faults) {
  Kernel kernel;
  kernel.name = name;
  kernel.about = "About " + name;
  kernel.faults = std::move(faults);
  return kernel;
}

trace::Finding finding_at(std::uint32_t line) {
  trace::Finding finding;
  finding.line = line;
  return finding;
}

Recording small_recording() {
  Recording recording;
  recording.device = "GPU";
  recording.kernels["seen"]["memcheck"] = {{{"Invalid read", {3, 7}, 1}}, false, {}};
  recording.kernels["missed"]["memcheck"] = {{}, true, {}};
  recording.kernels["fine"]["racecheck"] = {{{"Race", {}, 2}}, false, {}};
  return recording;
}

std::string small_document() {
  const Fault fault{"race", 7, false, {}, {}, {}};
  return findings_document({{"Title",
                             {{kernel_named("seen", {fault}), {}},
                              {kernel_named("missed", {fault}), {finding_at(9)}},
                              {kernel_named("fine", {}), {}}}}},
                           small_recording());
}

TEST(FindingsDocument, CountsWhatEachFinds) {
  EXPECT_THAT(small_document(), HasSubstr("| Title | 2 | 1 | 0 | 0 | 0 | 1 | 1 | 1 | 1 | 0 |\n"));
}

TEST(FindingsDocument, CountsWhoNamesTheLine) {
  EXPECT_THAT(small_document(), HasSubstr("by the four tools in 1 of the 1 that they find, by "
                                          "Warplens in 0 of its 1.\n"));
}

TEST(FindingsDocument, ListsWhatOnlyOneFinds) {
  const std::string text = small_document();
  EXPECT_THAT(text, HasSubstr("Warplens finds and compute-sanitizer does not\n\n- `missed`:"));
  EXPECT_THAT(text, HasSubstr("compute-sanitizer finds and Warplens does not\n\n- `seen`:"));
  EXPECT_THAT(text, HasSubstr("What neither finds\n\nNone."));
  EXPECT_THAT(text, HasSubstr("that compute-sanitizer accuses\n\n- `fine`:"));
}

TEST(FindingsDocument, NamesTheFaultsOwnLineWhereItIsAmongThoseNamed) {
  const std::string text = small_document();
  EXPECT_THAT(text, HasSubstr("| `seen` | race, 7 | 7 | – | – | – | – |"));
  EXPECT_THAT(text, HasSubstr("| `missed` | race, 7 | hangs | – | – | – | 9 |"));
  EXPECT_THAT(text, HasSubstr("| `fine` | right | – | no line | – | – | – |"));
}

}  // namespace
}  // namespace warplens::planted
