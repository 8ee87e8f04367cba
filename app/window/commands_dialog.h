// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <QDialog>

class QPlainTextEdit;

namespace lockstep {

/// Shows the commands that a person would type to do by hand what Run does with an experiment, to be read and
/// copied: all of them, or what is selected.
class CommandsDialog : public QDialog {
    Q_OBJECT
public:
    /// `document`: where the experiment is saved.
    CommandsDialog(const Experiment& experiment, const QString& document, QWidget* parent);

private:
    void copy();

    QPlainTextEdit* m_script;
};

} // namespace lockstep
