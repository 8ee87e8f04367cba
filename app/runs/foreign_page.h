// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/foreign_curves.h"
#include "engine/protocol/result.h"

#include <QStringList>
#include <QWidget>
#include <memory>

namespace lockstep {

/// What another program wrote of a training: the curves, and beside them the text that they were read from,
/// where there is one. Its window title is the name of what is shown.
class ForeignPage : public QWidget {
    Q_OBJECT
public:
    explicit ForeignPage(QWidget* parent = nullptr);
    ~ForeignPage() override;

    /// Shows logs at once, and the curves in them when a worker has read them. Of one log whose name tells
    /// its rank, those of the other ranks beside it belong to it.
    void openLogs(const QStringList& files);
    /// Shows the numbers of TensorBoard's event files, of one or of all below a folder, and follows them as
    /// they grow.
    void openEvents(const QString& path);
    /// Shows curves that were read already; longer ones may follow.
    void showCurves(ForeignCurves curves);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void begin(const QString& name);
    void take(ForeignCurves curves);
    void showProgress(double part);
    void sayNotes();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
