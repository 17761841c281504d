// What the special registers of clusters say.
// nvcc: -arch=compute_90
#define SPECIAL(name) [] { unsigned value; asm volatile("mov.u32 %0, %%" name ";" : "=r"(value)); return value; }()
extern "C" __global__ void __cluster_dims__(2, 2) cluster_registers(unsigned* out) {
  unsigned flag;
  asm volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(flag));
  const unsigned values[] = {SPECIAL("clusterid.x"), SPECIAL("clusterid.y"), SPECIAL("nclusterid.x"), SPECIAL("nclusterid.y"), SPECIAL("cluster_ctaid.x"), SPECIAL("cluster_ctaid.y"), SPECIAL("cluster_nctaid.x"), SPECIAL("cluster_nctaid.y"), SPECIAL("cluster_ctarank"), SPECIAL("cluster_nctarank"), flag};
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0) for (int i = 0; i < 11; ++i) out[block * 11 + i] = values[i];
}
