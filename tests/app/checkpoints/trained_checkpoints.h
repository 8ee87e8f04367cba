// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/summary/recorded_run.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStringList>

namespace lockstep {

/// What the host of a run would have: real checkpoints of the engine, in a folder of its own.
class TrainedCheckpoints {
public:
    explicit TrainedCheckpoints(const QString& folder) : m_folder(folder)
    {
        Experiment experiment = recordedExperiment({.ranksPerHost = 1});
        experiment.model.name = "lenet";
        experiment.data = {};
        experiment.data.kind = DataKind::Synthetic;
        experiment.data.samples = 400;
        experiment.data.imageSize = 32;
        experiment.training = {};
        experiment.training.epochs = 2;
        experiment.training.batch = 100;
        const QByteArray text = QByteArray::fromStdString(toJson(experiment));
        QFile document(folder + "/e.lockstep.json");
        m_ok = document.open(QIODevice::WriteOnly) && document.write(text) == text.size();
        document.close();
        QProcess engine;
        engine.start(QStringLiteral(LOCKSTEP_ENGINE),
                     {"train", document.fileName(), "--run-folder", folder, "--threads", "1"});
        m_ok = m_ok && engine.waitForFinished(120'000) && engine.exitCode() == 0;
        if (!m_ok)
            qWarning("%s", engine.readAllStandardError().constData());
    }
    bool ok() const { return m_ok; }
    QStringList names() const
    {
        return QDir(m_folder + "/checkpoints").entryList({"step-*"}, QDir::Dirs, QDir::Name);
    }
    /// As a fetch leaves it.
    bool copy(const QString& name, const QString& runFolder) const
    {
        const QString target = runFolder + "/checkpoints/" + name;
        bool ok = QDir().mkpath(target);
        for (const char* file : {"/model.safetensors", "/optimizer.safetensors", "/manifest.json"})
            ok = QFile::copy(m_folder + "/checkpoints/" + name + file, target + file) && ok;
        return ok;
    }

private:
    QString m_folder;
    bool m_ok = false;
};

} // namespace lockstep
