// bench and doctor on the simulated driver (tests/simulated_cuda), and without any.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "tests/cli/environment.h"
#include "tests/cli/json_schema.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(SimulatedBench, PrintsATableOfEachSize) {
  const Environment simulated = driver("simulated_cuda");
  const Output output = run({"bench", "transpose", "--sizes", "16..32,50", "--variants", "tile"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out,
              AllOf(HasSubstr("transpose on Simulated device"), HasSubstr("\n16 x 16\n"),
                    HasSubstr("\n32 x 32\n"), HasSubstr("\n50 x 50\n"), HasSubstr("  tile "),
                    HasSubstr("  device_copy "), HasSubstr(" GB/s "), HasSubstr("100%")));
  EXPECT_THAT(output.out, HasSubstr("not timed: cublasSgeam: "));
  EXPECT_THAT(output.out, Not(HasSubstr("packed")));
  EXPECT_EQ(output.err, "") << "no progress without a terminal";
}

TEST(SimulatedBench, GivesFlopRatesOfProducts) {
  const Environment simulated = driver("simulated_cuda");
  const Output output = run({"bench", "gemm", "--sizes", "32", "--variants", "chessboard"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr(" TFLOP/s "));
}

TEST(SimulatedBench, PrintsARecording) {
  const Environment simulated = driver("simulated_cuda");
  const auto json = run_json(
      {"bench", "add", "--sizes", "20", "--variants", "vector4", "--set", "threads=64", "--json"});
  EXPECT_EQ(json.at("version"), 1);
  EXPECT_EQ(json.at("device").at("name"), "Simulated device");
  EXPECT_EQ(json.at("command"),
            "warplens bench add --sizes 20 --variants vector4 --set threads=64");
  const auto& entry = json.at("entries").at(1);
  EXPECT_EQ(entry.at("name"), "vector4");
  EXPECT_EQ(entry.at("side"), 20);
  EXPECT_EQ(entry.at("parameters").at("n"), 400);
  EXPECT_EQ(entry.at("parameters").at("threads"), 64);
  EXPECT_GE(entry.at("seconds").at("repetitions"), 20);
}

TEST(SimulatedBench, AddsToARecording) {
  const Environment simulated = driver("simulated_cuda");
  const std::string file = (scratch_folder() / "add.json").string();
  const auto record = [&](const char* sizes) {
    return run({"bench", "add", "--sizes", sizes, "--variants", "linear_1d", "--no-baselines",
                "--record", file});
  };
  EXPECT_EQ(record("20").status, 0);
  EXPECT_EQ(record("20,30").status, 0);
  const auto json = parse_sorted_json(read_file(file));
  EXPECT_EQ(json.at("entries").size(), 2u);
  std::string of_another = read_file(file);
  of_another.replace(of_another.find("Simulated"), 9, "Different");
  write_file(file, of_another);
  const Output refused = record("20");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("holds timings of Different device, not of Simulated"));
  EXPECT_EQ(read_file(file), of_another);
  write_file(file, "{");
  EXPECT_THAT(record("20").err, HasSubstr("is no recording"));
}

void expect_kept_after(int signal) {
  const Environment simulated = driver("simulated_cuda");
  const std::string folder = scratch_folder().string();
  const Output ended = run_until_interrupted(
      {"bench", "reduce", "--sizes", "64..1024", "--record", folder + "/reduce.json"},
      [](const std::string& printed) { return printed.find("\r\033[K3/") != std::string::npos; },
      signal);
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err,
              testing::EndsWith("warplens: cancelled: what was timed so far is kept\r\n"));
  EXPECT_THAT(ended.out, HasSubstr("device_copy"));
  const auto json = parse_sorted_json(read_file(folder + "/reduce.json"));
  EXPECT_GE(json.at("entries").size(), 1u);
  EXPECT_LT(json.at("entries").size(), 40u);
}

TEST(SimulatedBench, KeepsWhatWasTimedOnCtrlC) { expect_kept_after(SIGINT); }
TEST(SimulatedBench, KeepsWhatWasTimedWhenItIsAskedToEnd) { expect_kept_after(SIGTERM); }

