// What the language offers and public kernels use: calls, recursion, pointers to functions, tables,
// bit-fields, unions, local arrays, inline PTX, messages between blocks.

__device__ __noinline__ int power(int base, int exponent) {
  if (exponent == 0) return 1;
  const int half = power(base, exponent / 2);
  return exponent % 2 == 0 ? half * half : half * half * base;
}

__global__ void powers(const int* bases, const int* exponents, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = power(bases[i], exponents[i]);
}

// Two functions that call each other.
__device__ __noinline__ bool is_odd(unsigned n);
__device__ __noinline__ bool is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
__device__ __noinline__ bool is_odd(unsigned n) { return n != 0 && is_even(n - 1); }

__global__ void parity(const unsigned* in, bool* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = is_even(in[i]);
}

// Quicksort of each thread's own part, with a stack in local memory.
__global__ void quicksort_parts(int* data, int part, int n) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * part;
  if (first >= n) return;
  int* values = data + first;
  short lows[16], highs[16];
  int depth = 0;
  lows[0] = 0;
  highs[0] = min(part, n - first) - 1;
  while (depth >= 0) {
    int low = lows[depth], high = highs[depth];
    --depth;
    while (low < high) {
      const int pivot = values[(low + high) / 2];
      int i = low, j = high;
      while (i <= j) {
        while (values[i] < pivot) ++i;
        while (values[j] > pivot) --j;
        if (i <= j) {
          const int held = values[i];
          values[i++] = values[j];
          values[j--] = held;
        }
      }
      // The larger side waits, so that the stack stays shallow.
      if (j - low < high - i) {
        if (i < high) ++depth, lows[depth] = i, highs[depth] = high;
        high = j;
      } else {
        if (low < j) ++depth, lows[depth] = low, highs[depth] = j;
        low = i;
      }
    }
  }
}

typedef float (*Unary)(float);
__device__ float square(float x) { return x * x; }
__device__ float negate(float x) { return -x; }
__device__ float halve(float x) { return x * 0.5f; }
__device__ float relu(float x) { return x > 0 ? x : 0; }

__device__ Unary choose(int which) {
  switch (which) {
    case 0: return square;
    case 1: return negate;
    case 2: return halve;
    default: return relu;
  }
}

__global__ void through_pointers(const float* in, const int* which, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = choose(which[i])(in[i]);
}

// A stack machine: a switch whose cases are a table in the PTX.
__global__ void stack_machine(const unsigned char* code, const int* inputs, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int stack[8], top = -1;
  for (int pc = 0;; ++pc) {
    switch (code[pc]) {
      case 0: out[i] = stack[top]; return;
      case 1: stack[++top] = inputs[i]; break;
      case 2: stack[++top] = code[++pc]; break;
      case 3: --top; stack[top] += stack[top + 1]; break;
      case 4: --top; stack[top] -= stack[top + 1]; break;
      case 5: --top; stack[top] *= stack[top + 1]; break;
      case 6: --top; stack[top] = stack[top + 1] != 0 ? stack[top] / stack[top + 1] : 0; break;
      case 7: ++top; stack[top] = stack[top - 1]; break;
      case 8: { const int held = stack[top]; stack[top] = stack[top - 1]; stack[top - 1] = held; } break;
      case 9: if (stack[top--] > 0) pc += code[pc + 1]; ++pc; break;
      default: out[i] = -1; return;
    }
  }
}

union Word {
  unsigned word;
  float number;
  struct {
    unsigned mantissa : 23, exponent : 8, sign : 1;
  } parts;
  unsigned char bytes[4];
};

__global__ void take_apart(const float* in, int4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Word w;
  w.number = in[i];
  out[i] = make_int4(w.parts.sign, static_cast<int>(w.parts.exponent) - 127, w.parts.mantissa,
                     w.bytes[3] ^ w.bytes[0]);
}

__global__ void bit_tricks(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = in[i], y = in[(i + 1) % n];
  unsigned* row = out + 12 * i;
  row[0] = __popc(x) << 24 | __clz(x) << 16 | __ffs(x) << 8 | __popcll(x * 0x100000001ull);
  row[1] = __brev(x);
  row[2] = __byte_perm(x, y, 0x3516);
  row[3] = __funnelshift_l(x, y, 7);
  row[4] = __funnelshift_r(x, y, i % 64);
  row[5] = __umulhi(x, y);
  row[6] = __mulhi(static_cast<int>(x), static_cast<int>(y));
  row[7] = __umul24(x, y);
  row[8] = __usad(x, y, 5);
  row[9] = __uhadd(x, y) ^ __rhadd(static_cast<int>(x), static_cast<int>(y));
  row[10] = (x & y) | (~x & 0x0f0f0f0f) ^ (y | 0x1234);
  row[11] = x >> (y & 31) | static_cast<int>(x) >> (y >> 5 & 31);
}

