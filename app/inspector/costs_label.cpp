// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/costs_label.h"

#include "app/text/error_text.h"
#include "app/text/number_text.h"

namespace lockstep {

CostsLabel::CostsLabel(QWidget* parent) : FactLabel(parent)
{
    setMinimumHeight(fontMetrics().height() * 2);
}

void CostsLabel::showCosts(const std::optional<Result<ModelCosts>>& costs)
{
    if (!costs)
        return;
    if (!*costs) {
        setText(errorSentence(costs->error()));
        return;
    }
    const ModelCosts& known = **costs;
    setText(tr("%1 parameters, %2FLOP for each sample. Training takes about %3 on each rank with this batch; "
               "%4 of gradients are exchanged in each step.")
                .arg(formatCount(known.parameters), formatCount(known.flops),
                     sizeText(static_cast<qint64>(known.memoryBytes)),
                     sizeText(static_cast<qint64>(known.gradientBytes))));
}

} // namespace lockstep
