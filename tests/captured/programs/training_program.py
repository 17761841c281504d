"""A training loop in PyTorch that prints the milliseconds a step takes; `compiled`: by torch.compile, whose kernels are
Triton's."""

import sys
import time

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Linear(1024, 2048), torch.nn.GELU(), torch.nn.Linear(2048, 2048), torch.nn.GELU(), torch.nn.Linear(2048, 10)
).cuda()
optimizer = torch.optim.Adam(model.parameters())
run = torch.compile(model) if "compiled" in sys.argv else model
inputs = torch.randn(4096, 1024, device="cuda")
labels = torch.randint(10, (4096,), device="cuda")


def train(steps):
    for _ in range(steps):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(run(inputs), labels).backward()
        optimizer.step()
    torch.cuda.synchronize()


train(20)
begin = time.perf_counter()
train(300)
print(f"{(time.perf_counter() - begin) * 1000 / 300:.3f}")
