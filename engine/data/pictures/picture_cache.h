// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/pictures/picture_decoder.h"

#include <atomic>
#include <memory>
#include <vector>

namespace lockstep {

/// Decoded pictures by sample, kept as long as there is room; nothing is ever pushed out, for an epoch visits
/// every sample once and the oldest is as likely to come next as any. Any thread.
class PictureCache {
public:
    PictureCache(std::size_t samples, std::size_t maxBytes);
    ~PictureCache();
    PictureCache(const PictureCache&) = delete;
    PictureCache& operator=(const PictureCache&) = delete;

    /// Null when it is not there. Valid as long as the cache.
    const DecodedPart* find(std::size_t sample) const;
    bool hasRoomFor(std::size_t bytes) const;
    /// Keeps a copy when there is room and none is there.
    void keep(std::size_t sample, const DecodedPart& part);

private:
    std::vector<std::atomic<const DecodedPart*>> m_parts;
    std::size_t m_maxBytes;
    std::atomic<std::size_t> m_bytes{0};
};

} // namespace lockstep
