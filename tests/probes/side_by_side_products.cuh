// Times matrix products side by side, all of them in turns, and holds each against the first one's
// result.
//
//   Products table("4096", flops, c, elements);       // c: where each leaves its result
//   table.add("cuBLAS", [=] { cublasSgemm(…); });     // what is right, and what shares are of
//   table.add("tiles", [=] { tiles<<<…>>>(…); });     // more than `tolerance` off: not timed
//   table.print(30);
#pragma once

#include "side_by_side.cuh"

// The largest |c - right|, as bits: those of a NaN are above all others.
__global__ void find_largest_error(const float* c, const float* right, size_t elements,
                                   unsigned* largest) {
  const size_t threads = size_t{gridDim.x} * blockDim.x;
  unsigned mine = 0;
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements; i += threads) {
    mine = max(mine, __float_as_uint(fabsf(c[i] - right[i])));
  }
  atomicMax(largest, mine);
}

class Products {
 public:
  Products(std::string title, double flops, float* c, size_t elements, double tolerance)
      : title_(std::move(title)), flops_(flops), tolerance_(tolerance), c_(c), elements_(elements) {
    right_ = device_array<float>(elements);
    largest_ = device_array<unsigned>(1);
    cudaEventCreate(&begin_);
    cudaEventCreate(&end_);
  }
  Products(const Products&) = delete;
  ~Products() { cudaFree(right_), cudaFree(largest_); }

  void add(std::string name, std::function<void()> run) {
    check(cudaMemset(c_, 0xff, elements_ * sizeof(float)), "cudaMemset");  // NaN
    run();
    check(cudaGetLastError(), name.c_str());
    check(cudaDeviceSynchronize(), name.c_str());
    const bool is_first = rows_.empty();
    if (is_first) check(cudaMemcpy(right_, c_, elements_ * 4, cudaMemcpyDeviceToDevice), "copy");
    const float error = largest_error();
    if (!(error <= tolerance_)) return void(std::printf("%s: WRONG by %g\n", name.c_str(), error));
    rows_.push_back({std::move(name), std::move(run), error, {}});
  }

  void print(int repetitions) {
    for (int r = -2; r < repetitions; ++r) {
      for (Row& row : rows_) time(row, r < 0);
    }
    std::printf("== %s\n", title_.c_str());
    const double first = seconds(rows_.front());
    for (Row& row : rows_) {
      std::printf("%-58s %7.2f TFLOP/s  %.3f  %.1e\n", row.name.c_str(),
                  flops_ / seconds(row) / 1e12, first / seconds(row), row.error);
    }
    std::fflush(stdout);
  }

 private:
  struct Row {
    std::string name;
    std::function<void()> run;
    float error;
    std::vector<float> milliseconds;
  };

  float largest_error() {
    check(cudaMemset(largest_, 0, sizeof(unsigned)), "cudaMemset");
    find_largest_error<<<1024, 256>>>(c_, right_, elements_, largest_);
    float error = 0;
    check(cudaMemcpy(&error, largest_, sizeof(error), cudaMemcpyDeviceToHost), "error");
    return error;
  }

  void time(Row& row, bool is_warm_up) {
    cudaEventRecord(begin_);
    row.run();
    cudaEventRecord(end_);
    check(cudaEventSynchronize(end_), row.name.c_str());
    float elapsed = 0;
    cudaEventElapsedTime(&elapsed, begin_, end_);
    if (!is_warm_up) row.milliseconds.push_back(elapsed);
  }

  static double seconds(Row& row) {
    std::sort(row.milliseconds.begin(), row.milliseconds.end());
    return row.milliseconds[row.milliseconds.size() / 2] / 1e3;
  }

  std::string title_;
  double flops_, tolerance_;
  float *c_, *right_;
  size_t elements_;
  unsigned* largest_;
  std::vector<Row> rows_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};