TEST(SimulatedBench, SaysInOneLineWhatIsMissing) {
  const auto failed = [](const std::vector<std::string>& arguments) {
    const Output output = run(arguments);
    EXPECT_EQ(output.status, 1);
    EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
    return output.err;
  };
  {
    const Environment ancient = driver("ancient_cuda");
    EXPECT_THAT(
        failed({"bench", "add"}),
        HasSubstr("libcuda.so.1 has no cuDriverGetVersion: install a driver for CUDA 12.0"));
  }
  const Environment simulated = driver("simulated_cuda");
  {
    const Environment none("WARPLENS_SIMULATED_CUDA", "no_device");
    EXPECT_THAT(failed({"bench", "add"}), HasSubstr("is a GPU present and visible?"));
  }
  {
    const Environment none("WARPLENS_SIMULATED_CUDA", "no_context");
    EXPECT_THAT(failed({"bench", "add"}), HasSubstr("opening the GPU failed"));
  }
  {
    const Environment none("WARPLENS_SIMULATED_CUDA", "out_of_memory");
    const Output output = run({"bench", "add", "--sizes", "1024", "--variants", "vector4"});
    EXPECT_EQ(output.status, 1);
    EXPECT_THAT(output.out, HasSubstr("not timed: vector4 at 1024: it needs"));
    EXPECT_THAT(output.err, HasSubstr("nothing could be timed"));
  }
  EXPECT_THAT(failed({"bench", "access"}),
              HasSubstr("choose one of copy, transpose, gemm, tensor_gemm"));
  EXPECT_THAT(failed({"bench", "add", "--sizes", "big"}), HasSubstr("--sizes 'big'"));
  EXPECT_THAT(failed({"bench", "add", "--sizes", "65..100"}), HasSubstr("no power of two"));
  EXPECT_THAT(failed({"bench", "add", "--sizes", "20000"}), HasSubstr("is 400000000"));
}

TEST(SimulatedBench, SaysHowTheResultsWereCompared) {
  const Environment simulated = driver("simulated_cuda");
  const auto line = [](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"bench", "gemm", "--variants", "chessboard", "--sizes"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments).out;
  };
  const char* all = "\ncompared with the CPU: every element of every result\n";
  EXPECT_THAT(line({"32"}), HasSubstr(all));
  EXPECT_THAT(line({"32", "--check", "whole"}), HasSubstr(all));
  EXPECT_THAT(run({"bench", "gemm", "--check", "some"}).err, HasSubstr("--check"));
}

TEST(SimulatedSweep, TimesOneKernelOverTheValuesAndMarksTheShortest) {
  const Environment simulated = driver("simulated_cuda");
  const Output output =
      run({"bench", "add/grid_stride", "--sizes", "16", "--sweep", "blocks=1,2..4"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out,
              AllOf(HasSubstr("\n16 x 16\n"), HasSubstr(" grid_stride blocks=1 "),
                    HasSubstr(" grid_stride blocks=2 "), HasSubstr(" grid_stride blocks=4 "),
                    HasSubstr(" device_copy "), Not(HasSubstr("vector4"))));
  EXPECT_THAT(output.out, testing::ContainsRegex("\n[*] grid_stride blocks=[124] "));
  EXPECT_EQ(std::count(output.out.begin(), output.out.end(), '*'), 2) << "the head's and one row's";
}

TEST(SimulatedSweep, TakesAllChoicesWhereNoneAreNamed) {
  const Environment simulated = driver("simulated_cuda");
  const auto json = run_json({"bench", "reduce/one_launch", "--sizes", "16", "--sweep", "loads",
                              "--no-baselines", "--set", "blocks=3", "--json"});
  ASSERT_EQ(json.at("entries").size(), 3u);
  const int loads[] = {1, 2, 4};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(json.at("entries").at(i).at("parameters").at("loads"), loads[i]);
    EXPECT_EQ(json.at("entries").at(i).at("parameters").at("blocks"), 3);
    EXPECT_FALSE(json.at("entries").at(i).contains("least")) << "its chip's rates are not known";
  }
  EXPECT_EQ(json.at("command"),
            "warplens bench reduce --sizes 16 --variants one_launch --set blocks=3 --sweep loads");
}

