// Documents that lessons grew from, item by item: where each thing that they say is found here, and
// what is true where they are mistaken. assets/README.md describes the file, assets/documents.json.
//
//   Documents ── documents    title, author, link
//             ── sections     as the document has them
//             ── items        what it says, the places that have it, what is true instead
//
// A lesson's text leads to an item by [words](document:ID).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/settings/stage_view.h"
#include "kernels/base/both.h"
#include "kernels/base/result.h"

namespace warplens::lessons {

// A lesson's step, a kernel of the catalogue, what is cited of a family's times, its ladder.
struct DocumentPlace {
  enum class Kind : std::uint8_t { step, kernel, cited, ladder };
  Kind kind = Kind::step;
  std::string name;   // "padding/one-column", "transpose/tile", "transpose"
  std::string row{};  // of what is cited, as the document calls it; empty: all
  session::StageView view = session::StageView::count;  // of a kernel; count: as it comes
  friend bool operator==(const DocumentPlace&, const DocumentPlace&) = default;
};

struct DocumentItem {
  std::string id;  // no two have the same
  Both says;
  Both truth;                         // where the document is mistaken; else empty
  std::vector<DocumentPlace> places;  // at least one

  [[nodiscard]] bool is_mistaken() const { return !truth.en.empty(); }
};

struct DocumentSection {
  Both title;
  std::vector<DocumentItem> items;
};

struct Document {
  std::string id, title;     // the title in its own language
  std::string author, link;  // empty: not stated
  std::vector<DocumentSection> sections;
};

// Where an item stands in Documents::documents.
struct ItemPlace {
  std::size_t document = 0, section = 0, item = 0;
  friend bool operator==(const ItemPlace&, const ItemPlace&) = default;
};

struct Documents {
  std::vector<Document> documents;

  [[nodiscard]] const DocumentItem& at(const ItemPlace& place) const {
    return documents[place.document].sections[place.section].items[place.item];
  }
  // All items, in order.
  [[nodiscard]] std::vector<ItemPlace> items() const;
  [[nodiscard]] std::optional<ItemPlace> find(std::string_view item) const;
  // Items whose texts, document or section have the words, in either language.
  [[nodiscard]] std::vector<ItemPlace> search(std::string_view words) const;
};

inline constexpr std::string_view kDocumentLink = "document:";

// Errors: missing, damaged or of another version, in one line.
Result<Documents> read_documents(const std::filesystem::path& file);
Result<Documents> parse_documents(std::string_view json, std::string_view name);

}  // namespace warplens::lessons
