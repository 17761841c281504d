// Chains of arithmetic, conversions and exchanges between lanes.
#pragma once

#include "latency.cuh"

template <class T>
struct OnRegister {
  T x, b, c;
  __device__ void begin(const Arguments& a) {
    x = static_cast<T>(a.one + threadIdx.x % 32);
    b = static_cast<T>(a.one);
    c = static_cast<T>(a.half);
  }
  __device__ void end(const Arguments& a, long long* out) {
    if (a.one == 77) out[threadIdx.x] = static_cast<long long>(x);
  }
};

// One instruction, or two of which the second takes the first one's result.
#define CHAIN(NAME, TYPE, LETTER, TEXT)                                                   \
  struct NAME : OnRegister<TYPE> {                                                        \
    __device__ void step() { asm volatile(TEXT : "+" LETTER(x) : LETTER(b), LETTER(c)); } \
  };

CHAIN(AddF32, float, "f", "add.f32 %0, %0, %1;")
CHAIN(MulF32, float, "f", "mul.f32 %0, %0, %1;")
CHAIN(FmaF32, float, "f", "fma.rn.f32 %0, %0, %1, %2;")
CHAIN(MaxF32, float, "f", "max.f32 %0, %0, %1; add.f32 %0, %0, %2;")
CHAIN(AddF64, double, "d", "add.f64 %0, %0, %1;")
CHAIN(MulF64, double, "d", "mul.f64 %0, %0, %1;")
CHAIN(FmaF64, double, "d", "fma.rn.f64 %0, %0, %1, %2;")
CHAIN(AddXor, unsigned, "r", "add.u32 %0, %0, %1; xor.b32 %0, %0, %2;")
CHAIN(TwoAdds, unsigned, "r", "add.u32 %0, %0, %1; add.u32 %0, %0, %2;")
CHAIN(XorAnd, unsigned, "r", "xor.b32 %0, %0, %1; and.b32 %0, %0, %2; shl.b32 %0, %0, %1;")
CHAIN(Shl, unsigned, "r", "shl.b32 %0, %1, %0;")
CHAIN(Lea, unsigned, "r", "{ .reg .u32 t; shl.b32 t, %0, 3; add.u32 %0, t, %1; }")
CHAIN(MulWide, unsigned, "r",
      "{ .reg .u64 t; mul.wide.u32 t, %0, %1; cvt.u32.u64 %0, t; xor.b32 %0, %0, %2; }")
CHAIN(FmaSetp, float, "f", "{ .reg .pred p; setp.lt.f32 p, %0, %1; @p fma.rn.f32 %0, %0, %1, %2; }")
CHAIN(IntOfFloat, float, "f", "{ .reg .s32 t; cvt.rni.s32.f32 t, %0; mov.b32 %0, t; }")
CHAIN(FloatOfInt, unsigned, "r", "{ .reg .f32 t; cvt.rn.f32.u32 t, %0; mov.b32 %0, t; }")
CHAIN(HalfOfFloat, float, "f",
      "{ .reg .b16 t, z; mov.b16 z, 0; cvt.rn.f16.f32 t, %0; mov.b32 %0, {t, z}; }")
CHAIN(FloatOfHalf, unsigned, "r",
      "{ .reg .b16 t, z; .reg .f32 f; mov.b32 {t, z}, %0; cvt.f32.f16 f, t; mov.b32 %0, f; }")