TEST(SimulatedSweep, ReckonsTheLeastTimesOfAChipWhoseLimitsAreKnown) {
  const Environment simulated = driver("simulated_cuda");
  const Environment named("WARPLENS_SIMULATED_CUDA", "named_h200");
  const auto json = run_json({"bench", "reduce/one_launch", "--sizes", "16", "--sweep",
                              "blocks=1,40", "--no-baselines", "--json"});
  for (const auto& entry : json.at("entries")) {
    const std::string blocks = fmt::format("blocks={}", entry.at("parameters").at("blocks").dump());
    const auto limits = run_json({"limits", "reduce/one_launch", "--chip", "h200", "--set", "n=256",
                                  "--set", blocks, "--json"});
    EXPECT_EQ(entry.at("least"), limits.at("least_seconds")) << blocks;
  }
  const Output csv = run({"bench", "reduce/one_launch", "--sizes", "16", "--sweep", "blocks=1,40",
                          "--no-baselines", "--csv"});
  EXPECT_THAT(csv.out, StartsWith("side,name,blocks,seconds,lower_quartile,upper_quartile,"
                                  "least_seconds,is_best\r\n16,one_launch,1,"));
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 3);
}

TEST(SimulatedSweep, SaysInOneLineWhatItCannotTake) {
  const Environment simulated = driver("simulated_cuda");
  const auto failed = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "bench");
    const Output output = run(arguments);
    EXPECT_NE(output.status, 0);
    EXPECT_EQ(output.out, "");
    return output.err;
  };
  EXPECT_THAT(failed({"reduce", "--sweep", "blocks"}), HasSubstr("write reduce/NAME"));
  EXPECT_THAT(
      failed({"reduce/shuffle", "--sweep", "loads"}),
      HasSubstr("reduce/shuffle has no parameter 'loads': choose one of operation, blocks"));
  EXPECT_THAT(failed({"reduce/shuffle", "--sweep", "n=1,2"}), HasSubstr("give --sizes"));
  EXPECT_THAT(failed({"reduce/one_launch", "--sweep", "loads=3"}),
              HasSubstr("loads is 3, which is none of its values: 1, 2, 4"));
  EXPECT_THAT(failed({"reduce/one_launch", "--sweep", "blocks=9999"}), HasSubstr("1 to 4096"));
  EXPECT_THAT(failed({"reduce/one_launch", "--sweep", "blocks=many"}),
              HasSubstr("write blocks=64,100,256 or blocks=64..1024"));
  EXPECT_THAT(failed({"reduce/one_launch", "--sweep", "blocks=65..66"}),
              HasSubstr("holds no value that blocks takes"));
  EXPECT_THAT(failed({"reduce/one_launch", "--variants", "shuffle"}),
              HasSubstr("give the variant once"));
  EXPECT_THAT(failed({"reduce/one_launch", "--sweep", "blocks", "--against-nvcc"}),
              HasSubstr("--sweep is not for --against-nvcc"));
  EXPECT_THAT(failed({"reduce", "--csv"}), HasSubstr("--sweep"));
  const Environment none("WARPLENS_SIMULATED_CUDA", "no_device");
  EXPECT_THAT(failed({"reduce/one_launch", "--sweep", "blocks"}),
              HasSubstr("is a GPU present and visible?"));
}

// A program that copies this kernel's PTX stands for nvcc: the simulated driver's binaries are PTX.
std::string pretended_nvcc(const std::string& version) {
  const std::filesystem::path folder = scratch_folder();
  write_file(folder / "nvcc", "#!/bin/sh\nif [ \"$1\" = --version ]; then echo release " + version +
                                  "; exit; fi\nwhile [ \"$1\" != -o ]; do shift; done\ncp " +
                                  (source_folder() / "assets/ptx/transpose/tile.ptx").string() +
                                  " \"$2\"\n");
  std::filesystem::permissions(folder / "nvcc", std::filesystem::perms::owner_all);
  return folder.string() + ":/usr/bin:/bin";
}

