// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/device_tensors.h"

#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/cuda/device/status.h"
#include "engine/core/error.h"

#include <algorithm>

namespace lockstep::cuda {
namespace {

/// Pinned memory is taken from the whole host: no more than what copies need to be fast.
constexpr std::size_t kMostElements = std::size_t{1} << 20;

void call(const std::function<void()>& hook)
{
    if (hook)
        hook();
}

/// Of tensors in a row one copy.
class DeviceSnapshot final : public TensorSnapshot {
public:
    struct Piece {
        float* values;
        std::size_t elements;
    };
    DeviceSnapshot(Queue& queue, std::vector<Piece> pieces, TensorHooks hooks)
        : m_queue(queue), m_pieces(std::move(pieces)), m_hooks(std::move(hooks))
    {
        std::size_t elements = 0;
        for (const Piece& piece : m_pieces)
            elements += piece.elements;
        m_kept = DeviceMemory(elements * sizeof(float));
    }

    void take() override
    {
        call(m_hooks.before);
        forPieces([&](const Piece& piece, std::byte* kept, std::size_t bytes) {
            m_queue.copy(kept, piece.values, bytes);
        });
    }
    void restore() override
    {
        call(m_hooks.before);
        forPieces([&](const Piece& piece, std::byte* kept, std::size_t bytes) {
            m_queue.copy(piece.values, kept, bytes);
        });
        call(m_hooks.written);
    }

private:
    template <typename Job>
    void forPieces(const Job& job)
    {
        std::size_t from = 0;
        for (const Piece& piece : m_pieces) {
            job(piece, m_kept.at(from), piece.elements * sizeof(float));
            from += piece.elements * sizeof(float);
        }
    }

    Queue& m_queue;
    std::vector<Piece> m_pieces;
    TensorHooks m_hooks;
    DeviceMemory m_kept;
};

} // namespace

DeviceTensors::DeviceTensors(Queue& queue, const std::vector<DeviceTensor>& tensors, TensorHooks hooks)
    : m_queue(queue), m_hooks(std::move(hooks))
{
    for (const DeviceTensor& tensor : tensors) {
        m_tensors.push_back(tensor.info);
        m_values.push_back(tensor.values);
        m_pieceElements = std::max(m_pieceElements, std::min(kMostElements, tensor.info.elements()));
    }
}

float* DeviceTensors::crossing() const
{
    if (m_crossing.span().empty())
        m_crossing = PinnedMemory(m_pieceElements * sizeof(float));
    return reinterpret_cast<float*>(m_crossing.at());
}

template <typename Job>
void DeviceTensors::forPieces(std::size_t elements, const Job& job) const
{
    for (std::size_t from = 0; from < elements; from += m_pieceElements)
        job(from, std::min(m_pieceElements, elements - from));
}

void DeviceTensors::read(std::size_t index, std::span<float> values) const
{
    LOCKSTEP_CHECK(values.size() == m_tensors[index].elements());
    makeCurrent(m_queue.device());
    call(m_hooks.before);
    forPieces(values.size(), [&](std::size_t from, std::size_t count) {
        m_queue.copy(crossing(), m_values[index] + from, count * sizeof(float));
        m_queue.wait(Awaited::Copy);
        std::copy_n(crossing(), count, values.begin() + static_cast<std::ptrdiff_t>(from));
    });
}

void DeviceTensors::write(std::size_t index, std::span<const float> values)
{
    LOCKSTEP_CHECK(values.size() == m_tensors[index].elements());
    makeCurrent(m_queue.device());
    call(m_hooks.before);
    forPieces(values.size(), [&](std::size_t from, std::size_t count) {
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(from), count, crossing());
        m_queue.copy(m_values[index] + from, crossing(), count * sizeof(float));
        m_queue.wait(Awaited::Copy);
    });
    call(m_hooks.written);
}

std::unique_ptr<TensorSnapshot> DeviceTensors::makeSnapshot()
{
    makeCurrent(m_queue.device());
    std::vector<DeviceSnapshot::Piece> pieces;
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const std::size_t elements = m_tensors[i].elements();
        if (!pieces.empty() && pieces.back().values + pieces.back().elements == m_values[i])
            pieces.back().elements += elements;
        else
            pieces.push_back({m_values[i], elements});
    }
    return std::make_unique<DeviceSnapshot>(m_queue, std::move(pieces), m_hooks);
}

} // namespace lockstep::cuda
