// What each unit of a multiprocessor takes in a cycle: the rates of assets/chips.json that are
// measured.
//
//   nvcc -O3 -std=c++17 -gencode arch=compute_90a,code=sm_90a -o unit_rates
//   tests/probes/unit_rates.cu
//   ./unit_rates > tests/data/h200-unit-rates.tsv
//
// A row: what, how much a cycle and multiprocessor, of what. That ptxas leaves one instruction an
// asm statement is seen in `cuobjdump -sass unit_rates`.
#include "unit_rates.cuh"
#include "unit_rates_memory.cuh"
#include "unit_rates_tensor.cuh"
#include "unit_rates_uniform.cuh"

#define F32(name, text) RATE(name, float, "f", text)
#define F64(name, text) RATE(name, double, "d", text)
#define I32(name, text) RATE(name, unsigned, "r", text)
#define I64(name, text) RATE(name, unsigned long long, "l", text)

F32(fma_f32, "fma.rn.f32 %0, %0, %1, %0;")
F32(add_f32, "add.rn.f32 %0, %0, %1;")
F32(mul_f32, "mul.rn.f32 %0, %0, %1;")
F32(min_f32, "min.f32 %0, %0, %1;")
I32(fma_f16x2, "fma.rn.f16x2 %0, %0, %1, %0;")
I32(add_f16x2, "add.rn.f16x2 %0, %0, %1;")
I32(fma_bf16x2, "fma.rn.bf16x2 %0, %0, %1, %0;")
I32(min_f16x2, "min.f16x2 %0, %0, %1;")
F64(fma_f64, "fma.rn.f64 %0, %0, %1, %0;")
F64(add_f64, "add.rn.f64 %0, %0, %1;")
F64(mul_f64, "mul.rn.f64 %0, %0, %1;")
F32(ex2_f32, "ex2.approx.ftz.f32 %0, %1;")
F32(lg2_f32, "lg2.approx.ftz.f32 %0, %1;")
F32(rcp_f32, "{.reg .f32 f;\n rcp.approx.ftz.f32 f, %1;\n add.f32 %0, %0, f;}")
F32(rsqrt_f32, "rsqrt.approx.ftz.f32 %0, %1;")
F32(sqrt_f32, "sqrt.approx.ftz.f32 %0, %1;")
F32(sin_f32, "sin.approx.ftz.f32 %0, %1;")
F32(cos_f32, "cos.approx.ftz.f32 %0, %1;")
F32(tanh_f32, "tanh.approx.f32 %0, %1;")
I32(tanh_f16x2, "tanh.approx.f16x2 %0, %1;")
I32(ex2_f16x2, "ex2.approx.f16x2 %0, %1;")
I32(ex2_bf16x2, "ex2.approx.ftz.bf16x2 %0, %1;")
I32(add_s32, "add.s32 %0, %0, %1;")
I64(add_s64, "add.s64 %0, %0, %1;")
I32(xor_b32, "xor.b32 %0, %0, %1;")
I32(shl_b32, "shl.b32 %0, %1, %0;")
I32(shf_b32, "shf.l.wrap.b32 %0, %0, %1, 5;")
I32(min_s32, "min.s32 %0, %0, %1;")
I32(max_u32, "max.u32 %0, %0, %1;")
I32(select_b32, "{.reg .pred p;\n setp.lt.s32 p, %0, %1;\n selp.b32 %0, %0, %1, p;}")
I32(mul_s32, "mul.lo.s32 %0, %0, %1;")
I32(mad_s32, "mad.lo.s32 %0, %0, %1, %0;")
I32(mul_hi_u32, "mul.hi.u32 %0, %0, %1;")
I64(mad_wide_u32, "{.reg .b32 a, b;\n mov.b64 {a, b}, %0;\n mad.wide.u32 %0, a, b, %1;}")
I32(dp4a_s32, "dp4a.s32.s32 %0, %0, %1, %0;")
I32(sad_u32, "sad.u32 %0, %0, %1, %0;")
I32(prmt_b32, "prmt.b32 %0, %0, %1, 0x5410;")
I32(bfe_u32, "bfe.u32 %0, %1, %0, 7;")
I32(bfi_b32, "bfi.b32 %0, %1, %0, %0, 7;")
I32(popc_b32, "popc.b32 %0, %1;")
I32(clz_b32, "clz.b32 %0, %1;")
I32(bfind_u32, "bfind.u32 %0, %1;")
I32(brev_b32, "brev.b32 %0, %1;")
I32(cvt_f32_s32, "{.reg .f32 f;\n cvt.rn.f32.s32 f, %1;\n mov.b32 %0, f;}")
I32(cvt_s32_f32, "{.reg .f32 f;\n mov.b32 f, %1;\n cvt.rzi.s32.f32 %0, f;}")
F32(cvt_rni_f32, "cvt.rni.f32.f32 %0, %1;")
I32(cvt_f16_f32,
    "{.reg .f32 f;\n.reg .b16 h;\n mov.b32 f, %1;\n cvt.rn.f16.f32 h, f;\n mov.b32 %0, {h, h};}")
