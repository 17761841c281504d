#include "kernels/sass/assembled.h"

#include "kernels/base/sha256.h"
#include "kernels/sass/instruction.h"
#include "kernels/sass/listing_text.h"
#include "kernels/sass/text_parts.h"

namespace warplens::sass {

namespace {

// Of files that have the accesses alone, and of those that have every instruction.
constexpr std::string_view kAccessFormat = "warplens-sass 1";
constexpr std::string_view kAccessLegend =
    "# PTX line, straight run of code, L: in a loop, instruction (docs/SASS.md)";
constexpr std::string_view kListingFormat = "warplens-sass 2";
constexpr std::string_view kListingLegend =
    "# PTX line, straight run of code with L: in a loop, live registers, instruction; .: as above "
    "(docs/SASS.md)";
constexpr std::string_view kArchitecture = "sm_";

void add_line(std::string& text, const Access& access) {
  text += fmt::format("{} {} {} {}\n", access.ptx_line, access.straight_run,
                      access.is_in_loop ? 'L' : '-', access.text);
}

void add_accesses(std::string& text, const std::vector<Access>& accesses) {
  std::string_view function;
  for (const Access& access : accesses) {
    if (access.function != function) text += fmt::format("function {}\n", access.function);
    function = access.function;
    add_line(text, access);
  }
}

void add_listing(std::string& text, const Listing& listing) {
  for (const ListedFunction& function : listing.functions) {
    text += fmt::format("function {}\n", function.name);
    ListingWriter writer;
    for (const ListedInstruction& instruction : function.instructions) {
      writer.write(instruction, text);
    }
  }
}

// Lines one by one, until one is not as it must be.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), rest_(text) {}

  Result<Assembled> read() {
    const std::string_view format = next();
    has_listing_ = format == kListingFormat;
    if (!has_listing_ && format != kAccessFormat) return wrong();
    if (next() != (has_listing_ ? kListingLegend : kAccessLegend)) return wrong();
    const auto capability = capability_of(value_of("architecture"));
    if (!capability.has_value()) return wrong();
    read_.capability = *capability;
    for (auto [name, value] :
         {std::pair{"ptxas", &read_.ptxas}, std::pair{"nvdisasm", &read_.nvdisasm},
          std::pair{"ptx_sha256", &read_.ptx_sha256}}) {
      *value = value_of(name);
      if (value->empty()) return wrong();
    }
    return read_functions();
  }

 private:
  std::string_view next() {
    ++number_;
    before_ = text_.size() - rest_.size();
    return line_ = take_line(rest_);
  }

  // The rest of the next line behind `name` and a space; empty if it does not begin so.
  std::string_view value_of(std::string_view name) {
    next();
    if (!line_.starts_with(name) || line_.substr(name.size(), 1) != " ") return {};
    return line_.substr(name.size() + 1);
  }

  Result<Assembled> read_functions() {
    constexpr std::string_view kFunction = "function ";
    constexpr std::string_view kEnd = "sha256 ";
    while (text_.ends_with('\n') && !rest_.empty()) {
      next();
      if (line_.starts_with(kEnd)) return finish(line_.substr(kEnd.size()));
      if (line_.starts_with(kFunction)) {
        begin_function(std::string(line_.substr(kFunction.size())));
      } else if (!(has_listing_ ? read_instruction() : read_access())) {
        return wrong();
      }
    }
    return fail(tr("it has no end: make it anew"));
  }

  void begin_function(std::string name) {
    function_ = std::move(name);
    if (!has_listing_) return;
    listed_ = ListingReader();
    read_.listing.functions.push_back({function_, {}});
  }

  bool read_instruction() {
    if (read_.listing.functions.empty()) return false;
    ListedInstruction instruction;
    if (!listed_.read(line_, instruction)) return false;
    read_.listing.functions.back().instructions.push_back(std::move(instruction));
    return true;
  }

  bool read_access() {
    std::string_view rest = line_;
    const auto ptx_line = whole_number<std::uint32_t>(take_word(rest));
    const auto run = whole_number<std::uint32_t>(take_word(rest));
    const std::string_view loop = take_word(rest);
    if (!ptx_line.has_value() || !run.has_value() || (loop != "L" && loop != "-")) return false;
    std::optional<Access> access = access_of(instruction_of(rest));
    if (!access.has_value()) return false;
    access->function = function_;
    access->ptx_line = *ptx_line;
    access->straight_run = *run;
    access->is_in_loop = loop == "L";
    read_.accesses.push_back(std::move(*access));
    return true;
  }

  Result<Assembled> finish(std::string_view hash) {
    if (!rest_.empty()) return fail(tr("it goes on after its end"));
    if (hash != sha256(text_.substr(0, before_))) return fail(tr("it was changed: make it anew"));
    if (has_listing_) read_.accesses = accesses_of(read_.listing);
    return std::move(read_);
  }

  [[nodiscard]] tl::unexpected<Error> wrong() const {
    return fail(tr("line {} is not as it must be: make it anew", number_));
  }

  std::string_view text_, rest_, line_;
  std::size_t number_ = 0, before_ = 0;  // of the line: from 1; where it begins
  std::string function_;
  bool has_listing_ = false;
  ListingReader listed_;
  Assembled read_;
};

}  // namespace

std::string architecture_name(std::uint32_t capability) {
  return fmt::format("{}{}", kArchitecture, capability);
}

std::optional<std::uint32_t> capability_of(std::string_view architecture) {
  if (!architecture.starts_with(kArchitecture)) return std::nullopt;
  const auto capability = whole_number<std::uint32_t>(architecture.substr(kArchitecture.size()));
  return capability.has_value() && *capability > 0 ? capability : std::nullopt;
}

std::string to_text(const Assembled& assembled) {
  const bool has_listing = !assembled.listing.functions.empty();
  std::string text = fmt::format("{}\n{}\narchitecture {}\nptxas {}\nnvdisasm {}\nptx_sha256 {}\n",
                                 has_listing ? kListingFormat : kAccessFormat,
                                 has_listing ? kListingLegend : kAccessLegend,
                                 architecture_name(assembled.capability), assembled.ptxas,
                                 assembled.nvdisasm, assembled.ptx_sha256);
  if (has_listing) {
    add_listing(text, assembled.listing);
  } else {
    add_accesses(text, assembled.accesses);
  }
  return text + fmt::format("sha256 {}\n", sha256(text));
}

Result<Assembled> read_assembled(std::string_view text) { return Reader(text).read(); }

}  // namespace warplens::sass
