// Writes a capture's zip: it appears whole or not at all.
#pragma once

#include <zip.h>

#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kernels/trace/capture_files.h"
#include "kernels/trace/zip_input.h"

namespace warplens::trace {

// A new file under a name of its own beside `target`, removed unless it is published.
class CaptureZipWriter {
 public:
  // Fails when `target` is there and is no capture, or nothing can be written beside it.
  static Result<CaptureZipWriter> beside(const std::filesystem::path& target);
  CaptureZipWriter(CaptureZipWriter&& other) noexcept;
  CaptureZipWriter& operator=(CaptureZipWriter&&) = delete;
  ~CaptureZipWriter();

  // `make` gives the chunk's FlatBuffer. It is called by publish(), in the order of add(), and only
  // one chunk is in memory at a time.
  Result<void> add(const std::string& name, std::function<Bytes()> make);
  // Writes the chunks and gives the file its name; a capture that has it goes.
  Result<void> publish();

 private:
  // The error that occurred while libzip asked for a chunk: libzip itself can only be told to give
  // up.
  struct Failure {
    std::optional<Error> error;
    std::exception_ptr exception;
  };
  class LazyChunk;

  CaptureZipWriter(std::filesystem::path target, std::filesystem::path partial, ZipArchive zip);
  Result<void> write();
  Result<void> take_name();

  std::filesystem::path target_, partial_;
  ZipArchive zip_;
  std::unique_ptr<Failure> failure_ = std::make_unique<Failure>();
};

}  // namespace warplens::trace
