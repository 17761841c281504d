#include "kernels/capturing/program_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::capturing {
namespace {

using injected::spool::NoteKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Spooled process_with(const std::vector<std::string>& kernels) {
  Spooled process;
  process.device = "NVIDIA H200";
  process.capability = 90;
  process.driver = 13000;
  for (const std::string& kernel : kernels) {
    captured::Launch launch;
    launch.entry = kernel;
    SpooledEpisode& episode = process.episodes[process.episodes.size()];
    episode.kernel = kernel;
    episode.steps.emplace_back(launch);
  }
  return process;
}

std::vector<std::string> names_of(const std::vector<std::string>& kernels) {
  const Gathered gathered = program_of({process_with(kernels)}, "program");
  std::vector<std::string> names;
  for (const auto& episode : gathered.program.episodes) names.push_back(episode.name);
  return names;
}

TEST(ProgramOf, NumbersLaunchesOfOneName) {
  EXPECT_THAT(names_of({"_Z5scalePfi", "add", "_Z5scalePfi"}),
              ElementsAre("scale", "add", "scale#2"));
}

TEST(ProgramOf, GivesNamesThatCanBeTyped) {
  EXPECT_THAT(
      names_of({"_Z4axpyIfLi1000EEvT_PKS0_PS0_", "_ZN8__main__5saxpyB2v1B8cw51cXTLE5ArrayIfLi1EE",
                "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIfEESt5arrayIPcL"
                "m1EEEEviT0_T1_"}),
      ElementsAre("axpy<float, 1000>", "saxpy", "vectorized_elementwise_kernel"));
}

TEST(ProgramOf, SaysWhatALaunchEndedWith) {
  Spooled process = process_with({"beyond"});
  process.episodes[0].status = 700;
  process.episodes[0].error = "CUDA_ERROR_ILLEGAL_ADDRESS";
  captured::Allocation allocation;
  allocation.address = 4096;
  allocation.bytes = 4;
  allocation.parts.push_back({4096, captured::Bytes(4), {}});
  process.episodes[0].allocations.push_back(allocation);
  const Gathered gathered = program_of({process}, "program");
  const captured::Episode& episode = gathered.program.episodes.at(0);
  EXPECT_EQ(episode.error, "CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT_THAT(episode.notes, SizeIs(1));
  EXPECT_EQ(episode.allocations[0].parts[0].after, captured::Bytes(4));
}

TEST(ProgramOf, SaysANoteOfSeveralProcessesOnce) {
  Spooled process;
  process.notes.push_back({NoteKind::graph_node, injected::spool::kNoEpisode, 3, 0, "_Z5scalePfi"});
  const Gathered gathered = program_of({process, process}, "program");
  ASSERT_THAT(gathered.notes, SizeIs(1));
  EXPECT_EQ(gathered.notes[0].in(Language::en),
            "a graph with scale has a call of the host's, so that it was not captured");
  EXPECT_THAT(gathered.notes[0].in(Language::zh), HasSubstr("主机调用"));
}

}  // namespace
}  // namespace warplens::capturing
