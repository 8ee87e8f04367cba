// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/loaded_tensor.h"
#include "engine/checkpoint/torch/pickle_reader.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace lockstep {

/// What the pickle of a PyTorch file may name.
PickleNames torchNames();

/// What a persistent id says of a storage: ("storage", torch.FloatStorage, key, device, elements[, view]).
struct TorchStorage {
    TensorType type = TensorType::Float32;
    std::string_view key;
    std::uint64_t elements = 0;  ///< of the storage as it lies in the file
    std::uint64_t firstItem = 0; ///< of a view into it (files of PyTorch before 0.4)
    std::uint64_t viewItems = 0; ///< elements that tensors may use from there on
};

/// Throws EngineError(CheckpointError) naming the file and what is wrong with the id.
TorchStorage readStorageId(const PickleDocument& document, const PickleValue& id,
                           const std::string& fileName);

/// Whether a value is a tensor: a call of torch._utils._rebuild_tensor_v2, alone or in a parameter.
bool isTensor(const PickleDocument& document, const PickleValue& value);

/// Makes tensors of a pickle's calls. Every size, stride and offset is checked against the storage before a
/// byte is read. All tensors together take at most 16 times the file's bytes and 64 MiB, although tensors may
/// share a storage and repeat its elements.
class TorchTensorReader {
public:
    /// The bytes of a storage; throws when there are none of that key.
    using StorageBytes = std::function<std::string_view(const TorchStorage&)>;

    TorchTensorReader(const PickleDocument& document, std::size_t fileBytes, StorageBytes storageBytes,
                      std::string fileName);
    /// REQUIRES: isTensor(value). Throws EngineError(CheckpointError) naming the file and the tensor.
    LoadedTensor read(const std::string& name, const PickleValue& value);

private:
    struct Strided;
    Strided readLayout(const std::string& name, const std::vector<PickleId>& arguments) const;
    void copy(const Strided& layout, std::string_view bytes, LoadedTensor& tensor) const;
    [[noreturn]] void refuse(const char* problem, const std::string& name) const;

    const PickleDocument& m_document;
    StorageBytes m_storageBytes;
    std::string m_fileName;
    std::uint64_t m_bytesLeft;
};

} // namespace lockstep
