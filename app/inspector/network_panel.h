// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/element_panel.h"

class QLabel;

namespace lockstep {

/// One network: an area of the drawing, and what moves with it.
class NetworkPanel : public ElementPanel {
    Q_OBJECT
public:
    explicit NetworkPanel(ExperimentDocument& document, QWidget* parent = nullptr);

protected:
    void refreshFacts() override;

private:
    QLabel* m_members;
};

} // namespace lockstep
