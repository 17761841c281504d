#include "tests/own_kernels/known_launches.h"

namespace warplens::own {
namespace {

using Room = std::vector<std::string>;

const Room kLine{"grid.x*block.x - n"};
const Room kOneBlock{"block.x - n"};
const Room kPlane{"grid.x*block.x - width", "grid.y*block.y - height"};
// An 8 or 16 wide tile a block, whatever the threads.
Room tiles(const std::string& columns, const std::string& rows, const std::string& side) {
  return {"grid.x*" + side + " - " + columns, "grid.y*" + side + " - " + rows};
}

}  // namespace

const std::vector<KnownLaunch>& known_launches() {
  static const std::string kPixels = "width*height";
  static const std::vector<KnownLaunch> all = {
      // A loop over the grid takes any number of blocks.
      {"histogram", "global_histogram", {{"u8", "n"}, {"u32", "256"}}, {}},
      {"histogram", "shared_histogram<64>", {{"u8", "n"}, {"u32", "64"}}, {}},
      {"histogram",
       "private_histogram",
       {{"u8", "quads*4"}, {"u32", "16"}},
       {"32 - block.x", "block.x - 32"}},
      {"histogram", "matched_histogram", {{"i32", "n"}, {"i32", "1"}}, kLine},
      {"histogram", "compact", {{"f32", "n"}, {"f32", "n"}, {"i32", "1"}}, kLine},
      {"histogram",
       "partition_evens",
       {{"i32", "n"}, {"i32", "n"}, {"i32", "1"}},
       {"block.x - n", "256 - block.x"}},
      {"histogram", "extremes", {{"i32", "n"}, {"i32", "1"}, {"i32", "1"}, {"u32", "1"}}, kLine},
      {"image",
       "convolution_1d",
       {{"f32", "n"}, {"f32", "n"}},
       {"grid.x*block.x - n", "64 - block.x"}},
      {"image", "convolution_2d<5>", {{"f32", kPixels}, {"f32", "25"}, {"f32", kPixels}}, kPlane},
      {"image", "separable_rows", {{"f32", kPixels}, {"f32", kPixels}}, {"grid.x - height"}},
      {"image",
       "separable_columns",
       {{"f32", kPixels}, {"f32", kPixels}},
       {"grid.x*block.x - width"}},
      {"image", "sobel", {{"u8", kPixels}, {"u8", kPixels}}, kPlane},
      {"image", "median_3", {{"u8", kPixels}, {"u8", kPixels}}, kPlane},
      {"image", "jacobi", {{"f32", kPixels}, {"f32", kPixels}, {"f32", "1"}}, kPlane},
      {"image",
       "heat_3d",
       {{"f32", "nx*ny*nz"}, {"f32", "nx*ny*nz"}},
       {"grid.x*8 - nx", "grid.y*4 - ny", "block.x - 8", "8 - block.x", "block.y - 4",
        "4 - block.y"}},
      {"image", "game_of_life", {{"u8", kPixels}, {"u8", kPixels}}, kPlane},
      {"image",
       "bilinear_resize",
       {{"f32", "in_width*in_height"}, {"f32", "out_width*out_height"}},
       {"grid.x*block.x - out_width", "grid.y*block.y - out_height"}},
      {"image", "rgba_to_grey", {{"u8", "n*4"}, {"u8", "n"}}, kLine},
      {"image", "hue_rotate", {{"u8", "n*3"}}, kLine},
      {"image",
       "gamma_table",
       {{"u32", "groups*4"}, {"u8", "256"}},
       {"block.x - 64", "64 - block.x"}},
      {"matrix",
       "multiply<float, 8>",
       {{"f32", "m*k"}, {"f32", "k*n"}, {"f32", "m*n"}},
       tiles("n", "m", "8")},
      {"matrix",
       "multiply<long long, 4>",
       {{"i64", "m*k"}, {"i64", "k*n"}, {"i64", "m*n"}},
       tiles("n", "m", "4")},
      {"matrix",
       "matrix_vector",
       {{"f32", "rows*columns"}, {"f32", "columns"}, {"f32", "rows"}},
       {"grid.x*(block.x/32) - rows"}},
      {"matrix",
       "transpose<unsigned short>",
       {{"u16", "rows*columns"}, {"u16", "rows*columns"}},
       tiles("columns", "rows", "16")},
      {"matrix",
       "transpose<char>",
       {{"i8", "rows*columns"}, {"i8", "rows*columns"}},
       tiles("columns", "rows", "16")},
      {"matrix", "lu_4x4", {{"f32", "n*16"}}, kLine},
      // A thread for each unknown and one for the right side.
      {"matrix",
       "solve",
       {{"f64", "grid.x*n*n"}, {"f64", "grid.x*n"}, {"f64", "grid.x*n"}},
       {"block.x - n - 1", "n + 1 - block.x"}},
      {"matrix",
       "tridiagonal",
       {{"f32", "n"}, {"f32", "n"}, {"f32", "n"}, {"f32", "n"}, {"f32", "n"}},
       kOneBlock},
      {"matrix",
       "fft<6>",
       {{"f32", "grid.x*128"}, {"f32", "grid.x*128"}},
       {"block.x - 32", "32 - block.x"}},
      // A thread for each pair.
      {"matrix", "haar", {{"f32", "n"}}, {"block.x*2 - n", "n - block.x*2"}},
      {"matrix", "fibonacci", {{"u32", "n"}, {"u32", "n"}}, kLine},
      {"matrix", "integrals", {{"f64", "grid.x*2"}}, {"block.x - 32", "32 - block.x"}},
      {"scan", "hillis_steele", {{"i32", "n"}, {"i32", "n"}}, kOneBlock},
      {"scan", "blelloch", {{"i32", "n"}, {"i32", "n"}}, {"block.x*2 - n"}},
      {"scan", "warp_scan", {{"f32", "n"}, {"f32", "n"}}, kLine},
      {"scan", "scan_blocks", {{"i64", "n"}, {"i64", "n"}, {"i64", "grid.x"}}, kLine},
      {"scan", "scan_sums", {{"i64", "count"}}, {"block.x - count"}},
      {"scan", "add_sums", {{"i64", "n"}, {"i64", "grid.x - 1"}}, kLine},
      {"scan",
       "decoupled_look_back",
       {{"u32", "n"}, {"u32", "n"}, {"u64", "grid.x"}, {"u32", "1"}},
       kLine},
      {"scan", "segmented_scan", {{"i32", "n"}, {"u8", "n"}, {"i32", "n"}}, kLine},
      {"scan", "prefix<Max>", {{"i32", "n"}, {"i32", "n"}}, {"96 - block.x"}},
  };
  return all;
}

}  // namespace warplens::own
