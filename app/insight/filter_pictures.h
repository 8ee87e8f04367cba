// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/checkpoint_contents.h"

#include <QImage>
#include <utility>
#include <vector>

namespace lockstep {

/// The kernels of a first convolution as pictures: in colour where they see three channels, else gray. What
/// is 0 is always the same gray; black and white are as far from it as the largest weight.
class FilterPictures {
public:
    /// Whose largest weight: of all shown filters, so that strong and weak ones differ, or of each by itself.
    enum class Scale { Common, Each };

    FilterPictures() = default;
    /// REQUIRES: a bank that parseCheckpointContents() let pass.
    explicit FilterPictures(const FilterBank& bank);

    int count() const { return m_count; }
    int frames() const { return m_frames; } ///< 1 of kernels for pictures
    QSize size() const { return {m_width, m_height}; }
    QImage picture(int filter, int frame, Scale scale) const;
    /// The least and the largest weight of a filter.
    std::pair<float, float> range(int filter) const;

private:
    float largest(int filter) const;
    float weight(int filter, int channel, int frame, int y, int x) const;

    int m_count = 0, m_channels = 1, m_frames = 1, m_height = 0, m_width = 0;
    std::vector<float> m_weights;
    float m_largest = 0; ///< of all, by magnitude
};

} // namespace lockstep
