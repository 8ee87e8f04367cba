# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""The other side of the tests of PyTorch's weight files: the real torch writes them, and reads what we write.

    torch_file_peer.py write FOLDER                 writes files of every kind, and expected.json
    torch_file_peer.py states FOLDER CLASSES MODEL...   torch.save of torchvision's state_dicts: MODEL.pth
    torch_file_peer.py taken FOLDER CLASSES MODEL...    MODEL.ours.pth and MODEL.ours.safetensors hold the same as
                                                    MODEL.pth, and torchvision's models take them, strictly
    torch_file_peer.py take FILE CLASSES MODEL      torchvision's model takes that file, strictly
"""
import collections
import json
import math
import os
import struct
import sys
import zipfile

import torch


class Evil:
    def __reduce__(self):
        return os.system, ("touch executed",)


def bits(tensor):
    """The tensor as f32, bit for bit."""
    return tensor.detach().float().contiguous().flatten().view(torch.int32).tolist()


def describe(tensors):
    names = {torch.float32: "F32", torch.float64: "F64", torch.float16: "F16", torch.bfloat16: "BF16",
             torch.int64: "I64", torch.int32: "I32", torch.int16: "I16", torch.int8: "I8", torch.uint8: "U8",
             torch.bool: "BOOL"}
    return {name: {"shape": list(tensor.shape), "dtype": names[tensor.dtype], "bits": bits(tensor)}
            for name, tensor in tensors.items()}


def every_kind():
    torch.manual_seed(5)
    base = torch.randn(4, 6)
    special = torch.tensor([0.0, -0.0, float("inf"), -float("inf"), 1e-45, 3e38])
    doubles = torch.cat([torch.randn(20, dtype=torch.float64),
                         torch.tensor([1e300, -1e300, 1e-300, 3.4028235677973366e38, 3.4028235e38, 1 + 2.0 ** -24],
                                      dtype=torch.float64)])
    return collections.OrderedDict([
        ("f32", torch.randn(2, 3, 5)),
        ("special", special),
        ("f64", doubles),
        ("f16", torch.cat([torch.randn(9).half(), torch.tensor([6e-8, 65504.0, float("inf"), -0.0]).half()])),
        ("bf16", torch.cat([torch.randn(9).bfloat16(), torch.tensor([1e-40, 3e38]).bfloat16()])),
        ("i64", torch.tensor([0, -1, 2 ** 24, 2 ** 24 + 1, 2 ** 53 + 1, -2 ** 63, 2 ** 63 - 1])),
        ("i32", torch.tensor([-2 ** 31, 2 ** 31 - 1, 16777217], dtype=torch.int32)),
        ("i16", torch.tensor([-32768, 32767], dtype=torch.int16)),
        ("i8", torch.tensor([-128, 127], dtype=torch.int8)),
        ("u8", torch.tensor([0, 255], dtype=torch.uint8)),
        ("bool", torch.tensor([True, False, True])),
        ("scalar", torch.tensor(7)),
        ("empty", torch.zeros(0, 3)),
        ("transposed", base.t()),
        ("column", base[:, 2]),
        ("block", base[1:3, 2:5]),
        ("shared", base),
        ("stepped", torch.arange(24.0).reshape(2, 3, 4)[:, ::2, 1::2]),
        ("expanded", torch.tensor([[1.0], [2.0]]).expand(2, 5)),
        ("channels_last", torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last)),
        ("parameter", torch.nn.Parameter(torch.randn(3))),
        ("名字.重み", torch.ones(1)),
    ])


def trained(optimizer):
    torch.manual_seed(6)
    net = torch.nn.DataParallel(torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2)))
    optimizer = optimizer(net.parameters())
    net(torch.randn(2, 1, 5, 5)).sum().backward()
    optimizer.step()
    return net, optimizer


def rezip(source, target, change, compression=zipfile.ZIP_STORED):
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", compression) as new:
        entries = {name: old.read(name) for name in old.namelist()}
        change(entries)
        for name, content in entries.items():
            with new.open(zipfile.ZipInfo(name), "w", force_zip64=True) if compression == zipfile.ZIP_STORED \
                    else new.open(name, "w") as entry:
                entry.write(content)


def write(folder):
    os.chdir(folder)
    expected = {}

    def save(name, value, tensors, skipped=(), place="", prefix="", **options):
        torch.save(value, name, **options)
        expected[name] = {"tensors": describe(tensors), "skipped": list(skipped), "place": place, "prefix": prefix}

    kinds = every_kind()
    save("zip.pth", kinds, kinds)
    save("legacy.pt", kinds, kinds, _use_new_zipfile_serialization=False)
    for protocol in (3, 4, 5):
        save(f"protocol{protocol}.pth", kinds, kinds, pickle_protocol=protocol)
    save("protocol4.legacy.pth", kinds, kinds, pickle_protocol=4, _use_new_zipfile_serialization=False)

    net, sgd = trained(lambda parameters: torch.optim.SGD(parameters, 0.1, momentum=0.9))
    state = net.state_dict()
    bare = {name[len("module."):]: tensor for name, tensor in state.items()}
    # As the ImageNet example of PyTorch does it.
    imagenet = {"epoch": 3, "arch": "resnet18", "state_dict": state, "best_acc1": torch.tensor(61.5),
                "optimizer": sgd.state_dict()}
    skipped = ["epoch", "arch", "best_acc1", "optimizer"]
    save("checkpoint.pth.tar", imagenet, bare, skipped, "state_dict", "module.")
    save("old.pth.tar", imagenet, bare, skipped, "state_dict", "module.", _use_new_zipfile_serialization=False)
    net, adam = trained(torch.optim.Adam)
    save("adam.th", {"model": net.module.state_dict(), "optimizer": adam.state_dict(), 7: 1},
         net.module.state_dict(), ["optimizer", "7"], "model")
    save("parameters.pt", dict(net.named_parameters(), note="text", count=2),
         {name[len("module."):]: tensor for name, tensor in net.named_parameters()}, ["note", "count"], "", "module.")

    def add(name, content):
        return lambda entries: entries.__setitem__("zip/" + name, content)
    rezip("zip.pth", "little.pth", add("byteorder", b"little"))  # as newer ones, and with zip64 headers
    expected["little.pth"] = expected["zip.pth"]

    # Those that must be refused.
    rezip("zip.pth", "big.pth", add("byteorder", b"big"))
    rezip("zip.pth", "compressed.pth", lambda entries: None, zipfile.ZIP_DEFLATED)
    torch.save(net.module, "module.pth")
    torch.save(net.module, "module_legacy.pth", _use_new_zipfile_serialization=False)
    torch.jit.script(net.module).save("script.pt")
    torch.save({"state_dict": bare, "evil": Evil()}, "evil.pth")
    torch.save({"state_dict": bare, "evil": Evil()}, "evil_legacy.pth", _use_new_zipfile_serialization=False)
    torch.save({"state_dict": bare, "best": torch.ones(1).numpy()[0]}, "numpy.pth")
    torch.save(torch.ones(3), "tensor.pt")
    torch.save({"epoch": 1}, "empty.pt")
    torch.save({"a": torch.ones(2, dtype=torch.complex64)}, "complex.pt")
    torch.save({"a": torch.eye(2).to_sparse()}, "sparse.pt")
    torch.save({"a": torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8)}, "quantized.pt")
    with open("expected.json", "w", encoding="utf-8") as file:
        json.dump(expected, file)


def model(name, classes):
    import torchvision
    options = {"init_weights": False} if name == "googlenet" else {}
    torch.manual_seed(8)
    return torchvision.models.get_model(name, weights=None, num_classes=int(classes), **options)


def load_safetensors(path):
    """After the format's public description: no code of ours is needed to open our files."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = bytearray(file.read())
    header.pop("__metadata__", None)
    kinds = {"F32": torch.float32, "I64": torch.int64}
    return {name: torch.frombuffer(data, dtype=kinds[entry["dtype"]], offset=entry["data_offsets"][0],
                                   count=math.prod(entry["shape"])).reshape(entry["shape"])
            for name, entry in header.items()}


def states(folder, classes, *names):
    for name in names:
        torch.save(model(name, classes).state_dict(), f"{folder}/{name}.pth")


def taken(folder, classes, *names):
    for name in names:
        expected = torch.load(f"{folder}/{name}.pth", weights_only=True)
        for ours in (torch.load(f"{folder}/{name}.ours.pth", weights_only=True),
                     load_safetensors(f"{folder}/{name}.ours.safetensors")):
            assert set(ours) == set(expected), set(ours) ^ set(expected)
            for key, tensor in expected.items():
                assert ours[key].dtype == tensor.dtype and torch.equal(ours[key], tensor), key
            model(name, classes).load_state_dict(ours, strict=True)
    print("all keys matched", len(names), "times")


def take(path, classes, name):
    tensors = load_safetensors(path) if path.endswith(".safetensors") else torch.load(path, weights_only=True)
    print(model(name, classes).load_state_dict(tensors, strict=True))
    print("batches:", {int(tensor) for key, tensor in tensors.items() if key.endswith("num_batches_tracked")})


def main():
    verb, *arguments = sys.argv[1:]
    {"write": write, "states": states, "taken": taken, "take": take}[verb](*arguments)


main()
