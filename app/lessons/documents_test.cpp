#include "app/lessons/documents.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/features/features.h"
#include "app/lessons/lesson.h"
#include "app/lessons/letters.h"
#include "kernels/timing/cited.h"

namespace warplens::lessons {
namespace {

using testing::HasSubstr;
using PlaceKind = DocumentPlace::Kind;

constexpr const char* kSmall = R"({"version": 1, "documents": [{"id": "d", "title": "A document",
  "sections": [{"title": {"en": "First", "zh": "一"}, "items": [
    {"id": "known", "says": {"en": "So", "zh": "如此"}, "truth": {"en": "Not", "zh": "不然"},
     "places": [{"step": "padding/bytes"}, {"kernel": "transpose/tile", "view": "bank_view"},
                {"cited": "transpose", "row": "torch"}, {"ladder": "gemm"}]},
    {"id": "wanted", "says": {"en": "More", "zh": "还有"},
     "places": [{"kernel": "gemm/fastest"}]}]}]}]})";

std::string damaged(const std::string& from, const std::string& to) {
  std::string json = kSmall;
  const std::size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  json.replace(at, from.size(), to);
  const auto parsed = parse_documents(json, "d.json");
  return parsed.has_value() ? "" : parsed.error().message.in(Language::en);
}

TEST(Documents, AreReadAsTheyAreWritten) {
  const auto read = parse_documents(kSmall, "d.json");
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  ASSERT_EQ(read->items().size(), 2u);
  EXPECT_EQ(read->find("wanted"), (ItemPlace{0, 0, 1}));
  EXPECT_FALSE(read->find("unknown").has_value());
  const DocumentItem& known = read->at(*read->find("known"));
  EXPECT_TRUE(known.is_mistaken());
  EXPECT_EQ(known.truth.zh, "不然");
  EXPECT_EQ(known.places, (std::vector<DocumentPlace>{{PlaceKind::step, "padding/bytes"},
                                                      {PlaceKind::kernel, "transpose/tile", "",
                                                       session::StageView::bank_view},
                                                      {PlaceKind::cited, "transpose", "torch"},
                                                      {PlaceKind::ladder, "gemm"}}));
  EXPECT_FALSE(read->at(*read->find("wanted")).is_mistaken());
}

TEST(Documents, SayInOneLineWhatIsDamaged) {
  EXPECT_THAT(parse_documents("{", "d.json").error().message.in(Language::en),
              HasSubstr("d.json holds no documents"));
  EXPECT_THAT(damaged("\"version\": 1", "\"version\": 2"), HasSubstr("of version 2"));
  EXPECT_THAT(damaged("\"id\": \"wanted\"", "\"id\": \"known\""), HasSubstr("two items have it"));
  EXPECT_THAT(damaged("\"id\": \"wanted\"", "\"id\": \"\""), HasSubstr("is no id"));
  EXPECT_THAT(damaged("\"zh\": \"如此\"", "\"zh\": \"\""), HasSubstr("a text is empty"));
  EXPECT_THAT(damaged("[{\"kernel\": \"gemm/fastest\"}]", "[]"), HasSubstr("has no place"));
  EXPECT_THAT(damaged("\"says\": {\"en\": \"More\"", "\"say\": {\"en\": \"More\""),
              HasSubstr("\"say\""));
  EXPECT_THAT(damaged("bank_view", "bank"), HasSubstr("\"view\""));
  EXPECT_THAT(damaged("\"ladder\": \"gemm\"", "\"ladder\": \"gemm\", \"step\": \"a/b\""),
              HasSubstr("a place is one of"));
  EXPECT_THAT(damaged("\"ladder\": \"gemm\"", "\"row\": \"gemm\""), HasSubstr("a place is one of"));
  EXPECT_EQ(damaged("A document", "Another"), "");
  EXPECT_THAT(read_documents("/nowhere/d.json").error().message.in(Language::en),
              HasSubstr("/nowhere/d.json"));
}

// What ships, with what it names.
class ShippedDocuments : public ::testing::Test {
 protected:
  static const std::vector<Lesson>& lessons() {
    static const std::vector<Lesson> loaded =
        load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons", features::all())->lessons;
    return loaded;
  }
  static const Step* step(const std::string& name) {
    for (const Lesson& lesson : lessons()) {
      for (const Step& each : lesson.steps) {
        if (lesson.id + "/" + each.id == name) return &each;
      }
    }
    return nullptr;
  }
  // Items that a step's text leads to.
  static std::set<std::string> linked(const Step& step, Language language) {
    std::set<std::string> items;
    for (const Markdown* part : step.text[language].parts()) {
      for (const MarkdownBlock& block : *part) {
        for (const MarkdownSpan& span : block.spans) {
          if (!span.link.empty()) items.insert(span.link.substr(kDocumentLink.size()));
        }
      }
    }
    return items;
  }
  static bool names(const DocumentItem& item, const std::string& step) {
    return std::ranges::any_of(item.places, [&](const DocumentPlace& place) {
      return place.kind == PlaceKind::step && place.name == step;
    });
  }

