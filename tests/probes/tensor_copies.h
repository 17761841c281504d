// One copy by a tensor map, on the GPU (tensor_copies.cu) for what asks for many of them
// (tensor_copies.cpp).
#pragma once

#include <cuda.h>

#include <cstddef>

constexpr int kSharedBytes = 65536;
constexpr std::size_t kArrayBytes = 1 << 20;

struct Asked {
  CUtensorMap map;
  int dimensions = 2, is_im2col = 0;
  int at[5] = {};
  unsigned short offsets[3] = {};
  unsigned bytes = 0;
};

// What is done to global memory: a copy, or one of the operations of cp.reduce.
enum class Store { copy, add, min, max, inc, dec, bit_and, bit_or, bit_xor };

// All of shared memory, 0xee where nothing came. Nothing: it faulted, and nothing works after it.
enum class Came { whole, counted_otherwise, faulted };
Came load_on_gpu(const Asked& asked, unsigned char* shared);
// From a tile of `kSharedBytes`. False: it faulted.
bool store_on_gpu(const Asked& asked, const unsigned char* tile, Store how);
unsigned char* array_on_gpu();
void write_array(const unsigned char* bytes);
void read_array(unsigned char* bytes);
