// Barriers over the whole grid.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void grid_sum(const int* in, int* partial, int* out, int n) {
  const cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < grid.size(); i += grid.size()) partial[i] = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) partial[grid.thread_rank()] += in[i];
  grid.sync();
  for (int count = grid.size() / 2; count > 0; count /= 2) {
    if (grid.thread_rank() < count)
      partial[grid.thread_rank()] += partial[grid.thread_rank() + count];
    grid.sync();
  }
  if (grid.thread_rank() == 0) *out = partial[0];
}
