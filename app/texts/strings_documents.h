// The page for readers of the articles.
#pragma once

// clang-format off
#define WARPLENS_DOCUMENTS_STRINGS(S) \
  S(documents_title, "For readers of the articles") \
  S(documents_about, \
    "What the articles say that Warplens grew from, section by section, and where it is shown here.") \
  S(document_mistaken, "Mistaken. {}") \
  S(document_hidden, "Mistaken. What is true stands here once this step's question is answered.") \
  S(document_times, "Times that documents print") \
  S(document_ladder, "Ladder of times") \
  S(document_item, "Article") \
  S(document_copied, "The article's items are on the clipboard.") \
  S(keys_documents, "for readers of the articles")
// clang-format on
