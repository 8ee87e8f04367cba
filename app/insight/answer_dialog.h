// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/engine_call.h"

#include <QDialog>

class QLabel;

namespace lockstep {

class CallBar;

/// A window around what the engine answers: a heading, a line that sums up, how far the call is, and below
/// them what a deriving window makes of the answer.
class AnswerDialog : public QDialog {
    Q_OBJECT
protected:
    /// `waiting`: what is said while the engine works.
    AnswerDialog(const QString& engine, const QString& waiting, QWidget* parent);

    /// What fills the window; called once. The button to close it comes below.
    void lay(std::initializer_list<QWidget*> body);

    EngineCall m_call;
    QLabel* m_heading;
    QLabel* m_summary;
    CallBar* m_bar;
};

} // namespace lockstep
