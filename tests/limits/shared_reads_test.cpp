// What wgmma reads of shared memory is what an H200 counted, form by form:
// tests/data/h200-shared-reads.tsv (tests/probes/shared_reads.py).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "kernels/machine/program/instruction_class.h"
#include "kernels/ptx/parser.h"

namespace warplens::limits {
namespace {

struct Counted {
  std::string form;
  double wavefronts = 0, reads = 0, writes = 0;
};

std::vector<Counted> counted_forms() {
  std::ifstream file(WARPLENS_SOURCE_DIR "/tests/data/h200-shared-reads.tsv");
  std::vector<Counted> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    Counted one;
    words >> one.form >> one.wavefronts >> one.reads >> one.writes;
    all.push_back(one);
  }
  return all;
}

std::string registers(const char* name, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("{}%{}{}", i == 0 ? "" : ", ", name, i);
  return "{" + text + "}";
}

// "f16_n64_a_in_shared_swizzle128_turned01" as PTX.
std::string instruction_of(const std::string& form) {
  const std::string type = form.substr(0, form.find('_'));
  const int columns = std::stoi(form.substr(form.find("_n") + 2));
  const bool is_shared = form.find("a_in_shared") != form.npos, is_whole = type == "s8";
  const int depth = type == "f16" ? 16 : type == "tf32" ? 8 : 32;
  const std::string a = is_shared ? "%rd1" : registers("r", 4);
  const std::string turns = type != "f16" ? "" : is_shared ? ", 0, 0" : ", 0";
  return fmt::format("wgmma.mma_async.sync.aligned.m64n{}k{}.{}.{}.{} {}, {}, %rd2, 1{}{};",
                     columns, depth, is_whole ? "s32" : "f32", type, type,
                     registers(is_whole ? "r" : "f", columns / 2), a, is_whole ? "" : ", 1, 1",
                     turns);
}

std::optional<machine::TensorWork> work_of(const std::string& instruction) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k() {\n.reg .f32 %f<128>;\n"
      ".reg .b32 %r<128>;\n.reg .b64 %rd<3>;\n" +
          instruction + "\nret;\n}\n",
      "form.ptx");
  if (!module.has_value()) return std::nullopt;
  return machine::tensor_work(module->functions.front().instructions.front());
}

TEST(SharedReads, OfWgmmaAreWhatAnH200Counted) {
  int forms = 0;
  for (const Counted& counted : counted_forms()) {
    if (counted.wavefronts == 0) continue;
    ++forms;
    const auto work = work_of(instruction_of(counted.form));
    ASSERT_TRUE(work.has_value()) << instruction_of(counted.form);
    EXPECT_EQ(static_cast<double>(4 * work->shared_bytes) / 128, counted.wavefronts)
        << counted.form;
  }
  EXPECT_GE(forms, 50);
}

}  // namespace
}  // namespace warplens::limits