I32(cvt_f16x2_f32,
    "{.reg .f32 f, g;\n mov.b32 f, %1;\n mov.b32 g, %0;\n cvt.rn.f16x2.f32 %0, f, g;}")
I32(cvt_f32_f16,
    "{.reg .f32 f;\n.reg .b16 h, i;\n mov.b32 {h, i}, %1;\n cvt.f32.f16 f, h;\n mov.b32 %0, f;}")
I64(cvt_f64_f32,
    "{.reg .f64 d;\n.reg .f32 f, g;\n mov.b64 {f, g}, %1;\n cvt.f64.f32 d, f;\n mov.b64 %0, d;}")
I64(cvt_f32_f64,
    "{.reg .f64 d;\n.reg .f32 f;\n mov.b64 d, %1;\n cvt.rn.f32.f64 f, d;\n mov.b64 %0, {f, f};}")
I64(cvt_f64_s32,
    "{.reg .f64 d;\n.reg .b32 f, g;\n mov.b64 {f, g}, %1;\n cvt.rn.f64.s32 d, f;\n mov.b64 %0, d;}")
I64(cvt_s64_f32, "{.reg .f32 f, g;\n mov.b64 {f, g}, %1;\n cvt.rzi.s64.f32 %0, f;}")
I32(cvt_e4m3x2_f16x2, "{.reg .b16 h;\n cvt.rn.satfinite.e4m3x2.f16x2 h, %1;\n mov.b32 %0, {h, h};}")
I32(cvt_f16x2_e4m3x2, "{.reg .b16 h, i;\n mov.b32 {h, i}, %1;\n cvt.rn.f16x2.e4m3x2 %0, h;}")
I32(shfl_b32, "shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;")
I32(shfl_idx_b32, "shfl.sync.idx.b32 %0, %1, %0, 0x1f, 0xffffffff;")
I32(vote_ballot,
    "{.reg .pred p;\n setp.lt.s32 p, %0, %1;\n vote.sync.ballot.b32 %0, p, 0xffffffff;}")
I32(redux_s32, "redux.sync.add.s32 %0, %1, 0xffffffff;")
I32(match_any, "match.any.sync.b32 %0, %1, 0xffffffff;")

int main() {
  void* memory = nullptr;
  check(cudaMalloc(&memory, kMemoryBytes), "cudaMalloc");
  check(cudaMemset(memory, 0, kMemoryBytes), "cudaMemset");
  std::printf("# what\tper cycle and multiprocessor\tof what\n");
#define M(name) measure_##name(memory);
  M(fma_f32)
  M(add_f32)
  M(mul_f32)
  M(min_f32)
  M(fma_f16x2)
  M(add_f16x2)
  M(fma_bf16x2)
  M(min_f16x2)
  M(fma_f64)
  M(add_f64) M(mul_f64) M(ex2_f32) M(lg2_f32) M(rcp_f32) M(rsqrt_f32) M(sqrt_f32) M(sin_f32)
      M(cos_f32) M(tanh_f32) M(tanh_f16x2) M(ex2_f16x2) M(ex2_bf16x2) M(add_s32) M(add_s64)
          M(xor_b32) M(shl_b32) M(shf_b32) M(min_s32) M(max_u32) M(select_b32) M(mul_s32) M(mad_s32)
              M(mul_hi_u32) M(mad_wide_u32) M(dp4a_s32) M(sad_u32) M(prmt_b32) M(bfe_u32) M(bfi_b32)
                  M(popc_b32) M(clz_b32) M(bfind_u32) M(brev_b32) M(cvt_f32_s32) M(cvt_s32_f32)
                      M(cvt_rni_f32) M(cvt_f16_f32) M(cvt_f16x2_f32) M(cvt_f32_f16) M(cvt_f64_f32)
                          M(cvt_f32_f64) M(cvt_f64_s32) M(cvt_s64_f32) M(cvt_e4m3x2_f16x2)
                              M(cvt_f16x2_e4m3x2) M(shfl_b32) M(shfl_idx_b32) M(vote_ballot)
                                  M(redux_s32) M(match_any)
#undef M
                                      measure_tensor_rates(memory);
  measure_memory_rates(memory);
  measure_uniform_rates(memory);
  return 0;
}
