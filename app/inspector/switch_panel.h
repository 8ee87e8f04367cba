// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <QWidget>
#include <optional>

namespace lockstep {

class DocumentForm;

/// A shared segment of the drawing: its name and what it carries.
class SwitchPanel : public QWidget {
    Q_OBJECT
public:
    explicit SwitchPanel(ExperimentDocument& document, QWidget* parent = nullptr);
    void showSwitch(const std::string& id);
    DocumentForm& form() { return *m_form; }

signals:
    void removeWanted();

private:
    void addName();
    void addBandwidth();
    /// "topology.switches.0." and KEY; nothing when the switch is gone.
    std::optional<QString> pathOf(const Experiment& experiment, const char* key) const;

    DocumentForm* m_form;
    std::string m_id;
};

} // namespace lockstep
