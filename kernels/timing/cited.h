// Timings that documents publish, as they print them: they stand beside ours, never among them.
//
//   Cited ── documents             title, author, link
//         ── tables                a document's figures of one family; size and device as stated
//             ── columns, rows     a row: what the document calls it, our variant, its figures
//
// docs/RECORDINGS.md describes the file, assets/cited.json.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/both.h"
#include "kernels/catalog/family.h"

namespace warplens::timing {

struct CitedRow {
  Both name;                         // "transpose_Smem_bcf (Padding)"
  std::string variant;               // of ours that does the same; empty: none
  catalog::Parameters parameters;    // with which it does, besides its defaults
  std::vector<std::string> figures;  // as printed, one for each column; empty: not given
};

struct CitedTable {
  std::size_t document = 0;  // of Cited::documents
  std::string family;
  Both size, device;  // as stated; both texts empty: not stated
  std::vector<Both> columns;
  std::vector<CitedRow> rows;
  Both note;  // what has to be known to read them rightly; may be empty
};

struct CitedDocument {
  std::string title;         // in its own language
  std::string author, link;  // empty: not stated
};

struct Cited {
  std::vector<CitedDocument> documents;
  std::vector<CitedTable> tables;

  [[nodiscard]] std::vector<const CitedTable*> of(std::string_view family) const;
};

// Errors: missing, damaged or of another version, in one line.
Result<Cited> read_cited(const std::filesystem::path& file);
Result<Cited> parse_cited(std::string_view json, std::string_view name);

}  // namespace warplens::timing
