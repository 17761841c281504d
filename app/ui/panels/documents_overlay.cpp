// The page for readers of the articles: a document, section by section, what it says item by item;
// where that is shown, each a link; and what is true where the document is mistaken.
#include <algorithm>

#include "app/state/document_places.h"
#include "app/ui/panels/document_words.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/wanted_item.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using lessons::Document;
using lessons::DocumentItem;
using lessons::DocumentPlace;
using lessons::DocumentSection;
using lessons::ItemPlace;

// What keys go through: the places of the document's items, in order.
struct DocumentLink {
  ItemPlace item;
  const DocumentPlace* place = nullptr;
};

std::vector<DocumentLink> links_of(const AppState& app, std::size_t document) {
  std::vector<DocumentLink> links;
  for (const ItemPlace& item : app.documents.items()) {
    if (item.document != document) continue;
    for (const DocumentPlace& place : app.documents.at(item).places)
      links.push_back({item, &place});
  }
  return links;
}

// The first link of the item, or of the next one that has some.
std::size_t first_link(const std::vector<DocumentLink>& links, const ItemPlace& item) {
  const auto at_or_behind = [&](const DocumentLink& link) {
    return std::pair(link.item.section, link.item.item) >= std::pair(item.section, item.item);
  };
  const auto link = std::ranges::find_if(links, at_or_behind);
  return link == links.end() ? 0 : static_cast<std::size_t>(link - links.begin());
}

// What the step on screen is about: first of all what it corrects.
std::optional<ItemPlace> item_here(const AppState& app) {
  std::optional<ItemPlace> found;
  for (const ItemPlace& place : app.documents.items()) {
    const DocumentItem& item = app.documents.at(place);
    if (!is_found_here(app, item)) continue;
    if (item.is_mistaken()) return place;
    if (!found) found = place;
  }
  return found;
}

void begin_at(Overlay& page, const AppState& app, const ItemPlace& item) {
  page.item = item;
  page.document = item.document;
  page.chosen = first_link(links_of(app, item.document), item);
  page.moved = true;
}

void choose_document(Overlay& page, std::size_t document) {
  page.document = document;
  page.item.reset();
  page.chosen = 0;
  page.moved = true;
}

void follow_place(Ui& ui, const DocumentPlace& place) {
  ui.ask([place](AppState& app) { go_to_place(app, place); });
  close_overlay(ui);
}

// "1 CUDA编程入门…", a button each.
void document_tabs(const AppState& app, Ui& ui, float width) {
  const std::vector<Document>& all = app.documents.documents;
  const float gap = ui.fonts.body->FontSize * 0.4f;
  const float each = (width - gap * static_cast<float>(all.size() - 1)) /
                     static_cast<float>(std::max<std::size_t>(all.size(), 1));
  Overlay& page = ui.state<Overlay>();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    const float room = each - 2 * ImGui::GetStyle().FramePadding.x;
    const std::string words =
        fitted(fmt::format("{} {}", i + 1, all[i].title), room, ui.fonts.body);
    const bool is_on = i == page.document;
    const std::string name = fmt::format("documents.tab{}", i + 1);
    if (button(ui, name.c_str(), words, is_on ? ButtonLook::primary : ButtonLook::soft,
               {each, 0}) &&
        !is_on) {
      choose_document(page, i);
    }
    tooltip(ui, all[i].title);
  }
}

class DocumentPage {
 public:
  DocumentPage(const AppState& app, Ui& ui) : app_(app), ui_(ui), page_(ui.state<Overlay>()) {
    unit_ = ui.fonts.body->FontSize;
  }

  void document() {
    const Document& document = app_.documents.documents[page_.document];
    wrapped_label(ui_, document.title, {ui_.theme->text, ui_.fonts.bold});
    const std::string source = source_words(document);
    if (!source.empty()) wrapped_label(ui_, source, {ui_.theme->muted, ui_.fonts.small});
    for (std::size_t section = 0; section < document.sections.size(); ++section) {
      ImGui::Dummy({0, unit_ * 0.4f});
      wrapped_label(ui_, ui_.say(document.sections[section].title),
                    {ui_.theme->accent, ui_.fonts.bold});
      const auto& items = document.sections[section].items;
      for (std::size_t item = 0; item < items.size(); ++item) {
        one({page_.document, section, item}, items[item]);
      }
    }
  }
  // A link that was clicked.
  [[nodiscard]] const DocumentPlace* pressed() const { return pressed_; }

 private:
  void one(const ItemPlace& place, const DocumentItem& item) {
    if (page_.moved && page_.item == place) ImGui::SetScrollHereY(0.2f);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    wrapped_label(ui_, ui_.say(item.says), {ui_.theme->text, ui_.fonts.body});
    mark(ui_, "document." + item.id);
    if (item.is_mistaken()) truth(item);
    for (std::size_t i = 0; i < item.places.size(); ++i) link(item, i);
    if (page_.item == place) point_at(top);
    ImGui::Dummy({0, unit_ * 0.15f});
  }

