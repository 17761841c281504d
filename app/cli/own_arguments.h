// --arg, --expect and --dump of `warplens trace`: text → what kernels/run takes.
//
//   NAME:in|out|inout:TYPE[COUNT]=iota|zero|random:SEED|FILE     a buffer; without =…: zero
//   NAME:TYPE=VALUE                                              a scalar
//   NAME=FILE[:TOLERANCE]                                        an expectation
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/run/own_kernel.h"

namespace warplens::cli {

// Reads the file that a buffer is filled from.
[[nodiscard]] Result<run::OwnArgument> parse_argument(std::string_view text);
[[nodiscard]] Result<std::vector<run::OwnArgument>> parse_arguments(
    const std::vector<std::string>& texts);

// Reads the expected bytes. A name that is no buffer among `arguments` is an error.
[[nodiscard]] Result<run::Expectation> parse_expectation(
    std::string_view text, const std::vector<run::OwnArgument>& arguments);

struct Dump {
  std::string buffer, file;
};
[[nodiscard]] Result<Dump> parse_dump(std::string_view text);

// The bits of `text` as a value of `type`; f16 and bf16 are rounded to nearest even. Fails when the
// type cannot hold it.
[[nodiscard]] Result<std::uint64_t> parse_value(catalog::ElementType type, std::string_view text);

}  // namespace warplens::cli
