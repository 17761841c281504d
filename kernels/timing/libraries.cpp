#include "kernels/timing/libraries.h"

#include <algorithm>

#include "kernels/catalog/tensor_gemm_plans.h"

namespace warplens::timing {
namespace {

using catalog::Parameters;
using run::GpuBuffers;

// Values of reduce's parameter `operation` (kernels/catalog/reduce_plans.h).
constexpr std::int64_t kSum = 0;
constexpr std::int64_t kDot = 2;

enum class Library : std::uint8_t { cublas, cub };

struct Row {
  Library library;
  const char* family;
  const char* name;
  const char* variant;  // whose buffers and reference it borrows
  const char* result;
  Parameters settings;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {Library::cublas, "transpose", "cublasSgeam", "linear_read", "out", {}},
      {Library::cublas, "gemm", "cublasSgemm", "chessboard", "c", {}},
      {Library::cublas, "tensor_gemm", "cublasGemmEx", "one_tile", "c", {}},
      {Library::cublas, "reduce", "cublasSdot", "atomic", "result", {{"operation", kDot}}},
      {Library::cub, "reduce", "cub::DeviceReduce::Sum", "atomic", "result", {{"operation", kSum}}},
      {Library::cub, "histogram", "cub::DeviceHistogram", "global", "counts", {}},
      {Library::cub, "scan", "cub::DeviceScan::InclusiveSum", "vectors", "out", {}},
  };
  return all;
}

// One call of a library on a plan's buffers.
using LibraryCall = std::function<Result<void>(const GpuBuffers&)>;

LibraryCall call_of(const device::Cublas& cublas, std::string_view family, const Parameters& p) {
  const auto size = [&](const char* name) { return static_cast<int>(p.find(name)->second); };
  if (family == "transpose") {
    return [cublas, rows = size("rows"), cols = size("cols")](const GpuBuffers& buffers) {
      return cublas.transpose(buffers.address("in"), buffers.address("out"), rows, cols);
    };
  }
  if (family == "gemm") {
    return [cublas, m = size("m"), n = size("n"), k = size("k")](const GpuBuffers& buffers) {
      return cublas.multiply(
          {m, n, k, buffers.address("a"), buffers.address("b"), buffers.address("c")});
    };
  }
  if (family == "tensor_gemm") {
    const bool is_bfloat = p.find("type")->second == catalog::tensor_bf16;
    return [cublas, is_bfloat, m = size("m"), n = size("n"),
            k = size("k")](const GpuBuffers& buffers) {
      return cublas.multiply_halves(
          {m, n, k, buffers.address("a"), buffers.address("b"), buffers.address("c")}, is_bfloat);
    };
  }
  return [cublas, n = size("n")](const GpuBuffers& buffers) {
    return cublas.dot(buffers.address("x"), buffers.address("y"), buffers.address("result"), n);
  };
}

Result<std::shared_ptr<device::DeviceMemory>> scratch_of(const device::Gpu& gpu,
                                                         std::uint64_t bytes) {
  TRY(device::DeviceMemory scratch, gpu.allocate(std::max<std::uint64_t>(bytes, 1)));
  return std::make_shared<device::DeviceMemory>(std::move(scratch));
}

Result<LibraryCall> call_of(const device::Gpu& gpu, const device::Cub& cub, std::string_view family,
                            const Parameters& p) {
  const auto n = static_cast<int>(p.at("n"));
  if (family == "histogram") {
    TRY(const std::uint64_t bytes, cub.histogram_scratch_bytes(n));
    TRY(const auto scratch, scratch_of(gpu, bytes));
    return [cub, n, scratch](const GpuBuffers& buffers) {
      return cub.histogram(buffers.address("values"), buffers.address("counts"), n, *scratch);
    };
  }
  if (family == "scan") {
    TRY(const std::uint64_t bytes, cub.scan_scratch_bytes(n));
    TRY(const auto scratch, scratch_of(gpu, bytes));
    return [cub, n, scratch](const GpuBuffers& buffers) {
      return cub.scan(buffers.address("in"), buffers.address("out"), n, *scratch);
    };
  }
  TRY(const std::uint64_t bytes, cub.scratch_bytes(n));
  TRY(const auto scratch, scratch_of(gpu, bytes));
  return [cub, n, scratch](const GpuBuffers& buffers) {
    return cub.sum(buffers.address("x"), buffers.address("result"), n, *scratch);
  };
}

Result<Prepared> prepared(const device::Gpu& gpu, run::DeviceBuffers& initial,
                          const LibraryCall& call) {
  TRY(GpuBuffers uploaded, GpuBuffers::upload(gpu, initial));
  const auto buffers = std::make_shared<const GpuBuffers>(std::move(uploaded));
  const Run run = [buffers, call](device::EventTimer& timer) -> Result<void> {
    TRY(timer.begin());
    TRY(call(*buffers));
    return timer.end();
  };
  return Prepared{run, buffers};
}

}  // namespace

Libraries Libraries::open(const device::Gpu& gpu) {
  return {device::Cublas::open(gpu), device::Cub::open(gpu)};
}

Result<std::vector<Subject>> Libraries::of(const catalog::Family& family,
                                           const Parameters& settings) const {
  std::vector<Subject> subjects;
  for (const Row& row : rows()) {
    const bool is_there = row.library == Library::cublas ? cublas_.has_value() : cub_.has_value();
    if (row.family != family.name || !is_there) continue;
    const catalog::Variant* variant = family.find(row.variant);
    Parameters wanted = row.settings;
    for (const auto& [name, value] : settings) {
      const auto& taken = variant->parameters;
      if (std::ranges::find(taken, name) != taken.end()) wanted.emplace(name, value);
    }
    TRY(const auto parameters, complete(family, *variant, wanted));
    const auto prepare = [this, library = row.library, p = parameters, name = family.name](
                             const device::Gpu& gpu, const catalog::Plan&,
                             run::DeviceBuffers& initial) -> Result<Prepared> {
      TRY(const LibraryCall call,
          library == Library::cublas ? call_of(*cublas_, name, p) : call_of(gpu, *cub_, name, p));
      return prepared(gpu, initial, call);
    };
    subjects.push_back(
        {EntryKind::library, row.name, &family, variant, parameters, row.result, prepare});
  }
  return subjects;
}

std::vector<Both> Libraries::absent(const catalog::Family& family) const {
  std::vector<Both> lines;
  for (const Row& row : rows()) {
    if (row.family != family.name) continue;
    const bool of_cublas = row.library == Library::cublas;
    if (of_cublas && !cublas_.has_value()) {
      lines.push_back(absent_because(row.name, cublas_.error()));
    }
    if (!of_cublas && !cub_.has_value()) {
      lines.push_back(absent_because(row.name, cub_.error()));
    }
  }
  return lines;
}

}  // namespace warplens::timing
