#include "app/cli/dumps.h"

#include <algorithm>

#include "app/cli/text/files.h"
#include "kernels/base/names.h"
#include "kernels/base/whole_file.h"

namespace warplens::cli {

Result<std::vector<Dump>> parse_dumps(const std::vector<std::string>& texts) {
  std::vector<Dump> dumps;
  for (const std::string& text : texts) {
    TRY(auto dump, parse_dump(text));
    TRY(check_writable(dump.file));
    dumps.push_back(std::move(dump));
  }
  return dumps;
}

Result<void> write_dumps(const std::vector<Dump>& dumps, const trace::Run& result) {
  for (const Dump& dump : dumps) {
    const auto buffer =
        std::find_if(result.buffers.begin(), result.buffers.end(),
                     [&](const trace::NamedBytes& bytes) { return bytes.name == dump.buffer; });
    if (buffer == result.buffers.end()) {
      std::vector<std::string> names;
      for (const trace::NamedBytes& bytes : result.buffers) names.push_back(bytes.name);
      return fail(tr("--dump {}={}: no buffer has that name, there is {}", dump.buffer, dump.file,
                     list_of_names(names, dump.buffer)));
    }
    TRY(write_whole_file(dump.file, buffer->bytes));
  }
  return {};
}

}  // namespace warplens::cli
