// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/evaluation_report.h"

#include <QString>
#include <QStringList>
#include <span>
#include <vector>

namespace lockstep {

/// What an evaluation took each class for: rows are the classes of the samples, columns what was predicted.
class ConfusionMatrix {
public:
    struct Cell {
        int predicted = 0;
        int samples = 0;
    };

    ConfusionMatrix() = default;
    /// REQUIRES: one that parseEvaluationReport() let pass.
    explicit ConfusionMatrix(const Confusion& confusion);

    int classes() const { return static_cast<int>(m_names.size()); }
    const QString& name(int label) const { return m_names[label]; }
    int samples(int label, int predicted) const;
    /// Of the class, whatever they were taken for.
    int samplesOf(int label) const { return m_counts[static_cast<std::size_t>(label)]; }
    /// What is not 0 in a row, by column.
    std::span<const Cell> row(int label) const;
    int largest() const { return m_largest; }

private:
    QStringList m_names;
    std::vector<int> m_counts;
    std::vector<Cell> m_cells;       ///< row by row
    std::vector<std::size_t> m_rows; ///< where each begins, and the end of the last
    int m_largest = 0;
};

} // namespace lockstep
