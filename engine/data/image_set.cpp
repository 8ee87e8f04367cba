// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/image_set.h"

#include "engine/data/data_error.h"

#include <algorithm>

namespace lockstep {

PixelStore::PixelStore(std::vector<std::uint8_t> bytes) : m_codes(std::move(bytes)), m_largest(1)
{
    for (int code = 0; code < 256; ++code)
        m_palette.push_back(static_cast<float>(code / 255.0));
}

void PixelStore::append(float value)
{
    if (size() == 0) {
        m_smallest = m_largest = value;
    } else {
        m_smallest = std::min(m_smallest, value);
        m_largest = std::max(m_largest, value);
    }
    if (!m_wide.empty()) {
        m_wide.push_back(value);
        return;
    }
    if (m_codes.empty() || value != m_last) {
        auto code = m_codeOf.find(value);
        if (code == m_codeOf.end()) {
            if (m_palette.size() == 256) {
                widen();
                m_wide.push_back(value);
                return;
            }
            code = m_codeOf.emplace(value, static_cast<std::uint8_t>(m_palette.size())).first;
            m_palette.push_back(value);
        }
        m_last = value;
        m_lastCode = code->second;
    }
    m_codes.push_back(m_lastCode);
}

void PixelStore::widen()
{
    m_wide.reserve(m_codes.size() + m_codes.size() / 2);
    for (const std::uint8_t code : m_codes)
        m_wide.push_back(m_palette[code]);
    m_codes = {};
}

void PixelStore::rescale(double factor, double offset)
{
    const auto change = [&](float& value) { value = static_cast<float>(value * factor + offset); };
    std::for_each(m_palette.begin(), m_palette.end(), change);
    std::for_each(m_wide.begin(), m_wide.end(), change);
    change(m_smallest);
    change(m_largest);
    m_codeOf.clear(); // no append after this: the codes' raw values are gone
}

void PixelStore::copy(std::size_t first, std::span<float> to) const
{
    if (!m_wide.empty()) {
        std::copy_n(m_wide.begin() + static_cast<std::ptrdiff_t>(first), to.size(), to.begin());
        return;
    }
    const std::uint8_t* codes = m_codes.data() + first;
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] = m_palette[codes[i]];
}

ImageSet::ImageSet(const std::string& source, Shape sample, PixelStore pixels,
                   std::vector<std::int32_t> labels, int classes, const Normalisation& normalisation)
    : m_sample(std::move(sample)), m_elements(static_cast<std::size_t>(m_sample.elements())),
      m_pixels(std::move(pixels)), m_labels(std::move(labels)), m_classes(classes)
{
    LOCKSTEP_CHECK(normalisation.mean.size() == 1 && normalisation.deviation.size() == 1);
    LOCKSTEP_CHECK(m_elements > 0 && m_pixels.size() % m_elements == 0);
    const std::size_t images = m_pixels.size() / m_elements;
    if (images != m_labels.size())
        throwDataError(LOCKSTEP_TEXT("%1 has %2 images but %3 labels; every image needs one label."),
                       {source, std::to_string(images), std::to_string(m_labels.size())});
    if (images == 0)
        throwDataError(LOCKSTEP_TEXT("%1 holds no image at all."), {source});
    for (std::size_t i = 0; i < m_labels.size(); ++i)
        if (m_labels[i] < 0 || m_labels[i] >= classes)
            throwDataError(
                LOCKSTEP_TEXT("%1: label %2 is %3; expected a class from 0 to %4."),
                {source, std::to_string(i), std::to_string(m_labels[i]), std::to_string(classes - 1)});
    const double deviation = normalisation.deviation.front();
    m_pixels.rescale(1 / deviation, -normalisation.mean.front() / deviation);
}

std::int32_t ImageSet::read(std::size_t index, const ReadContext&, std::span<float> values) const
{
    LOCKSTEP_CHECK(index < m_labels.size() && values.size() == m_elements);
    m_pixels.copy(index * m_elements, values);
    return m_labels[index];
}

} // namespace lockstep
