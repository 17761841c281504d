#include "kernels/device/cublas.h"

namespace warplens::device {

// A type of the unnamed namespace here would make GCC 14.2 crash at Api's pointers to functions.
struct cublasContext;

namespace {

using Handle = cublasContext*;
using Status = int;

constexpr int kPlain = 0;          // CUBLAS_OP_N
constexpr int kTransposed = 1;     // CUBLAS_OP_T
constexpr int kPedanticMath = 2;   // CUBLAS_PEDANTIC_MATH
constexpr int kDefaultMath = 0;    // CUBLAS_DEFAULT_MATH
constexpr int kFloatType = 0;      // CUDA_R_32F
constexpr int kHalfType = 2;       // CUDA_R_16F
constexpr int kBfloatType = 14;    // CUDA_R_16BF
constexpr int kFloatSums = 68;     // CUBLAS_COMPUTE_32F
constexpr int kAnyAlgorithm = -1;  // CUBLAS_GEMM_DEFAULT
constexpr int kOnTheDevice = 1;    // CUBLAS_POINTER_MODE_DEVICE
constexpr TextView kAdvice = tr("install cuBLAS of the CUDA toolkit to compare with it");

const float* matrix(std::uint64_t address) { return reinterpret_cast<const float*>(address); }
float* output(std::uint64_t address) { return reinterpret_cast<float*>(address); }

}  // namespace

struct Cublas::Api {
  SharedLibrary library;
  Gpu gpu;  // its context outlives the handle
  Handle handle = nullptr;
  Status (*create)(Handle*) = nullptr;
  Status (*destroy)(Handle) = nullptr;
  Status (*set_math_mode)(Handle, int) = nullptr;
  Status (*set_pointer_mode)(Handle, int) = nullptr;
  Status (*sgeam)(Handle, int, int, int, int, const float*, const float*, int, const float*,
                  const float*, int, float*, int) = nullptr;
  Status (*sgemm)(Handle, int, int, int, int, int, const float*, const float*, int, const float*,
                  int, const float*, float*, int) = nullptr;
  Status (*gemm_ex)(Handle, int, int, int, int, int, const void*, const void*, int, int,
                    const void*, int, int, const void*, void*, int, int, int, int) = nullptr;
  Status (*sdot)(Handle, int, const float*, int, const float*, int, float*) = nullptr;

  Api(SharedLibrary opened, const Gpu& on) : library(std::move(opened)), gpu(on) {}
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;
  ~Api() {
    if (handle != nullptr) destroy(handle);
  }
  Result<void> bind_all() {
    for (const Result<void>& bound :
         {library.bind("cublasCreate_v2", create), library.bind("cublasDestroy_v2", destroy),
          library.bind("cublasSetMathMode", set_math_mode),
          library.bind("cublasSetPointerMode_v2", set_pointer_mode),
          library.bind("cublasSgeam", sgeam), library.bind("cublasSgemm_v2", sgemm),
          library.bind("cublasGemmEx", gemm_ex), library.bind("cublasSdot_v2", sdot)}) {
      if (!bound.has_value()) return bound;
    }
    return {};
  }
  static Result<void> check(Status status, const char* what) {
    if (status == 0) return {};
    return fail(tr("{} failed: cuBLAS status {}", what, status));
  }
};

Result<Cublas> Cublas::open(const Gpu& gpu) {
  TRY(SharedLibrary library, SharedLibrary::open({"libcublas.so.13", "libcublas.so.12"}, kAdvice));
  auto api = std::make_shared<Api>(std::move(library), gpu);
  TRY(api->bind_all());
  gpu.make_current();
  TRY(Api::check(api->create(&api->handle), "starting cuBLAS"));
  TRY(Api::check(api->set_math_mode(api->handle, kPedanticMath), "cublasSetMathMode"));
  Cublas cublas;
  cublas.api_ = std::move(api);
  return cublas;
}

// A row-major matrix is a column-major one transposed, which is what cuBLAS calls a matrix.
Result<void> Cublas::transpose(std::uint64_t in, std::uint64_t out, int rows, int cols) const {
  constexpr float kOne = 1, kNone = 0;
  api_->gpu.make_current();
  return Api::check(api_->sgeam(api_->handle, kTransposed, kPlain, rows, cols, &kOne, matrix(in),
                                cols, &kNone, matrix(out), rows, output(out), rows),
                    "cublasSgeam");
}

Result<void> Cublas::multiply(const Product& product) const {
  constexpr float kOne = 1, kNone = 0;
  const auto& [m, n, k, a, b, c] = product;
  api_->gpu.make_current();
  return Api::check(api_->sgemm(api_->handle, kPlain, kPlain, n, m, k, &kOne, matrix(b), n,
                                matrix(a), k, &kNone, output(c), n),
                    "cublasSgemm");
}

// Pedantic arithmetic would leave the tensor cores out.
Result<void> Cublas::multiply_halves(const Product& product, bool is_bfloat) const {
  constexpr float kOne = 1, kNone = 0;
  const auto& [m, n, k, a, b, c] = product;
  const int type = is_bfloat ? kBfloatType : kHalfType;
  api_->gpu.make_current();
  TRY(Api::check(api_->set_math_mode(api_->handle, kDefaultMath), "cublasSetMathMode"));
  const Result<void> queued = Api::check(
      api_->gemm_ex(api_->handle, kPlain, kPlain, n, m, k, &kOne, matrix(b), type, n, matrix(a),
                    type, k, &kNone, output(c), kFloatType, n, kFloatSums, kAnyAlgorithm),
      "cublasGemmEx");
  const Result<void> back =
      Api::check(api_->set_math_mode(api_->handle, kPedanticMath), "cublasSetMathMode");
  return queued.has_value() ? back : queued;
}

Result<void> Cublas::dot(std::uint64_t x, std::uint64_t y, std::uint64_t result, int n) const {
  api_->gpu.make_current();
  TRY(Api::check(api_->set_pointer_mode(api_->handle, kOnTheDevice), "cublasSetPointerMode"));
  const Result<void> queued = Api::check(
      api_->sdot(api_->handle, n, matrix(x), 1, matrix(y), 1, output(result)), "cublasSdot");
  const Result<void> back =
      Api::check(api_->set_pointer_mode(api_->handle, 0), "cublasSetPointerMode");
  return queued.has_value() ? back : queued;
}

}  // namespace warplens::device
