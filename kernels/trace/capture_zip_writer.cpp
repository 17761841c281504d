#include "kernels/trace/capture_zip_writer.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "kernels/base/whole_file.h"
#include "kernels/trace/capture_zip.h"

namespace warplens::trace {
namespace fs = std::filesystem;

namespace {

// A file half as large again as at level 6, in half the time.
constexpr zip_uint32_t kCompressionLevel = 1;

Error too_large(const fs::path& path, const std::string& name, std::size_t bytes) {
  return {tr("cannot write '{}': its {} would have {} bytes, and a chunk holds {}", path.string(),
             name, bytes, kMaximumChunkBytes)};
}

Result<void> check_replaceable(const fs::path& path) {
  std::error_code error;
  const bool is_free = fs::symlink_status(path, error).type() == fs::file_type::not_found;
  if (is_free || is_nothing_but_a_capture(path)) return {};
  return fail(
      tr("'{}' is there and is no capture: give another name, or remove it", path.string()));
}

Result<fs::path> capture_path(const fs::path& target) {
  fs::path path = target.lexically_normal();
  if (path.filename().empty()) path = path.parent_path();  // "t.wlens/"
  if (!path.filename().empty() && path.filename() != "." && path.filename() != "..") return path;
  return fail(tr("'{}' is no name for a capture: give one such as t.wlens", target.string()));
}

}  // namespace

// A chunk as libzip reads it: made when it is opened, gone when it is closed.
class CaptureZipWriter::LazyChunk {
 public:
  LazyChunk(fs::path target, std::string name, std::function<Bytes()> make, Failure& failure)
      : target_(std::move(target)),
        name_(std::move(name)),
        make_(std::move(make)),
        failure_(&failure) {}

  static zip_int64_t answer(void* state, void* data, zip_uint64_t length,
                            zip_source_cmd_t command) {
    auto* chunk = static_cast<LazyChunk*>(state);
    switch (command) {
      case ZIP_SOURCE_OPEN:
        return chunk->open() ? 0 : -1;
      case ZIP_SOURCE_READ:
        return chunk->read(static_cast<std::byte*>(data), length);
      case ZIP_SOURCE_CLOSE:
        chunk->flatbuffer_ = {};
        return 0;
      case ZIP_SOURCE_STAT:
        zip_stat_init(static_cast<zip_stat_t*>(data));
        return sizeof(zip_stat_t);
      case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&chunk->error_, data, length);
      case ZIP_SOURCE_FREE:
        delete chunk;
        return 0;
      default:
        return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                              ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
                                              -1);
    }
  }

 private:
  bool open() {
    try {
      flatbuffer_ = make_();
    } catch (...) {
      failure_->exception = std::current_exception();
    }
    if (flatbuffer_.size() > kMaximumChunkBytes)
      failure_->error = too_large(target_, name_, flatbuffer_.size());
    header_ = header_of(flatbuffer_);
    at_ = 0;
    if (failure_->exception == nullptr && !failure_->error.has_value()) return true;
    zip_error_set(&error_, ZIP_ER_INTERNAL, 0);
    return false;
  }

  zip_int64_t read(std::byte* to, std::size_t length) {
    const std::size_t header = copy(header_, at_, {to, length});
    const std::size_t after = at_ + header - header_.size();
    const std::size_t rest = at_ + header < header_.size()
                                 ? 0
                                 : copy(flatbuffer_, after, {to + header, length - header});
    at_ += header + rest;
    return static_cast<zip_int64_t>(header + rest);
  }

  // How many bytes of `from`, from `at` on, fitted into `to`.
  static std::size_t copy(std::span<const std::byte> from, std::size_t at,
                          std::span<std::byte> to) {
    const std::size_t count = std::min(from.size() - std::min(at, from.size()), to.size());
    if (count != 0) std::memcpy(to.data(), from.data() + at, count);
    return count;
  }

  fs::path target_;
  std::string name_;
  std::function<Bytes()> make_;
  Failure* failure_;
  ChunkHeader header_{};
  Bytes flatbuffer_;
  std::size_t at_ = 0;
  zip_error_t error_{};
};

CaptureZipWriter::CaptureZipWriter(fs::path target, fs::path partial, ZipArchive zip)
    : target_(std::move(target)), partial_(std::move(partial)), zip_(std::move(zip)) {}

CaptureZipWriter::CaptureZipWriter(CaptureZipWriter&& other) noexcept
    : target_(std::move(other.target_)),
      partial_(std::exchange(other.partial_, {})),
      zip_(std::move(other.zip_)),
      failure_(std::move(other.failure_)) {}

CaptureZipWriter::~CaptureZipWriter() {
  std::error_code ignored;
  if (!partial_.empty()) fs::remove(partial_, ignored);
}

Result<CaptureZipWriter> CaptureZipWriter::beside(const fs::path& target) {
  TRY(const fs::path path, capture_path(target));
  TRY(check_replaceable(path));
  TRY(fs::path partial, new_file_beside(path));
  CaptureZipWriter writer(path, std::move(partial), nullptr);
  int unused = 0;
  writer.zip_.reset(zip_open(writer.partial_.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &unused));
  if (writer.zip_ == nullptr) return fail(cannot_write(path));
  return writer;
}

Result<void> CaptureZipWriter::add(const std::string& name, std::function<Bytes()> make) {
  auto chunk = std::make_unique<LazyChunk>(target_, name, std::move(make), *failure_);
  zip_source_t* source = zip_source_function(zip_.get(), &LazyChunk::answer, chunk.get());
  if (source == nullptr) return fail(cannot_write(target_, zip_strerror(zip_.get())));
  (void)chunk.release();  // the source's
  const zip_int64_t index = zip_file_add(zip_.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return fail(cannot_write(target_, zip_strerror(zip_.get())));
  }
  (void)zip_set_file_compression(zip_.get(), static_cast<zip_uint64_t>(index), ZIP_CM_DEFLATE,
                                 kCompressionLevel);
  return {};
}

Result<void> CaptureZipWriter::publish() {
  const Result<void> written = write();
  return written.has_value() ? take_name() : written;
}

Result<void> CaptureZipWriter::write() {
  if (zip_close(zip_.get()) != 0) {
    if (failure_->exception != nullptr) std::rethrow_exception(failure_->exception);
    if (failure_->error.has_value()) return fail(*failure_->error);
    return fail(cannot_write(target_, zip_strerror(zip_.get())));
  }
  (void)zip_.release();  // closed
  if (!synchronise(partial_)) return fail(cannot_write(target_));
  return {};
}

Result<void> CaptureZipWriter::take_name() {
  TRY(check_replaceable(target_));
  if (::rename(partial_.c_str(), target_.c_str()) != 0) return fail(cannot_write(target_));
  partial_.clear();
  return {};
}

}  // namespace warplens::trace