CHAIN(FloatOfDouble, double, "d", "{ .reg .f32 f; cvt.rn.f32.f64 f, %0; mov.b64 %0, {f, f}; }")
CHAIN(DoubleOfInt, double, "d", "{ .reg .s32 a, b; mov.b64 {a, b}, %0; cvt.rn.f64.s32 %0, a; }")
CHAIN(IntOfDouble, double, "d", "{ .reg .s32 a; cvt.rni.s32.f64 a, %0; mov.b64 %0, {a, a}; }")
CHAIN(DivF32, float, "f", "div.rn.f32 %0, %1, %0;")
CHAIN(SqrtF32, float, "f", "sqrt.rn.f32 %0, %0;")
CHAIN(DivF64, double, "d", "div.rn.f64 %0, %1, %0;")
CHAIN(DivU32, unsigned, "r", "div.u32 %0, %1, %0;")
CHAIN(Lop3, unsigned, "r", "lop3.b32 %0, %0, %1, %2, 0x6a; add.u32 %0, %0, %1;")
CHAIN(MadS32, unsigned, "r", "mad.lo.u32 %0, %0, %1, %2;")
CHAIN(MulHi, unsigned, "r", "mul.hi.u32 %0, %0, %1;")
CHAIN(ShlXor, unsigned, "r", "shl.b32 %0, %0, %1; xor.b32 %0, %0, %2;")
CHAIN(ShfXor, unsigned, "r", "shf.l.wrap.b32 %0, %0, %1, %2; xor.b32 %0, %0, %2;")
CHAIN(PrmtXor, unsigned, "r", "prmt.b32 %0, %0, %1, %2; xor.b32 %0, %0, %2;")
CHAIN(MinXor, unsigned, "r", "min.u32 %0, %0, %1; xor.b32 %0, %0, %2;")
CHAIN(AbsAdd, int, "r", "abs.s32 %0, %0; add.s32 %0, %0, %1;")
CHAIN(Add64Xor, unsigned long long, "l", "add.u64 %0, %0, %1; xor.b64 %0, %0, %2;")
CHAIN(Mul64, unsigned long long, "l", "mad.lo.u64 %0, %0, %1, %2;")
CHAIN(Popc, unsigned, "r", "popc.b32 %0, %0;")
CHAIN(Clz, unsigned, "r", "clz.b32 %0, %0;")
CHAIN(Brev, unsigned, "r", "brev.b32 %0, %0; xor.b32 %0, %0, %1;")
CHAIN(Dp4a, unsigned, "r", "dp4a.u32.u32 %0, %0, %1, %2;")
CHAIN(SetpSelp, unsigned, "r", "{ .reg .pred p; setp.lt.u32 p, %0, %1; selp.b32 %0, %1, %2, p; }")
CHAIN(SetpFSelp, float, "f", "{ .reg .pred p; setp.lt.f32 p, %0, %1; selp.f32 %0, %1, %2, p; }")
CHAIN(Ex2, float, "f", "ex2.approx.ftz.f32 %0, %0;")
CHAIN(Lg2, float, "f", "lg2.approx.ftz.f32 %0, %0;")
CHAIN(Rcp, float, "f", "rcp.approx.ftz.f32 %0, %0; add.f32 %0, %0, %1;")
CHAIN(Rsqrt, float, "f", "rsqrt.approx.ftz.f32 %0, %0;")
CHAIN(Sqrt, float, "f", "sqrt.approx.ftz.f32 %0, %0;")
CHAIN(Sin, float, "f", "sin.approx.ftz.f32 %0, %0;")
CHAIN(Tanh, float, "f", "tanh.approx.f32 %0, %0;")
CHAIN(DivApprox, float, "f", "div.approx.ftz.f32 %0, %1, %0;")
CHAIN(IntAndBack, float, "f", "{ .reg .s32 t; cvt.rni.s32.f32 t, %0; cvt.rn.f32.s32 %0, t; }")
CHAIN(HalfAndBack, float, "f", "{ .reg .b16 t; cvt.rn.f16.f32 t, %0; cvt.f32.f16 %0, t; }")
CHAIN(DoubleAndBack, float, "f", "{ .reg .f64 t; cvt.f64.f32 t, %0; cvt.rn.f32.f64 %0, t; }")
CHAIN(FmaHalf2, unsigned, "r", "fma.rn.f16x2 %0, %0, %1, %2;")
CHAIN(AddHalf2, unsigned, "r", "add.rn.f16x2 %0, %0, %1;")
CHAIN(FmaBf162, unsigned, "r", "fma.rn.bf16x2 %0, %0, %1, %2;")
CHAIN(ShflBfly, unsigned, "r", "shfl.sync.bfly.b32 %0, %0, 1, 31, 0xffffffff;")
CHAIN(ShflIdx, unsigned, "r", "shfl.sync.idx.b32 %0, %0, %0, 31, 0xffffffff;")
CHAIN(ShflDown, unsigned, "r", "shfl.sync.down.b32 %0, %0, 1, 31, 0xffffffff;")
CHAIN(Ballot, unsigned, "r",
      "{ .reg .pred p; setp.lt.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, 0xffffffff; }")
