// Whether TMA moves what kernels/base/tensor_box.h says: loads, stores and reductions by random
// tensor maps, tiles and im2col. Compute capability 9.0.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -c -o kernels.o tests/probes/tensor_copies.cu
//   g++ -std=c++20 -O2 -I. -I/usr/local/cuda/include -o tensor_copies
//     tests/probes/tensor_{copies,reductions}.cpp kernels/base/tensor_{box,map,map_check}.cpp
//     kernels/base/text.cpp kernels.o -L/usr/local/cuda/lib64 -lcudart_static -lfmt -ldl
//     -Wl,--unresolved-symbols=ignore-all   (nothing is translated)
//   ./tensor_copies [the CUtensorMapDataType whose reductions alone are tried]
//
// It prints a line a part, and the first maps that differ; 1 where anything is not as it is here.
#include "tensor_copies.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "kernels/base/tensor_box.h"
#include "tensor_reductions.h"

using warplens::BoxPiece;
using warplens::BoxPlace;
using warplens::TensorMap;

namespace {

std::mt19937 numbers;
int upto(int most) { return static_cast<int>(numbers() % static_cast<unsigned>(most + 1)); }
bool once_in(int n) { return upto(n - 1) == 0; }

template <class Function>
Function entry_point(const char* name) {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  void* const found = library == nullptr ? nullptr : dlsym(library, name);
  if (found == nullptr) std::printf("there is no %s\n", name), std::exit(1);
  return reinterpret_cast<Function>(found);
}

bool encode(const TensorMap& map, CUtensorMap& made) {
  static const auto tiled =
      entry_point<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled");
  static const auto im2col =
      entry_point<decltype(&cuTensorMapEncodeIm2col)>("cuTensorMapEncodeIm2col");
  const auto type = static_cast<CUtensorMapDataType>(map.type);
  const auto interleave = static_cast<CUtensorMapInterleave>(map.interleave);
  const auto swizzle = static_cast<CUtensorMapSwizzle>(map.swizzle);
  const auto fill = static_cast<CUtensorMapFloatOOBfill>(map.fill);
  void* const address = reinterpret_cast<void*>(map.address);
  cuuint64_t sizes[5], strides[4];
  for (int d = 0; d < 5; ++d) sizes[d] = map.sizes[d];
  for (int d = 0; d < 4; ++d) strides[d] = map.strides[d];
  if (!map.im2col)
    return tiled(&made, type, map.dimensions, address, sizes, strides, map.box.data(),
                 map.element_strides.data(), interleave, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                 fill) == CUDA_SUCCESS;
  return im2col(&made, type, map.dimensions, address, sizes, strides, map.im2col->lower.data(),
                map.im2col->upper.data(), map.im2col->channels, map.im2col->pixels,
                map.element_strides.data(), interleave, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                fill) == CUDA_SUCCESS;
}

// What random cases may have.
struct Kind {
  bool is_im2col = false, is_strided = false;
  bool reaches_outside = false;  // boxes begin before the tensor, corners lie outside of it
};

struct Case {
  TensorMap map;
  BoxPlace place;
};

Case random_tile(TensorMap::Type type, std::uint32_t dimensions, const Kind& kind) {
  Case made;
  TensorMap& map = made.map;
  map.type = type;
  map.address = reinterpret_cast<std::uint64_t>(array_on_gpu());
  map.dimensions = dimensions;
  const int swizzle = upto(3);
  map.swizzle = static_cast<TensorMap::Swizzle>(swizzle);
  if (map.is_floating() && once_in(3)) map.fill = TensorMap::Fill::nan;
  const auto element = static_cast<int>(map.element_bytes());
  const int groups = swizzle == 0 ? 1 + upto(7)
                     : once_in(3) ? 1 + upto((1 << swizzle) - 1)
                                  : 1 << swizzle;
  const int row = groups * 16 / element;
  map.sizes[0] = static_cast<std::uint64_t>(1 + upto(3 * row));
  std::uint64_t stride = (map.sizes[0] * static_cast<unsigned>(element) + 15) / 16 * 16;
  map.box[0] = static_cast<std::uint32_t>(row);
  made.place.first[0] = (upto(6) - (kind.reaches_outside ? 2 : 0)) * 16 / element;
  for (std::uint32_t d = 1; d < dimensions; ++d) {
    map.sizes[d] = static_cast<std::uint64_t>(1 + upto(d == 1 ? 20 : 6));
    map.strides[d - 1] = stride;
    stride *= map.sizes[d];
    map.box[d] = static_cast<std::uint32_t>(1 + upto(d == 1 ? 11 : 2));
    map.element_strides[d] =
        static_cast<std::uint32_t>(kind.is_strided && once_in(3) ? 1 + upto(2) : 1);
    made.place.first[d] = upto(static_cast<int>(map.sizes[d]) + 2) - (kind.reaches_outside ? 2 : 0);
  }
  return made;
}

Case random_im2col(TensorMap::Type type, const Kind& kind) {
  Case made = random_tile(type, static_cast<std::uint32_t>(3 + upto(2)), kind);
  TensorMap& map = made.map;
  map.im2col.emplace();
  map.im2col->channels = map.box[0];
  map.im2col->pixels = static_cast<std::uint32_t>(1 + upto(100));
  const std::uint32_t images = map.dimensions - 1;
  map.element_strides[images] = 1;
  made.place.first[images] = upto(static_cast<int>(map.sizes[images]));
  for (std::uint32_t d = 1; d < images; ++d) {
    map.im2col->lower[d - 1] = upto(4) - (kind.reaches_outside ? 2 : 0);
    map.im2col->upper[d - 1] = kind.reaches_outside ? upto(4) - 2 : -upto(2);
    made.place.offsets[d - 1] = static_cast<std::uint32_t>(upto(3));
    const auto stride = static_cast<int>(map.element_strides[d]);
    const int room =
        static_cast<int>(map.sizes[d]) - 1 + map.im2col->upper[d - 1] - map.im2col->lower[d - 1];
    if (room >= 0) made.place.first[d] = map.im2col->lower[d - 1] + upto(room / stride) * stride;
  }
  return made;
}

void tell(const char* what, const Case& each) {
  const TensorMap& map = each.map;
  std::printf("  %s: type %d dims %u swizzle %d fill %d", what, static_cast<int>(map.type),
              map.dimensions, static_cast<int>(map.swizzle), static_cast<int>(map.fill));
  for (std::uint32_t d = 0; d < map.dimensions; ++d)
    std::printf(" [%llu box %u by %u at %lld]", static_cast<unsigned long long>(map.sizes[d]),
                map.box[d], map.element_strides[d], static_cast<long long>(each.place.first[d]));
  for (std::uint32_t d = 0; map.im2col && d + 2 < map.dimensions; ++d)
    std::printf(" {%d..%d +%u}", map.im2col->lower[d], map.im2col->upper[d], each.place.offsets[d]);
  if (map.im2col) std::printf(" pixels %u channels %u", map.im2col->pixels, map.im2col->channels);
  std::puts("");
  std::fflush(stdout);
}

Asked asked_of(const Case& each, const CUtensorMap& made) {
  Asked asked;
  asked.map = made;
  asked.dimensions = static_cast<int>(each.map.dimensions);
  asked.is_im2col = each.map.im2col ? 1 : 0;
  for (int d = 0; d < 5; ++d) asked.at[d] = static_cast<int>(each.place.first[d]);
  for (int d = 0; d < 3; ++d) asked.offsets[d] = static_cast<unsigned short>(each.place.offsets[d]);
  asked.bytes = static_cast<unsigned>(each.map.box_bytes());
  return asked;
}

using Bytes = std::vector<unsigned char>;

void tell_difference(const Case& each, const Bytes& had, const Bytes& got, const Bytes& want) {
  tell("differs", each);
  int shown = 0;
  const auto print = [](const char* name, const unsigned char* bytes) {
    std::printf(" %s", name);
    for (int b = 0; b < 16; ++b) std::printf(" %02x", bytes[b]);
  };
  for (std::size_t at = 0; at < got.size() && shown < 6; at += 16) {
    if (std::memcmp(&got[at], &want[at], 16) == 0) continue;
    ++shown;
    std::printf("    %zu:", at);
    if (!had.empty()) print("had", &had[at]);
    print("got", &got[at]);
    print("want", &want[at]);
    std::puts("");
  }
}

template <class Word>
void set_bits(unsigned char* at, Word mask, Word bits) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  word = static_cast<Word>((word & ~mask) | bits);
  std::memcpy(at, &word, sizeof word);
}

