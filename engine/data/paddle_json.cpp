// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/paddle_json.h"

#include "engine/data/byte_source.h"
#include "engine/data/data_error.h"
#include "engine/data/image_set.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <iterator>

namespace lockstep {
namespace {

constexpr int kSide = 28;
constexpr std::size_t kPixels = kSide * kSide;
constexpr int kClasses = 10;
constexpr std::size_t kMaxPixelBytes = 1u << 30;
constexpr int kMaxDepth = 7; // splits, split, part, image, channel, row, and one to spare
constexpr int kMaxTokenBytes = 64;
constexpr int kMaxGapBytes = 4096;
constexpr std::array<const char*, 3> kSplitNames = {"training", "validation", "evaluation"};

/// The content as characters, in pieces. Lets through only what lists of numbers are made of, and neither long
/// numbers nor long gaps, since the JSON reader keeps each of them whole.
class CharacterStream {
public:
    explicit CharacterStream(const std::string& path) : m_source(path) {}

    bool atEnd()
    {
        if (m_next == m_filled) {
            m_passed += m_filled;
            m_next = 0;
            m_filled = m_source.read(m_piece);
            if (m_filled > 0)
                check(m_piece[0]);
        }
        return m_filled == 0;
    }
    char current() { return atEnd() ? '\0' : static_cast<char>(m_piece[m_next]); }
    void advance()
    {
        if (++m_next < m_filled)
            check(m_piece[m_next]);
    }
    std::uint64_t position() const { return m_passed + m_next; }
    const std::string& path() const { return m_source.path(); }

private:
    void check(std::uint8_t c)
    {
        switch (c) {
        case '[': case ']': case ',':
            m_tokenBytes = m_gapBytes = 0;
            return;
        case ' ': case '\n': case '\r': case '\t':
            m_tokenBytes = 0;
            if (++m_gapBytes > kMaxGapBytes)
                throwDataError(LOCKSTEP_TEXT("%1 holds more than %2 blanks in a row at byte %3 of its text."),
                               {path(), std::to_string(kMaxGapBytes), std::to_string(position())});
            return;
        case '+': case '-': case '.': case 'e': case 'E':
            break;
        default:
            if (c < '0' || c > '9')
                throwDataError(LOCKSTEP_TEXT("%1 holds the character %2 at byte %3 of its text; only lists of numbers "
                                             "are expected: [[images, labels], [images, labels], [images, labels]]."),
                               {path(), shown(c), std::to_string(position())});
        }
        if (++m_tokenBytes > kMaxTokenBytes)
            throwDataError(LOCKSTEP_TEXT("%1 holds a number of more than %2 characters at byte %3 of its text."),
                           {path(), std::to_string(kMaxTokenBytes), std::to_string(position())});
    }
    static std::string shown(std::uint8_t c)
    {
        return c > 32 && c < 127 ? std::string{'"', static_cast<char>(c), '"'} : "code " + std::to_string(c);
    }

    ByteSource m_source;
    std::array<std::uint8_t, 64u << 10> m_piece{};
    std::size_t m_next = 0, m_filled = 0;
    std::uint64_t m_passed = 0;
    int m_tokenBytes = 0, m_gapBytes = 0;
};

class CharacterIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    explicit CharacterIterator(CharacterStream* stream = nullptr) : m_stream(stream) {}
    char operator*() const { return m_stream->current(); }
    CharacterIterator& operator++()
    {
        m_stream->advance();
        return *this;
    }
    CharacterIterator operator++(int)
    {
        CharacterIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const CharacterIterator& a, const CharacterIterator& b) { return a.ended() == b.ended(); }

private:
    bool ended() const { return !m_stream || m_stream->atEnd(); }
    CharacterStream* m_stream;
};

struct SplitContent {
    PixelStore pixels;
    std::vector<std::int32_t> labels;
};

/// Receives nlohmann's SAX events. Depth 1: the file, 2: a split, 3: its images or its labels, 4 and deeper: an
/// image, or the list of one that holds a label.
class Handler {
public:
    explicit Handler(CharacterStream& stream) : m_stream(stream) {}

    bool start_array(std::size_t)
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
        return true;
    }

    bool end_array()
    {
        if (m_depth == 4 && m_part == 0 && m_numbersInItem != kPixels)
            throwDataError(LOCKSTEP_TEXT("%1: image %2 of the %3 set has %4 values; expected 784 (28 x 28)."),
                           {m_stream.path(), std::to_string(content().pixels.size() / kPixels), splitName(),
                            std::to_string(m_numbersInItem)});
        if (m_depth == 4 && m_part == 1 && m_numbersInItem != 1)
            throwStructure(LOCKSTEP_TEXT("a label that is a list of not exactly one number"));
        if (m_depth == 2 && m_part != 1)
            throwStructure(LOCKSTEP_TEXT("a set without its two lists, images and labels"));
        --m_depth;
        return true;
    }

