// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/element_panel.h"

class QLabel;

namespace lockstep {

/// One link: what crosses it, and how fast.
class LinkPanel : public ElementPanel {
    Q_OBJECT
public:
    explicit LinkPanel(ExperimentDocument& document, QWidget* parent = nullptr);

protected:
    void refreshFacts() override;

private:
    QLabel* m_ends;
};

} // namespace lockstep
