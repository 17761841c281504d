// The comparisons of setp and set, on values.
#pragma once

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {

struct Equal {
  template <class T>
  WARPLENS_INLINE bool operator()(T a, T b) const {
    return a == b;
  }
};
struct Less {
  template <class T>
  WARPLENS_INLINE bool operator()(T a, T b) const {
    return a < b;
  }
};
struct LessEqual {
  template <class T>
  WARPLENS_INLINE bool operator()(T a, T b) const {
    return a <= b;
  }
};
struct Greater {
  template <class T>
  WARPLENS_INLINE bool operator()(T a, T b) const {
    return a > b;
  }
};
struct GreaterEqual {
  template <class T>
  WARPLENS_INLINE bool operator()(T a, T b) const {
    return a >= b;
  }
};
// True for NaNs on floats, as every Complement is: ltu is the complement of ge.
template <class F>
struct Complement {
  template <class T>
  WARPLENS_INLINE bool operator()(T a, T b) const {
    return !F{}(a, b);
  }
};
using NotEqual = Complement<Equal>;

struct BothNumbers {
  template <class T>
  WARPLENS_INLINE bool operator()(T a, T b) const {
    return a == a && b == b;
  }
};
struct OrderedNotEqual {
  template <class T>
  WARPLENS_INLINE bool operator()(T a, T b) const {
    return a < b || a > b;
  }
};

template <class F, bool Flushes>
struct OnFloat {
  WARPLENS_INLINE bool operator()(float a, float b) const {
    return Flushes ? F{}(flush_denormal(a), flush_denormal(b)) : F{}(a, b);
  }
  WARPLENS_INLINE bool operator()(double a, double b) const { return F{}(a, b); }
  template <class H>
  bool operator()(H a, H b) const {
    if constexpr (Flushes) return F{}(widen(flush_denormal(a)), widen(flush_denormal(b)));
    return F{}(widen(a), widen(b));
  }
};

// Takes the comparison's word and calls `make(Type<F>{})` with its functor.
template <class Make>
std::optional<Operation> with_float_comparison(InstructionReader& reader, Make make) {
  if (reader.take("eq")) return make(Type<Equal>{});
  if (reader.take("ne")) return make(Type<OrderedNotEqual>{});
  if (reader.take("lt")) return make(Type<Less>{});
  if (reader.take("le")) return make(Type<LessEqual>{});
  if (reader.take("gt")) return make(Type<Greater>{});
  if (reader.take("ge")) return make(Type<GreaterEqual>{});
  if (reader.take("equ")) return make(Type<Complement<OrderedNotEqual>>{});
  if (reader.take("neu")) return make(Type<NotEqual>{});
  if (reader.take("ltu")) return make(Type<Complement<GreaterEqual>>{});
  if (reader.take("leu")) return make(Type<Complement<Greater>>{});
  if (reader.take("gtu")) return make(Type<Complement<LessEqual>>{});
  if (reader.take("geu")) return make(Type<Complement<Less>>{});
  if (reader.take("num")) return make(Type<BothNumbers>{});
  if (reader.take("nan")) return make(Type<Complement<BothNumbers>>{});
  return std::nullopt;
}

}  // namespace warplens::machine
