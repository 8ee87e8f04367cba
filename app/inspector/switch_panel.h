// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/element_panel.h"

namespace lockstep {

/// One switch: a segment that its links share.
class SwitchPanel : public ElementPanel {
    Q_OBJECT
public:
    explicit SwitchPanel(ExperimentDocument& document, QWidget* parent = nullptr);
};

} // namespace lockstep
