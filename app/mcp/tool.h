// What an assistant may ask: each tool is one of the program's commands, its arguments are that
// command's options.
//
//   tools() ──► tool_json()   its name, what it is for, the schemas of what it takes and gives
//          └──► words_of()    {"kernel": "transpose/tile", "set": {"rows": 64}}
//                             ──► trace transpose/tile --set=rows=64 --json
//
// No argument can become an option: a word that stands by itself does not begin with '-', and every
// other one is --OPTION=VALUE. Options that write files, and words for the compiler, are no
// arguments.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/json.h"
#include "kernels/base/result.h"

namespace warplens::mcp {

enum class Kind : std::uint8_t { text, number, flag, texts, extent, settings };

struct Field {
  std::string_view name;
  Kind kind = Kind::text;
  std::string_view option{};  // empty: words by themselves
  std::string_view description;
};

struct Tool {
  std::string_view name, title, command, description;
  std::string_view form;                 // docs/FORM.schema.json: what it gives
  std::vector<std::string_view> one_of;  // exactly one of these fields is wanted
  std::vector<Field> fields;
};

[[nodiscard]] const std::vector<Tool>& tools();
// nullptr: there is none of that name.
[[nodiscard]] const Tool* find_tool(std::string_view name);

// As tools/list tells it; `output_schema`: null, or what its JSON is held to.
[[nodiscard]] Json tool_json(const Tool& tool, const Json& output_schema);

// The command, without the program's name. Errors: a field that is not the tool's, is missing, or
// is not of its kind.
Result<std::vector<std::string>> words_of(const Tool& tool, const Json& arguments);

}  // namespace warplens::mcp
