// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/checked_line.h"
#include "engine/protocol/journal_fields.h"
#include "engine/protocol/json_value.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace lockstep {
namespace {

/// Escaping makes at most six bytes of one, so these keep every line below kMaxRecordBytes.
constexpr std::size_t kMaxTextBytes = 8u << 10;
constexpr std::size_t kMaxNameBytes = 1u << 10;
constexpr std::size_t kMaxNumberBytes = 32;

/// Gathers a line in a small buffer, for appending every number to a string costs more than printing it.
class LineWriter {
public:
    explicit LineWriter(std::string& out) : m_out(out) {}
    ~LineWriter() { flush(); }
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    template <std::size_t N, typename T>
    void operator()(const char (&key)[N], const T& value)
    {
        reserve(N + 4 + kMaxNumberBytes);
        put(",\"");
        put(key);
        put("\":");
        write(value);
    }
    template <std::size_t N, typename T>
    void appended(const char (&key)[N], const T& value)
    {
        (*this)(key, value);
    }
    template <std::size_t N>
    void whereKnown(const char (&key)[N], const std::optional<double>& value)
    {
        if (value)
            (*this)(key, *value);
    }
    template <std::size_t N>
    void whereKnown(const char (&key)[N], const std::string& value)
    {
        if (!value.empty())
            (*this)(key, value);
    }
    void further(const FurtherNumbers& numbers)
    {
        std::size_t written = 0;
        for (const FurtherNumber& number : numbers) {
            if (number.name.empty() || number.name.size() > kMaxFurtherName)
                continue;
            if (written++ == kMaxFurtherNumbers)
                return;
            raw(",");
            write(number.name);
            raw(":");
            write(number.value);
        }
    }
    void raw(std::string_view text)
    {
        reserve(text.size());
        std::memcpy(m_buffer.data() + m_used, text.data(), text.size());
        m_used += text.size();
    }
    template <std::integral T>
    void write(T value)
    {
        reserve(kMaxNumberBytes);
        m_used = static_cast<std::size_t>(std::to_chars(begin(), end(), value).ptr - m_buffer.data());
    }
    void write(bool value) { raw(value ? "true" : "false"); }
    void write(double value)
    {
        if (std::isfinite(value)) {
            reserve(kMaxNumberBytes);
            m_used = static_cast<std::size_t>(std::to_chars(begin(), end(), value).ptr - m_buffer.data());
        } else {
            raw(std::isnan(value) ? "\"nan\"" : value > 0 ? "\"inf\"" : "\"-inf\"");
        }
    }
    void write(const std::string& value)
    {
        flush();
        std::string_view text = value;
        if (text.size() > m_maxText) {
            text = text.substr(0, m_maxText);
            while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
                text.remove_suffix(1);
            if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0)
                text.remove_suffix(1); // the head of a character that was cut
        }
        appendJsonString(m_out, text);
    }
    template <Number T>
    void write(const std::vector<T>& numbers)
    {
        raw("[");
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            raw(i == 0 ? "" : ",");
            write(numbers[i]);
        }
        raw("]");
    }
    void write(const std::vector<Sentence>& arguments)
    {
        std::string_view separator = "[";
        for (const Sentence& argument : arguments) {
            raw(separator);
            write(argument);
            separator = ",";
        }
        raw(arguments.empty() ? "[]" : "]");
    }
    void setMaxText(std::size_t bytes) { m_maxText = bytes; }
    void flush()
    {
        m_out.append(m_buffer.data(), m_used);
        m_used = 0;
    }

private:
    void write(const Sentence& sentence)
    {
        if (sentence.arguments.empty())
            return write(sentence.text);
        raw("{\"text\":");
        write(sentence.text);
        raw(",\"arguments\":");
        write(sentence.arguments);
        raw("}");
    }
    char* begin() { return m_buffer.data() + m_used; }
    char* end() { return m_buffer.data() + m_buffer.size(); }
    template <std::size_t N>
    void put(const char (&text)[N])
    {
        std::memcpy(begin(), text, N - 1);
        m_used += N - 1;
    }
    void reserve(std::size_t bytes)
    {
        if (m_used + bytes > m_buffer.size())
            flush();
    }

    std::string& m_out;
    std::array<char, 1024> m_buffer; // left unset on purpose: it is written before it is read
    std::size_t m_used = 0;
    std::size_t m_maxText = kMaxNameBytes;
};

template <typename Struct>
void writeEvent(LineWriter& writer, const Struct& event)
{
    writer.raw(",\"kind\":\"");
    writer.raw(KindOf<Struct>::name);
    writer.raw("\"");
    visitFields(writer, event);
}

void writeEvent(LineWriter& writer, const Warned& event)
{
    writer.setMaxText(kMaxTextBytes);
    writeEvent<Warned>(writer, {bounded(event.warning, kMaxTextBytes)});
}

void writeEvent(LineWriter& writer, const RankFinished& event)
{
    writer.setMaxText(kMaxTextBytes);
    RankFinished finished = event;
    finished.message = bounded(event.message, kMaxTextBytes);
    writeEvent<RankFinished>(writer, finished);
}

} // namespace

void appendRecord(std::string& out, const Record& record)
{
    const std::size_t start = out.size();
    LineWriter writer(out);
    writer.raw(kRecordHead);
    writer.write(record.sequence);
    writer("mono_ns", record.monotonicNs);
    writer("wall_ms", record.wallMs);
    std::visit([&writer](const auto& event) { writeEvent(writer, event); }, record.event);
    writer.flush();
    appendChecksum(out, start);
    out += '\n';
}

std::string formatRecord(const Record& record)
{
    std::string line;
    appendRecord(line, record);
    line.pop_back();
    return line;
}

} // namespace lockstep
