// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/file_watch.h"

#include <QFileInfo>

namespace lockstep {

namespace {

/// Programs write in pieces, or remove a file before they put the new one there.
constexpr int kSettleMs = 300;

} // namespace

FileWatch::FileWatch(ExperimentDocument& document, QObject* parent) : QObject(parent), m_document(document)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, &FileWatch::poll);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, qOverload<>(&QTimer::start));
    // A file that is replaced by another of its name is seen by its folder alone.
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settle, qOverload<>(&QTimer::start));
    connect(&m_document, &ExperimentDocument::titleChanged, this, &FileWatch::follow);
    follow();
}

void FileWatch::follow()
{
    const QString path = m_document.path();
    const QStringList wanted =
        path.isEmpty() ? QStringList() : QStringList{path, QFileInfo(path).absolutePath()};
    for (const QString& watched : m_watcher.files() + m_watcher.directories()) {
        if (!wanted.contains(watched))
            m_watcher.removePath(watched);
    }
    for (const QString& one : wanted) {
        if (QFileInfo::exists(one) && !m_watcher.files().contains(one) &&
            !m_watcher.directories().contains(one))
            m_watcher.addPath(one);
    }
}

void FileWatch::poll()
{
    follow();
    const ExperimentDocument::FileState state = m_document.fileState();
    if (state == ExperimentDocument::FileState::None || state == ExperimentDocument::FileState::Same) {
        m_hasSaid = false;
        return;
    }
    const Result<QByteArray> bytes = readExperimentBytes(m_document.path());
    const QByteArray content = bytes ? *bytes : QByteArray();
    if (m_hasSaid && content == m_said)
        return;
    m_said = content;
    m_hasSaid = true;
    emit changedByOthers(state);
}

} // namespace lockstep
