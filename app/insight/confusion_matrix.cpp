// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/confusion_matrix.h"

#include "app/insight/evaluated_data.h"

#include <algorithm>
#include <array>

namespace lockstep {

ConfusionMatrix::ConfusionMatrix(const Confusion& confusion) : m_counts(confusion.counts)
{
    for (int label = 0; label < static_cast<int>(m_counts.size()); ++label)
        m_names.append(classText(confusion, label));
    std::vector<std::array<int, 3>> pairs;
    for (std::size_t i = 0; i + 2 < confusion.pairs.size(); i += 3)
        pairs.push_back({confusion.pairs[i], confusion.pairs[i + 1], confusion.pairs[i + 2]});
    std::ranges::sort(pairs); // whoever wrote them may have had another order
    for (const auto& [label, predicted, samples] : pairs) {
        while (m_rows.size() <= static_cast<std::size_t>(label))
            m_rows.push_back(m_cells.size());
        m_cells.push_back({predicted, samples});
        m_largest = std::max(m_largest, samples);
    }
    m_rows.resize(m_counts.size() + 1, m_cells.size());
}

std::span<const ConfusionMatrix::Cell> ConfusionMatrix::row(int label) const
{
    const auto index = static_cast<std::size_t>(label);
    return std::span(m_cells).subspan(m_rows[index], m_rows[index + 1] - m_rows[index]);
}

int ConfusionMatrix::samples(int label, int predicted) const
{
    const auto cells = row(label);
    const auto found = std::ranges::lower_bound(cells, predicted, {}, &Cell::predicted);
    return found != cells.end() && found->predicted == predicted ? found->samples : 0;
}

} // namespace lockstep
