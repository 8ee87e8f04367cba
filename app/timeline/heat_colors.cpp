// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/heat_colors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

/// Matplotlib's viridis at ninths.
constexpr std::array<QRgb, 10> kViridis = {0xff440154, 0xff482878, 0xff3e4a89, 0xff31688e, 0xff26828e,
                                           0xff1f9e89, 0xff35b779, 0xff6dcd59, 0xffb4de2c, 0xfffde725};

/// More shades than an eye tells apart: mixing each cell's colour would be most of what a picture takes.
struct Shades {
    Shades()
    {
        for (std::size_t i = 0; i < colors.size(); ++i)
            colors[i] = heatColor(static_cast<float>(i) / static_cast<float>(colors.size() - 1));
    }
    QRgb of(float share) const
    {
        const float place = std::clamp(share, 0.0F, 1.0F) * static_cast<float>(colors.size() - 1);
        return colors[static_cast<std::size_t>(place + 0.5F)];
    }

    std::array<QRgb, 1024> colors;
};

} // namespace

QRgb heatColor(float share)
{
    const float place = std::clamp(share, 0.0F, 1.0F) * static_cast<float>(kViridis.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), kViridis.size() - 2);
    const float part = place - static_cast<float>(below);
    const QRgb low = kViridis[below];
    const QRgb high = kViridis[below + 1];
    const auto mix = [part](int one, int other) {
        return static_cast<int>(
            std::lround(static_cast<float>(one) + part * static_cast<float>(other - one)));
    };
    return qRgb(mix(qRed(low), qRed(high)), mix(qGreen(low), qGreen(high)), mix(qBlue(low), qBlue(high)));
}

QImage heatImage(const HeatGrid& grid, const HeatRange& range)
{
    static const Shades shades;
    QImage image(static_cast<int>(grid.columns), static_cast<int>(grid.rows),
                 QImage::Format_ARGB32_Premultiplied);
    const float span = range.high - range.low;
    for (std::size_t row = 0; row < grid.rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
        for (std::size_t column = 0; column < grid.columns; ++column) {
            const float value = grid.at(row, column);
            line[column] = std::isnan(value) ? 0
                           : span > 0        ? shades.of((value - range.low) / span)
                                             : shades.of(0.5F);
        }
    }
    return image;
}

} // namespace lockstep
