// The random factors and sums of tensor_sums.cu: eight kinds of them, tile by tile in turn.
#pragma once

#include "tensor_sums.cuh"

struct Random {
  Bits state;
  Bits next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dull >> 8;
  }
  int below(int n) { return static_cast<int>(next() % static_cast<Bits>(n)); }
  int between(int low, int high) { return low + below(high - low + 1); }
};

constexpr int kModes = 8;
constexpr const char* kModeNames[kModes] = {"bits", "near", "wide",     "cancelling",
                                            "tiny", "huge", "specials", "round"};

struct Mode {
  int mode;
  int a_center, b_center, width;
};

Mode choose(const Form& form, unsigned tile, Random& random) {
  Mode mode{static_cast<int>(tile % kModes), 0, 0, 0};
  const int least = -form.a.bias() + 1, most = static_cast<int>(form.a.top()) - 1 - form.a.bias();
  const int b_least = -form.b.bias() + 1;
  const int b_most = static_cast<int>(form.b.top()) - 1 - form.b.bias();
  mode.a_center = random.between(least, most);
  mode.b_center = random.between(b_least, b_most);
  if (form.a.exponent_bits >= 8) {  // sums that f32 (f64) holds, most of them
    const int limit = form.a.exponent_bits == 8 ? 126 : 1022;
    const int sum = mode.mode == 4   ? random.between(-limit - 40, -limit + 8)
                    : mode.mode == 5 ? random.between(limit - 4, limit + 3)
                                     : random.between(-limit - 10, limit);
    mode.b_center = std::clamp(sum - mode.a_center, b_least, b_most);
    mode.a_center = std::clamp(sum - mode.b_center, least, most);
  } else if (mode.mode == 4) {
    mode.a_center = least + random.below(3) - 1;
    mode.b_center = b_least + random.below(3) - 1;
  } else if (mode.mode == 5) {
    mode.a_center = most - random.below(3);
    mode.b_center = b_most - random.below(3);
  }
  constexpr int kWidths[] = {0, 1, 2, 4, 8, 12, 16, 24};
  mode.width = mode.mode == 2 ? kWidths[4 + random.below(4)] : kWidths[random.below(5)];
  return mode;
}

Bits factor(const Format& format, const Mode& mode, int center, Random& random) {
  const bool is_negative = random.below(2);
  Bits fraction = random.next();
  if (mode.mode == 0) {
    const Bits bits = random.next() << (random.next() & 1) ^ random.next() << 40;
    const bool keeps =
        random.below(64) == 0 || value_of(format, bits) - value_of(format, bits) == 0;
    return keeps ? bits : make(format, is_negative, 0, fraction);
  }
  if (mode.mode == 7) {
    constexpr Bits kFractions[] = {0, ~0ull, 1, 2};
    fraction =
        random.below(8) == 0 ? 1ull << (format.fraction_bits - 1) : kFractions[random.below(4)];
  }
  if (mode.mode == 6 && random.below(24) == 0) {
    const Bits special = random.below(3);
    if (special == 0) return 0;
    const Bits top = static_cast<Bits>(format.top()) << format.fraction_bits;
    const Bits sign = is_negative ? 1ull << (format.fraction_bits + format.exponent_bits) : 0;
    if (!format.has_infinity) return sign | top | 7;
    return (sign | top | (special == 1 ? 0 : fraction & ((1ull << format.fraction_bits) - 1)))
           << format.unused_bits;
  }
  if (random.below(16) == 0) return is_negative ? make(format, true, -100000, 0) : 0;
  Bits bits = make(format, is_negative, center + random.between(-mode.width, mode.width), fraction);
  if (format.unused_bits) bits |= random.next() & ((1ull << format.unused_bits) - 1);
  return bits;
}

Bits old_sum(const Format& format, const Mode& mode, Random& random) {
  const int kind = random.below(8);
  if (kind == 0) return 0;
  if (kind == 1) return make(format, true, -100000, 0);
  if (kind == 2 && mode.mode == 6) {
    const Bits top = static_cast<Bits>(format.top()) << format.fraction_bits;
    return top | (random.below(2) ? random.next() & ((1ull << format.fraction_bits) - 1) : 0);
  }
  if (kind == 3 && (mode.mode == 4 || mode.mode == 0)) {
    return make(format, random.below(2), -format.bias() + random.below(3), random.next());
  }
  const int exponent = mode.a_center + mode.b_center + random.between(-28, 30);
  Bits fraction = random.next();
  if (mode.mode == 7 && random.below(2)) fraction = random.below(2) ? 0 : ~0ull;
  return make(format, random.below(2), exponent, fraction);
}

void store(unsigned char* to, unsigned bytes, Bits bits) { std::memcpy(to, &bits, bytes); }

void fill(const Form& form, unsigned tile, Random& random, unsigned char* a, unsigned char* b,
          unsigned char* c) {
  const Mode mode = choose(form, tile, random);
  const auto rows = [&](const Format& format, unsigned count, unsigned depth, int center,
                        unsigned char* to, bool turns) {
    for (unsigned row = 0; row < count; ++row) {
      for (unsigned k = 0; k < depth; ++k) {
        Bits bits = factor(format, mode, center, random);
        if (mode.mode == 3 && k % 2 == 1) {  // the negative of its neighbour, now and then nearly
          bits = load(to + (row * depth + k - 1) * format.bytes, format.bytes);
          if (turns)
            bits ^= 1ull << (format.fraction_bits + format.exponent_bits + format.unused_bits);
          if (random.below(6) == 0) bits ^= 1ull << format.unused_bits;
        }
        store(to + (row * depth + k) * format.bytes, format.bytes, bits);
      }
    }
  };
  rows(form.a, form.m, form.k, mode.a_center, a, true);
  rows(form.b, form.n, form.b_depth(), mode.b_center, b, false);
  for (unsigned i = 0; i < form.m * form.n; ++i)
    store(c + i * form.c.bytes, form.c.bytes, old_sum(form.c, mode, random));
}
