// Whether tensor cores give the machine's bits (kernels/machine/operations/tensor_sum.h): random
// dot products of each shape and type by mma.sync, mma.sp, wmma and wgmma, held against the model,
// which is compiled in.
//
//   nvcc -std=c++20 -O3 -I. -gencode=arch=compute_90a,code=sm_90a -o tensor_sums
//     tests/probes/tensor_sums.cu kernels/machine/operations/tensor_sum.cpp
//     && ./tensor_sums [million dot products a form] [rows.tsv] [part of a form's name]
//
// It prints a line a form: how many results differ, and the first ones that do. The rows are some
// of the dot products with the hardware's results (tests/data/h200-tensor-sums.tsv).
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tensor_sums_forms.cuh"
#include "tensor_sums_vectors.cuh"

namespace {

using Bytes = std::vector<unsigned char>;

#define CHECK(call)                                            \
  if (const cudaError_t error = call; error != cudaSuccess) {  \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
    std::exit(1);                                              \
  }

double model(const Form& form, const TensorSum& how, const double* a, const double* b, double c) {
  namespace machine = warplens::machine;
  if (form.a.bytes == 8) {
    for (unsigned k = 0; k < form.k; ++k) c = machine::fused_multiply_add(a[k], b[k], c);
    return c;
  }
  float x[32], y[32];
  for (unsigned k = 0; k < form.k; ++k) {
    const unsigned at = machine::summed_place(how, form.k, k);
    x[at] = static_cast<float>(a[k]);
    y[at] = static_cast<float>(b[k]);
  }
  const double sum = form.kind == Kind::quads
                         ? machine::sum_of_quad(x, y, static_cast<float>(c), how.is_half)
                         : machine::sum_products(how, x, y, form.k, c);
  return form.d.bytes == 2 ? machine::rounded_to_half(sum) : sum;
}

std::string dot_text(const Form& form, unsigned row, unsigned column, const unsigned char* a,
                     const unsigned char* b, const unsigned char* c) {
  std::string text;
  char word[20];
  const auto add = [&](const Format& format, const unsigned char* from) {
    std::snprintf(word, sizeof word, "%0*llx", static_cast<int>(2 * format.bytes),
                  load(from, format.bytes));
    text += word;
  };
  for (unsigned k = 0; k < form.k; ++k) add(form.a, a + (row * form.k + k) * form.a.bytes);
  text += '\t';
  for (unsigned k = 0; k < form.k; ++k)
    add(form.b, b + (column * form.b_depth() + form.place(k)) * form.b.bytes);
  text += '\t';
  add(form.c, c + (row * form.n + column) * form.c.bytes);
  return text;
}

Bits wanted(const Form& form, const TensorSum& how, unsigned row, unsigned column,
            const unsigned char* a, const unsigned char* b, const unsigned char* c) {
  double x[32], y[32];
  for (unsigned k = 0; k < form.k; ++k) {
    x[k] = value_of(form.a, load(a + (row * form.k + k) * form.a.bytes, form.a.bytes));
    y[k] = value_of(
        form.b, load(b + (column * form.b_depth() + form.place(k)) * form.b.bytes, form.b.bytes));
  }
  const double old =
      value_of(form.c, load(c + (row * form.n + column) * form.c.bytes, form.c.bytes));
  return result_bits(form.d, model(form, how, x, y, old));
}

bool is_nan(const Format& format, Bits bits) { return std::isnan(value_of(format, bits)); }

template <class Work>
void on_all_cores(unsigned count, Work work) {
  std::atomic<unsigned> next{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back([&] {
      for (unsigned at; (at = next.fetch_add(64)) < count;)
        for (unsigned tile = at; tile < std::min(count, at + 64); ++tile) work(tile);
    });
  }
  for (auto& thread : threads) thread.join();
}

void write_rows(const Form& form, const Bytes& a, const Bytes& b, const Bytes& c, const Bytes& d,
                std::FILE* rows) {
  const unsigned count = form.a.bytes == 8 ? 16 : 64;
  for (unsigned i = 0; i < count; ++i) {
    const std::size_t tile = i * 16 / count;
    const unsigned row = i * 5 % form.m, column = i * 3 % form.n;
    const std::string text =
        dot_text(form, row, column, a.data() + tile * form.a_bytes(),
                 b.data() + tile * form.b_bytes(), c.data() + tile * form.c_bytes());
    std::fprintf(rows, "%s\t%s\t%s\t%s\t%s\t%s\t%0*llx\n", form.name, form.a.name, form.b.name,
                 form.c.name, form.d.name, text.c_str(), static_cast<int>(2 * form.d.bytes),
                 load(d.data() + tile * form.d_bytes() + (row * form.n + column) * form.d.bytes,
                      form.d.bytes));
  }
}

void try_form(const Form& form, double millions, std::FILE* rows) {
  const unsigned tiles = 1u << 20 >> (std::bit_width(form.m * form.n) - 1);
  Bytes a(size_t{tiles} * form.a_bytes()), b(size_t{tiles} * form.b_bytes()),
      c(size_t{tiles} * form.c_bytes()), d(size_t{tiles} * form.d_bytes());
  unsigned char *device_a, *device_b, *device_c, *device_d;
  CHECK(cudaMalloc(&device_a, a.size()));
  CHECK(cudaMalloc(&device_b, b.size()));
  CHECK(cudaMalloc(&device_c, c.size()));
  CHECK(cudaMalloc(&device_d, d.size()));
  const auto batches = static_cast<unsigned>(std::ceil(millions * 1e6 / (tiles * form.m * form.n)));
  const TensorSum how = form.sum();
  std::mutex mutex;
  Bits differing = 0, nans = 0, by_mode[kModes] = {}, nan_results = 0, infinities = 0;
  std::vector<std::string> examples;
  for (unsigned batch = 0; batch < batches; ++batch) {
    on_all_cores(tiles, [&](unsigned tile) {
      Random random{(Bits{batch} * tiles + tile + 1) * 0x9e3779b97f4a7c15ull};
      for (int i = 0; i < 4; ++i) random.next();
      fill(form, tile, random, &a[size_t{tile} * form.a_bytes()], &b[size_t{tile} * form.b_bytes()],
           &c[size_t{tile} * form.c_bytes()]);
    });
    CHECK(cudaMemcpy(device_a, a.data(), a.size(), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_b, b.data(), b.size(), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_c, c.data(), c.size(), cudaMemcpyHostToDevice));
    form.launch(device_a, device_b, device_c, device_d, tiles);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(d.data(), device_d, d.size(), cudaMemcpyDeviceToHost));
    if (batch == 0 && rows != nullptr) write_rows(form, a, b, c, d, rows);
    on_all_cores(tiles, [&](unsigned tile) {
      const unsigned char *ta = &a[size_t{tile} * form.a_bytes()],
                          *tb = &b[size_t{tile} * form.b_bytes()],
                          *tc = &c[size_t{tile} * form.c_bytes()];
      Bits tile_nans = 0, tile_infinities = 0;
      for (unsigned i = 0; i < form.m * form.n; ++i) {
        const Bits got = load(&d[size_t{tile} * form.d_bytes() + i * form.d.bytes], form.d.bytes);
        const Bits want = wanted(form, how, i / form.n, i % form.n, ta, tb, tc);
        const double value = value_of(form.d, got);
        tile_nans += std::isnan(value);
        tile_infinities += std::isinf(value);
        if (got == want) continue;
        std::lock_guard lock(mutex);
        ++differing;
        ++by_mode[tile % kModes];
        nans += is_nan(form.d, got) || is_nan(form.d, want);
        if (examples.size() < 4 || (by_mode[tile % kModes] <= 2 && examples.size() < 12)) {
          char text[80];
          std::snprintf(text, sizeof text, "    %s got %llx want %llx: ", kModeNames[tile % kModes],
                        got, want);
          examples.push_back(text + dot_text(form, i / form.n, i % form.n, ta, tb, tc));
        }
      }
      std::lock_guard lock(mutex);
      nan_results += tile_nans;
      infinities += tile_infinities;
    });
  }
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  CHECK(cudaFree(device_d));
  std::printf("%s: %llu of %llu differ (%llu NaNs and %llu infinities among the results)\n",
              form.name, differing, Bits{batches} * tiles * form.m * form.n, nan_results,
              infinities);
  if (differing == 0) return;
  std::printf("    NaN %llu;", nans);
  for (int i = 0; i < kModes; ++i) std::printf(" %s %llu", kModeNames[i], by_mode[i]);
  std::printf("\n");
  for (const std::string& example : examples) std::printf("%s\n", example.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const double millions = argc > 1 ? std::atof(argv[1]) : 10;
  std::FILE* rows = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
  for (const Form& form : kForms) {
    if (argc > 3 && std::strstr(form.name, argv[3]) == nullptr) continue;
    try_form(form, millions, rows);
    std::fflush(stdout);
  }
  if (rows != nullptr) std::fclose(rows);
}
