#include "tests/explain/question.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "kernels/base/sha256.h"
#include "kernels/machine/machine.h"
#include "kernels/ptx/parser.h"
#include "kernels/run/executed_code.h"
#include "viz/analysis/executed/executed_trace.h"
#include "viz/explain/answers.h"

namespace warplens::explain {
namespace {

constexpr std::uint32_t kProfiledCapability = 90;

std::string folder() { return WARPLENS_SOURCE_DIR "/tests/explain/"; }

std::shared_ptr<const ptx::Module> module_named(const std::string& kernel) {
  const std::string path = folder() + kernel + ".ptx";
  auto module = ptx::parse(test_file(kernel + ".ptx"), path);
  EXPECT_TRUE(module.has_value()) << path;
  return std::make_shared<const ptx::Module>(std::move(*module));
}

std::string entry_of(const ptx::Module& module) {
  for (const ptx::Function& function : module.functions) {
    if (function.is_entry) return function.name;
  }
  return {};
}

std::vector<std::byte> parameters_of(const Question& asked, machine::Memory& memory) {
  std::vector<std::byte> bytes;
  for (const Argument& argument : asked.arguments) {
    if (argument.buffer_bytes == 0) {
      bytes.resize((bytes.size() + 3) / 4 * 4 + 4);
      std::memcpy(bytes.data() + bytes.size() - 4, &argument.integer, 4);
      continue;
    }
    trace::Buffer description;
    description.name = "buffer";
    description.bytes = argument.buffer_bytes;
    const std::uint64_t address = *memory.allocate(description);
    const auto contents = memory.bytes(memory.buffers().size() - 1);
    for (std::uint32_t i = 0; (i + 1) * 4 <= contents.size(); ++i)
      std::memcpy(contents.data() + i * 4, &i, 4);
    bytes.resize((bytes.size() + 7) / 8 * 8 + 8);
    std::memcpy(bytes.data() + bytes.size() - 8, &address, 8);
  }
  return bytes;
}

std::shared_ptr<const trace::Trace> traced(const Question& asked) {
  const auto module = module_named(asked.kernel);
  const auto program = machine::Program::load(module, entry_of(*module));
  EXPECT_TRUE(program.has_value()) << asked.kernel;
  machine::Memory memory;
  machine::LaunchRequest launch;
  launch.kernel_name = asked.kernel;
  launch.grid = asked.grid;
  launch.block = asked.block;
  launch.parameters = parameters_of(asked, memory);
  machine::RunOptions options;
  options.cost = analysis::add_cost;
  auto trace = machine::run(*program, launch, memory, options);
  EXPECT_TRUE(trace.has_value()) << asked.kernel;
  // The one that was asked about with every_fourth reads what nobody wrote, and so does it.
  for (const trace::Finding& finding : trace->findings) {
    if (asked.kernel == "every_fourth") continue;
    EXPECT_NE(finding.severity, trace::Severity::error) << finding.message.in(Language::en);
  }
  return std::make_shared<const trace::Trace>(std::move(*trace));
}

// NAME.sass; WARPLENS_UPDATE_GOLDEN writes it, where ptxas and nvdisasm are.
analysis::Code code_of(const std::string& kernel) {
  const std::string path = folder() + kernel + ".sass";
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) {
    const std::string ptx = test_file(kernel + ".ptx");
    const auto made = run::executed_code(run::code_sources(), {kernel, &ptx}, kProfiledCapability);
    if (made.has_value()) std::ofstream(path) << sass::to_text(*made);
  }
  const auto assembled = sass::read_assembled(test_file(kernel + ".sass"));
  EXPECT_TRUE(assembled.has_value()) << path;
  if (assembled.has_value()) {
    EXPECT_EQ(assembled->ptx_sha256, sha256(test_file(kernel + ".ptx"))) << path;
  }
  if (!assembled.has_value()) return {kProfiledCapability, std::nullopt, Text("none")};
  return {kProfiledCapability, *assembled, {}};
}

NcuReport report_of(const std::string& kernel) {
  auto report = read_ncu_report(test_file("testdata/" + kernel + ".source.csv"), kernel);
  auto metrics = read_ncu_report(test_file("testdata/" + kernel + ".raw.csv"), kernel);
  EXPECT_TRUE(report.has_value() && metrics.has_value()) << kernel;
  merge_into(*report, std::move(*metrics));
  EXPECT_EQ(report->launches.size(), 1u) << kernel;
  return std::move(*report);
}

}  // namespace

std::string test_file(const std::string& name) {
  std::ifstream in(folder() + name, std::ios::binary);
  EXPECT_TRUE(in.is_open()) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}

