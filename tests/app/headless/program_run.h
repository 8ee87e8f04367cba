// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

namespace lockstep {

struct Output {
    int exitCode = -1;
    QByteArray text;
    QByteArray errors;
    QJsonObject lastObject() const
    {
        return QJsonDocument::fromJson(text.trimmed().split('\n').last()).object();
    }
};

/// Runs the program as a person would in a terminal.
class ProgramRun {
protected:
    QTemporaryDir m_folder;

    QString runs() const { return m_folder.filePath(QStringLiteral("runs")); }

    /// Its own home, so that nothing of this computer's user takes part.
    void prepare(QProcess& process) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HOME"), m_folder.path());
        environment.insert(QStringLiteral("LOCKSTEP_HOME"), m_folder.filePath(QStringLiteral("lockstep")));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.filePath(QStringLiteral("config")));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.filePath(QStringLiteral("data")));
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        environment.remove(QStringLiteral("DISPLAY"));
        environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
        process.setProcessEnvironment(environment);
        process.setProgram(QStringLiteral(LOCKSTEP_PROGRAM));
    }

    Output run(const QStringList& arguments, int seconds = 60) const
    {
        QProcess process;
        prepare(process);
        process.setArguments(arguments);
        process.start();
        if (!process.waitForFinished(seconds * 1000)) {
            process.kill();
            process.waitForFinished();
            return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
        }
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    QString document(const char* name, const QByteArray& text) const
    {
        const QString path = m_folder.filePath(QLatin1String(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", name);
        return path;
    }
};

} // namespace lockstep
