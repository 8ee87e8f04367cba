// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/tensor_stream.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

TensorStream::TensorStream(InputFile file) : m_file(std::move(file))
{
    const auto fileBytes = static_cast<std::uint64_t>(m_file.size());
    std::array<char, kSafetensorsLengthBytes> length{};
    const std::span<char> head = std::span(length).first(std::min<std::uint64_t>(length.size(), fileBytes));
    m_file.read(head);
    std::string header(safetensorsHeaderBytes({head.data(), head.size()}, fileBytes, m_file.path()), '\0');
    m_file.read(header);
    m_layout =
        readSafetensorsLayout(header, fileBytes - kSafetensorsLengthBytes - header.size(), m_file.path());
}

std::optional<LoadedTensor> TensorStream::next()
{
    if (m_next == m_layout.tensors.size())
        return std::nullopt;
    TensorPlace& place = m_layout.tensors[m_next++];
    m_stored.resize(place.end - place.begin);
    m_file.read(m_stored);
    return loadedTensor(std::move(place.name), std::move(place.shape), place.type, m_stored);
}

} // namespace lockstep
