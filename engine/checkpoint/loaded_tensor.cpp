// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/loaded_tensor.h"

#include <utility>

namespace lockstep {

LoadedTensor loadedTensor(std::string name, Shape shape, TensorType type, std::span<const char> bytes)
{
    LoadedTensor tensor{.name = std::move(name), .shape = std::move(shape), .values = {}, .type = type};
    tensor.values.resize(bytes.size() / itemBytes(type));
    tensor.rounded = convertToFloat(type, bytes, tensor.values);
    return tensor;
}

bool isTensorName(std::string_view name)
{
    const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool c0 = byteAt(i) < 0x20 || byteAt(i) == 0x7F;
        const bool c1 = byteAt(i) == 0xC2 && i + 1 < name.size() && byteAt(i + 1) < 0xA0; // U+0080 ... U+009F
        if (c0 || c1)
            return false;
    }
    return true;
}

} // namespace lockstep
