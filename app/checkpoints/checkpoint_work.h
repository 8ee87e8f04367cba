// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checkpoints/checkpoint_copy.h"

#include <QObject>
#include <QProcess>
#include <QTimer>
#include <memory>
#include <optional>
#include <thread>

namespace lockstep {

/// Work with copies of checkpoints on this computer, one thing at a time, in a thread or a process of its
/// own. Lives on the thread that made it and never blocks it, but for the moment in which the destructor ends
/// what goes on.
class CheckpointWork : public QObject {
    Q_OBJECT
public:
    /// `engine`: the path of lockstep-engine.
    explicit CheckpointWork(QString engine, QObject* parent = nullptr);
    ~CheckpointWork() override;

    bool isBusy() const { return m_isBusy; }
    // Each is followed by its signal, unless it is ended before. REQUIRES: !isBusy().
    void check(const QString& folder);  ///< -> checked
    void remove(const QString& folder); ///< -> done
    /// Writes the weights for PyTorch (.pth, .pt) or as .safetensors, as the name of the file says -> done.
    void exportWeights(const QString& folder, const QString& file);
    /// Nothing more is heard of what goes on.
    void end();

signals:
    void progress(qint64 done, qint64 total);
    void checked(const lockstep::Sentence& damage, const std::optional<lockstep::Error>& error);
    void done(const std::optional<lockstep::Error>& error);

private:
    template <typename Work, typename Then>
    void begin(Work work, Then then);
    void exported();
    void failExport(const QString& reason);
    void settle();

    QString m_engine;
    bool m_isBusy = false;
    quint64 m_number = 0; ///< of what goes on
    std::shared_ptr<CopyProgress> m_progress;
    std::thread m_thread;
    QProcess* m_process = nullptr;
    QTimer m_report;
};

} // namespace lockstep
