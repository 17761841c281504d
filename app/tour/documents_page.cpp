#include "app/tour/documents_page.h"

#include <set>

#include "app/state/app_state.h"
#include "app/tour/page_writer.h"
#include "app/ui/panels/document_words.h"

namespace warplens::ui {
namespace {

using lessons::Document;
using lessons::DocumentItem;
using lessons::DocumentPlace;

class DocumentsPage {
 public:
  DocumentsPage(const AppState& app, const Ui& ui, const TourPage& tour)
      : app_(app), ui_(ui), out_(ui.language) {
    for (const TourLesson& lesson : tour.lessons) {
      for (const TourStep& step : lesson.steps) shown_.insert(lesson.id + "/" + step.id);
    }
  }

  std::string html() {
    page_head(out_, ui_.language, Str::documents_title);
    out_.add(
        "<body>\n<header><h1>{}</h1>\n<p>{}</p>\n<p><a href=\"index.html\">{}</a></p></header>\n",
        out_.say(Str::documents_title), out_.say(Str::documents_about), out_.say(Str::tour_title));
    contents();
    out_.add("<main>\n");
    for (const Document& document : app_.documents.documents) one(document);
    out_.add("</main>\n</body>\n</html>\n");
    return out_.take();
  }

 private:
  void contents() {
    out_.add("<nav aria-label=\"{}\">\n", out_.say(Str::contents));
    for (const Document& document : app_.documents.documents) {
      out_.add("<p><a href=\"#{}\">{}</a></p>\n", address_of(document.id), escaped(document.title));
    }
    out_.add("</nav>\n");
  }

  void one(const Document& document) {
    out_.add("<article class=\"step\" id=\"{}\">\n<h2>{}</h2>\n<p class=\"number\">{}</p>\n",
             address_of(document.id), escaped(document.title), escaped(source_words(document)));
    for (const lessons::DocumentSection& section : document.sections) {
      out_.add("<h3>{}</h3>\n<dl>\n", escaped(ui_.say(section.title)));
      for (const DocumentItem& item : section.items) one(item);
      out_.add("</dl>\n");
    }
    out_.add("</article>\n");
  }

  void one(const DocumentItem& item) {
    out_.add("<dt id=\"{}\">{}</dt>\n", address_of(item.id), escaped(ui_.say(item.says)));
    if (item.is_mistaken()) {
      out_.add("<dd class=\"truth costly\">{}</dd>\n",
               out_.say(Str::document_mistaken, ui_.say(item.truth)));
    }
    for (const DocumentPlace& place : item.places) one(place);
  }

  void one(const DocumentPlace& place) {
    const std::string words = escaped(place_words(app_, ui_, place));
    if (place.kind == DocumentPlace::Kind::step && shown_.contains(place.name)) {
      out_.add("<dd><a href=\"index.html#{}\">{}</a></dd>\n", step_anchor(place.name), words);
    } else {
      out_.add("<dd>{}</dd>\n", words);
    }
  }

  const AppState& app_;
  const Ui& ui_;
  Writer out_;
  std::set<std::string> shown_;  // steps of the tour
};

}  // namespace

std::string documents_html(const AppState& app, const Ui& ui, const TourPage& tour) {
  return DocumentsPage(app, ui, tour).html();
}

}  // namespace warplens::ui