const std::vector<Question>& questions() {
  static const std::vector<Question> kQuestions{
      {"vector_rows",
       "https://forums.developer.nvidia.com/t/"
       "clarification-bank-conflicts-metric-vs-wavefronts-for-shared-memory-lds-128/359822",
       {1, 1, 1},
       {32, 1, 1},
       {buffer(4096), buffer(512)}},
      {"padded_tile",
       "https://forums.developer.nvidia.com/t/"
       "ncu-detects-bank-conflicts-in-matrix-transposition-after-padding/239100",
       {4, 8, 1},
       {32, 16, 1},
       {buffer(65536), buffer(65536), integer(128), integer(128)}},
      {"double_tile",
       "https://forums.developer.nvidia.com/t/"
       "matrix-transposition-why-are-the-number-of-shared-store-load-transactions-"
       "different-in-a-cuda-kernel/217015",
       {16, 16, 1},
       {32, 32, 1},
       {buffer(512 * 512 * 8), buffer(512 * 512 * 8), integer(512)}},
      {"guarded_part",
       "https://forums.developer.nvidia.com/t/"
       "coalesced-and-conflict-free-memory-access-using-cuda-memcpy-async-cp-async/306460",
       {4, 1, 1},
       {256, 1, 1},
       {buffer(5 * 4096), buffer(4 * 4096), integer(5 * 256)}},
      {"copied_halves",
       "https://forums.developer.nvidia.com/t/"
       "cp-async-introduces-bank-conflict-than-naive-ldg-and-sts-ptx/245066",
       {1, 1, 1},
       {64, 1, 1},
       {buffer(2048), buffer(1024)}},
      {"product_sectors",
       "https://forums.developer.nvidia.com/t/profiling-coalesced-memory-accesses-confusion/169185",
       {2, 4, 1},
       {32, 16, 1},
       {buffer(16384), buffer(16384), buffer(16384), integer(64)}},
      {"every_fourth",
       "https://github.com/NVIDIA-developer-blog/code-samples/issues/48",
       {2, 1, 1},
       {32, 1, 1},
       {buffer(256), buffer(256)}},
      {"stream_tiles",
       "https://github.com/NVIDIA/Fuser/issues/2263",
       {528, 1, 1},
       {256, 1, 1},
       {buffer(528 * 32768), buffer(528 * 32768)}},
      {"matrix_rows",
       "https://github.com/Bruce-Lee-LY/cuda_hgemm/issues/4",
       {1, 1, 1},
       {32, 1, 1},
       {buffer(512), buffer(128)}},
      {"one_vector",
       "https://forums.developer.nvidia.com/t/unexpected-shared-memory-bank-conflict/77228",
       {1, 1, 1},
       {32, 1, 1},
       {buffer(512), buffer(512)}},
      {"sliding_bytes",
       "https://forums.developer.nvidia.com/t/memory-access-should-be-coalesced-but-is-not/74238",
       {4, 1, 1},
       {64, 1, 1},
       {buffer(288), buffer(1024)}},
      {"added_doubles",
       "https://forums.developer.nvidia.com/t/l1-and-l2-cache-hit-rate/32799",
       {16, 1, 1},
       {256, 1, 1},
       {buffer(32000), buffer(32000), buffer(32000), integer(4000)}},
      // Asked by nobody in particular; what people quote all the same.
      {"guarded_copy",
       "",
       {4, 1, 1},
       {256, 1, 1},
       {buffer(5 * 4096), buffer(4 * 4096), integer(5 * 256)}},
      {"stream_copies",
       "",
       {528, 1, 1},
       {256, 1, 1},
       {buffer(528 * 16 * 4096), buffer(528 * 4096), integer(16)}},
      {"counted_words", "", {1, 1, 1}, {64, 1, 1}, {buffer(256), buffer(128), buffer(256)}},
      {"eight_in_a_row", "", {4, 1, 1}, {256, 1, 1}, {buffer(32768), buffer(4)}},
      {"far_rows", "", {4, 1, 1}, {128, 1, 1}, {buffer(65536), buffer(2048)}},
  };
  return kQuestions;
}

const Question& question(const std::string& kernel) {
  return *std::ranges::find(questions(), kernel, &Question::kernel);
}

Answered answered(const std::string& kernel, bool has_code, bool has_report) {
  Answered result;
  const auto asked = traced(question(kernel));
  result.code =
      has_code ? code_of(kernel) : analysis::Code{kProfiledCapability, std::nullopt, Text("none")};
  result.executed = analysis::executed(*asked, result.code);
  result.trace = analysis::executed_trace(asked, result.code, result.executed);
  if (has_report) result.report = report_of(kernel);
  result.explanation = explain({*result.trace, result.code, result.executed},
                               has_report ? &result.report.launches.front() : nullptr);
  return result;
}

const ExplainedAccess& Answered::access(std::uint32_t line, AccessClass kind) const {
  static const ExplainedAccess kNone;
  for (const ExplainedAccess& each : explanation.accesses) {
    if (each.place.line == line && each.kind == kind) return each;
  }
  ADD_FAILURE() << "no " << name_of(kind) << " in line " << line;
  return kNone;
}

const ExplainedMetric* Answered::metric(const std::string& name) const {
  for (const ExplainedMetric& each : explanation.metrics) {
    if (each.metric->name == name) return &each;
  }
  return nullptr;
}

std::string Answered::words(std::uint32_t line, AccessClass kind) const {
  std::string all;
  for (const Text& answer : answers(access(line, kind))) all += answer.in(Language::en) + " ";
  return all;
}

}  // namespace warplens::explain
