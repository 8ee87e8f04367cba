# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""The other side of the safetensors tests: reads and writes the format after its public description, and lets
PyTorch judge names and shapes.

    safetensors_peer.py load FILE    prints {name: {shape, values}} once a torch module has taken the tensors
    safetensors_peer.py save FILE    writes such a module and prints the same
"""
import json
import struct
import sys

import torch


def module():
    torch.manual_seed(3)
    net = torch.nn.Module()
    net.conv1 = torch.nn.Conv2d(1, 2, 3)
    net.fc = torch.nn.Linear(3, 4)
    return net


def load(path):
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        assert entry["dtype"] == "F32", entry
        begin, end = entry["data_offsets"]
        values = torch.frombuffer(bytearray(data[begin:end]), dtype=torch.float32)
        tensors[name] = values.reshape(entry["shape"])
    return tensors


def save(path, tensors):
    header = {"__metadata__": {"format": "pt"}}
    data = b""
    for name in sorted(tensors, reverse=True):  # any order is allowed
        bytes_ = tensors[name].detach().contiguous().numpy().tobytes()
        header[name] = {
            "shape": list(tensors[name].shape),
            "dtype": "F32",
            "data_offsets": [len(data), len(data) + len(bytes_)],
        }
        data += bytes_
    text = json.dumps(header, indent=1).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def main():
    verb, path = sys.argv[1:]
    net = module()
    if verb == "load":
        net.load_state_dict(load(path), strict=True)
    else:
        save(path, net.state_dict())
    print(json.dumps({
        name: {"shape": list(tensor.shape), "values": tensor.flatten().tolist()}
        for name, tensor in net.state_dict().items()
    }))


main()