  void indented_label(std::string_view words, TextLook look) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit_);
    wrapped_label(ui_, words, look);
  }

  // Behind a bar.
  void truth(const DocumentItem& item) {
    const ImVec2 top = ImGui::GetCursorScreenPos();
    const std::string words = truth_words(app_, ui_, item);
    indented_label(words, {ui_.theme->bad, ui_.fonts.small});
    const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
    ImGui::GetWindowDrawList()->AddRectFilled(
        top + ImVec2{unit_ * 0.4f, 0}, {top.x + unit_ * 0.6f, bottom}, packed(ui_.theme->bad));
    ui_.widget_log.shown("document." + item.id + ".truth", words);
  }

  void link(const DocumentItem& item, std::size_t index) {
    const bool is_chosen = next_link_++ == page_.chosen;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit_);
    push_font(ui_.fonts.small);
    const std::string words = fitted(place_words(app_, ui_, item.places[index]),
                                     ImGui::GetContentRegionAvail().x, ui_.fonts.small);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high = low + ImVec2{text_width(words), ImGui::GetFontSize()};
    if (is_chosen) {
      if (std::exchange(page_.moved, false) && !page_.item) ImGui::SetScrollHereY();
      ImGui::GetWindowDrawList()->AddRectFilled(low, high, packed(ui_.theme->current_line),
                                                3 * ui_.scale);
    }
    const std::string name = fmt::format("document.{}.{}", item.id, index + 1);
    if (text_button(ui_, name.c_str(), words)) pressed_ = &item.places[index];
    if (is_chosen) focus_ring(ui_, low, high);
    ImGui::PopFont();
  }

  // Beside the item that was asked for.
  void point_at(ImVec2 top) {
    const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
    const float right = top.x + ImGui::GetContentRegionAvail().x;
    ImGui::GetWindowDrawList()->AddRect(top - ImVec2{unit_ * 0.2f, 0}, {right, bottom},
                                        packed(ui_.theme->accent), 3 * ui_.scale);
    ui_.widget_log.shown("documents.item", app_.documents.at(*page_.item).id);
  }

  const AppState& app_;
  Ui& ui_;
  Overlay& page_;
  float unit_ = 0;
  std::size_t next_link_ = 0;
  const DocumentPlace* pressed_ = nullptr;
};

void document_foot(const AppState& app, Ui& ui) {
  if (button(ui, "documents.close", ui.say(Str::close))) return close_overlay(ui);
  ImGui::SameLine();
  if (button(ui, "documents.copy", ui.say(Str::copy))) copy_document(ui, app);
  ImGui::SameLine();
  if (button(ui, "documents.contents", ui.say(Str::contents))) {
    open_overlay(ui, Overlay::Kind::lessons);
  }
}

}  // namespace

void documents_overlay(const AppState& app, Ui& ui, ImVec2 window) {
  const float unit = ui.fonts.body->FontSize;
  begin_overlay(ui, "documents.window", {window.x / 2, window.y / 2}, {0.5f, 0.5f});
  Overlay& page = ui.state<Overlay>();
  if (ImGui::IsWindowAppearing()) {
    if (const auto item = page.item ? page.item : item_here(app)) begin_at(page, app, *item);
  }
  label(ui, ui.say(Str::documents_title), {ui.theme->text, ui.fonts.title});
  const float width = std::min(unit * 60, window.x - unit * 4);
  wrapped_label(ui, ui.say(Str::documents_about), {ui.theme->muted, ui.fonts.small}, width);
  const DocumentPlace* pressed = nullptr;
  if (!app.documents.documents.empty()) {
    document_tabs(app, ui, width);
    ImGui::BeginChild("documents.items", {width, std::min(unit * 32, window.y - unit * 12)}, false,
                      ImGuiWindowFlags_NoBackground);
    DocumentPage shown(app, ui);
    ImGui::Indent(unit * 0.3f);
    shown.document();
    ImGui::Unindent(unit * 0.3f);
    pressed = shown.pressed();
    ImGui::EndChild();
    mark(ui, "documents.items");
  }
  document_foot(app, ui);
  end_overlay();
  if (pressed != nullptr) follow_place(ui, *pressed);
}

void move_in_document(Ui& ui, const AppState& app, int by) {
  Overlay& page = ui.state<Overlay>();
  const auto last = static_cast<std::ptrdiff_t>(links_of(app, page.document).size()) - 1;
  if (last < 0) return;
  const auto chosen = static_cast<std::ptrdiff_t>(page.chosen) + by;
  page.chosen = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(chosen, 0, last));
  page.item.reset();
  page.moved = true;
}

void choose_link(Ui& ui, const AppState& app) {
  const Overlay& page = ui.state<Overlay>();
  const std::vector<DocumentLink> links = links_of(app, page.document);
  if (page.chosen < links.size()) follow_place(ui, *links[page.chosen].place);
}

void turn_document(Ui& ui, const AppState& app) {
  Overlay& page = ui.state<Overlay>();
  const std::size_t count = app.documents.documents.size();
  if (count > 0) choose_document(page, (page.document + 1) % count);
}

void copy_document(Ui& ui, const AppState& app) {
  const std::size_t document = ui.state<Overlay>().document;
  if (document >= app.documents.documents.size()) return;
  ImGui::SetClipboardText(document_words(app, ui, app.documents.documents[document]).c_str());
  ui.state<Message>() = {std::string(ui.say(Str::document_copied)), {}, false};
}

void open_wanted_item(const AppState& app, Ui& ui) {
  const std::string wanted = std::exchange(ui.state<WantedItem>().id, {});
  if (wanted.empty()) return;
  open_overlay(ui, Overlay::Kind::documents);
  ui.state<Overlay>().item = app.documents.find(wanted);
}

}  // namespace warplens::ui