  Documents documents_ = read_documents(WARPLENS_SOURCE_DIR "/assets/documents.json").value();
};

// As many as were counted when the documents were read.
TEST_F(ShippedDocuments, HaveEveryItemThatWasCounted) {
  std::map<std::string, std::size_t> counts;
  for (const ItemPlace& place : documents_.items()) {
    ++counts[documents_.documents[place.document].id];
  }
  EXPECT_EQ(counts,
            (std::map<std::string, std::size_t>{
                {"operators", 75}, {"padding-to-swizzle", 23}, {"notes", 41}, {"study", 16}}));
}

TEST_F(ShippedDocuments, NameOnlyPlacesThatThereAre) {
  const auto cited = timing::read_cited(WARPLENS_SOURCE_DIR "/assets/cited.json").value();
  const std::vector<catalog::Family> families = catalog::families();
  const auto is_cited = [&](const DocumentPlace& place) {
    return std::ranges::any_of(cited.of(place.name), [&](const timing::CitedTable* table) {
      return place.row.empty() ||
             std::ranges::any_of(table->rows, [&](const timing::CitedRow& row) {
               return row.name.en == place.row;
             });
    });
  };
  for (const ItemPlace& at : documents_.items()) {
    for (const DocumentPlace& place : documents_.at(at).places) {
      SCOPED_TRACE(documents_.at(at).id + ": " + place.name);
      const std::string family = place.name.substr(0, place.name.find('/'));
      const auto known = std::ranges::find(families, family, &catalog::Family::name);
      switch (place.kind) {
        case PlaceKind::step:
          EXPECT_NE(step(place.name), nullptr);
          break;
        case PlaceKind::kernel:
          ASSERT_NE(known, families.end());
          EXPECT_NE(known->find(place.name.substr(family.size() + 1)), nullptr);
          break;
        case PlaceKind::cited:
          EXPECT_TRUE(is_cited(place)) << place.row;
          break;
        case PlaceKind::ladder:
          ASSERT_NE(known, families.end());
          EXPECT_TRUE(known->timed.has_value());
      }
    }
  }
}

TEST_F(ShippedDocuments, SpeakBothLanguages) {
  for (const ItemPlace& place : documents_.items()) {
    const DocumentItem& item = documents_.at(place);
    EXPECT_FALSE(has_chinese(item.says.en)) << item.says.en;
    EXPECT_FALSE(has_chinese(item.truth.en)) << item.truth.en;
    EXPECT_EQ(item.is_mistaken(), has_chinese(item.truth.zh)) << item.truth.zh;
  }
}

TEST_F(ShippedDocuments, AreFoundByAnItemsWords) {
  const auto found = documents_.search("THREADFENCE");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(documents_.at(found.front()).id, "threadfence");
  for (const ItemPlace& place : documents_.items()) {
    for (const std::string& words : {documents_.at(place).says.en, documents_.at(place).says.zh}) {
      EXPECT_TRUE(std::ranges::count(documents_.search(words), place) == 1) << words;
    }
  }
  EXPECT_TRUE(documents_.search("  ").empty());
}

// A text that names a document's statement leads to it, in both languages, and the item back.
TEST_F(ShippedDocuments, NameTheStepsWhoseTextsLeadToThem) {
  std::size_t links = 0;
  for (const Lesson& lesson : lessons()) {
    for (const Step& each : lesson.steps) {
      const auto items = linked(each, Language::en);
      EXPECT_EQ(items, linked(each, Language::zh)) << lesson.id << "/" << each.id;
      for (const std::string& id : items) {
        const auto item = documents_.find(id);
        ASSERT_TRUE(item.has_value()) << id;
        EXPECT_TRUE(names(documents_.at(*item), lesson.id + "/" + each.id)) << id;
        ++links;
      }
    }
  }
  EXPECT_GT(links, 0u);
}

TEST_F(ShippedDocuments, HaveEachMistakeNamedByAStepThatCorrectsIt) {
  for (const ItemPlace& place : documents_.items()) {
    const DocumentItem& item = documents_.at(place);
    const bool has_steps =
        std::ranges::count(item.places, PlaceKind::step, &DocumentPlace::kind) > 0;
    if (!item.is_mistaken() || !has_steps) continue;
    EXPECT_TRUE(std::ranges::any_of(item.places, [&](const DocumentPlace& at) {
      return at.kind == PlaceKind::step && linked(*step(at.name), Language::en).contains(item.id);
    })) << item.id;
  }
}

}  // namespace
}  // namespace warplens::lessons
