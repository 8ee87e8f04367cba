// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/paddle_json.h"

#include "engine/data/byte_source.h"
#include "engine/data/data_error.h"
#include "engine/data/image_set.h"
#include "engine/data/number_lists.h"

#include <array>
#include <cmath>
#include <sstream>

namespace lockstep {
namespace {

constexpr int kSide = 28;
constexpr std::size_t kPixels = kSide * kSide;
constexpr int kClasses = 10;
constexpr std::size_t kMaxPixelBytes = 1u << 30;
constexpr int kMaxDepth = 7; // splits, split, part, image, channel, row, and one to spare
constexpr std::array<const char*, 3> kSplitNames = {LOCKSTEP_TEXT("training"), LOCKSTEP_TEXT("validation"),
                                                    LOCKSTEP_TEXT("evaluation")};

std::string shortNumber(double value)
{
    std::ostringstream text;
    text << value;
    return text.str();
}

struct SplitContent {
    PixelStore pixels;
    std::vector<std::int32_t> labels;
};

/// Depth 1: the file, 2: a set, 3: its images or its labels, 4 and deeper: an image, or the list of one that
/// holds a label.
class Handler final : public NumberListHandler {
public:
    explicit Handler(const std::string& path) : m_path(path) {}

    void startList() override
    {
        ++m_depth;
        if (m_depth > kMaxDepth || (m_depth > 4 && m_part == 1))
            throwStructure(LOCKSTEP_TEXT("lists within too many lists"));
        if (m_depth == 2 && ++m_split == 3)
            throwStructure(LOCKSTEP_TEXT("more than three sets"));
        if (m_depth == 2)
            m_part = -1;
        if (m_depth == 3 && ++m_part == 2)
            throwStructure(LOCKSTEP_TEXT("a set of more than two lists"));
        if (m_depth == 4)
            m_numbersInItem = 0;
    }

    void endList() override
    {
        if (m_depth == 4 && m_part == 0 && m_numbersInItem != kPixels)
            throwDataError(LOCKSTEP_TEXT("%1: image %2 of the %3 set has %4 values; expected 784 (28 x 28)."),
                           {m_path, std::to_string(content().pixels.size() / kPixels), splitName(),
                            std::to_string(m_numbersInItem)});
        if (m_depth == 4 && m_part == 1 && m_numbersInItem != 1)
            throwStructure(LOCKSTEP_TEXT("a label that is a list of not exactly one number"));
        if (m_depth == 2 && m_part != 1)
            throwStructure(LOCKSTEP_TEXT("a set without its two lists, images and labels"));
        --m_depth;
    }

    void number(double value) override
    {
        if (m_part == 0 && m_depth >= 4)
            addPixel(value);
        else if (m_part == 1 && (m_depth == 3 || m_depth == 4))
            addLabel(value);
        else
            throwStructure(LOCKSTEP_TEXT("a number where a list belongs"));
        ++m_numbersInItem;
    }

    /// Bytes of text read so far.
    std::uint64_t position = 0;

    std::array<SplitContent, 3> finish()
    {
        if (m_split != 2)
            throwDataError(
                LOCKSTEP_TEXT("%1 holds %2 sets; expected three: training, validation, evaluation."),
                {m_path, std::to_string(m_split + 1)});
        return std::move(m_splits);
    }

private:
    void addPixel(double value)
    {
        if (m_numbersInItem == kPixels)
            throwDataError(LOCKSTEP_TEXT("%1: image %2 of the %3 set has more than 784 (28 x 28) values."),
                           {m_path, std::to_string(content().pixels.size() / kPixels - 1), splitName()});
        if (!(value >= -1 && value <= 255))
            throwDataError(
                LOCKSTEP_TEXT("%1: image %2 of the %3 set has a pixel of %4; "
                              "expected 0..255, 0..1 or -1..1."),
                {m_path, std::to_string(content().pixels.size() / kPixels), splitName(), shortNumber(value)});
        PixelStore& pixels = content().pixels;
        pixels.append(static_cast<float>(value));
        if (pixels.bytes() > kMaxPixelBytes)
            throwDataError(LOCKSTEP_TEXT("%1 holds more than 1 GiB of pixels."), {m_path});
    }

    void addLabel(double value)
    {
        if (!(value >= 0 && value < kClasses) || value != std::floor(value))
            throwDataError(LOCKSTEP_TEXT("%1: label %2 of the %3 set is %4; expected a class from 0 to %5."),
                           {m_path, std::to_string(content().labels.size()), splitName(), shortNumber(value),
                            std::to_string(kClasses - 1)});
        if (content().labels.size() >= kMaxPixelBytes / kPixels)
            throwStructure(LOCKSTEP_TEXT("more labels than images could be"));
        content().labels.push_back(static_cast<std::int32_t>(value));
    }

    [[noreturn]] void throwStructure(const char* found) const
    {
        throwDataError(
            LOCKSTEP_TEXT("%1 is not built as expected: %2 at byte %3 of its text, instead of [[images, "
                          "labels], [images, labels], [images, labels]]."),
            {m_path, found, std::to_string(position)});
    }

    SplitContent& content() { return m_splits.at(static_cast<std::size_t>(m_split)); }
    std::string splitName() const { return kSplitNames.at(static_cast<std::size_t>(m_split)); }

    const std::string& m_path;
    std::array<SplitContent, 3> m_splits;
    int m_depth = 0;
    int m_split = -1;
    int m_part = -1; // 0: images, 1: labels
    std::size_t m_numbersInItem = 0;
};

/// Brings every pixel to 0..1.
void rescale(const std::string& path, std::array<SplitContent, 3>& splits)
{
    float smallest = 0;
    float largest = 0;
    for (const SplitContent& split : splits) {
        smallest = std::min(smallest, split.pixels.smallest());
        largest = std::max(largest, split.pixels.largest());
    }
    if (smallest < 0 && largest > 1)
        throwDataError(LOCKSTEP_TEXT("The pixels of %1 go from %2 to %3; expected 0..255, 0..1 or -1..1."),
                       {path, shortNumber(smallest), shortNumber(largest)});
    for (SplitContent& split : splits) {
        if (smallest < 0)
            split.pixels.rescale(0.5, 0.5);
        else if (largest > 1)
            split.pixels.rescale(1 / 255.0, 0);
    }
}

} // namespace

DataSplits readPaddleJson(const std::string& path, const Normalisation& normalisation)
{
    ByteSource source(path);
    Handler handler(path);
    readNumberLists(source, handler, handler.position);
    auto splits = handler.finish();
    rescale(path, splits);

    const auto makeSet = [&](std::size_t i) {
        return std::make_unique<ImageSet>(path + ", " + kSplitNames[i] + " set", Shape{1, kSide, kSide},
                                          std::move(splits[i].pixels), std::move(splits[i].labels), kClasses,
                                          normalisation);
    };
    DataSplits data;
    data.training = makeSet(0);
    data.validation = makeSet(1);
    if (splits[2].pixels.size() > 0 || !splits[2].labels.empty())
        data.evaluation = makeSet(2);
    return data;
}

} // namespace lockstep
