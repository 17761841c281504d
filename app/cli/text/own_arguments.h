// --arg, --buffer, --expect, --reference and --dump: text → what kernels/run takes.
//
//   NAME:in|out|inout:TYPE[COUNT]=FILL|FILE                      a buffer; without =…: zero, on
//                                                                which nobody may rely if it is out
//                                                                (FILL: kernels/own/fill_text.h)
//   NAME:TYPE=VALUE                                              a scalar
//   NAME:{MEMBER,MEMBER…}=VALUE,VALUE…                           a structure (MEMBER: ptr, TYPE,
//                                                                TYPE[COUNT], TYPEx2 to TYPEx4)
//   NAME:tensormap{TYPE,[SIZES],box=[BOX]…}=@BUFFER|FILL|FILE    a tensor map (form_arguments.h)
//   NAME:texture{TYPE,[SIZES],filter=…}=@BUFFER|FILL|FILE        a texture (form_arguments.h)
//   NAME:surface{TYPE,[SIZES]}=@BUFFER|FILL|FILE                 a surface
//   NAME:bytes[SIZE]=FILE                                        a structure's bytes
//   NAME                                                         what has that name already
//   @NAME+12                                                     its element 12, of a buffer
//   NAME=FILE[:RELATIVE[,ABSOLUTE]]                              an expectation, with tolerances
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/own/launch_form.h"
#include "kernels/run/own_kernel.h"

namespace warplens::cli {

inline constexpr TextView kArgumentForms =
    tr("write NAME:in|out|inout:TYPE[COUNT]=FILL|FILE, NAME:TYPE=VALUE, "
       "NAME:{MEMBERS}=VALUES, NAME:tensormap{TYPE,[SIZES],box=[BOX]}=@BUFFER, "
       "NAME:texture{TYPE,[SIZES]}=@BUFFER, NAME:surface{TYPE,[SIZES]}=@BUFFER, or the NAME of what "
       "was given before, @NAME+ELEMENTS within a "
       "buffer");

// Reads the file that a buffer is filled from.
Result<run::OwnArgument> parse_argument(std::string_view text);

// "@x" and "@x+12": the address of a buffer's element.
Result<run::OwnReference> parse_pointer(std::string_view text);

// structure_argument.cpp
[[nodiscard]] bool is_structure(std::string_view type);
Result<run::OwnArgument> parse_structure(std::string_view name, std::string_view type,
                                         std::optional<std::string_view> value);
// The same of "{MEMBER,MEMBER…}"; integers in it may be expressions of sizes.
Result<own::FormStructure> parse_form_structure(std::string_view name, std::string_view type,
                                                std::string_view value);

struct ExpectedFile {
  std::string buffer, file;
  catalog::Tolerance tolerance;
};
Result<ExpectedFile> parse_expected_file(std::string_view text);

// "KERNEL" or "KERNEL:RELATIVE[,ABSOLUTE]" of --reference.
struct ReferenceName {
  std::string kernel;
  catalog::Tolerance tolerance;
};
Result<ReferenceName> parse_reference(std::string_view text);

// Reads the expected bytes. A name that is no buffer of the kernel is an error.
Result<run::Expectation> parse_expectation(std::string_view text, const run::OwnKernel& kernel);

struct Dump {
  std::string buffer, file;
};
Result<Dump> parse_dump(std::string_view text);

}  // namespace warplens::cli
