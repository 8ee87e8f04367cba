// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/batch_upload.h"

#include "engine/compute/cuda/lowering/step_header.h"

#include <algorithm>
#include <cstring>

namespace lockstep::cuda {
namespace {

std::span<const std::byte> bytesOf(const Samples& samples)
{
    return samples.arePixels() ? std::as_bytes(samples.pixels()) : std::as_bytes(samples.floats());
}

} // namespace

BatchUpload::BatchUpload(const SharedPatience& patience, int batch, Places places)
    : m_queue(patience), m_places(places), m_memory(std::make_shared<PinnedBatchMemory>(patience->device)),
      m_header(stepHeaderBytes(batch))
{
}

BatchUpload::~BatchUpload()
{
    m_queue.waitAtTheEnd();
}

void BatchUpload::bring(const BatchView& batch, Queue& compute)
{
    if (m_bringing) {
        m_brought.wait(Awaited::Batch);
        m_queue.follow(m_taken);
    }
    m_bringing = true;
    m_hold = batch.hold;
    writeHeader(batch);
    m_queue.copy(m_places.header, m_header.at(), stepHeaderBytes(batch.scalars.count));
    const std::span<const std::byte> samples = pinned(bytesOf(batch.inputs));
    m_queue.copy(m_places.samples, samples.data(), samples.size());
    m_queue.record(m_brought);
    compute.follow(m_brought);
}

void BatchUpload::taken(Queue& compute)
{
    compute.record(m_taken);
}

void BatchUpload::writeHeader(const BatchView& batch)
{
    const StepScalars& scalars = batch.scalars;
    const StepBlock block{.step = scalars.step,
                          .firstSample = scalars.firstSample,
                          .derivativeScale = static_cast<float>(1 / scalars.divisor),
                          .count = scalars.count};
    std::memcpy(m_header.at(), &block, sizeof(block));
    std::ranges::copy(batch.labels, labelsOf(m_header.at()));
}

std::span<const std::byte> BatchUpload::pinned(std::span<const std::byte> samples)
{
    if (samples.empty() || m_memory->holds(samples))
        return samples;
    if (m_staged.span().size() < samples.size())
        m_staged = PinnedMemory(samples.size());
    std::ranges::copy(samples, m_staged.at());
    return m_staged.span().first(samples.size());
}

} // namespace lockstep::cuda
