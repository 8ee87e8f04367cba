// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/preview/previewer.h"

#include <QByteArray>
#include <QProcess>
#include <QTimer>

namespace lockstep {

/// Previews data of this computer through lockstep-engine, and reads its answer on another thread.
class LocalPreviewer : public Previewer {
    Q_OBJECT
public:
    /// `engine`: the path of lockstep-engine.
    explicit LocalPreviewer(QString engine, QObject* parent = nullptr);
    ~LocalPreviewer() override;

    void preview(const PreviewRequest& request) override;
    void cancel() override;

private:
    void readAnswer();
    void end();
    void fail(const QString& reason);
    void stop();

    QString m_engine;
    QProcess* m_process = nullptr; ///< of the preview that goes on
    QByteArray m_answer;
    QTimer m_deadline;
};

} // namespace lockstep
