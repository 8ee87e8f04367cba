// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/rank_filter.h"

#include "app/text/phase_text.h"

#include <QRegularExpression>
#include <algorithm>

namespace lockstep {

namespace {

constexpr std::uint32_t bitOf(RunPhase phase)
{
    return 1U << static_cast<unsigned>(phase);
}

} // namespace

RankFilter::Word::Word(const QString& word) : text(word)
{
    static const QRegularExpression kSpan(QStringLiteral("^(\\d{1,9})(?:-(\\d{1,9}))?$"));
    if (const QRegularExpressionMatch span = kSpan.match(word); span.hasMatch()) {
        first = span.captured(1).toInt();
        last = span.captured(2).isEmpty() ? first : span.captured(2).toInt();
    }
    for (auto number = 0U; number <= static_cast<unsigned>(RunPhase::Failed); ++number) {
        const auto phase = static_cast<RunPhase>(number);
        if (phaseText(phase).contains(word, Qt::CaseInsensitive))
            phases |= bitOf(phase);
    }
}

bool RankFilter::Word::fits(const RankSummary& rank) const
{
    return (first <= rank.rank && rank.rank <= last) || (phases & bitOf(rank.phase)) != 0 ||
           rank.host.contains(text, Qt::CaseInsensitive) || rank.device.contains(text, Qt::CaseInsensitive);
}

RankFilter::RankFilter(const QString& text, std::optional<RunPhase> phase, std::optional<int> hostIndex)
    : m_phase(phase), m_host(hostIndex)
{
    for (const QString& word : text.simplified().split(u' ', Qt::SkipEmptyParts))
        m_words.append(Word(word));
}

bool RankFilter::accepts(const RankSummary& rank) const
{
    return (!m_phase || rank.phase == *m_phase) && (!m_host || rank.hostIndex == *m_host) &&
           std::all_of(m_words.begin(), m_words.end(), [&](const Word& word) { return word.fits(rank); });
}

} // namespace lockstep