CHAIN(MatchAny, unsigned, "r", "match.any.sync.b32 %0, %0, 0xffffffff;")
CHAIN(ReduxAdd, unsigned, "r", "redux.sync.add.u32 %0, %0, 0xffffffff;")
CHAIN(ReduxMin, unsigned, "r", "redux.sync.min.u32 %0, %0, 0xffffffff;")
CHAIN(SyncWarp, unsigned, "r", "bar.warp.sync 0xffffffff;")
CHAIN(SyncThreads, unsigned, "r", "bar.sync 0;")
CHAIN(FenceBlock, unsigned, "r", "fence.acq_rel.cta;")
CHAIN(FenceGpu, unsigned, "r", "fence.acq_rel.gpu;")

inline void arithmetic(Table& table, const Arguments& a) {
  table.add("add.f32", cycles_of<AddF32>(a));
  table.add("mul.f32", cycles_of<MulF32>(a));
  table.add("fma.f32", cycles_of<FmaF32>(a));
  table.add("max.f32", cycles_of<MaxF32>(a) - table.of("add.f32"));
  table.add("add.f64", cycles_of<AddF64>(a));
  table.add("mul.f64", cycles_of<MulF64>(a));
  table.add("fma.f64", cycles_of<FmaF64>(a));
  // Neither folds into the other; by halves. Units that take turns add a cycle.
  table.add("add.u32", cycles_of<AddXor>(a) / 2);
  table.add("xor.b32", table.of("add.u32"));
  table.add("add.u32+add.u32", cycles_of<TwoAdds>(a));
  table.add("xor.b32+and.b32+shl.b32", cycles_of<XorAnd>(a));
  table.add("shl.b32 alone", cycles_of<Shl>(a));
  table.add("shl.b32+add.u32", cycles_of<Lea>(a));
  table.add("mul.wide.u32+xor.b32", cycles_of<MulWide>(a));
  table.add("setp.f32+fma.f32", cycles_of<FmaSetp>(a));
  table.add("cvt.s32.f32", cycles_of<IntOfFloat>(a));
  table.add("cvt.f32.u32", cycles_of<FloatOfInt>(a));
  table.add("cvt.f16.f32", cycles_of<HalfOfFloat>(a));
  table.add("cvt.f32.f16", cycles_of<FloatOfHalf>(a));
  table.add("cvt.f32.f64", cycles_of<FloatOfDouble>(a));
  table.add("cvt.f64.s32", cycles_of<DoubleOfInt>(a));
  table.add("cvt.s32.f64", cycles_of<IntOfDouble>(a));
  table.add("div.rn.f32", cycles_of<DivF32>(a));
  table.add("sqrt.rn.f32", cycles_of<SqrtF32>(a));
  table.add("div.rn.f64", cycles_of<DivF64>(a));
  table.add("div.u32", cycles_of<DivU32>(a));
  table.add("lop3.b32", cycles_of<Lop3>(a) - table.of("add.u32"));
  table.add("mad.lo.u32", cycles_of<MadS32>(a));
  table.add("mul.hi.u32", cycles_of<MulHi>(a));
  table.add("shl.b32", cycles_of<ShlXor>(a) - table.of("xor.b32"));
  table.add("shf.b32", cycles_of<ShfXor>(a) - table.of("xor.b32"));
  table.add("prmt.b32", cycles_of<PrmtXor>(a) - table.of("xor.b32"));
  table.add("min.u32", cycles_of<MinXor>(a) - table.of("xor.b32"));
  table.add("abs.s32", cycles_of<AbsAdd>(a) - table.of("add.u32"));
  table.add("add.u64+xor.b64", cycles_of<Add64Xor>(a));
  table.add("mad.lo.u64", cycles_of<Mul64>(a));
  table.add("popc.b32", cycles_of<Popc>(a));
  table.add("clz.b32", cycles_of<Clz>(a));
  table.add("brev.b32", cycles_of<Brev>(a) - table.of("xor.b32"));
  table.add("dp4a", cycles_of<Dp4a>(a));
  table.add("setp.u32+selp", cycles_of<SetpSelp>(a));
  table.add("setp.f32+selp", cycles_of<SetpFSelp>(a));
  table.add("ex2.f32", cycles_of<Ex2>(a));
  table.add("lg2.f32", cycles_of<Lg2>(a));
  table.add("rcp.f32", cycles_of<Rcp>(a) - table.of("add.f32"));
  table.add("rsqrt.f32", cycles_of<Rsqrt>(a));
  table.add("sqrt.f32", cycles_of<Sqrt>(a));
  table.add("sin.f32", cycles_of<Sin>(a));
  table.add("tanh.f32", cycles_of<Tanh>(a));
  table.add("div.approx.f32", cycles_of<DivApprox>(a));
  table.add("cvt.s32.f32+cvt.f32.s32", cycles_of<IntAndBack>(a));
  table.add("cvt.f16.f32+cvt.f32.f16", cycles_of<HalfAndBack>(a));
  table.add("cvt.f64.f32+cvt.f32.f64", cycles_of<DoubleAndBack>(a));
  table.add("fma.f16x2", cycles_of<FmaHalf2>(a));
  table.add("add.f16x2", cycles_of<AddHalf2>(a));
  table.add("fma.bf16x2", cycles_of<FmaBf162>(a));
  table.add("shfl.bfly", cycles_of<ShflBfly>(a));
  table.add("shfl.idx", cycles_of<ShflIdx>(a));
  table.add("shfl.down", cycles_of<ShflDown>(a));
  table.add("setp.u32+vote.ballot", cycles_of<Ballot>(a));
  table.add("match.any", cycles_of<MatchAny>(a));
  table.add("redux.add", cycles_of<ReduxAdd>(a));
  table.add("redux.min", cycles_of<ReduxMin>(a));
  table.add("bar.warp.sync", cycles_of<SyncWarp>(a));
  table.add("fence.acq_rel.cta", cycles_of<FenceBlock>(a));
  table.add("fence.acq_rel.gpu", cycles_of<FenceGpu>(a));
  for (const int warps : {1, 2, 4, 8, 16, 32}) {
    table.add("bar.sync " + std::to_string(warps) + " warps",
              cycles_of<SyncThreads>(a, {1, warps * 32, 1}));
  }
}

