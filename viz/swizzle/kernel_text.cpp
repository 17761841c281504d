#include "viz/swizzle/kernel_text.h"

#include "viz/swizzle/accesses.h"
#include "viz/swizzle/code.h"
#include "viz/swizzle/lane_formula.h"
#include "viz/swizzle/ptx_writer.h"

namespace warplens::swizzle {

namespace {

class KernelWriter {
 public:
  explicit KernelWriter(const SwizzleSpec& spec) : spec_(spec) {}

  Result<KernelText> write() {
    TRY(const auto writing, accesses_of(spec_.write, spec_.tile, Direction::write));
    TRY(const auto reading, accesses_of(spec_.read, spec_.tile, Direction::read));
    warps_ = block_warps(writing.warps.size(), reading.warps.size());

    TRY(auto code, cuda_code(spec_));
    code_ = std::move(code);
    begin();
    Result<void> part = phase(spec_.write, writing, Direction::write);
    TRY(part);
    ptx_.line("bar.sync 0;");
    part = phase(spec_.read, reading, Direction::read);
    TRY(part);
    ptx_.line("ret;");
    return KernelText{whole(), std::move(code_.text), warps_};
  }

 private:
  using Names = PtxWriter::Names;

  void begin() {
    ptx_.line("ld.param.u64 %in, [in];");
    ptx_.line("ld.param.u64 %out, [out];");
    ptx_.line("cvta.to.global.u64 %in, %in;");
    ptx_.line("cvta.to.global.u64 %out, %out;");
    ptx_.line("mov.u32 %thread, %tid.x;");
    ptx_.line("and.b32 %lane, %thread, 31;");
    ptx_.line("mov.u32 %tile, tile;");
  }

  // A loop over this warp's accesses.
  Result<void> phase(const Pattern& pattern, const Accesses& accesses, Direction direction) {
    const bool is_read = direction == Direction::read;
    const std::string begin = is_read ? "READ" : "WRITE";
    const std::string done = ptx_.predicate();
    ptx_.line("shr.u32 %warp, %thread, 5;");
    ptx_.label(begin);
    ptx_.line("setp.ge.s32 {}, %warp, {};", done, accesses.warps.size());
    ptx_.line("@{} bra {}_END;", done, begin);
    TRY(one_access(pattern, accesses.lane_elements, direction));
    ptx_.line("add.s32 %warp, %warp, {};", warps_);
    ptx_.line("bra {};", begin);
    ptx_.label(begin + "_END");
    return {};
  }

  Result<void> one_access(const Pattern& pattern, std::uint32_t lane_elements,
                          Direction direction) {
    TRY(const auto formula, lane_formula(pattern, spec_.tile));
    Names names = {{"lane", "%lane"},
                   {"warp", "%warp"},
                   {"rows", std::to_string(spec_.tile.rows)},
                   {"cols", std::to_string(spec_.tile.columns)}};
    if (!formula.listed.empty()) names["element"] = listed(formula.listed, direction);
    TRY(ptx_.state(formula.first, names));
    const std::string active = condition(formula, names);
    TRY(ptx_.state(formula.then, names));
    TRY(ptx_.state({{"offset", plain_offset_text(spec_.tile)}}, names));
    TRY(const auto shared, shared_address(names));
    if (pattern.kind == Pattern::Kind::matrix) return move_matrix(pattern, shared, direction);
    move_lanes(lane_elements * spec_.tile.element_bytes, active, shared, names["offset"],
               direction);
    return {};
  }

