// The blurs beside the copy: docs/ladders/window.md has what it said.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -cudart static tests/probes/window.cu -o probe_window
//   ./probe_window 50 16384 8192 4097 10007
//
// Another number of rows a thread is one more line, of a kernel that was changed for it:
//   sed 's/kRows = kApart == 1 ? 4 : 4 \* kRadius/kRows = 16/' kernels/catalog/window/blur_strip.cu
//   \
//     > other.cu
//   nvcc … -DOTHER='"other.cu"' -DROWS=16
#include "side_by_side.cuh"

namespace direct {
#include "../../kernels/catalog/window/blur_direct.cu"
}
namespace tile {
#include "../../kernels/catalog/window/blur_tile.cu"
}
namespace wide_tile {
#include "../../kernels/catalog/window/blur_wide_tile.cu"
}
namespace separable {
#include "../../kernels/catalog/window/blur_separable.cu"
}
namespace separable_fused {
#include "../../kernels/catalog/window/blur_separable_fused.cu"
}
namespace rolling {
#include "../../kernels/catalog/window/blur_rolling.cu"
}
namespace strip {
#include "../../kernels/catalog/window/blur_strip.cu"
}
namespace fused {
#include "../../kernels/catalog/window/blur_twice_fused.cu"
}
#ifdef OTHER
namespace other {
#include OTHER
}
#endif

// More than roundings apart.
__global__ void count_wrong(const float* right, const float* out, size_t elements,
                            unsigned long long* wrong) {
  const size_t threads = size_t{gridDim.x} * blockDim.x;
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements; i += threads) {
    if (!(fabsf(out[i] - right[i]) < 2e-6f)) atomicAdd(wrong, 1ull);
  }
}

using Blur = void (*)(const float*, float*, int, int);

// Blocks of 32 × 8 threads, each of which gives `columns` × `rows` pixels.
// `early` columns are added to the image's.
dim3 grid_over(int side, int columns, int rows, int early) {
  return dim3((side + early + columns - 1) / columns, (side + rows - 1) / rows);
}

class Blurs {
 public:
  Blurs(int side, int square)
      : side_(side),
        table_(std::to_string(side) + ", square of " + std::to_string(square), 8.0 * side * side) {
    for (float** array : {&in, &between, &out, &right_}) *array = device_array<float>(elements());
    check(cudaMallocManaged(&wrong_, sizeof *wrong_), "cudaMallocManaged");
    fill_at_random<<<1024, 256>>>(in, elements());
    add("cudaMemcpy",
        [this] { cudaMemcpyAsync(out, in, elements() * sizeof(float), cudaMemcpyDeviceToDevice); });
  }
  ~Blurs() {
    for (float* array : {in, between, out, right_}) cudaFree(array);
    cudaFree(wrong_);
  }

  // What is added from now on gives what `run` gives.
  void expect(const std::function<void()>& run) {
    run();
    cudaMemcpy(right_, out, elements() * sizeof(float), cudaMemcpyDeviceToDevice);
    is_known_ = true;
  }
  void add(const char* name, const std::function<void()>& run) {
    cudaMemset(out, 0xff, elements() * sizeof(float));
    *wrong_ = 0;
    run();
    if (is_known_) count_wrong<<<1024, 256>>>(right_, out, elements(), wrong_);
    check(cudaDeviceSynchronize(), name);
    table_.add(name, run, *wrong_);
  }
  void add(const char* name, Blur blur, int columns, int rows, int early = 0) {
    add(name, [=] { launch(blur, in, out, columns, rows, early); });
  }
  void launch(Blur blur, const float* from, float* to, int columns, int rows, int early = 0) const {
    blur<<<grid_over(side_, columns, rows, early), dim3(32, 8)>>>(from, to, side_, side_);
  }
  void print(int repetitions) { table_.print(repetitions); }

  float *in = nullptr, *between = nullptr, *out = nullptr;

 private:
  size_t elements() const { return size_t(side_) * side_; }

  int side_;
  SideBySide table_;
  float* right_ = nullptr;
  unsigned long long* wrong_ = nullptr;
  bool is_known_ = false;
};

constexpr int kOwn = 120;  // columns of a strip

// Of wide tiles, of rows that start on multiples of so many floats.
template <int kRadius, int kAlign>
void add_wide_tiles(Blurs& all, const std::string& rows) {
  constexpr int kTile = kAlign == 4 ? 120 : 112;
  all.add(("window/blur_wide_tile" + rows).c_str(),
          wide_tile::window_blur_wide_tile<kRadius, kAlign>, kTile, 32, 4 - kAlign);
  all.add(("window/blur_separable_fused" + rows).c_str(),
          separable_fused::window_blur_separable_fused<kRadius, kAlign>, kTile, 32, 4 - kAlign);
}

// Of rows whose pixels of a lane are kApart from each other.
template <int kRadius, int kApart>
void blurs(int side, int repetitions) {
  constexpr int kRows = 8 * (kApart == 1 ? 4 : 4 * kRadius);  // of a block
  Blurs all(side, 2 * kRadius + 1);
  const Blur once = strip::window_blur_strip<kRadius, kApart>;
  const auto twice = [&all, once] {
    all.launch(once, all.in, all.between, kOwn, kRows);
    all.launch(once, all.between, all.out, kOwn, kRows);
  };
  all.expect([&] { all.launch(direct::window_blur_direct<kRadius>, all.in, all.out, 32, 8); });
  all.add("window/blur_direct", direct::window_blur_direct<kRadius>, 32, 8);
  all.add("window/blur_tile", tile::window_blur_tile<kRadius>, 32, 8);
  all.add("window/blur_separable", [&all] {
    all.launch(separable::window_blur_rows<kRadius>, all.in, all.between, 32, 8);
    all.launch(separable::window_blur_columns<kRadius>, all.between, all.out, 32, 8);
  });
  add_wide_tiles<kRadius, kApart == 1 ? 4 : 1>(all, "");
  if (kApart == 1) add_wide_tiles<kRadius, 1>(all, ", early accesses");
  all.add("window/blur_rolling", rolling::window_blur_rolling<kRadius>, 32, 64);
  all.add("window/blur_strip", once, kOwn, kRows);
  if (kApart == 1) {
    all.add("blur_strip, a warp's width apart", strip::window_blur_strip<kRadius, 32>, kOwn,
            32 * kRadius);
  }
#ifdef OTHER
  all.add("blur_strip, other rows", other::window_blur_strip<kRadius, kApart>, kOwn, 8 * ROWS);
#endif
  all.expect(twice);
  all.add("window/blur_twice", twice);
  all.add("window/blur_twice_fused", fused::window_blur_twice_fused<kRadius, kApart>, kOwn,
          64 * (kApart == 1 ? kRadius : 1));
  all.print(repetitions);
}

int main(int count, char** words) {
  const int repetitions = std::atoi(words[1]);
  for (int k = 2; k < count; ++k) {
    const int side = std::atoi(words[k]);
    if (side % 4 == 0) blurs<1, 1>(side, repetitions), blurs<2, 1>(side, repetitions);
    if (side % 4 != 0) blurs<1, 32>(side, repetitions), blurs<2, 32>(side, repetitions);
  }
}
