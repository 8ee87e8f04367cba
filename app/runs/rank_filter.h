// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_summary.h"

#include <QString>
#include <QVector>
#include <cstdint>
#include <optional>

namespace lockstep {

/// Which ranks a person wants to see. At first: all.
class RankFilter {
public:
    RankFilter() = default;
    /// Each word of `text` must be found in a rank's host, device or state, or be its number or a span of
    /// numbers that holds it ("8-15"). Words are in the program's language.
    RankFilter(const QString& text, std::optional<RunPhase> phase, std::optional<int> hostIndex);

    bool accepts(const RankSummary& rank) const;
    bool acceptsAll() const { return m_words.isEmpty() && !m_phase && !m_host; }
    bool operator==(const RankFilter&) const = default;

private:
    struct Word {
        explicit Word(const QString& word);
        bool fits(const RankSummary& rank) const;
        bool operator==(const Word&) const = default;

        QString text;
        int first = 0, last = -1; ///< ranks; none unless it is a number or a span
        std::uint32_t phases = 0; ///< a bit for each phase whose name it is a part of
    };

    QVector<Word> m_words;
    std::optional<RunPhase> m_phase;
    std::optional<int> m_host; ///< into Topology::hosts
};

} // namespace lockstep
