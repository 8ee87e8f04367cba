// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/filter_pictures.h"

#include <QByteArray>
#include <QtEndian>
#include <algorithm>
#include <cmath>
#include <span>

namespace lockstep {

namespace {

constexpr int kColours = 3;
/// Weights that are no finite number stand out.
constexpr QRgb kNotFinite = 0xFFFF00FF;

std::vector<float> decoded(const std::string& base64)
{
    const QByteArray bytes = QByteArray::fromBase64(QByteArray::fromStdString(base64));
    std::vector<float> values(static_cast<std::size_t>(bytes.size()) / sizeof(float));
    qFromLittleEndian<float>(bytes.constData(), static_cast<qsizetype>(values.size()), values.data());
    return values;
}

float largestOf(std::span<const float> weights)
{
    float largest = 0;
    for (const float weight : weights)
        if (std::isfinite(weight))
            largest = std::max(largest, std::abs(weight));
    return largest;
}

} // namespace

FilterPictures::FilterPictures(const FilterBank& bank)
{
    if (bank.tensor.empty())
        return;
    const std::vector<std::int64_t>& shape = bank.shape;
    m_count = static_cast<int>(shape[0]);
    m_channels = static_cast<int>(shape[1]);
    m_frames = shape.size() == 5 ? static_cast<int>(shape[2]) : 1;
    m_height = static_cast<int>(shape[shape.size() - 2]);
    m_width = static_cast<int>(shape.back());
    m_weights = decoded(bank.values);
    m_largest = largestOf(m_weights);
}

float FilterPictures::weight(int filter, int channel, int frame, int y, int x) const
{
    const std::size_t row = ((static_cast<std::size_t>(filter) * static_cast<std::size_t>(m_channels) +
                              static_cast<std::size_t>(channel)) *
                                 static_cast<std::size_t>(m_frames) +
                             static_cast<std::size_t>(frame)) *
                                static_cast<std::size_t>(m_height) +
                            static_cast<std::size_t>(y);
    return m_weights[row * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(x)];
}

float FilterPictures::largest(int filter) const
{
    const std::size_t each = m_weights.size() / static_cast<std::size_t>(m_count);
    return largestOf(std::span(m_weights).subspan(static_cast<std::size_t>(filter) * each, each));
}

std::pair<float, float> FilterPictures::range(int filter) const
{
    const std::size_t each = m_weights.size() / static_cast<std::size_t>(m_count);
    const auto weights = std::span(m_weights).subspan(static_cast<std::size_t>(filter) * each, each);
    const auto [least, most] = std::ranges::minmax_element(weights);
    return {*least, *most};
}

QImage FilterPictures::picture(int filter, int frame, Scale scale) const
{
    const float most = scale == Scale::Common ? m_largest : largest(filter);
    QImage image(m_width, m_height, QImage::Format_RGB32);
    const auto light = [most](float value) {
        const float share = most > 0 ? value / most : 0; // -1 ... 1
        return static_cast<int>(std::lround((share + 1) / 2 * 255));
    };
    for (int y = 0; y < m_height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < m_width; ++x) {
            const float red = weight(filter, 0, frame, y, x);
            const float green = m_channels == kColours ? weight(filter, 1, frame, y, x) : red;
            const float blue = m_channels == kColours ? weight(filter, 2, frame, y, x) : red;
            const bool isFinite = std::isfinite(red) && std::isfinite(green) && std::isfinite(blue);
            line[x] = isFinite ? qRgb(light(red), light(green), light(blue)) : kNotFinite;
        }
    }
    return image;
}

} // namespace lockstep
