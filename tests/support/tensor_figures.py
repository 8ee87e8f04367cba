# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Figures of the tensors of a safetensors file as numpy computes them.

    tensor_figures.py FILE     by name: type, shape, norm, mean, min, max and histogram, as JSON; of the first tensor
                               of four axes the values besides, one after the other
"""
import json
import struct
import sys

import numpy

with open(sys.argv[1], "rb") as file:
    bytes_ = file.read()
(length,) = struct.unpack("<Q", bytes_[:8])
header = json.loads(bytes_[8:8 + length])
header.pop("__metadata__", None)
figures = {}
filters = None
for name, tensor in header.items():
    begin, end = tensor["data_offsets"]
    values = numpy.frombuffer(bytes_[8 + length + begin:8 + length + end], {"F32": "<f4", "I64": "<i8"}[tensor["dtype"]])
    values = values.astype(numpy.float64)
    figures[name] = {"type": tensor["dtype"], "shape": tensor["shape"], "norm": numpy.linalg.norm(values),
                     "mean": values.mean(), "min": values.min(), "max": values.max(),
                     "histogram": numpy.histogram(values, 64)[0].tolist()}
    if filters is None and len(tensor["shape"]) == 4:
        filters = values.tolist()
print(json.dumps({"tensors": figures, "filters": filters}))
