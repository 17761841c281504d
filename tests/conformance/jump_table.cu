// An indirect branch through a table (brx.idx), every lane to another target. No finding.
extern "C" __global__ void jump_table(const int* in, int* out) {
  int t = threadIdx.x, r;
  asm volatile(
      "{\n"
      "  .reg .u32 i;\n"
      "  rem.u32 i, %1, 3;\n"
      "  targets: .branchtargets first, second, third;\n"
      "  brx.idx i, targets;\n"
      "first:  mul.lo.s32 %0, %2, 2; bra done;\n"
      "second: add.s32 %0, %2, 100; bra done;\n"
      "third:  neg.s32 %0, %2;\n"
      "done:\n"
      "}"
      : "=r"(r) : "r"(in[t]), "r"(t));
  out[t] = r + __shfl_xor_sync(~0u, r, 2);
}