TEST(SimulatedBench, ComparesWithNvccWithinATolerance) {
  const Environment simulated = driver("simulated_cuda");
  const Environment path("PATH", pretended_nvcc("13.0"));
  const auto bench = [](const char* tolerance) {
    return run({"bench", "transpose", "--against-nvcc", "--variants", "tile", "--sizes", "16",
                "--tolerance", tolerance});
  };
  const Output within = bench("1e6");
  EXPECT_EQ(within.status, 0) << within.err;
  EXPECT_THAT(within.out, AllOf(HasSubstr("driver ms"), HasSubstr("nvcc ms"),
                                testing::ContainsRegex("\ntile +rows=16 cols=16 +[0-9.]+ +[0-9.]+ +"
                                                       "[0-9.]+  within\n")));
  const Output outside = bench("0");
  EXPECT_EQ(outside.status, 1);
  EXPECT_THAT(outside.out, HasSubstr("  OUTSIDE\n"));
  EXPECT_THAT(outside.err, HasSubstr("1 of 1 kernels are outside of 0% or were not timed"));
}

TEST(SimulatedBench, GivesTheComparisonWithNvccAsJson) {
  const Environment simulated = driver("simulated_cuda");
  const Environment path("PATH", pretended_nvcc("13.0"));
  const auto json = run_json({"bench", "transpose", "--against-nvcc", "--variants",
                              "tile,packed_xor", "--sizes", "16", "--tolerance", "1e6", "--json"},
                             1);
  const auto schema =
      parse_sorted_json(read_file(source_folder() / "docs/nvcc_comparison.schema.json"));
  EXPECT_THAT(schema_faults(schema, json), testing::IsEmpty());
  const auto& rows = json.at("comparisons");
  EXPECT_EQ(rows.at(0).at("verdict"), "within");
  EXPECT_GT(rows.at(0).at("ratio"), 0);
  EXPECT_EQ(rows.at(1).at("verdict"), "not timed");
  EXPECT_THAT(rows.at(1).at("problem").get<std::string>(), HasSubstr("looking for "));
}

TEST(SimulatedBench, ComparesOnlyWithTheNvccOfThePtx) {
  const Environment simulated = driver("simulated_cuda");
  const Environment path("PATH", pretended_nvcc("12.4"));
  const Output other = run({"bench", "transpose", "--against-nvcc"});
  EXPECT_EQ(other.status, 1);
  EXPECT_EQ(other.out, "");
  EXPECT_THAT(other.err, HasSubstr("nvcc is of CUDA 12.4, the PTX was made by nvcc 13.0: set"));
  EXPECT_THAT(run({"bench", "transpose", "--against-nvcc", "--record", "x.json"}).err,
              HasSubstr("--set and --record are not for --against-nvcc"));
}

TEST(SimulatedDoctor, DescribesTheGpu) {
  const Environment simulated = driver("simulated_cuda");
  const auto gpu = run_json({"doctor", "--json"}).at("cuda_driver");
  EXPECT_EQ(gpu.at("found"), true);
  EXPECT_EQ(gpu.at("cuda_version"), "13.0");
  const auto& device = gpu.at("devices").at(0);
  EXPECT_EQ(device.at("name"), "Simulated device");
  EXPECT_EQ(device.at("compute_capability"), "9.0");
  EXPECT_EQ(device.at("memory_bytes"), std::uint64_t{4} << 30);
  EXPECT_EQ(device.at("l2_bytes"), 1 << 20);
  EXPECT_EQ(device.at("multiprocessors"), 4);
  EXPECT_THAT(run({"doctor"}).out,
              HasSubstr("  ok  GPU: Simulated device, compute capability 9.0, 4 GiB, 1 MiB L2, 4 "
                        "multiprocessors\n"));
}

TEST(SimulatedDoctor, SaysWhatIsMissingAndSucceeds) {
  const Environment simulated = driver("simulated_cuda");
  const Environment none("WARPLENS_SIMULATED_CUDA", "no_device");
  const auto gpu = run_json({"doctor", "--json"}).at("cuda_driver");
  EXPECT_EQ(gpu.at("found"), false);
  EXPECT_THAT(gpu.at("problem").get<std::string>(), StartsWith("the driver does not start"));
  EXPECT_THAT(run({"doctor"}).out, HasSubstr("  --  GPU: the driver does not start"));
}

TEST(SimulatedDoctor, SaysThatADriverIsTooOldAndWhatToInstall) {
  const Environment ancient = driver("ancient_cuda");
  EXPECT_THAT(run({"doctor"}).out, HasSubstr("install a driver for CUDA 12.0 or later"));
}

}  // namespace
}  // namespace warplens::cli_test
