// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/form/fact_label.h"
#include "app/problems/model_costs.h"

#include <optional>

namespace lockstep {

/// What the model costs: parameters, work, memory, and what is exchanged.
class CostsLabel : public FactLabel {
    Q_OBJECT
public:
    explicit CostsLabel(QWidget* parent = nullptr);
    /// Nothing: the engine has not answered yet, and the last figures stay until it has.
    void showCosts(const std::optional<Result<ModelCosts>>& costs);
};

} // namespace lockstep
