// A chunk's columns as rows: figures as they are stored, texts apart from them (capture.fbs).
// For capture_decode.cpp, which has verified the chunk.
#pragma once

#include <capture_generated.h>

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/base/text_json.h"
#include "kernels/trace/capture_check.h"
#include "kernels/trace/capture_chunks.h"

namespace warplens::trace {

static_assert(std::endian::native == std::endian::little, "columns are read where they lie");

template <class T>
using Column = flatbuffers::Vector<T>;

// The verifier looks at where a vector's length stands, not at its elements; the builder does not
// align what has none.
template <class T>
bool is_aligned(const Column<T>* column) {
  const auto address = reinterpret_cast<std::uintptr_t>(column->Data());
  return column->size() == 0 || address % alignof(std::remove_pointer_t<T>) == 0;
}

template <class T>
std::span<const T> span_of(const Column<T>* column) {
  return {column->data(), column->size()};
}

// Loads a row but for its texts.
Dim3 loaded(const format::Dim3& dim);
Buffer loaded(const format::Buffer& stored);
SharedArray loaded(const format::SharedArray& stored);
Site loaded(const format::Site& stored);
SiteTotals loaded(const format::Totals& stored);
Finding loaded(const format::Finding& stored);
Piece loaded(const format::Piece& stored);

// Gives `rows` as many rows as `column` has, with its figures.
template <class Row, class Struct>
bool load(std::vector<Row>& rows, const Column<const Struct*>* column, std::size_t most) {
  if (column->size() > most || !is_aligned(column)) return false;
  rows.reserve(column->size());
  for (const Struct* stored : *column) rows.push_back(loaded(*stored));
  return true;
}

// Text columns of one chunk. FlatBuffers may refer to the same bytes many times; together the texts
// may not be longer than the chunk.
class TextLoader {
 public:
  explicit TextLoader(std::size_t bytes) : left_(bytes) {}

  // One text a row.
  template <class Rows, class Target>
  bool load(const format::Texts* column, Rows& rows, Target target) {
    const auto lengths = span_of(column->lengths());
    const auto* bytes = reinterpret_cast<const char*>(column->bytes()->data());
    std::size_t size = column->bytes()->size();
    if (lengths.size() != rows.size() || size > left_) return false;
    left_ -= size;
    auto row = rows.begin();
    for (const std::uint32_t length : lengths) {
      if (length > size) return false;
      target(*row).assign(bytes, length);
      bytes += length;
      size -= length;
      ++row;
    }
    return size == 0;
  }

  // Loads all rows of the column, at most kMaximumRows.
  bool load(const format::Texts* column, std::vector<std::string>& texts) {
    if (column->lengths()->size() > kMaximumRows) return false;
    texts.resize(column->lengths()->size());
    return load(column, texts, [](std::string& text) -> std::string& { return text; });
  }

  // One Text a row: its English sentence, and what its places are filled with
  // (kernels/base/text_json.h). A capture of before 2026-11-26 has no `values`: its sentences are
  // complete, and English.
  template <class Rows, class Target>
  bool load(const format::Texts* english, const format::Texts* values, Rows& rows, Target target) {
    std::vector<std::string> sentences(rows.size()), fillings(rows.size());
    const auto itself = [](std::string& text) -> std::string& { return text; };
    if (!load(english, sentences, itself)) return false;
    if (values != nullptr && !load(values, fillings, itself)) return false;
    auto row = rows.begin();
    for (std::size_t i = 0; i < sentences.size(); ++i, ++row) {
      auto text = text_from_json(std::move(sentences[i]), fillings[i]);
      if (!text) return false;
      target(*row) = std::move(*text);
    }
    return true;
  }

 private:
  std::size_t left_;
};

// The member of a row that a text goes into.
template <class Member>
auto into(Member member) {
  return [member](auto& row) -> std::string& { return row.*member; };
}

}  // namespace warplens::trace
