// cuBLAS, opened at run time: what the catalogue's kernels are held against. Matrices here are
// row-major f32, where nothing else is said, at device addresses, rows without padding. Each call
// queues its work on the default stream of the GPU's context. Source: "cuBLAS" reference, 12.0.
#pragma once

#include "kernels/device/gpu.h"
#include "kernels/device/shared_library.h"

namespace warplens::device {

class Cublas {
 public:
  // Errors: not installed; it does not start on `gpu`.
  static Result<Cublas> open(const Gpu& gpu);

  // out (cols × rows) = inᵀ, in (rows × cols): cublasSgeam.
  Result<void> transpose(std::uint64_t in, std::uint64_t out, int rows, int cols) const;
  struct Product {
    int m = 0, n = 0, k = 0;
    std::uint64_t a = 0, b = 0, c = 0;  // m × k, k × n, m × n
  };
  // c = a b in float32 arithmetic (CUBLAS_PEDANTIC_MATH): cublasSgemm.
  Result<void> multiply(const Product& product) const;
  // c = a b, a and b of f16 (or bf16), sums and c of f32: cublasGemmEx.
  Result<void> multiply_halves(const Product& product, bool is_bfloat) const;
  // *result = Σ x y, `result` in device memory: cublasSdot.
  Result<void> dot(std::uint64_t x, std::uint64_t y, std::uint64_t result, int n) const;

  struct Api;

 private:
  std::shared_ptr<const Api> api_;
};

}  // namespace warplens::device
