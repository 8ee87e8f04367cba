// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_filler.h"

#include "engine/data/data_error.h"
#include "engine/data/pixel_dataset.h"

#include <algorithm>

namespace lockstep {
namespace {

/// Damaged samples in a row after which no replacement is looked for.
constexpr std::size_t kMostReplacements = 1000;

} // namespace

BatchFiller::BatchFiller(const Dataset& dataset, Use use)
    : m_dataset(dataset), m_pixels(dataset.pixels()), m_use(use),
      m_elements(static_cast<std::size_t>(dataset.sampleShape().elements()))
{
}

/// Behind the samples.
std::size_t BatchFiller::labelsAt(std::size_t samples) const
{
    const std::size_t bytes = samples * m_elements * (m_pixels ? 1 : sizeof(float));
    return (bytes + kBatchAlignment - 1) / kBatchAlignment * kBatchAlignment;
}

std::size_t BatchFiller::bytes(std::size_t samples) const
{
    return labelsAt(samples) + samples * sizeof(std::int32_t);
}

void BatchFiller::prepare(BatchDraft& draft, std::span<const std::size_t> indices,
                          std::shared_ptr<BatchBuffer> buffer) const
{
    const std::size_t samples = indices.size();
    draft.indices.assign(indices.begin(), indices.end());
    std::byte* memory = buffer->bytes().data();
    draft.batch.hold = BatchHold(std::move(buffer));
    if (m_pixels)
        draft.pixels = {reinterpret_cast<std::uint8_t*>(memory), samples * m_elements};
    else
        draft.floats = {reinterpret_cast<float*>(memory), samples * m_elements};
    draft.labels = {reinterpret_cast<std::int32_t*>(memory + labelsAt(samples)), samples};
    draft.damaged.clear();
    draft.batch.damaged = 0;
    show(draft, samples);
}

/// The first samples of the draft are the batch.
void BatchFiller::show(BatchDraft& draft, std::size_t samples) const
{
    Batch& batch = draft.batch;
    batch.inputs = m_pixels ? Samples(draft.pixels.first(samples * m_elements), m_pixels->scale())
                            : Samples(draft.floats.first(samples * m_elements));
    batch.labels = draft.labels.first(samples);
    batch.indices = std::span(draft.indices).first(samples);
    batch.count = static_cast<int>(samples);
}

std::int32_t BatchFiller::read(BatchDraft& draft, std::size_t place, std::size_t index) const
{
    const ReadContext context{m_use, draft.batch.epoch};
    const std::size_t first = place * m_elements;
    return m_pixels ? m_pixels->readPixels(index, context, draft.pixels.subspan(first, m_elements))
                    : m_dataset.read(index, context, draft.floats.subspan(first, m_elements));
}

void BatchFiller::readSample(BatchDraft& draft, std::size_t place, std::size_t index,
                             std::vector<DamagedPlace>& damaged) const
{
    try {
        draft.labels[place] = read(draft, place, index);
        return;
    } catch (const DamagedSample& found) {
        damaged.push_back({place, index, found.error()});
    }
    if (m_use == Use::Training)
        draft.labels[place] = readReplacement(draft, place, index);
}

std::int32_t BatchFiller::readReplacement(BatchDraft& draft, std::size_t place, std::size_t index) const
{
    const std::size_t size = m_dataset.size();
    const std::size_t most = std::min(size - 1, kMostReplacements);
    for (std::size_t further = 1; further <= most; ++further) {
        try {
            return read(draft, place, (index + further) % size);
        } catch (const DamagedSample&) {
            // Named and counted when its own turn comes.
        }
    }
    throwDataError(
        LOCKSTEP_TEXT("Image %1 of the data set and the %2 after it are damaged, so nothing can take "
                      "their place. Copy the data again."),
        {std::to_string(index), std::to_string(most)});
}

void BatchFiller::finish(BatchDraft& draft) const
{
    std::vector<DamagedPlace>& damaged = draft.damaged;
    std::sort(damaged.begin(), damaged.end(),
              [](const DamagedPlace& a, const DamagedPlace& b) { return a.place < b.place; });
    draft.batch.damaged = static_cast<int>(damaged.size());
    if (damaged.empty() || m_use == Use::Training)
        return;
    std::size_t kept = 0;
    auto next = damaged.begin();
    for (std::size_t place = 0; place < draft.labels.size(); ++place) {
        if (next != damaged.end() && next->place == place)
            ++next;
        else
            move(draft, place, kept++);
    }
    show(draft, kept);
}

/// To a place before it, or its own.
void BatchFiller::move(BatchDraft& draft, std::size_t from, std::size_t to) const
{
    if (from == to)
        return;
    const auto moveIn = [&](auto all) {
        const auto sample = all.subspan(from * m_elements, m_elements);
        std::copy(sample.begin(), sample.end(), all.subspan(to * m_elements).begin());
    };
    m_pixels ? moveIn(draft.pixels) : moveIn(draft.floats);
    draft.labels[to] = draft.labels[from];
    draft.indices[to] = draft.indices[from];
}

} // namespace lockstep
