// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/normalisation.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Gray values of many images, kept exactly: one byte each as long as no more than 256 different values occur
/// (true of every set that was once 8-bit, however it is written), else four.
class PixelStore {
public:
    PixelStore() = default;
    /// Bytes 0 ... 255, meaning 0 ... 1.
    explicit PixelStore(std::vector<std::uint8_t> bytes);

    void append(float value);
    std::size_t size() const { return m_wide.empty() ? m_codes.size() : m_wide.size(); }
    std::size_t bytes() const { return m_codes.size() + m_wide.size() * sizeof(float); }
    float smallest() const { return m_smallest; }
    float largest() const { return m_largest; }
    /// Replaces every value v by v * factor + offset.
    void rescale(double factor, double offset);
    void copy(std::size_t first, std::span<float> to) const;

private:
    void widen();

    std::vector<std::uint8_t> m_codes;
    std::vector<float> m_palette; ///< value of each code
    std::unordered_map<float, std::uint8_t> m_codeOf;
    std::vector<float> m_wide;
    float m_smallest = 0, m_largest = 0;
    float m_last = 0;
    std::uint8_t m_lastCode = 0;
};

/// Gray images of one size with labels, all in memory.
class ImageSet final : public Dataset {
public:
    /// `pixels` are 0 ... 1; `normalisation` has one channel. `source` names the data in errors: counts that
    /// differ, no image at all, a label that is no class.
    ImageSet(const std::string& source, Shape sample, PixelStore pixels, std::vector<std::int32_t> labels,
             int classes, const Normalisation& normalisation);

    std::size_t size() const override { return m_labels.size(); }
    Shape sampleShape() const override { return m_sample; }
    int classes() const override { return m_classes; }
    std::int32_t label(std::size_t index) const override { return m_labels[index]; }
    std::int32_t read(std::size_t index, const ReadContext& context, std::span<float> values) const override;

private:
    Shape m_sample;
    std::size_t m_elements;
    PixelStore m_pixels;
    std::vector<std::int32_t> m_labels;
    int m_classes;
};

} // namespace lockstep
