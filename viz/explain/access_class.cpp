#include "viz/explain/access_class.h"

#include <algorithm>
#include <array>

namespace warplens::explain {
namespace {

struct ClassRow {
  AccessClass kind;
  std::string_view name;
  TextView words;
};

constexpr std::array<ClassRow, 12> kClassRows{{
    {AccessClass::shared_load, "shared_load", tr("shared load")},
    {AccessClass::shared_store, "shared_store", tr("shared store")},
    {AccessClass::matrix_load, "matrix_load", tr("ldmatrix")},
    {AccessClass::matrix_store, "matrix_store", tr("stmatrix")},
    {AccessClass::shared_atomic, "shared_atomic", tr("shared atomic")},
    {AccessClass::async_copy, "async_copy", tr("cp.async")},
    {AccessClass::global_load, "global_load", tr("global load")},
    {AccessClass::global_store, "global_store", tr("global store")},
    {AccessClass::global_atomic, "global_atomic", tr("global atomic")},
    {AccessClass::local_load, "local_load", tr("local load")},
    {AccessClass::local_store, "local_store", tr("local store")},
    {AccessClass::bulk_copy, "bulk_copy", tr("copy by TMA")},
}};

struct OpcodeRow {
  std::string_view opcode;
  AccessClass kind;
};

constexpr std::array<OpcodeRow, 19> kOpcodeRows{{
    {"LDS", AccessClass::shared_load},     {"STS", AccessClass::shared_store},
    {"LDSM", AccessClass::matrix_load},    {"STSM", AccessClass::matrix_store},
    {"ATOMS", AccessClass::shared_atomic}, {"LDGSTS", AccessClass::async_copy},
    {"LDG", AccessClass::global_load},     {"STG", AccessClass::global_store},
    {"ATOMG", AccessClass::global_atomic}, {"ATOM", AccessClass::global_atomic},
    {"RED", AccessClass::global_atomic},   {"REDG", AccessClass::global_atomic},
    {"LDL", AccessClass::local_load},      {"STL", AccessClass::local_store},
    {"UBLKCP", AccessClass::bulk_copy},    {"UTMALDG", AccessClass::bulk_copy},
    {"UTMASTG", AccessClass::bulk_copy},   {"UTMAREDG", AccessClass::bulk_copy},
    {"UBLKRED", AccessClass::bulk_copy},
}};

std::optional<AccessClass> shared_class(trace::EventKind kind) {
  switch (kind) {
    case trace::EventKind::load:
      return AccessClass::shared_load;
    case trace::EventKind::store:
      return AccessClass::shared_store;
    case trace::EventKind::atomic:
      return AccessClass::shared_atomic;
    default:
      return std::nullopt;
  }
}

std::optional<AccessClass> global_class(trace::EventKind kind) {
  switch (kind) {
    case trace::EventKind::load:
      return AccessClass::global_load;
    case trace::EventKind::store:
      return AccessClass::global_store;
    case trace::EventKind::atomic:
      return AccessClass::global_atomic;
    default:
      return std::nullopt;
  }
}

const ClassRow& row_of(AccessClass kind) {
  return *std::ranges::find(kClassRows, kind, &ClassRow::kind);
}

}  // namespace

std::optional<AccessClass> class_of(const trace::Site& site) {
  if (trace::is_bulk_copy(site.kind)) return AccessClass::bulk_copy;
  switch (site.kind) {
    case trace::EventKind::async_copy:
      return AccessClass::async_copy;
    case trace::EventKind::load_matrix:
      return AccessClass::matrix_load;
    case trace::EventKind::store_matrix:
      return AccessClass::matrix_store;
    default:
      break;
  }
  if (site.space == trace::Space::shared) return shared_class(site.kind);
  if (site.space == trace::Space::global) return global_class(site.kind);
  if (site.space != trace::Space::local) return std::nullopt;
  return site.kind == trace::EventKind::load ? AccessClass::local_load : AccessClass::local_store;
}

std::string_view opcode_of(std::string_view instruction) {
  while (!instruction.empty() && (instruction.front() == ' ' || instruction.front() == '\t')) {
    instruction.remove_prefix(1);
  }
  if (instruction.starts_with('@')) {
    const std::size_t space = instruction.find(' ');
    return space == instruction.npos ? std::string_view() : opcode_of(instruction.substr(space));
  }
  return instruction.substr(0, instruction.find_first_of(" \t;"));
}

std::optional<AccessClass> class_of_sass(std::string_view instruction) {
  const std::string_view opcode = opcode_of(instruction);
  const std::string_view base = opcode.substr(0, opcode.find('.'));
  const auto row = std::ranges::find(kOpcodeRows, base, &OpcodeRow::opcode);
  if (row == kOpcodeRows.end()) return std::nullopt;
  return row->kind;
}

bool has_shared_side(AccessClass kind) { return kind <= AccessClass::async_copy; }

bool has_global_side(AccessClass kind) { return kind >= AccessClass::async_copy; }

std::string_view name_of(AccessClass kind) { return row_of(kind).name; }

TextView words_of(AccessClass kind) { return row_of(kind).words; }

}  // namespace warplens::explain
