// Lists of malloc, a thread each, added up and freed; arrays of new, one a block, that all threads use.
#include <cstdlib>
struct Node {
  int value;
  Node* next;
};
extern "C" __global__ void device_heap(const int* in, int* out, int n) {
  __shared__ int* common;
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  Node* head = nullptr;
  for (int i = 0; i < n; ++i) {
    Node* node = static_cast<Node*>(malloc(sizeof(Node)));
    if (node == nullptr) break;
    node->value = in[t] + i;
    node->next = head;
    head = node;
  }
  int sum = 0;
  while (head != nullptr) {
    sum += head->value;
    Node* next = head->next;
    free(head);
    head = next;
  }
  if (threadIdx.x == 0) common = new int[blockDim.x];
  __syncthreads();
  common[threadIdx.x] = sum;
  __syncthreads();
  out[t] = common[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) delete[] common;
}