// Many of them are infinities, NaNs and subnormal numbers of some type.
Bytes random_bytes(std::size_t count) {
  Bytes bytes(count);
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(numbers());
  for (std::size_t at = 0; at < count; at += 8) {
    const bool is_large = once_in(2);
    const std::uint64_t all = once_in(4) ? ~std::uint64_t{0} : 0;  // no fraction
    switch (upto(15)) {
      case 0:
        set_bits<std::uint64_t>(&bytes[at], 0x7ff0000000000000 | (all >> 12),
                                is_large ? 0x7ff0000000000000 : 0);
        break;
      case 1:
        set_bits<std::uint32_t>(&bytes[at], 0x7f800000 | static_cast<std::uint32_t>(all >> 41),
                                is_large ? 0x7f800000 : 0);
        break;
      case 2:
        set_bits<std::uint16_t>(&bytes[at], 0x7c00, is_large ? 0x7c00 : 0);
        break;
      case 3:
        set_bits<std::uint16_t>(&bytes[at], 0x7f80, is_large ? 0x7f80 : 0);
        break;
      default:
        break;
    }
  }
  return bytes;
}

Bytes loaded(const Case& each, const Bytes& array) {
  Bytes shared(kSharedBytes, 0xee);
  const TensorMap& map = each.map;
  const std::uint64_t outside = map.fill_bits();
  for (std::uint64_t at = 0; at < map.box_bytes(); at += 8)
    std::memcpy(&shared[map.swizzled(0, at)], &outside, 8);
  for (const BoxPiece& piece : pieces_of_box(map, each.place)) {
    unsigned char* const to = &shared[map.swizzled(0, piece.at)];
    std::memcpy(to, &array[piece.address - map.address], piece.bytes);
    for (std::uint32_t b = 0; map.rounds() && b < piece.bytes; b += 4) {
      std::uint32_t word = 0;
      std::memcpy(&word, to + b, 4);
      word = warplens::round_to_tf32(word);
      std::memcpy(to + b, &word, 4);
    }
  }
  return shared;
}

