// Text as HTML: everything that is not markup of ours is escaped.
#pragma once

#include <string>
#include <string_view>

#include "app/lessons/markdown.h"

namespace warplens::ui {

// Safe between tags and inside quoted attributes.
[[nodiscard]] std::string escaped(std::string_view text);

// A path inside the page's folder as an address.
[[nodiscard]] std::string address_of(std::string_view path);

// Where the page of the documents stands beside it, links to their items lead there.
enum class DocumentLinks { none, beside };
inline constexpr std::string_view kDocumentsPage = "documents.html";

[[nodiscard]] std::string html_of(const lessons::Markdown& markdown,
                                  DocumentLinks links = DocumentLinks::none);

}  // namespace warplens::ui
