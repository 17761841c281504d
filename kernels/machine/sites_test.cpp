// Which source line a trace names for an access that was inlined.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

struct Inlined {
  const char* name;
  const char* header;  // what the access was inlined from
  std::string file;    // what the site names
  std::uint32_t line;
};

class Sites : public testing::TestWithParam<Inlined> {};

TEST_P(Sites, NameTheInnermostLineOutsideCudasOwnHeaders) {
  const std::string text = kernel_text(
                               ".loc 1 42 3\n"
                               ".loc 2 84 5, function_name $name, inlined_at 1 42 3\n"
                               "ld.global.u32 %r2, [%rd2];\nret;") +
                           "\n.file 1 \"sample.cu\"\n.file 2 \"" + GetParam().header +
                           "\"\n.section .debug_str\n{\n$name:\n.b8 0\n}\n";
  Machine machine(parse_text(text));
  machine.buffer("out", zeros(32));
  machine.buffer("in", zeros(32));
  const trace::Trace trace = machine.trace_of({1}, {32});
  ASSERT_EQ(trace.sites.size(), 1u);
  EXPECT_EQ(trace.sites[0].file, GetParam().file);
  EXPECT_EQ(trace.sites[0].line, GetParam().line);
  EXPECT_EQ(trace.sites[0].call_line, 42u);
}

INSTANTIATE_TEST_SUITE_P(
    Machine, Sites,
    testing::Values(
        Inlined{"AToolkitsHeader", "/usr/local/cuda-13.0/targets/x86_64-linux/include/sm_20.hpp",
                "sample.cu", 42},
        Inlined{"ACubHeader", "/opt/cuda/include/cub/block/block_reduce.cuh", "sample.cu", 42},
        Inlined{"APythonPackagesHeader", "/venv/nvidia/cuda_runtime/include/sm_20.h", "sample.cu",
                42},
        Inlined{"AHeaderAsShippedPtxNamesIt", "cuda/sm_20.hpp", "sample.cu", 42},
        Inlined{"APersonsHeader", "/home/user/include/reduce.cuh", "/home/user/include/reduce.cuh",
                84},
        Inlined{"APersonsCudaFolder", "cuda/reduce.cu", "cuda/reduce.cu", 84}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace warplens::machine