Bytes stored(const Case& each, const Bytes& array, const Bytes& tile, Store how) {
  Bytes result = array;
  BoxPlace place = each.place;
  place.offsets = {};
  for (const BoxPiece& piece : pieces_of_box(each.map, place)) {
    const unsigned char* const from = &tile[each.map.swizzled(0, piece.at)];
    unsigned char* const to = &result[piece.address - each.map.address];
    // All of the piece's 16 bytes, be they within the tensor or not.
    if (how == Store::copy) {
      std::memcpy(to, from, 16);
      continue;
    }
    for (std::uint32_t b = 0; b < 16; b += each.map.element_bytes())
      reduce_element(each.map.type, how, to + b, from + b);
  }
  return result;
}

struct Row {
  Kind kind;
  TensorMap::Type type;
  std::optional<Store> store;  // nothing: a load
  int maps;
  unsigned seed = 1;
};

struct Tally {
  int tried = 0, counted_otherwise = 0, different = 0;
  bool has_faulted = false;
};

// False: it faulted, and nothing works any more.
bool try_load(const Case& each, const Asked& asked, const Bytes& array, Tally& tally) {
  Bytes got(kSharedBytes);
  const Came came = load_on_gpu(asked, got.data());
  if (came == Came::faulted) return false;
  tally.counted_otherwise += came == Came::counted_otherwise;
  const Bytes want = loaded(each, array);
  if (got != want && ++tally.different < 4) tell_difference(each, {}, got, want);
  return true;
}

bool try_store(const Case& each, const Asked& asked, const Bytes& array, const Bytes& tile,
               Store how, Tally& tally) {
  Bytes got(kArrayBytes);
  write_array(array.data());
  if (!store_on_gpu(asked, tile.data(), how)) return false;
  read_array(got.data());
  const Bytes want = stored(each, array, tile, how);
  if (got != want && ++tally.different < 4) tell_difference(each, array, got, want);
  return true;
}

Tally try_row(const Row& row) {
  numbers.seed(row.seed);
  const Bytes array = random_bytes(kArrayBytes), tile = random_bytes(kSharedBytes);
  write_array(array.data());
  Tally tally;
  for (int i = 0; i < row.maps; ++i) {
    const Case each =
        row.kind.is_im2col
            ? random_im2col(row.type, row.kind)
            : random_tile(row.type, static_cast<std::uint32_t>(1 + upto(4)), row.kind);
    CUtensorMap made;
    const bool is_taken = each.map.check().has_value();
    if (encode(each.map, made) != is_taken) tell("check() says otherwise", each), ++tally.different;
    if (!is_taken || each.map.shared_bytes() > kSharedBytes) continue;
    ++tally.tried;
    const Asked asked = asked_of(each, made);
    const bool works = row.store ? try_store(each, asked, array, tile, *row.store, tally)
                                 : try_load(each, asked, array, tally);
    if (works) continue;
    tally.has_faulted = true;
    break;
  }
  return tally;
}

