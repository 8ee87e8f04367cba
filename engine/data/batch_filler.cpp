// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_filler.h"

#include "engine/data/data_error.h"

#include <algorithm>

namespace lockstep {
namespace {

/// Damaged samples in a row after which no replacement is looked for.
constexpr std::size_t kMostReplacements = 1000;

} // namespace

BatchFiller::BatchFiller(const Dataset& dataset, Use use)
    : m_dataset(dataset), m_use(use), m_elements(static_cast<std::size_t>(dataset.sampleShape().elements()))
{
}

void BatchFiller::prepare(Batch& batch, std::size_t samples) const
{
    batch.count = static_cast<int>(samples);
    batch.damaged = 0;
    batch.inputs.resize(samples * m_elements);
    batch.labels.resize(samples);
}

void BatchFiller::readSample(Batch& batch, std::size_t place, std::size_t index,
                             std::vector<DamagedPlace>& damaged) const
{
    const ReadContext context{m_use, batch.epoch};
    const auto values = std::span(batch.inputs).subspan(place * m_elements, m_elements);
    try {
        batch.labels[place] = m_dataset.read(index, context, values);
        return;
    } catch (const DamagedSample& found) {
        damaged.push_back({place, index, found.what()});
    }
    if (m_use == Use::Training)
        batch.labels[place] = readReplacement(index, context, values);
}

std::int32_t BatchFiller::readReplacement(std::size_t index, const ReadContext& context,
                                          std::span<float> values) const
{
    const std::size_t size = m_dataset.size();
    const std::size_t most = std::min(size - 1, kMostReplacements);
    for (std::size_t further = 1; further <= most; ++further) {
        try {
            return m_dataset.read((index + further) % size, context, values);
        } catch (const DamagedSample&) {
            // Named and counted when its own turn comes.
        }
    }
    throwDataError(
        LOCKSTEP_TEXT("Image %1 of the data set and the %2 after it are damaged, so nothing can take "
                      "their place. Copy the data again."),
        {std::to_string(index), std::to_string(most)});
}

void BatchFiller::finish(Batch& batch, std::vector<DamagedPlace>& damaged) const
{
    std::sort(damaged.begin(), damaged.end(),
              [](const DamagedPlace& a, const DamagedPlace& b) { return a.place < b.place; });
    batch.damaged = static_cast<int>(damaged.size());
    if (damaged.empty() || m_use == Use::Training)
        return;
    std::size_t kept = 0;
    auto next = damaged.begin();
    for (std::size_t place = 0; place < batch.labels.size(); ++place) {
        if (next != damaged.end() && next->place == place) {
            ++next;
            continue;
        }
        std::copy_n(batch.inputs.begin() + static_cast<std::ptrdiff_t>(place * m_elements), m_elements,
                    batch.inputs.begin() + static_cast<std::ptrdiff_t>(kept * m_elements));
        batch.labels[kept++] = batch.labels[place];
    }
    prepare(batch, kept);
    batch.damaged = static_cast<int>(damaged.size());
}

} // namespace lockstep