    bool number_integer(std::int64_t value) { return number(static_cast<double>(value)); }
    bool number_unsigned(std::uint64_t value) { return number(static_cast<double>(value)); }
    bool number_float(double value, const std::string&) { return number(value); }

    // CharacterStream lets none of these through.
    bool null() { return false; }
    bool boolean(bool) { return false; }
    bool string(std::string&) { return false; }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return false; }
    bool key(std::string&) { return false; }
    bool end_object() { return false; }

    bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception&)
    {
        if (m_stream.atEnd() && (m_depth > 0 || m_split < 0))
            throwDataError(LOCKSTEP_TEXT("%1 ends after %2 bytes of text, before its lists are closed. Copy or "
                                         "download it again."),
                           {m_stream.path(), std::to_string(m_stream.position())});
        throwDataError(LOCKSTEP_TEXT("%1 is no valid JSON at byte %2 of its text, near \"%3\"."),
                       {m_stream.path(), std::to_string(m_stream.position()), token.substr(0, 40)});
    }

    std::array<SplitContent, 3> finish()
    {
        if (m_split != 2)
            throwDataError(LOCKSTEP_TEXT("%1 holds %2 sets; expected three: training, validation, evaluation."),
                           {m_stream.path(), std::to_string(m_split + 1)});
        return std::move(m_splits);
    }

private:
    bool number(double value)
    {
        if (m_part == 0 && m_depth >= 4)
            addPixel(value);
        else if (m_part == 1 && (m_depth == 3 || m_depth == 4))
            addLabel(value);
        else
            throwStructure(LOCKSTEP_TEXT("a number where a list belongs"));
        ++m_numbersInItem;
        return true;
    }

    void addPixel(double value)
    {
        if (m_numbersInItem == kPixels)
            throwDataError(LOCKSTEP_TEXT("%1: image %2 of the %3 set has more than 784 (28 x 28) values."),
                           {m_stream.path(), std::to_string(content().pixels.size() / kPixels - 1), splitName()});
        if (!(value >= -1 && value <= 255))
            throwDataError(LOCKSTEP_TEXT("%1: image %2 of the %3 set has a pixel of %4; expected 0..255, 0..1 or "
                                         "-1..1."),
                           {m_stream.path(), std::to_string(content().pixels.size() / kPixels), splitName(),
                            std::to_string(value)});
        PixelStore& pixels = content().pixels;
        pixels.append(static_cast<float>(value));
        if (pixels.bytes() > kMaxPixelBytes)
            throwDataError(LOCKSTEP_TEXT("%1 holds more than 1 GiB of pixels."), {m_stream.path()});
    }

    void addLabel(double value)
    {
        if (!(value >= 0 && value < kClasses) || value != std::floor(value))
            throwDataError(LOCKSTEP_TEXT("%1: label %2 of the %3 set is %4; expected a class from 0 to %5."),
                           {m_stream.path(), std::to_string(content().labels.size()), splitName(),
                            nlohmann::json(value).dump(), std::to_string(kClasses - 1)});
        if (content().labels.size() >= kMaxPixelBytes / kPixels)
            throwStructure(LOCKSTEP_TEXT("more labels than images could be"));
        content().labels.push_back(static_cast<std::int32_t>(value));
    }

    [[noreturn]] void throwStructure(const char* found) const
    {
        throwDataError(LOCKSTEP_TEXT("%1 is not built as expected: %2 at byte %3 of its text, instead of [[images, "
                                     "labels], [images, labels], [images, labels]]."),
                       {m_stream.path(), found, std::to_string(m_stream.position())});
    }

    SplitContent& content() { return m_splits.at(static_cast<std::size_t>(m_split)); }
    std::string splitName() const { return kSplitNames.at(static_cast<std::size_t>(m_split)); }

    CharacterStream& m_stream;
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
                       {path, std::to_string(smallest), std::to_string(largest)});
    for (SplitContent& split : splits) {
        if (smallest < 0)
            split.pixels.rescale(0.5, 0.5);
        else if (largest > 1)
            split.pixels.rescale(1 / 255.0, 0);
    }
}

} // namespace

DataSplits readPaddleJson(const std::string& path)
{
    CharacterStream stream(path);
    Handler handler(stream);
    const bool whole = nlohmann::json::sax_parse(CharacterIterator(&stream), CharacterIterator(), &handler);
    LOCKSTEP_CHECK(whole);
    auto splits = handler.finish();
    rescale(path, splits);

    const auto makeSet = [&](std::size_t i) {
        return std::make_unique<ImageSet>(path + ", " + kSplitNames[i] + " set", Shape{1, kSide, kSide},
                                          std::move(splits[i].pixels), std::move(splits[i].labels), kClasses);
    };
    DataSplits data;
    data.training = makeSet(0);
    data.validation = makeSet(1);
    if (splits[2].pixels.size() > 0 || !splits[2].labels.empty())
        data.evaluation = makeSet(2);
    return data;
}

} // namespace lockstep
