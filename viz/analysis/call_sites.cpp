#include "viz/analysis/call_sites.h"

#include <fmt/format.h>

#include <charconv>
#include <regex>

#include "kernels/base/names.h"
#include "kernels/base/source_name.h"
#include "kernels/base/trimmed.h"

namespace warplens::analysis {

namespace {

// Takes the next word off `text`; words end at blanks and commas.
std::string_view next_word_of(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t,"), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(" \t,"));
  text.remove_prefix(word.size());
  return word;
}

std::uint32_t number_in(std::string_view word) {
  std::uint32_t number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

std::array<std::uint32_t, 3> place_in(std::string_view& text) {
  std::array<std::uint32_t, 3> place{};
  for (std::uint32_t& part : place) part = number_in(next_word_of(text));
  return place;
}

std::string in_quotes_of(std::string_view line) {
  const std::size_t open = line.find('"'), close = line.rfind('"');
  return open < close && close != std::string_view::npos
             ? std::string(line.substr(open + 1, close - open - 1))
             : std::string();
}

bool begins_function(std::string_view words) {
  return words.find(".entry ") != std::string_view::npos ||
         words.find(".func ") != std::string_view::npos;
}

// In place of a name: it has none.
constexpr const char* kLambda = "a lambda";

Text shown_name(const std::string& function) {
  return function == kLambda ? tr("a lambda") : Text(short_name(function));
}

// The call of a closure, as it is mangled: demanglers print it in different ways.
bool is_lambda(const std::string& symbol) {
  static const std::regex kCall("Ul.*E[0-9]*_cl");
  return std::regex_search(symbol, kCall);
}

}  // namespace

class CallSites::Reader {
 public:
  explicit Reader(CallSites& sites) : sites_(sites) {}

  void read(std::string_view words) {
    if (words.starts_with(".loc")) add_location(words);
    if (words.starts_with(".file")) add_file(words);
    if (words.starts_with(".section")) is_names_ = words.find(".debug_str") != words.npos;
    if (begins_function(words)) enter_function();
    if (is_names_) add_name(words);
    sites_.frame_of_line_.push_back(current_);
  }

 private:
  void enter_function() {
    current_ = trace::kNone;
    latest_.clear();
  }

  void add_file(std::string_view words) {
    next_word_of(words);
    const std::uint32_t number = number_in(next_word_of(words));
    sites_.files_[number] = in_quotes_of(words);
  }

  std::uint32_t add(Frame frame) {
    sites_.frames_.push_back(std::move(frame));
    return static_cast<std::uint32_t>(sites_.frames_.size() - 1);
  }

  void add_location(std::string_view words) {
    next_word_of(words);
    Frame frame;
    frame.place = place_in(words);
    while (!words.empty()) {
      const std::string_view word = next_word_of(words);
      if (word == "function_name") take_label(next_word_of(words), frame);
      if (word == "inlined_at") take_call(place_in(words), frame);
    }
    // Line 0: the compiler's own code for the line before.
    const auto place = frame.place;
    if (place[1] != 0 || current_ == trace::kNone) current_ = add(std::move(frame));
    latest_[place] = current_;
  }

  static void take_label(std::string_view word, Frame& frame) {
    const std::size_t plus = word.find('+');
    frame.label = word.substr(0, plus);
    if (plus != std::string_view::npos) frame.name_offset = number_in(word.substr(plus + 1));
  }

  void take_call(const std::array<std::uint32_t, 3>& place, Frame& frame) {
    if (place[1] != 0) frame.inlined_at = call_at(place);
  }

  // The call has its own .loc before, which says where that was inlined.
  std::uint32_t call_at(const std::array<std::uint32_t, 3>& place) {
    const auto latest = latest_.find(place);
    if (latest != latest_.end()) return latest->second;
    Frame call;
    call.place = place;
    return add(std::move(call));
  }

  // "$L__info_string0:", then lines of ".b8 95,90,…".
  void add_name(std::string_view words) {
    if (words == "}") is_names_ = false;
    if (words.ends_with(':'))
      name_ = &sites_.names_[std::string(words.substr(0, words.size() - 1))];
    if (!words.starts_with(".b8") || name_ == nullptr) return;
    next_word_of(words);
    for (std::string_view byte = next_word_of(words); !byte.empty(); byte = next_word_of(words))
      *name_ += static_cast<char>(number_in(byte));
  }