__global__ void inline_ptx(const unsigned* in, unsigned* out, unsigned long long* wide, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = in[i];
  unsigned field, sum, carry, lane, logic;
  asm("bfe.u32 %0, %1, 5, 9;" : "=r"(field) : "r"(x));
  asm("{\n\t.reg .u32 t;\n\tadd.cc.u32 %0, %2, %2;\n\taddc.u32 t, 0, 0;\n\tmov.u32 %1, t;\n\t}"
      : "=r"(sum), "=r"(carry)
      : "r"(x));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(logic) : "r"(x), "r"(field), "r"(sum));
  asm("{.reg .pred p; setp.gt.u32 p, %1, 1000000000; @p add.u32 %0, %0, 1; @!p sub.u32 %0, %0, 1;}"
      : "+r"(logic)
      : "r"(x));
  out[i] = field ^ sum ^ carry << 31 ^ lane << 20 ^ logic;
  unsigned long long product;
  asm("mad.wide.u32 %0, %1, %1, %2;" : "=l"(product) : "r"(x), "l"(wide[i]));
  asm volatile("st.global.cs.u64 [%0], %1;" ::"l"(wide + i), "l"(product) : "memory");
}

// Blocks hand a number on in order, by a flag each.
__global__ void message_chain(volatile int* flags, volatile int* values, int count) {
  if (threadIdx.x != 0) return;
  const int b = blockIdx.x;
  if (b > 0) {
    while (flags[b - 1] == 0) {
    }
    __threadfence();
    values[b] = values[b - 1] * 3 + b;
  } else {
    values[0] = 1;
  }
  __threadfence();
  flags[b] = 1;
}

// A lock of compare and swap around a plain structure.
struct Account {
  int lock, balance, transactions;
};

__global__ void locked_accounts(volatile Account* accounts, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile Account* account = accounts + i % count;
  bool done = false;
  while (!done) {
    if (atomicCAS(const_cast<int*>(&account->lock), 0, 1) == 0) {
      __threadfence();
      account->balance = account->balance + i;
      account->transactions = account->transactions + 1;
      __threadfence();
      atomicExch(const_cast<int*>(&account->lock), 0);
      done = true;
    }
  }
}

// Errors are flags, the first of each kind kept.
enum Error { kNegative = 1, kTooLarge = 2, kOdd = 4 };
__global__ void validate(const int* in, unsigned* errors, int* first_bad, int n) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    unsigned found = 0;
    if (in[i] < 0) found |= kNegative;
    if (in[i] > 900) found |= kTooLarge;
    if (in[i] & 1) found |= kOdd;
    if (!found) continue;
    atomicOr(errors, found);
    atomicMin(first_bad, i);
  }
}

// Division, remainder and shifts of every width, signed and not.
template <typename T>
__global__ void integer_arithmetic(const T* a, const T* b, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T x = a[i], y = b[i];
  T* row = out + 6 * i;
  row[0] = x / y;
  row[1] = x % y;
  row[2] = x * y - x;
  row[3] = x << (y & 7);
  row[4] = x >> (y & 7);
  row[5] = x < y ? x : y;
}
template __global__ void integer_arithmetic<signed char>(const signed char*, const signed char*,
                                                         signed char*, int);
template __global__ void integer_arithmetic<unsigned short>(const unsigned short*,
                                                            const unsigned short*, unsigned short*,
                                                            int);
template __global__ void integer_arithmetic<int>(const int*, const int*, int*, int);
template __global__ void integer_arithmetic<unsigned long long>(const unsigned long long*,
                                                                const unsigned long long*,
                                                                unsigned long long*, int);
template __global__ void integer_arithmetic<long long>(const long long*, const long long*,
                                                       long long*, int);

// Conversions with every rounding, saturated where C says nothing.
__global__ void conversions(const float* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  int* row = out + 10 * i;
  row[0] = __float2int_rn(x);
  row[1] = __float2int_ru(x);
  row[2] = __float2int_rd(x);
  row[3] = static_cast<int>(x);
  row[4] = __float2uint_rn(x);
  row[5] = static_cast<short>(static_cast<int>(x));
  row[6] = static_cast<int>(__saturatef(x) * 1000);
  row[7] = __float_as_int(static_cast<float>(static_cast<long long>(x * 1e6)));
  const float small = fminf(fmaxf(x, -1e4f), 1e4f);
  row[8] = lrintf(small * 3) + static_cast<int>(roundf(small));
  row[9] = isnan(x) | isinf(x) << 1 | signbit(x) << 2;
}

// A table in constant memory, indexed differently by every lane: CRC-32.
__constant__ unsigned crc_nibbles[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

__global__ void crc32(const unsigned char* text, const int* ends, unsigned* out, int lines) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines) return;
  unsigned crc = ~0u;
  for (int i = line == 0 ? 0 : ends[line - 1]; i < ends[line]; ++i) {
    crc = crc_nibbles[(crc ^ text[i]) & 15] ^ crc >> 4;
    crc = crc_nibbles[(crc ^ text[i] >> 4) & 15] ^ crc >> 4;
  }
  out[line] = ~crc;
}