  // Lanes' elements from a table of constants.
  std::string listed(const std::vector<std::int32_t>& elements, Direction direction) {
    const std::string_view name = direction == Direction::read ? "read_lanes" : "write_lanes";
    tables_ += fmt::format(".const .align 4 .s32 {}[32] = {{{}", name, elements[0]);
    for (std::size_t i = 1; i < elements.size(); ++i) tables_ += fmt::format(", {}", elements[i]);
    tables_ += "};\n";
    const std::string at = ptx_.address();
    const std::string lane = ptx_.address();
    std::string element = ptx_.integer();
    ptx_.line("mov.u64 {}, {};", at, name);
    ptx_.line("mul.wide.s32 {}, %lane, 4;", lane);
    ptx_.line("add.s64 {}, {}, {};", at, at, lane);
    ptx_.line("ld.const.s32 {}, [{}];", element, at);
    return element;
  }

  // "@%p3 " before what only active lanes do. The others go on with element 0, so that they compute
  // nothing that the expression was not looked at for.
  std::string condition(const LaneFormula& formula, Names& names) {
    if (formula.condition == LaneFormula::Condition::none) return "";
    const bool by_unit = formula.condition == LaneFormula::Condition::unit_below;
    std::string& asked = names[by_unit ? "unit" : "element"];
    const std::string predicate = ptx_.predicate();
    const std::string chosen = ptx_.integer();
    ptx_.line("setp.{}.s32 {}, {}, {};", by_unit ? "lt" : "ge", predicate, asked,
              by_unit ? formula.bound : 0);
    ptx_.line("selp.s32 {}, {}, 0, {};", chosen, asked, predicate);
    asked = chosen;
    return fmt::format("@{} ", predicate);
  }

  Result<std::string> shared_address(const Names& names) {
    TRY(const auto expression, offset_expression(spec_.map, spec_.tile));
    TRY(const auto offset, ptx_.value(expression.text(), names));
    const std::string address = ptx_.integer();
    ptx_.line("mad.lo.s32 {}, {}, {}, %tile;", address, offset, spec_.tile.element_bytes);
    return address;
  }

  std::string global_address(std::string_view array, const std::string& element) {
    std::string address = ptx_.address();
    ptx_.line("mul.wide.s32 {}, {}, {};", address, element, spec_.tile.element_bytes);
    ptx_.line("add.s64 {}, {}, {};", address, address, array);
    return address;
  }

  struct Moved {
    std::string type, registers;
  };
  Moved moved(std::uint32_t bytes) {
    if (bytes <= 2) return {bytes == 1 ? "u8" : "u16", ptx_.half()};
    if (bytes == 4) return {"u32", ptx_.integer()};
    if (bytes == 8) return {"v2.u32", fmt::format("{{{}, {}}}", ptx_.integer(), ptx_.integer())};
    return {"v4.u32", fmt::format("{{{}, {}, {}, {}}}", ptx_.integer(), ptx_.integer(),
                                  ptx_.integer(), ptx_.integer())};
  }

  void move_lanes(std::uint32_t bytes, const std::string& active, const std::string& shared,
                  const std::string& plain, Direction direction) {
    const bool is_read = direction == Direction::read;
    const std::string global = global_address(is_read ? "%out" : "%in", plain);
    ptx_.line(".loc 1 {} 0", is_read ? code_.load_line : code_.store_line);
    const auto [type, registers] = moved(bytes);
    if (is_read) {
      ptx_.line("{}ld.shared.{} {}, [{}];", active, type, registers, shared);
      ptx_.line("{}st.global.{} [{}], {};", active, type, global, registers);
    } else {
      ptx_.line("{}ld.global.{} {}, [{}];", active, type, registers, global);
      ptx_.line("{}st.shared.{} [{}], {};", active, type, shared, registers);
    }
  }

