// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/number_lists.h"

#include "engine/data/data_error.h"

#include <array>
#include <charconv>

namespace lockstep {
namespace {

bool isBlank(int c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool isNumberPart(int c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

class Reader {
public:
    Reader(ByteSource& source, NumberListHandler& handler, std::uint64_t& position)
        : m_source(source), m_handler(handler), m_position(position)
    {
    }

    void read()
    {
        if (skipBlanks() != '[')
            throwUnexpected();
        int depth = 0;
        bool afterValue = false; // else: a value must come, or the end of an empty list
        bool afterComma = false;
        do {
            const int c = skipBlanks();
            if (c == '[' && !afterValue) {
                take();
                ++depth;
                afterComma = false;
                m_handler.startList();
            } else if (c == ']' && !afterComma) {
                take();
                --depth;
                afterValue = true;
                m_handler.endList();
            } else if (c == ',' && afterValue) {
                take();
                afterValue = false;
                afterComma = true;
            } else if (isNumberPart(c) && !afterValue) {
                readNumber();
                afterValue = true;
                afterComma = false;
            } else {
                throwUnexpected();
            }
        } while (depth > 0);
        if (skipBlanks() != kEnd)
            throwUnexpected();
    }

private:
    static constexpr int kEnd = -1;

    int peek()
    {
        if (m_next == m_filled) {
            m_next = 0;
            m_filled = m_source.read(m_piece);
        }
        return m_filled == 0 ? kEnd : m_piece[m_next];
    }
    void take()
    {
        ++m_next;
        ++m_position;
    }
    int skipBlanks()
    {
        int c = peek();
        while (isBlank(c)) {
            take();
            c = peek();
        }
        return c;
    }

    void readNumber()
    {
        std::array<char, 64> text{};
        std::size_t length = 0;
        for (int c = peek(); isNumberPart(c); c = peek()) {
            if (length == text.size())
                throwDataError(
                    LOCKSTEP_TEXT("%1 holds a number of more than %2 characters at byte %3 of its text."),
                    {m_source.path(), std::to_string(text.size()), std::to_string(m_position)});
            text[length++] = static_cast<char>(c);
            take();
        }
        double value = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + length, value);
        if (failure != std::errc() || end != text.data() + length)
            throwDataError(LOCKSTEP_TEXT("%1 holds \"%2\" at byte %3 of its text, which is no number."),
                           {m_source.path(), std::string(text.data(), length), std::to_string(m_position)});
        m_handler.number(value);
    }

    [[noreturn]] void throwUnexpected()
    {
        const int c = peek();
        if (c == kEnd)
            throwDataError(
                LOCKSTEP_TEXT("%1 ends after %2 bytes of text, before its lists are closed. Copy or download "
                              "it again."),
                {m_source.path(), std::to_string(m_position)});
        const Sentence found = c > 32 && c < 127
                                   ? Sentence(std::string{'"', static_cast<char>(c), '"'})
                                   : Sentence(LOCKSTEP_TEXT("the byte %1"), {std::to_string(c)});
        throwDataError(
            LOCKSTEP_TEXT("%1 holds %2 at byte %3 of its text, where only lists of numbers are expected: "
                          "[[images, labels], [images, labels], [images, labels]]."),
            {m_source.path(), found, std::to_string(m_position)});
    }

    ByteSource& m_source;
    NumberListHandler& m_handler;
    std::uint64_t& m_position;
    std::array<std::uint8_t, 64u << 10> m_piece{};
    std::size_t m_next = 0, m_filled = 0;
};

} // namespace

void readNumberLists(ByteSource& source, NumberListHandler& handler, std::uint64_t& position)
{
    position = 0;
    Reader(source, handler, position).read();
}

} // namespace lockstep
