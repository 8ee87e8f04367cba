// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/engine_call.h"

#include <QDialog>

class QLabel;

namespace lockstep {

class CallBar;

/// A window around what the engine answers: a heading, a line that sums up, how far the call is, and below
/// them what a deriving window makes of the answer. It says everything anew when the language changes.
class AnswerDialog : public QDialog {
    Q_OBJECT
protected:
    AnswerDialog(const QString& engine, QWidget* parent);

    /// What fills the window; called once. The button to close it comes below.
    void lay(std::initializer_list<QWidget*> body);
    /// Says every text of the window; called by the deriving window when all of it is there.
    virtual void retranslate() = 0;
    void changeEvent(QEvent* event) override;

    EngineCall m_call;
    QLabel* m_heading;
    QLabel* m_summary;
    CallBar* m_bar;
};

} // namespace lockstep
