// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/byte_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace lockstep {

namespace {

constexpr std::size_t kFirstStack = 32u << 10;
constexpr std::size_t kLargestStack = 1u << 20; ///< bytes, for expressions that go far back

template <auto free>
struct FreedBy {
    template <typename Part>
    void operator()(Part* part) const
    {
        free(part);
    }
};

PCRE2_SPTR unitsOf(QByteArrayView bytes)
{
    return reinterpret_cast<PCRE2_SPTR>(bytes.data());
}

std::uint32_t optionsOf(BytePattern::Kind kind, bool matchesCase)
{
    std::uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C;
    if (kind == BytePattern::Kind::Text)
        options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_LITERAL;
    return matchesCase ? options : options | PCRE2_CASELESS;
}

} // namespace

struct BytePattern::Compiled {
    std::unique_ptr<pcre2_code, FreedBy<pcre2_code_free>> code;
    std::unique_ptr<pcre2_match_data, FreedBy<pcre2_match_data_free>> found;
    std::unique_ptr<pcre2_match_context, FreedBy<pcre2_match_context_free>> context;
    std::unique_ptr<pcre2_jit_stack, FreedBy<pcre2_jit_stack_free>> stack;
};

BytePattern::BytePattern(QByteArrayView pattern, Kind kind, bool matchesCase)
    : m_compiled(std::make_unique<Compiled>())
{
    int error = 0;
    PCRE2_SIZE place = 0;
    Compiled& compiled = *m_compiled;
    compiled.code.reset(pcre2_compile(unitsOf(pattern), static_cast<PCRE2_SIZE>(pattern.size()),
                                      optionsOf(kind, matchesCase), &error, &place, nullptr));
    if (!compiled.code)
        return;
    // Where machine code is not allowed, the same matches are found more slowly.
    pcre2_jit_compile(compiled.code.get(), PCRE2_JIT_COMPLETE);
    compiled.found.reset(pcre2_match_data_create(1, nullptr));
    compiled.context.reset(pcre2_match_context_create(nullptr));
    compiled.stack.reset(pcre2_jit_stack_create(kFirstStack, kLargestStack, nullptr));
    if (compiled.context)
        pcre2_jit_stack_assign(compiled.context.get(), nullptr, compiled.stack.get());
}

BytePattern::BytePattern(BytePattern&&) noexcept = default;
BytePattern& BytePattern::operator=(BytePattern&&) noexcept = default;
BytePattern::~BytePattern() = default;

bool BytePattern::isValid() const
{
    return m_compiled->code && m_compiled->found;
}

qsizetype BytePattern::indexIn(QByteArrayView bytes, qsizetype from) const
{
    const int matches =
        pcre2_match(m_compiled->code.get(), unitsOf(bytes), static_cast<PCRE2_SIZE>(bytes.size()),
                    static_cast<PCRE2_SIZE>(from), 0, m_compiled->found.get(), m_compiled->context.get());
    if (matches < 0)
        return -1;
    return static_cast<qsizetype>(pcre2_get_ovector_pointer(m_compiled->found.get())[0]);
}

} // namespace lockstep