// In a process of its own: after a fault nothing works.
Tally try_apart(const Row& row) {
  std::fflush(stdout);
  int ends[2];
  if (pipe(ends) != 0) std::exit(1);
  const pid_t child = fork();
  if (child == 0) {
    const Tally tally = try_row(row);
    std::fflush(stdout);
    _exit(write(ends[1], &tally, sizeof tally) == sizeof tally ? 0 : 1);
  }
  Tally tally;
  close(ends[1]);
  if (read(ends[0], &tally, sizeof tally) != sizeof tally) tally.has_faulted = true;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return tally;
}

using enum TensorMap::Type;

// As kernels/machine/block/tma_moves.cpp has it.
bool has_reduction(Store how, TensorMap::Type type) {
  const bool is_float = type == f16 || type == bf16 || type == f32 || type == f64 ||
                        type == f32_ftz || type == tf32 || type == tf32_ftz;
  if (how == Store::copy || type == u32) return true;
  if (how == Store::inc || how == Store::dec) return false;
  if (how >= Store::bit_and) return type == i32 || type == u64;
  if (how == Store::add) return type == i32 || type == u64 || is_float;
  return type == i32 || type == u64 || type == i64 || type == f16 || type == bf16;
}

constexpr TensorMap::Type kTypes[] = {u8,  u16, u32,  i32,     u64,  i64,     f16,
                                      f32, f64, bf16, f32_ftz, tf32, tf32_ftz};

// What is right for all of a part's rows.
bool tell_part(const char* name, const std::vector<Row>& rows, bool must_fault = false) {
  Tally all;
  int faulted = 0;
  for (const Row& row : rows) {
    const Tally one = try_apart(row);
    all.tried += one.tried;
    all.counted_otherwise += one.counted_otherwise;
    all.different += one.different;
    faulted += one.has_faulted;
    if (one.has_faulted != must_fault)
      std::printf("  type %d, store %d: %s\n", static_cast<int>(row.type),
                  row.store ? static_cast<int>(*row.store) : -1,
                  must_fault ? "does not fault" : "faults");
  }
  std::printf("%s: %d by random maps, %d differ, %d counted other bytes, %d of %zu kinds fault\n",
              name, all.tried, all.different, all.counted_otherwise, faulted, rows.size());
  const int wanted = must_fault ? static_cast<int>(rows.size()) : 0;
  return all.different == 0 && all.counted_otherwise == 0 && faulted == wanted;
}

}  // namespace

int main(int count, char** arguments) {
  const Kind tiles{.is_strided = true}, pixels{.is_im2col = true, .is_strided = true};
  const Kind tiles_outside{.is_strided = true, .reaches_outside = true};
  const Kind pixels_outside{.is_im2col = true, .is_strided = true, .reaches_outside = true};
  std::vector<Row> loads, pixel_loads, copies, pixel_copies, reductions, outside, missing;
  for (const auto type : kTypes) {
    loads.push_back({tiles_outside, type, {}, 300});
    pixel_loads.push_back({pixels_outside, type, {}, 100});
    copies.push_back({tiles, type, Store::copy, 100});
    pixel_copies.push_back({pixels, type, Store::copy, 50});
    for (auto how = Store::add; how <= Store::bit_xor;
         how = static_cast<Store>(static_cast<int>(how) + 1)) {
      (has_reduction(how, type) ? reductions : missing).push_back({tiles, type, how, 100});
    }
  }
  outside.push_back({tiles_outside, f16, Store::copy, 100});
  outside.push_back({pixels_outside, f16, Store::copy, 100});
  outside.push_back({tiles_outside, u32, Store::add, 100});
  if (count > 1) {  // the reductions of one type
    const auto type = static_cast<TensorMap::Type>(std::atoi(arguments[1]));
    std::erase_if(reductions, [type](const Row& row) { return row.type != type; });
    return tell_part("reductions", reductions) ? 0 : 1;
  }
  bool is_right = tell_part("loads of tiles", loads);
  is_right &= tell_part("loads of im2col", pixel_loads);
  is_right &= tell_part("copies of tiles to global memory", copies);
  is_right &= tell_part("copies of im2col to global memory", pixel_copies);
  is_right &= tell_part("reductions", reductions);
  is_right &= tell_part("written from before the tensor, or with corners outside", outside, true);
  is_right &= tell_part("reductions that a type does not have", missing, true);
  return is_right ? 0 : 1;
}