  Result<void> move_matrix(const Pattern& pattern, const std::string& shared, Direction direction) {
    std::vector<std::string> fragments;
    std::string list;
    for (std::uint32_t i = 0; i < pattern.matrices; ++i) {
      fragments.push_back(ptx_.integer());
      list += (i == 0 ? "" : ", ") + fragments.back();
    }
    const std::string how = fmt::format("matrix.sync.aligned.m8n8.x{}{}.shared.b16",
                                        pattern.matrices, pattern.is_transposed ? ".trans" : "");
    const bool is_read = direction == Direction::read;
    ptx_.line(".loc 1 {} 0", is_read ? code_.load_line : code_.store_line);
    if (is_read) ptx_.line("ld{} {{{}}}, [{}];", how, list, shared);
    for (std::uint32_t i = 0; i < pattern.matrices; ++i) {
      TRY(move_fragment(pattern, i, fragments[i], direction));
    }
    if (!is_read) ptx_.line("st{} [{}], {{{}}};", how, shared, list);
    return {};
  }

  // Moves a lane's register of one matrix to or from device memory.
  Result<void> move_fragment(const Pattern& pattern, std::uint32_t index,
                             const std::string& fragment, Direction direction) {
    TRY(const auto formula, fragment_formula(pattern, spec_.tile));
    Names names = {{"lane", "%lane"}, {"warp", "%warp"}, {"i", std::to_string(index)}};
    TRY(ptx_.state(formula, names));
    TRY(ptx_.state({{"offset", plain_offset_text(spec_.tile)}}, names));
    const bool is_read = direction == Direction::read;
    const std::string global = global_address(is_read ? "%out" : "%in", names["offset"]);
    if (!pattern.is_transposed) return move_whole(global, fragment, is_read);
    // The second element stands one line further.
    const std::uint32_t next = spec_.tile.line_length() * spec_.tile.element_bytes;
    const std::string low = ptx_.half(), high = ptx_.half();
    if (is_read) {
      ptx_.line("mov.b32 {{{}, {}}}, {};", low, high, fragment);
      ptx_.line("st.global.u16 [{}], {};", global, low);
      ptx_.line("st.global.u16 [{}+{}], {};", global, next, high);
    } else {
      ptx_.line("ld.global.u16 {}, [{}];", low, global);
      ptx_.line("ld.global.u16 {}, [{}+{}];", high, global, next);
      ptx_.line("mov.b32 {}, {{{}, {}}};", fragment, low, high);
    }
    return {};
  }

  Result<void> move_whole(const std::string& global, const std::string& fragment, bool is_read) {
    std::string address = global;
    if (spec_.tile.element_bytes > 4) {  // a register holds a part of an element
      const std::string part = ptx_.integer(), bytes = ptx_.address();
      address = ptx_.address();
      ptx_.line("and.b32 {}, %lane, {};", part, spec_.tile.element_bytes / 4 - 1);
      ptx_.line("mul.wide.s32 {}, {}, 4;", bytes, part);
      ptx_.line("add.s64 {}, {}, {};", address, global, bytes);
    }
    if (is_read) {
      ptx_.line("st.global.u32 [{}], {};", address, fragment);
    } else {
      ptx_.line("ld.global.u32 {}, [{}];", fragment, address);
    }
    return {};
  }

  std::string whole() const {
    // stmatrix came with compute capability 9.0 and PTX 7.8 (PTX ISA, stmatrix).
    const bool stores_matrices = spec_.write.kind == Pattern::Kind::matrix;
    return fmt::format(
        ".version 7.8\n.target {}\n.address_size 64\n.file 1 \"swizzle.cu\"\n.extern .shared "
        ".align 128 .b8 tile[];\n{}\n"
        ".visible .entry swizzle(.param .u64 in, .param .u64 out)\n{{\n{}"
        "\t.reg .b64 %in, %out;\n\t.reg .b32 %thread, %lane, %warp, %tile;\n\n{}}}\n",
        stores_matrices ? "sm_90" : "sm_75", tables_, ptx_.declarations(), ptx_.text());
  }

  const SwizzleSpec& spec_;
  PtxWriter ptx_;
  CudaCode code_;
  std::string tables_;
  std::uint32_t warps_ = 1;
};

}  // namespace

Result<KernelText> kernel_text(const SwizzleSpec& spec) { return KernelWriter(spec).write(); }

}  // namespace warplens::swizzle