// One step of each of 32 warps at once: eight a scheduler, so that their unit is busy.
inline void busy_arithmetic(Table& table, const Arguments& a) {
  const Shape many{1, 1024, 1};
  table.add("add.f32 of 32 warps", cycles_of<AddF32>(a, many));
  table.add("fma.f32 of 32 warps", cycles_of<FmaF32>(a, many));
  table.add("fma.f64 of 32 warps", cycles_of<FmaF64>(a, many));
  table.add("add.u32+xor.b32 of 32 warps", cycles_of<AddXor>(a, many));
  table.add("mad.lo.u32 of 32 warps", cycles_of<MadS32>(a, many));
  table.add("shl.b32+xor.b32 of 32 warps", cycles_of<ShlXor>(a, many));
  table.add("popc.b32 of 32 warps", cycles_of<Popc>(a, many));
  table.add("dp4a of 32 warps", cycles_of<Dp4a>(a, many));
  table.add("setp.u32+selp of 32 warps", cycles_of<SetpSelp>(a, many));
  table.add("ex2.f32 of 32 warps", cycles_of<Ex2>(a, many));
  table.add("cvt.s32.f32+cvt.f32.s32 of 32 warps", cycles_of<IntAndBack>(a, many));
  table.add("cvt.f64.f32+cvt.f32.f64 of 32 warps", cycles_of<DoubleAndBack>(a, many));
  table.add("fma.f16x2 of 32 warps", cycles_of<FmaHalf2>(a, many));
  table.add("shfl.bfly of 32 warps", cycles_of<ShflBfly>(a, many));
  table.add("setp.u32+vote.ballot of 32 warps", cycles_of<Ballot>(a, many));
  table.add("redux.add of 32 warps", cycles_of<ReduxAdd>(a, many));
  table.add("match.any of 32 warps", cycles_of<MatchAny>(a, many));
}
