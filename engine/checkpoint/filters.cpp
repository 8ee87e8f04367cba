// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/filters.h"

#include "engine/protocol/data_preview.h"

#include <algorithm>
#include <span>

namespace lockstep {
namespace {

constexpr std::int64_t kColours = 3;

bool seesPictures(std::int64_t channels)
{
    return channels == 1 || channels == kColours;
}

/// The shown part of kernels of shape {filters, channels, (frames,) height, width}; without a tensor where
/// not even one of them may be shown.
FilterBank bankOf(const LoadedTensor& tensor)
{
    const std::vector<std::int64_t>& sizes = tensor.shape.sizes();
    const std::int64_t all = tensor.shape.elements();
    const std::int64_t filters = sizes[0];
    const std::int64_t kernel = all / filters / sizes[1]; // values of one channel
    const std::int64_t channels = sizes[1] == kColours ? kColours : 1;
    if (kernel < 2 || kernel > kMostFilterValues / channels)
        return {};
    const std::int64_t shown =
        std::min({filters, kMostShownFilters, kMostFilterValues / (channels * kernel)});
    FilterBank bank{
        .tensor = tensor.name, .filters = filters, .channels = sizes[1], .shape = sizes, .values = {}};
    bank.shape[0] = shown;
    bank.shape[1] = channels;
    std::vector<float> values;
    for (std::int64_t filter = 0; filter < shown; ++filter) {
        const auto first = tensor.values.begin() + filter * sizes[1] * kernel;
        values.insert(values.end(), first, first + channels * kernel);
    }
    const auto bytes = std::as_bytes(std::span(values));
    bank.values = base64({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    return bank;
}

} // namespace

void FirstFilters::see(const LoadedTensor& tensor)
{
    const std::size_t axes = tensor.shape.sizes().size();
    if ((axes != 4 && axes != 5) || !isFloating(tensor.type) || tensor.values.empty())
        return;
    const bool isBetter = seesPictures(tensor.shape.sizes()[1]) && !seesPictures(m_bank.channels);
    if (!m_bank.tensor.empty() && !isBetter)
        return;
    if (FilterBank bank = bankOf(tensor); !bank.tensor.empty())
        m_bank = std::move(bank);
}

} // namespace lockstep
