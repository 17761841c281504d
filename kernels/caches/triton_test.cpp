#include "kernels/caches/triton.h"

#include <gmock/gmock.h>

#include "kernels/caches/places.h"
#include "kernels/caches/python_names.h"
#include "kernels/caches/triton_signature.h"

namespace warplens::caches {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kFolder = WARPLENS_SOURCE_DIR "/tests/cli/data/triton";

std::vector<std::string> written(const std::vector<ToldParameter>& parameters) {
  std::vector<std::string> all;
  for (const ToldParameter& one : parameters)
    all.push_back(one.type + " " + one.name +
                  (one.multiple > 1 ? "%" + std::to_string(one.multiple) : ""));
  return all;
}

ToldLaunch told(const std::string& json, const std::string& ttir, std::size_t parameters) {
  const auto read = told_by_triton(json, ttir, parameters);
  EXPECT_TRUE(read.has_value() && read->has_value());
  return read.has_value() && read->has_value() ? **read : ToldLaunch();
}

std::string error_of(const std::string& json) {
  const auto read = told_by_triton(json, "", 0);
  return read.has_value() ? "" : read.error().message.in(Language::en);
}

TEST(TritonSignature, NamesAndTypesOfVersion3_5) {
  const auto read = parameters_in_ttir(
      R"(  tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("x"(#loc)), )"
      R"(%flags: !tt.ptr<i1> loc("flags"(#loc)), %n: i32 {tt.divisibility = 16 : i32} loc("n"(#loc)), )"
      R"(%s: f32 loc("s"(#loc))) attributes {noinline = false} {)",
      "add");
  EXPECT_THAT(written(read), ElementsAre("float* x", "bool* flags", "int n%16", "float s"));
}

TEST(TritonSignature, TypesAloneOfVersion3_0) {
  const auto read = parameters_in_ttir(
      R"(tt.func public @f(%arg0: !tt.ptr<bf16, 1> {tt.divisibility = 16 : i32} )"
      R"(loc("/tmp/k.py":6:0), %arg1: i64 loc("/tmp/k.py":6:0)) attributes {})",
      "f");
  EXPECT_THAT(written(read), ElementsAre("__nv_bfloat16* ", "long long "));
}

TEST(TritonSignature, DescriptorsHaveABoxAndTheirSizesFollow) {
  const auto read = parameters_in_ttir(
      "tt.func public @f(%d: !tt.tensordesc<tensor<64x32xf16>> loc(\"d\"(#loc)), %d_0: i32, "
      "%d_1: i32, %d_2: i64, %d_3: i64, %y: !tt.ptr<f16>)",
      "f");
  ASSERT_EQ(read.size(), 6u);
  EXPECT_EQ(read[0].map.type, "f16");
  EXPECT_THAT(read[0].map.box, ElementsAre(32, 64));
  EXPECT_THAT(read[0].map.sizes, ElementsAre("d.shape1", "d.shape0"));
  EXPECT_THAT(read[0].map.strides, ElementsAre("d.shape1"));
  EXPECT_EQ(read[3].value, "d.shape1");
  EXPECT_EQ(read[4].value, "1");
}

TEST(TritonSignature, SaysWhatIsStoredToThroughADescriptor) {
  const auto read = parameters_in_ttir(
      "tt.func public @f(%x: !tt.ptr<f16>, %y: !tt.ptr<f16>) {\n"
      "    %a = tt.make_tensor_descriptor %x, [%m, %n]\n"
      "    %b = tt.make_tensor_descriptor %y, [%m, %n]\n"
      "    %c = tt.descriptor_load %a[%i, %j]\n    tt.descriptor_store %b[%i, %j], %c\n",
      "f");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_FALSE(read[0].is_written);
  EXPECT_TRUE(read[1].is_written);
}

TEST(TritonSignature, OfTextThatDoesNotEndIsNone) {
  EXPECT_THAT(parameters_in_ttir("tt.func public @f(%x: !tt.ptr<f32", "f"), IsEmpty());
  EXPECT_THAT(parameters_in_ttir("tt.func public @g(%x: i32)", "f"), IsEmpty());
  const std::string many(1 << 20, '(');
  EXPECT_THAT(parameters_in_ttir("tt.func public @f(" + many, "f"), IsEmpty());
}

TEST(TritonSignature, LeavesNamesThatAreNoneEmpty) {
  const auto read = parameters_in_ttir("tt.func public @f(%a: i32 loc(\"\x1b[31m\"(#loc)))", "f");
  EXPECT_THAT(written(read), ElementsAre("int a"));
}

TEST(TritonLaunch, IsWhatTheJsonSays) {
  const auto launch = told(
      R"({"name": "f", "num_warps": 8, "shared": 512, "num_ctas": 2, "triton_version": "3.5.0",
          "global_scratch_size": 384})",
      "tt.func public @f(%x: !tt.ptr<f32>)", 3);
  EXPECT_EQ(launch.threads, 256);
  EXPECT_EQ(launch.shared, 512);
  EXPECT_EQ(launch.cluster, 2);
  EXPECT_EQ(launch.compiler, "Triton 3.5.0");
  ASSERT_EQ(launch.parameters.size(), 3u);
  EXPECT_EQ(launch.parameters[1].count, "384*grid.x*grid.y*grid.z");
  EXPECT_EQ(launch.parameters[2].value, "0");
}

