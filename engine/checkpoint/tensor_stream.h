// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/input_file.h"
#include "engine/checkpoint/loaded_tensor.h"
#include "engine/checkpoint/safetensors_layout.h"

#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// The tensors of a safetensors file one after the other, with no more than one of them in memory. As strict
/// as parseSafetensors(). Throws EngineError(CheckpointError).
class TensorStream {
public:
    /// Reads the header. REQUIRES: a file that is at its beginning.
    explicit TensorStream(InputFile file);

    const std::map<std::string, std::string>& metadata() const { return m_layout.metadata; }
    /// In the order of their bytes; nothing after the last.
    std::optional<LoadedTensor> next();

private:
    InputFile m_file;
    SafetensorsLayout m_layout;
    std::size_t m_next = 0;
    std::string m_stored; ///< of one tensor
};

} // namespace lockstep
