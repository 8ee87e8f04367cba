// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/private_files.h"
#include "remote/ssh/known_hosts.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>

namespace lockstep {

namespace {

Error cannotWrite(const std::string& file, const std::string& reason)
{
    return {LOCKSTEP_TEXT(
                "The key of the host cannot be kept in %1: %2. Make the file writable, then connect again."),
            {file, reason},
            ""};
}

} // namespace

Result<void> appendKnownHost(const std::string& file, const std::string& host, int port, const HostKey& key)
{
    // A list that is a link stays one.
    const QFileInfo given(QString::fromStdString(file));
    const QString path =
        given.isSymLink() && given.exists() ? given.canonicalFilePath() : given.absoluteFilePath();
    const QString folder = QFileInfo(path).absolutePath();
    if (!makePrivateFolder(folder))
        return cannotWrite(file, LOCKSTEP_TEXT("its folder cannot be made"));
    QLockFile lock(path + QStringLiteral(".lock"));
    lock.setStaleLockTime(10'000);
    if (!lock.tryLock(5'000))
        return cannotWrite(file, LOCKSTEP_TEXT("another program holds its lock"));

    QByteArray text;
    QFile old(path);
    if (old.exists()) {
        if (!old.open(QIODevice::ReadOnly))
            return cannotWrite(file, old.errorString().toStdString());
        text = old.readAll();
        if (old.error() != QFileDevice::NoError)
            return cannotWrite(file, old.errorString().toStdString());
        if (!QFileInfo(path).isWritable())
            return cannotWrite(file, LOCKSTEP_TEXT("it is read-only"));
    }
    if (!text.isEmpty() && !text.endsWith('\n'))
        text += '\n';
    const std::string line = knownHostsName(host, port) + " " + key.type + " " +
                             QByteArray::fromStdString(key.blob).toBase64().toStdString() + "\n";
    // A second window may have asked about the same key at the same time.
    if (!("\n" + text).contains(QByteArray::fromStdString("\n" + line)))
        text += QByteArray::fromStdString(line);
    if (const auto reason = replacePrivateFile(path, text))
        return cannotWrite(path.toStdString(), *reason);
    return {};
}

} // namespace lockstep
