#include "kernels/injected/kernel_launch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warplens::injected {
namespace {

constexpr api::CUresult kNoSuchParameter = 1;  // CUDA_ERROR_INVALID_VALUE: behind the last one

// CU_LAUNCH_PARAM_BUFFER_POINTER and CU_LAUNCH_PARAM_BUFFER_SIZE, each before its value.
void* const kBufferPointer = reinterpret_cast<void*>(1);
void* const kBufferSize = reinterpret_cast<void*>(2);

// What the launch gives as one buffer.
std::vector<std::byte> buffer_of(void** extra) {
  const std::byte* first = nullptr;
  std::size_t bytes = 0;
  for (; *extra != nullptr; extra += 2) {
    if (extra[0] == kBufferPointer) first = static_cast<const std::byte*>(extra[1]);
    if (extra[0] == kBufferSize) std::memcpy(&bytes, extra[1], sizeof bytes);
  }
  return first == nullptr ? std::vector<std::byte>() : std::vector<std::byte>(first, first + bytes);
}

// The driver's status where it does not say them.
api::CUresult read_places(KernelLaunch& launch, const DriverCalls& driver, bool is_kernel) {
  if (is_kernel && driver.cuKernelGetParamInfo == nullptr) return kNoSuchParameter;
  while (true) {
    KernelLaunch::Place place;
    const auto at = launch.places.size();
    const api::CUresult status =
        is_kernel ? driver.cuKernelGetParamInfo(reinterpret_cast<api::CUkernel>(launch.handle), at,
                                                &place.offset, &place.bytes)
                  : driver.cuFuncGetParamInfo(launch.handle, at, &place.offset, &place.bytes);
    if (status == kNoSuchParameter) return api::kSuccess;
    if (status != api::kSuccess) return status;
    launch.places.push_back(place);
  }
}

void read_values(KernelLaunch& launch, const LaunchArguments& arguments) {
  std::size_t end = 0;
  for (const auto& place : launch.places) end = std::max(end, place.offset + place.bytes);
  if (arguments.parameters == nullptr && arguments.extra != nullptr)
    launch.parameters = buffer_of(arguments.extra);
  launch.parameters.resize(end);
  if (arguments.parameters == nullptr) return;
  for (std::size_t i = 0; i < launch.places.size(); ++i) {
    const auto& place = launch.places[i];
    std::memcpy(&launch.parameters[place.offset], arguments.parameters[i], place.bytes);
  }
}

void write_sides(spool::Writer& fields, const Sides& sides) {
  for (const unsigned side : sides) fields.number(side);
}

}  // namespace

KernelLaunch launch_of(const cupti::LaunchKernel& call, bool is_cooperative) {
  KernelLaunch launch;
  launch.handle = call.function;
  launch.grid = {call.grid_x, call.grid_y, call.grid_z};
  launch.block = {call.block_x, call.block_y, call.block_z};
  launch.dynamic_shared_bytes = call.dynamic_shared_bytes;
  launch.stream = call.stream;
  launch.is_cooperative = is_cooperative;
  return launch;
}

KernelLaunch launch_of(const cupti::LaunchKernelEx& call) {
  const api::CUlaunchConfig& config = *call.config;
  KernelLaunch launch;
  launch.handle = call.function;
  launch.grid = {config.grid_x, config.grid_y, config.grid_z};
  launch.block = {config.block_x, config.block_y, config.block_z};
  launch.dynamic_shared_bytes = config.dynamic_shared_bytes;
  launch.stream = config.stream;
  for (unsigned i = 0; i < config.attribute_count; ++i) {
    const api::CUlaunchAttribute& attribute = config.attributes[i];
    if (attribute.id == api::kLaunchClusterDimension)
      launch.cluster = {attribute.value[0], attribute.value[1], attribute.value[2]};
    if (attribute.id == api::kLaunchCooperative) launch.is_cooperative = attribute.value[0] != 0;
    launch.attributes.push_back(attribute);
  }
  return launch;
}

KernelLaunch launch_of(const api::CUDA_KERNEL_NODE_PARAMS& node) {
  KernelLaunch launch;
  launch.handle = node.function;
  launch.grid = {node.grid_x, node.grid_y, node.grid_z};
  launch.block = {node.block_x, node.block_y, node.block_z};
  launch.dynamic_shared_bytes = node.dynamic_shared_bytes;
  return launch;
}

bool complete(KernelLaunch& launch, const LaunchArguments& arguments, const DriverCalls& driver,
              Images& images, Spool& spool) {
  const auto image = images.image_of(launch.handle);
  if (!image) {
    spool.note(spool::NoteKind::unknown_image, spool::kNoEpisode, 0, 0, launch.name);
    return false;
  }
  launch.image = *image;
  const api::CUresult status = read_places(launch, driver, images.is_kernel(launch.handle));
  const bool has_values =
      launch.places.empty() || arguments.parameters != nullptr || arguments.extra != nullptr;
  if (status != api::kSuccess || !has_values) {
    spool.note(spool::NoteKind::unknown_parameters, spool::kNoEpisode,
               static_cast<std::uint64_t>(status), 0, launch.name);
    return false;
  }
  read_values(launch, arguments);
  return true;
}

void KernelLaunch::write(spool::Writer& fields) const {
  fields.number(static_cast<std::uint64_t>(spool::StepKind::launch));
  fields.number(image);
  fields.text(name);
  write_sides(fields, grid);
  write_sides(fields, block);
  write_sides(fields, cluster);
  fields.number(dynamic_shared_bytes);
  fields.number(is_cooperative ? 1 : 0);
  fields.number(places.size());
  for (const Place& place : places) {
    fields.number(place.offset);
    fields.number(place.bytes);
  }
  fields.bytes(parameters);
  fields.number(attributes.size());
  for (const api::CUlaunchAttribute& attribute : attributes) {
    fields.number(static_cast<std::uint64_t>(attribute.id));
    fields.number(attribute.value[0]);
  }
}

}  // namespace warplens::injected
