#include "kernels/injected/followed_program.h"

namespace warplens::injected {

using namespace cupti;

// What the program gives back.
void FollowedProgram::before(std::uint32_t call, const void* parameters) {
  switch (call) {
    case kModuleUnload:
      wanted.forget_functions();
      return images.unload(of<OfModule>(parameters).module);
    case kLibraryUnload:
      wanted.forget_functions();
      return images.unload(of<OfLibrary>(parameters).library);
    case kMemFree:
    case kMemFreeAsync:
    case kMemFreeAsyncPtsz:
      return allocations.remove(of<Freed>(parameters).address);
    case kMemUnmap:
      return allocations.unmap(of<Mapped>(parameters).address, of<Mapped>(parameters).bytes);
    case kLinkAddData: {
      const auto& input = of<LinkInput>(parameters);
      if (input.type != kLinkInputPtx || input.data == nullptr) return;
      const auto* first = static_cast<const std::byte*>(input.data);
      return images.link_input(input.state, input.name == nullptr ? "" : input.name,
                               {first, input.bytes});
    }
    case kGraphExecDestroy:
      return graphs.destroy(of<GraphDestroyed>(parameters).executable);
    default:
      return;
  }
}

// What the driver has given.
void FollowedProgram::after(std::uint32_t call, const CallbackData& data) {
  const void* const given = data.parameters;
  switch (call) {
    case kModuleLoad:
      return images.load_file(*of<ModuleFromFile>(given).module, of<ModuleFromFile>(given).file,
                              data.function);
    case kModuleLoadData:
    case kModuleLoadDataEx:
    case kModuleLoadFatBinary:
      return images.load(*of<ModuleFromData>(given).module, of<ModuleFromData>(given).image,
                         data.function);
    case kLibraryLoadData:
      return images.load_library(*of<LibraryFromData>(given).library,
                                 of<LibraryFromData>(given).image, data.function);
    case kLibraryLoadFromFile:
      return images.load_file(*of<LibraryFromFile>(given).library, of<LibraryFromFile>(given).file,
                              data.function);
    case kModuleGetFunction:
      return images.found_function(*of<FunctionOfModule>(given).function,
                                   of<FunctionOfModule>(given).module);
    case kLibraryGetKernel:
      return images.found_kernel(*of<KernelOfLibrary>(given).kernel,
                                 of<KernelOfLibrary>(given).library);
    case kLibraryGetModule:
      return images.name_too(*of<ModuleOfLibrary>(given).module,
                             of<ModuleOfLibrary>(given).library);
    case kKernelGetFunction:
      return images.found_function_of(*of<FunctionOfKernel>(given).function,
                                      of<FunctionOfKernel>(given).kernel);
    case kLinkComplete:
      return images.link_output(of<LinkOutput>(given).state, *of<LinkOutput>(given).cubin);
    case kMemAlloc:
    case kMemAllocAsync:
    case kMemAllocAsyncPtsz:
    case kMemAllocFromPool:
    case kMemAllocFromPoolPtsz:
      return allocations.add({*of<Allocated>(given).address, of<Allocated>(given).bytes});
    case kMemAllocManaged:
      return allocations.add({*of<Allocated>(given).address, of<Allocated>(given).bytes,
                              spool::AllocationKind::managed});
    case kMemAllocPitch: {
      const auto& rows = of<AllocatedRows>(given);
      return allocations.add({*rows.address, *rows.pitch * rows.rows});
    }
    case kMemMap:
      return allocations.map(of<Mapped>(given).address, of<Mapped>(given).bytes);
    case kGraphInstantiate:
    case kGraphInstantiateV2:
    case kGraphInstantiateWithFlags:
    case kGraphInstantiateWithParams:
    case kGraphInstantiateWithParamsPtsz:
      return graphs.instantiate(*of<GraphInstantiated>(given).executable,
                                of<GraphInstantiated>(given).graph);
    case kGraphExecUpdate:
    case kGraphExecUpdateV2:
      return graphs.instantiate(of<GraphUpdated>(given).executable, of<GraphUpdated>(given).graph);
    case kGraphExecKernelNodeSetParams:
    case kGraphExecKernelNodeSetParamsV2:
      return graphs.change_node(of<GraphNodeChanged>(given));
    default:
      return;
  }
}

}  // namespace warplens::injected
