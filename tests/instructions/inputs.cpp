#include "tests/instructions/inputs.h"

#include <random>

#include "tests/instructions/forms.h"

namespace warplens::instructions {
namespace {

using Word = std::uint64_t;

constexpr std::uint32_t kIntegers[] = {
    0,          1,          2,          3,          31,         32,         33,         0x7f,
    0x80,       0xff,       0x100,      0x7fff,     0x8000,     0xffff,     0x10000,    0x7fffff,
    0x800000,   0xffffff,   0x1000000,  0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xffff8000,
    0xffff7fff, 0xffffff80, 0xffffff7f, 0xfffffffe, 0xffffffff, 0x55555555, 0xaaaaaaaa, 0x01020304};
constexpr Word kLongs[] = {0,
                           1,
                           2,
                           0x7fffffff,
                           0x80000000,
                           0xffffffff,
                           0x100000000,
                           0x1ffffff,
                           0x20000000000001,
                           0x3fffffffffffff,
                           0x7fffffffffffffff,
                           0x8000000000000000,
                           0x8000000000000001,
                           0xffffffff80000000,
                           0xffffffff7fffffff,
                           0xffffffffffffffff,
                           0xfffffffffffffffe,
                           0x5555555555555555,
                           0xaaaaaaaaaaaaaaaa,
                           0x7fffffffffffffc0,
                           0xfffffffffffffc00};
constexpr std::uint32_t kFloats[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
    0x00ffffff, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001,
    0x7fffffff, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001, 0x3f000000, 0x3effffff, 0xbf000000,
    0x3fc00000, 0xbfc00000, 0x40200000, 0xc0200000, 0x42ff0000, 0x43000000, 0x437f8000, 0x43800000,
    0x46fffe00, 0x47000000, 0xc7000100, 0x477fe000, 0x477fefff, 0x477ff000, 0x477fff80, 0x4effffff,
    0x4f000000, 0xcf000000, 0x4f7fffff, 0x4f800000, 0x5effffff, 0x5f000000, 0xdf000001, 0x5f800000,
    0x33800000, 0x33000000, 0x33000001, 0x38800000, 0x387fc000, 0x387fe000, 0x43e00000, 0x43e80000,
    0x47600000, 0x47700000, 0x3c800000, 0x3b000000, 0x42fc0000, 0xc3160000, 0xc2fc0000, 0x40000000,
    0xc0000000, 0x00800001, 0x3f7ffffe, 0x3f800002, 0x00fffffe, 0x3fffffff};
constexpr Word kDoubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001,
    0x000fffffffffffff, 0x0010000000000000, 0x8010000000000000, 0x7fefffffffffffff,
    0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
    0xfff8000000000001, 0x7ff0000000000001, 0x7fffffffffffffff, 0x3ff0000000000000,
    0xbff0000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x3fe0000000000000,
    0xbfe0000000000000, 0x3ff8000000000000, 0xc004000000000000, 0x41dfffffffc00000,
    0x41e0000000000000, 0xc1e0000000200000, 0x41efffffffe00000, 0x41f0000000000000,
    0x43dfffffffffffff, 0x43e0000000000000, 0xc3e0000000000000, 0x43f0000000000000,
    0x36a0000000000000, 0x3690000000000000, 0x380fffffe0000000, 0x47efffffe0000000,
    0x47efffffefffffff, 0x47effffff0000000, 0x3e70000000000000, 0x40effc0000000000,
    0x40effdffffffffff, 0x40effe0000000000, 0x3f10000000000000, 0x3f0ff80000000000,
    0x3810000000000000, 0x4000000000000000, 0x0010000000000001, 0x3feffffffffffffe,
    0x380fffffffffffff, 0x380ffffff0000000};
constexpr std::uint16_t kHalves[] = {
    0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x7bff, 0xfbff, 0x7c00,
    0xfc00, 0x7e00, 0xfe01, 0x7c01, 0x7fff, 0x3c00, 0xbc00, 0x3bff, 0x3c01, 0x3800, 0xb800,
    0x3e00, 0xc100, 0x57f8, 0x5800, 0x5bfc, 0x5c00, 0x77ff, 0x7800, 0xf800, 0x6400, 0x37ff,
    0x7ff7, 0xfff7, 0x4000, 0xc000, 0x0401, 0x3bfe, 0x07ff, 0x3c02};
constexpr std::uint16_t kBfloats[] = {
    0x0000, 0x8000, 0x0001, 0x8001, 0x007f, 0x807f, 0x0080, 0x8080, 0x7f7f, 0xff7f,
    0x7f80, 0xff80, 0x7fc0, 0xffc1, 0x7f81, 0x7fff, 0x3f80, 0xbf80, 0x3f7f, 0x3f81,
    0x3f00, 0xbf00, 0x3fc0, 0xc020, 0x42ff, 0x4300, 0x437f, 0x4380, 0x46ff, 0x4700,
    0x4f00, 0xcf00, 0x5f00, 0x7ff7, 0xfff7, 0x4000, 0x0081, 0x3f7e, 0x00ff};

class Values {
 public:
  explicit Values(std::uint64_t seed) : random_(seed) {}

  Word of(char letter) {
    switch (letter) {
      case 'i':
        return integer();
      case 'l':
        return choice() ? any(kLongs) : random_long();
      case 's':
        return integer() & 0xffff;
      case 'f':
        return float_bits();
      case 'g':
        return moderate_float();
      case 'd':
        return double_bits();
      case 'h':
        return choice() ? any(kHalves) : random_() & 0xffff;
      case 'H':
        return pair_of('h');
      case 'e':
        return choice() ? any(kBfloats) : random_() & 0xffff;
      case 'E':
        return pair_of('e');
      case 'n':
        return random_() % 41;
      case 'p':
        return random_() % 2;
      default:  // b, y
        return random_() % 256;
    }
  }

 private:
  Word pair_of(char letter) {
    const Word upper = of(letter);
    return upper << 16 | of(letter);
  }
  Word random_long() {
    const Word bits = random_();
    return bits >> random_() % 64;
  }
  bool choice() { return random_() % 2 == 0; }
  template <class T, std::size_t N>
  Word any(const T (&values)[N]) {
    return values[random_() % N];
  }
  Word integer() {
    if (choice()) return any(kIntegers);
    const auto bits = static_cast<std::uint32_t>(random_());
    return choice() ? bits
                    : static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> random_() % 32);
  }
  Word float_bits() {
    if (choice()) return any(kFloats);
    return choice() ? random_() & 0xffffffff : moderate_float();
  }
  // ±2^-12 to 2^12.
  Word moderate_float() {
    const Word bits = random_();
    return (bits & 0x807fffff) | (115 + (bits >> 32) % 24) << 23;
  }
  Word double_bits() {
    if (choice()) return any(kDoubles);
    const Word bits = random_();
    if (choice()) return bits;
    return (bits & 0x800fffffffffffff) | (Word{1023} - 12 + random_() % 24) << 52;
  }

  std::mt19937_64 random_;
};

}  // namespace

std::vector<std::uint64_t> inputs() {
  std::vector<std::uint64_t> all;
  all.reserve(kLetters.size() * kSources * kThreads);
  for (const char letter : kLetters) {
    Values values(static_cast<std::uint64_t>(letter));
    for (unsigned i = 0; i < kSources * kThreads; ++i) all.push_back(values.of(letter));
  }
  return all;
}

}  // namespace warplens::instructions
