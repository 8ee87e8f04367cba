// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/picture_cache.h"

namespace lockstep {

PictureCache::PictureCache(std::size_t samples, std::size_t maxBytes)
    : m_parts(maxBytes > 0 ? samples : 0), m_maxBytes(maxBytes)
{
}

PictureCache::~PictureCache()
{
    for (const auto& part : m_parts)
        delete part.load(std::memory_order_acquire);
}

const DecodedPart* PictureCache::find(std::size_t sample) const
{
    return sample < m_parts.size() ? m_parts[sample].load(std::memory_order_acquire) : nullptr;
}

bool PictureCache::hasRoomFor(std::size_t bytes) const
{
    const std::size_t used = m_bytes.load(std::memory_order_relaxed);
    return used <= m_maxBytes && bytes <= m_maxBytes - used;
}

void PictureCache::keep(std::size_t sample, const DecodedPart& part)
{
    const std::size_t bytes = part.pixels.size();
    if (sample >= m_parts.size() || find(sample) || !hasRoomFor(bytes))
        return;
    if (m_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes > m_maxBytes) { // others were quicker
        m_bytes.fetch_sub(bytes, std::memory_order_relaxed);
        return;
    }
    auto copy = std::make_unique<const DecodedPart>(part);
    const DecodedPart* none = nullptr;
    if (m_parts[sample].compare_exchange_strong(none, copy.get(), std::memory_order_acq_rel))
        static_cast<void>(copy.release());
    else
        m_bytes.fetch_sub(bytes, std::memory_order_relaxed);
}

} // namespace lockstep