  CallSites& sites_;
  std::uint32_t current_ = trace::kNone;
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> latest_;  // in this function
  bool is_names_ = false;
  std::string* name_ = nullptr;
};

CallSites::CallSites(std::string_view ptx) {
  Reader reader(*this);
  while (!ptx.empty()) {
    const std::size_t end = ptx.find('\n');
    reader.read(trimmed(ptx.substr(0, end)));
    ptx = end == std::string_view::npos ? std::string_view{} : ptx.substr(end + 1);
  }
}

std::string CallSites::function_of(const Frame& frame) const {
  const auto found = names_.find(frame.label);
  if (found == names_.end() || frame.name_offset >= found->second.size()) return {};
  const std::string symbol = found->second.substr(frame.name_offset).c_str();  // to its zero
  if (is_lambda(symbol)) return kLambda;
  const std::string name = source_name(symbol);
  return name.substr(last_part(name));
}

std::optional<std::uint32_t> CallSites::inlined_frame(std::uint32_t ptx_line,
                                                      std::uint32_t line) const {
  if (ptx_line == 0 || ptx_line > frame_of_line_.size()) return std::nullopt;
  std::uint32_t at = frame_of_line_[ptx_line - 1];
  if (at == trace::kNone) return std::nullopt;
  // Code of CUDA's own headers stands at the line that called it. An index is larger than that of
  // what it was inlined into, so that a chain ends.
  while (frames_[at].place[1] != line && frames_[at].inlined_at < at) at = frames_[at].inlined_at;
  if (frames_[at].place[1] != line || frames_[at].inlined_at >= at) return std::nullopt;
  return at;
}

std::optional<CallSite> CallSites::find(std::uint32_t ptx_line, const std::string& file,
                                        std::uint32_t line) const {
  const auto inlined = inlined_frame(ptx_line, line);
  if (!inlined) return std::nullopt;
  const Frame& inner = frames_[*inlined];
  std::uint32_t at = *inlined;
  while (frames_[at].inlined_at < at) at = frames_[at].inlined_at;
  const Frame& outer = frames_[at];
  const auto named = files_.find(outer.place[0]);
  const bool is_same = outer.place[0] == inner.place[0] || named == files_.end();
  return CallSite{function_of(inner), is_same ? file : named->second, outer.place[1]};
}

std::vector<CallStep> CallSites::chain(const trace::Site& site) const {
  std::vector<CallStep> steps;
  const auto inlined = inlined_frame(site.ptx_line, site.line);
  if (!inlined) return steps;
  std::uint32_t at = *inlined;
  while (frames_[at].inlined_at < at) {
    const Frame& call = frames_[frames_[at].inlined_at];
    const auto named = files_.find(call.place[0]);
    steps.push_back({function_of(frames_[at]), named == files_.end() ? site.file : named->second,
                     call.place[1]});
    at = frames_[at].inlined_at;
  }
  return steps;
}

std::optional<CallSite> CallSites::of(const trace::Site& site) const {
  return find(site.ptx_line, site.file, site.line);
}

std::optional<CallSite> CallSites::of(const trace::Finding& finding) const {
  return find(finding.ptx_line, finding.file, finding.line);
}

Text call_chain_text(const std::vector<CallStep>& chain) {
  Text all;
  for (const CallStep& step : chain) {
    const std::string_view file =
        std::string_view(step.file).substr(step.file.find_last_of('/') + 1);
    const Text one = step.function.empty()
                         ? tr("called at {}:{}", file, step.line)
                         : tr("{} called at {}:{}", shown_name(step.function), file, step.line);
    all = all.empty() ? one : tr(tr_in("calls", "{}, {}"), all, one);
  }
  return all;
}

Text call_site_text(const CallSite& site) {
  const std::string_view file = std::string_view(site.file).substr(site.file.find_last_of('/') + 1);
  if (site.function.empty()) return tr("from {}:{}", file, site.line);
  return tr("in {}, from {}:{}", shown_name(site.function), file, site.line);
}

}  // namespace warplens::analysis
