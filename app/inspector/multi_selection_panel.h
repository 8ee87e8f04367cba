// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/element_panel.h"

class QLabel;

namespace lockstep {

/// Several elements at once: what is typed holds for all hosts, or all links, among them.
class MultiSelectionPanel : public ElementPanel {
    Q_OBJECT
public:
    explicit MultiSelectionPanel(ExperimentDocument& document, QWidget* parent = nullptr);
    void showElements(const ElementSet& elements) override;

private:
    QLabel* m_title;
};

} // namespace lockstep
