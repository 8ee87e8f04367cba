// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/key_column.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

bool isBelow(std::uint32_t one, double other)
{
    return static_cast<double>(one) < other;
}

} // namespace

bool KeyColumn::appendSlowly(std::int64_t key)
{
    if (key < 0 || key > kMaxKey || (m_size > 0 && key <= (*this)[m_size - 1]))
        return false;
    if (m_size == 0)
        m_first = key;
    else if (m_size == 1 && m_explicit.empty())
        m_stride = key - m_first;
    else if (m_explicit.empty() && key != (*this)[m_size])
        makeExplicit();
    if (!m_explicit.empty())
        m_explicit.push_back(static_cast<std::uint32_t>(key));
    ++m_size;
    m_next = m_explicit.empty() ? (*this)[m_size] : -1;
    return true;
}

bool KeyColumn::appendEven(std::span<const std::int64_t> keys)
{
    if (keys.empty() || m_size < 2 || m_next < 0 || keys.back() > kMaxKey)
        return false;
    std::int64_t next = m_next;
    bool isEven = true;
    for (const std::int64_t key : keys) {
        isEven = isEven && key == next;
        next += m_stride;
    }
    if (!isEven)
        return false;
    m_next = next;
    m_size += keys.size();
    return true;
}

void KeyColumn::truncate(std::size_t size)
{
    if (!m_explicit.empty())
        m_explicit.truncate(size);
    m_size = size;
    m_next = -1; // the next one is looked at closely
}

void KeyColumn::makeExplicit()
{
    for (std::size_t i = 0; i < m_size; ++i)
        m_explicit.push_back(static_cast<std::uint32_t>(m_first + static_cast<std::int64_t>(i) * m_stride));
}

std::size_t KeyColumn::evenLowerBound(double key) const
{
    const double index = std::ceil((key - static_cast<double>(m_first)) / static_cast<double>(m_stride));
    return static_cast<std::size_t>(std::clamp(index, 0.0, static_cast<double>(m_size)));
}

std::size_t KeyColumn::lowerBound(double key) const
{
    if (m_size == 0)
        return 0;
    if (m_explicit.empty())
        return evenLowerBound(key);
    const auto found = std::lower_bound(m_explicit.begin(), m_explicit.end(), key, isBelow);
    return static_cast<std::size_t>(found - m_explicit.begin());
}

std::size_t KeyColumn::lowerBound(double key, std::size_t hint) const
{
    if (m_explicit.empty())
        return lowerBound(key);
    std::size_t reach = 1;
    while (hint + reach < m_size && isBelow(m_explicit[hint + reach], key))
        reach *= 2;
    const std::uint32_t* from = m_explicit.begin() + hint + reach / 2;
    const std::uint32_t* to = m_explicit.begin() + std::min(hint + reach + 1, m_size);
    return static_cast<std::size_t>(std::lower_bound(from, to, key, isBelow) - m_explicit.begin());
}

} // namespace lockstep
