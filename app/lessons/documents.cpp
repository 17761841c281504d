#include "app/lessons/documents.h"

#include <array>
#include <set>

#include "app/lessons/letters.h"
#include "kernels/base/json_fields.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::lessons {
namespace {

constexpr int kDocumentsVersion = 1;
constexpr std::uint64_t kMaximumDocumentsBytes = std::uint64_t{1} << 20;
constexpr std::array<const char*, 4> kPlaceKinds{"step", "kernel", "cited", "ladder"};

Both both_of(const JsonFields& fields) {
  fields.only({"en", "zh"});
  Both words{fields.text("en"), fields.text("zh")};
  if (words.en.empty() || words.zh.empty()) fields.wrong(tr("a text is empty"));
  return words;
}

DocumentPlace place_of(const JsonFields& fields) {
  fields.only({"step", "kernel", "view", "cited", "row", "ladder"});
  DocumentPlace place;
  std::size_t kinds = 0;
  for (std::size_t i = 0; i < kPlaceKinds.size(); ++i) {
    if (!fields.has(kPlaceKinds[i])) continue;
    place.kind = static_cast<DocumentPlace::Kind>(i);
    place.name = fields.text(kPlaceKinds[i]);
    ++kinds;
  }
  if (kinds != 1 || place.name.empty()) {
    fields.wrong(tr("a place is one of \"step\", \"kernel\", \"cited\" and \"ladder\""));
  }
  place.row = fields.text_or("row", "");
  place.view = fields.choice_or("view", session::kStageViewNames, session::StageView::count);
  return place;
}

DocumentItem item_of(const JsonFields& fields) {
  fields.only({"id", "says", "truth", "places"});
  DocumentItem item;
  item.id = fields.text("id");
  item.says = both_of(fields.at("says"));
  if (const auto truth = fields.find("truth")) item.truth = both_of(*truth);
  for (const JsonFields& place : fields.list("places")) item.places.push_back(place_of(place));
  if (item.places.empty()) fields.wrong(tr("the item has no place"));
  return item;
}

DocumentSection section_of(const JsonFields& fields) {
  fields.only({"title", "items"});
  DocumentSection section{both_of(fields.at("title")), {}};
  for (const JsonFields& item : fields.list("items")) section.items.push_back(item_of(item));
  if (section.items.empty()) fields.wrong(tr("the section has no item"));
  return section;
}

Document document_of(const JsonFields& fields) {
  fields.only({"id", "title", "author", "link", "sections"});
  Document document{fields.text("id"),
                    fields.text("title"),
                    fields.text_or("author", ""),
                    fields.text_or("link", ""),
                    {}};
  for (const JsonFields& section : fields.list("sections")) {
    document.sections.push_back(section_of(section));
  }
  if (document.sections.empty()) fields.wrong(tr("the document has no section"));
  return document;
}

Documents documents_of(const JsonFields& fields) {
  fields.version(kDocumentsVersion);
  Documents read;
  for (const JsonFields& document : fields.list("documents")) {
    read.documents.push_back(document_of(document));
  }
  std::set<std::string_view> ids;
  for (const ItemPlace& place : read.items()) {
    const std::string& id = read.at(place).id;
    if (id.empty() || !ids.insert(id).second) {
      fields.wrong(tr("\"{}\" is no id, or two items have it", id));
    }
  }
  return read;
}

}  // namespace

std::vector<ItemPlace> Documents::items() const {
  std::vector<ItemPlace> all;
  for (std::size_t document = 0; document < documents.size(); ++document) {
    const auto& sections = documents[document].sections;
    for (std::size_t section = 0; section < sections.size(); ++section) {
      for (std::size_t item = 0; item < sections[section].items.size(); ++item) {
        all.push_back({document, section, item});
      }
    }
  }
  return all;
}

std::optional<ItemPlace> Documents::find(std::string_view item) const {
  for (const ItemPlace& place : items()) {
    if (at(place).id == item) return place;
  }
  return std::nullopt;
}

std::vector<ItemPlace> Documents::search(std::string_view words) const {
  const std::string wanted = lower(trimmed_view(words));
  std::vector<ItemPlace> found;
  if (wanted.empty()) return found;
  for (const ItemPlace& place : items()) {
    const Document& document = documents[place.document];
    const DocumentItem& item = at(place);
    std::string all = document.title + '\n' + document.author;
    for (const Both& text : {document.sections[place.section].title, item.says, item.truth}) {
      ((all += '\n') += text.en + '\n') += text.zh;
    }
    if (lower(all).find(wanted) != std::string::npos) found.push_back(place);
  }
  return found;
}

Result<Documents> parse_documents(std::string_view json, std::string_view name) {
  const auto fields = JsonFields::parse(json);
  if (!fields) {
    return fail(tr("{} holds no documents: it is not JSON; install warplens again", name));
  }
  return fields->finish(documents_of(*fields), name, tr("install warplens again"));
}

Result<Documents> read_documents(const std::filesystem::path& file) {
  TRY(const std::string json, run::read_text(file, kMaximumDocumentsBytes));
  return parse_documents(json, file.string());
}

}  // namespace warplens::lessons