TEST(TritonLaunch, IsNothingOfAnotherJson) {
  const auto read = told_by_triton(R"({"kernel": "f"})", "", 1);
  ASSERT_TRUE(read.has_value());
  EXPECT_FALSE(read->has_value());
}

TEST(TritonLaunch, FieldsOfAnotherKindAreOneLineErrors) {
  EXPECT_THAT(error_of("no"), HasSubstr("no JSON"));
  EXPECT_THAT(error_of(R"({"num_warps": "4", "shared": 0, "name": "f"})"),
              HasSubstr("\"num_warps\""));
  EXPECT_THAT(error_of(R"({"num_warps": 1000000, "shared": 0, "name": "f"})"),
              HasSubstr("\"num_warps\""));
  EXPECT_THAT(error_of(R"({"num_warps": 4, "shared": -1, "name": "f"})"), HasSubstr("\"shared\""));
  EXPECT_THAT(error_of(std::string(100000, '[')), HasSubstr("no JSON"));
}

TEST(TritonCaches, ListTheirKernels) {
  const auto kernels = kernels_in(kFolder);
  ASSERT_TRUE(kernels.has_value());
  ASSERT_EQ(kernels->size(), 2u);
  const auto softmax = named(*kernels, "softmax");
  ASSERT_EQ(softmax.size(), 1u);
  EXPECT_EQ(softmax[0].warps, 2);
  EXPECT_EQ(softmax[0].target, "sm_80");
  EXPECT_EQ(named(*kernels, softmax[0].hash.substr(0, 6)).size(), 1u);
  EXPECT_THAT(named(*kernels, "gemm"), IsEmpty());
  EXPECT_THAT(line_of(softmax[0]).in(Language::en), HasSubstr("softmax: 2 warps, 8 bytes"));
}

TEST(TritonCaches, AreFoldersAndDescriptionsOfKernels) {
  const auto folder = named(*kernels_in(kFolder), "add").front().ptx.parent_path();
  EXPECT_TRUE(is_in_cache(folder));
  EXPECT_TRUE(is_in_cache(folder / "add.json"));
  EXPECT_EQ(only_kernel(folder).value(), folder / "add.ptx");
  EXPECT_FALSE(is_in_cache(WARPLENS_SOURCE_DIR "/docs"));
  EXPECT_FALSE(is_in_cache(folder / "add.ttir"));
  EXPECT_THAT(only_kernel(kFolder).error().message.in(Language::en), HasSubstr("2 kernels"));
}

TEST(MachineCode, AndPicklesSayWhereToGetPtx) {
  EXPECT_THAT(kernels_in("/x/a.cubin").error().message.in(Language::en),
              HasSubstr("machine code alone"));
  EXPECT_THAT(kernels_in("/x/a.nbi").error().message.in(Language::en), HasSubstr("inspect_asm"));
}

TEST(MachineCode, IsNoPtxAndPtxBehindAChecksumIs) {
  EXPECT_EQ(
      ptx_within("0123abcd//\n// Generated by NVIDIA NVVM Compiler\n.version 8.7\n.target sm_80\n"),
      "//\n// Generated by NVIDIA NVVM Compiler\n.version 8.7\n.target sm_80\n");
  EXPECT_EQ(ptx_within(std::string_view("ab\x93names.version 8.7\n\0x", 23)), ".version 8.7\n");
  EXPECT_EQ(ptx_within("0123\x7f"
                       "ELF .version 8.7"),
            "");
  EXPECT_EQ(ptx_within("nothing"), "");
}

TEST(PythonNames, AreThoseOfTheFunctionWithoutConstants) {
  EXPECT_THAT(
      python_parameters("@triton.jit\ndef f(x, y,  # two\n      n=1, B: tl.constexpr = 4):\n", "f"),
      ElementsAre("x", "y", "n"));
  EXPECT_THAT(python_parameters("def f(*arguments):", "f"), IsEmpty());
  EXPECT_THAT(python_parameters("def g(x):", "f"), IsEmpty());
  EXPECT_THAT(python_parameters("def f(x", "f"), IsEmpty());
}

}  // namespace
}  // namespace warplens::caches
