// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/element_panel.h"

class QLabel;

namespace lockstep {

/// One host: how it is reached, and its devices.
class HostPanel : public ElementPanel {
    Q_OBJECT
public:
    explicit HostPanel(ExperimentDocument& document, QWidget* parent = nullptr);

signals:
    void testWanted();

protected:
    void refreshFacts() override;

private:
    QLabel* m_ranks;
};

} // namespace lockstep
