// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace lockstep {

/// Two epochs of a small network on drawn digits, trained by the engine in a folder of its own: two
/// checkpoints whose model has ten classes, eight parameters and an optimiser with state.
class ShortTraining {
public:
    ShortTraining()
    {
        constexpr int kPatienceMs = 300'000; // a few seconds, but for sanitizers on a busy computer
        const QByteArray text = R"({"version": 1, "name": "short", "topology": {"hosts": [{"id": "h",
            "name": "here", "connection": "local", "devices": ["cpu"]}]}, "model": {"name": "mnist-cnn"},
            "data": {"kind": "synthetic-digits"},
            "training": {"optimizer": "momentum", "learning_rate": 0.05, "batch": 400, "epochs": 2}})";
        QFile document(experiment());
        if (!document.open(QIODevice::WriteOnly) || document.write(text) != text.size())
            return;
        document.close();
        QProcess training;
        training.start(QStringLiteral(LOCKSTEP_ENGINE),
                       {QStringLiteral("train"), experiment(), QStringLiteral("--run-folder"), path("run")});
        if (!training.waitForFinished(kPatienceMs) || training.exitCode() != 0)
            return;
        m_steps = checkpoints().entryList({QStringLiteral("step-*")}, QDir::Dirs, QDir::Name);
    }
    bool ok() const { return m_steps.size() == 2; }
    /// Folders of checkpoints. REQUIRES: ok().
    QString earlier() const { return checkpoints().filePath(m_steps.first()); }
    QString last() const { return checkpoints().filePath(m_steps.last()); }
    QString experiment() const { return path(QStringLiteral("experiment.lockstep.json")); }
    /// Of a file beside them.
    QString path(const QString& name) const { return m_folder.filePath(name); }

private:
    QDir checkpoints() const { return QDir(path(QStringLiteral("run/checkpoints"))); }

    QTemporaryDir m_folder;
    QStringList m_steps;
};

} // namespace lockstep
