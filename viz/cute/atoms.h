// CuTe's layouts of shared memory that tensor cores read, by their names in C++ (CUTLASS'
// cute/atom/mma_traits_sm90_gmma.hpp, mma_traits_sm100.hpp):
//
//   GMMA::Layout_K_SW128_Atom<half_t>   ─►   Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)
//
// MN-major ones are the same with both modes exchanged. UMMA has those of GMMA, and one more.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "viz/cute/composed_layout.h"

namespace warplens::cute {

// As it stands before its `<…>`.
struct AtomName {
  std::string_view name;  // "Layout_K_SW128_Atom"
  bool is_umma = false;   // it stands in UMMA
  // Where the name leaves it open, as Layout_SW128_Atom<Type, Major> does.
  std::optional<bool> is_mn_major{};
};

// Whether a name is one of an atom's: begins with "Layout_" and ends with "_Atom".
[[nodiscard]] bool is_atom_name(std::string_view name);
// Whether it leaves open what is major.
[[nodiscard]] bool is_atom_of_any_major(std::string_view name);
// Errors: no such atom; elements of so many bits.
Result<ComposedLayout> atom(const AtomName& wanted, int element_bits);

// Bits of an element by its type's name in CuTe or C++: half_t, float_e4m3_t. Nothing: it is none.
[[nodiscard]] std::optional<int> bits_of_type(std::string_view name);
// "half_t, bfloat16_t, …"
[[nodiscard]] std::string type_names();

}  // namespace warplens::cute
