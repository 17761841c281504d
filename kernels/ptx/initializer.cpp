// Initialisers: {1, 2, {3}}, 0f3F800000, symbol, generic(symbol)+4, 0xFF00(symbol).
#include <algorithm>
#include <bit>

#include "kernels/ptx/declarations.h"
#include "kernels/ptx/expression.h"

namespace warplens::ptx {
namespace {

constexpr std::uint32_t kPointerSize = 8;

std::uint64_t float_bits(double value, ScalarType type) {
  if (type == ScalarType::f64) return std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

class InitializerParser {
 public:
  InitializerParser(DeclarationContext& context, const std::vector<std::uint64_t>& row_bytes,
                    Variable& variable)
      : cursor_(context.cursor),
        context_(context),
        row_bytes_(row_bytes),
        variable_(variable),
        unsized_(variable.size == 0),
        width_(size_of(variable.type)) {}

  void run() {
    if (width_ == 0) return skip_opaque();
    if (!unsized_) resize(variable_.size);
    if (cursor_.at("{")) {
      parse_braces();
    } else {
      parse_element();
    }
    if (masked_bytes_ != 0) fail_partial_address();
    if (unsized_) variable_.size = variable_.initializer.size();
  }

 private:
  // The fields of a .texref or .samplerref are of no use without textures.
  void skip_opaque() {
    if (cursor_.at("{")) return cursor_.skip_braces();
    cursor_.take();
  }

  void resize(std::uint64_t size) {
    context_.initializer_bytes += size - variable_.initializer.size();
    if (context_.initializer_bytes > kMaximumInitializers) {
      return cursor_.fail("the initialisers of this module hold more than 128 MiB");
    }
    variable_.initializer.resize(size);
  }

  // A row in braces of its own that is cut short is filled up with zeros, as in C.
  void parse_braces() {
    constexpr std::size_t kDeepest = 32;
    std::vector<std::uint64_t> row_starts;
    do {
      if (cursor_.accept("{")) {
        if (row_starts.size() == kDeepest) return cursor_.fail("more than 32 nested braces");
        row_starts.push_back(offset_);
        if (!cursor_.at("}")) continue;
      } else {
        parse_element();
      }
      while (!row_starts.empty() && cursor_.accept("}")) {
        close_row(row_starts.back(), row_starts.size() - 1);
        row_starts.pop_back();
      }
      if (!row_starts.empty()) cursor_.expect(",");
    } while (!row_starts.empty() && !cursor_.failed());
  }

  void close_row(std::uint64_t start, std::size_t depth) {
    if (depth == 0) return;
    const std::uint64_t row =
        depth < row_bytes_.size() ? row_bytes_[depth] : width_ * variable_.vector_width;
    if (offset_ > start + row) return cursor_.fail("this row has more values than its dimension");
    offset_ = start + row;
    if (unsized_ && offset_ > variable_.initializer.size()) resize(offset_);
  }

  void parse_element() {
    if (unsized_) resize(offset_ + width_);
    if (cursor_.failed()) return;
    if (offset_ + width_ > variable_.initializer.size()) {
      return cursor_.fail("{} has more initial values than elements", in_quotes(variable_.name));
    }
    if (cursor_.at(Token::Kind::word) && !cursor_.at("WARP_SZ")) {
      parse_address(kWholeAddress);
    } else {
      parse_number();
    }
    offset_ += width_;
  }

  void parse_number() {
    const Constant value = parse_constant(cursor_);
    if (cursor_.at("(") && value.kind == Constant::Kind::integer) {
      cursor_.take();
      parse_address(value.bits);
      cursor_.expect(")");
      return;
    }
    if (masked_bytes_ != 0) return fail_partial_address();
    store(bits_of(value));
  }

  std::uint64_t bits_of(const Constant& value) {
    const bool is_float = variable_.type == ScalarType::f32 || variable_.type == ScalarType::f64;
    if (value.kind == Constant::Kind::integer) {
      if (!is_float) return value.bits;
      return float_bits(value.is_unsigned
                            ? static_cast<double>(value.bits)
                            : static_cast<double>(static_cast<std::int64_t>(value.bits)),
                        variable_.type);
    }
    if (value.kind == Constant::Kind::f32) {
      if (variable_.type != ScalarType::f64) return value.bits;
      const float single = std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
      return std::bit_cast<std::uint64_t>(static_cast<double>(single));
    }
    return is_float ? float_bits(std::bit_cast<double>(value.bits), variable_.type) : value.bits;
  }

  void store(std::uint64_t bits) {
    for (std::uint32_t i = 0; i < width_ && i < sizeof bits; ++i) {
      variable_.initializer[offset_ + i] = static_cast<std::byte>(bits >> (8 * i));
    }
  }

  // symbol, generic(symbol), either with + or - a constant.
  void parse_address(std::uint64_t mask) {
    const std::uint32_t line = cursor_.line();
    const bool generic = cursor_.at("generic") && cursor_.text(cursor_.peek(1)) == "(";
    if (generic) {
      cursor_.take();
      cursor_.take();
    }
    const std::string_view symbol = cursor_.expect_word("a symbol");
    std::uint64_t addend = parse_offset(cursor_);
    if (generic && cursor_.expect(")")) addend += parse_offset(cursor_);
    if (cursor_.failed()) return;
    context_.symbol_uses.push_back({std::string(symbol), line});
    add_relocation({offset_, std::string(symbol), static_cast<std::int64_t>(addend)}, mask);
  }

  void add_relocation(Relocation relocation, std::uint64_t mask) {
    if (mask == kWholeAddress) {
      if (masked_bytes_ != 0) return fail_partial_address();
      if (width_ != kPointerSize) {
        return cursor_.fail("the address of {} needs 8 bytes", in_quotes(relocation.symbol));
      }
      variable_.relocations.push_back(std::move(relocation));
      return;
    }
    // Eight byte masks in a row, 0xFF to 0xFF00000000000000, make up one address.
    if (width_ != 1 || mask != std::uint64_t{0xff} << (8 * masked_bytes_)) {
      return fail_partial_address();
    }
    if (masked_bytes_ == 0) {
      variable_.relocations.push_back(std::move(relocation));
    } else if (variable_.relocations.back().symbol != relocation.symbol ||
               variable_.relocations.back().addend != relocation.addend) {
      return fail_partial_address();
    }
    masked_bytes_ = (masked_bytes_ + 1) % kPointerSize;
  }

  void fail_partial_address() {
    cursor_.fail("an address in an initialiser must be whole: eight bytes, lowest first");
  }

  static constexpr std::uint64_t kWholeAddress = 0;

  TokenCursor& cursor_;
  DeclarationContext& context_;
  const std::vector<std::uint64_t>& row_bytes_;
  Variable& variable_;
  bool unsized_;
  std::uint32_t width_;
  std::uint64_t offset_ = 0;
  std::uint32_t masked_bytes_ = 0;
};

}  // namespace

void parse_initializer(DeclarationContext& context, const std::vector<std::uint64_t>& row_bytes,
                       Variable& variable) {
  InitializerParser(context, row_bytes, variable).run();
}

}  // namespace warplens::ptx
