#include "tests/simulated_cuda/simulated_cuda.h"

using namespace warplens::device::api;
using namespace warplens::simulated;

extern "C" {

CUresult cuStreamCreate(CUstream* stream, unsigned) {
  *stream = new CUstream_st;
  return state().error;
}

CUresult cuStreamDestroy_v2(CUstream stream) {
  delete stream;
  return state().error;
}

CUresult cuStreamSynchronize(CUstream stream) {
  catch_up(stream);
  return state().error;
}

CUresult cuStreamWaitEvent(CUstream, CUevent, unsigned) {
  catch_up(std::nullopt);
  return state().error;
}

CUresult cuEventCreate(CUevent* event, unsigned) {
  *event = new CUevent_st;
  return state().error;
}

CUresult cuEventDestroy_v2(CUevent event) {
  delete event;
  return state().error;
}

CUresult cuEventRecord(CUevent event, CUstream) {
  event->at = std::chrono::steady_clock::now();
  return state().error;
}

CUresult cuEventSynchronize(CUevent) { return state().error; }

CUresult cuEventElapsedTime(float* milliseconds, CUevent from, CUevent to) {
  const std::chrono::steady_clock::time_point never{};
  if (from->at == never || to->at == never) return invalid_handle;
  *milliseconds = std::chrono::duration<float, std::milli>(to->at - from->at).count();
  return state().error;
}
}
