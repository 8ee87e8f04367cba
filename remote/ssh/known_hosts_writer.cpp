// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/known_hosts.h"
#include "remote/unique_fd.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

namespace lockstep {

namespace {

Error cannotWrite(const std::string& file, const std::string& reason)
{
    return {LOCKSTEP_TEXT(
                "The key of the host cannot be kept in %1: %2. Make the file writable, then connect again."),
            {file, reason},
            ""};
}

bool writeAll(int descriptor, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const auto written = ::write(descriptor, bytes.data(), static_cast<std::size_t>(bytes.size()));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes = bytes.sliced(written);
    }
    return true;
}

/// Puts `text` in the place of `path`: whoever reads it sees the old or the new content, also after a power
/// cut.
Result<void> replaceFile(const QString& path, const QByteArray& text)
{
    const QByteArray temporary = QFile::encodeName(path + QStringLiteral(".new"));
    const QByteArray target = QFile::encodeName(path);
    const QByteArray folder = QFile::encodeName(QFileInfo(path).absolutePath());
    ::unlink(temporary.constData());
    UniqueFd file(::open(temporary.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file || !writeAll(file.get(), text) || ::fsync(file.get()) != 0 ||
        ::rename(temporary.constData(), target.constData()) != 0) {
        const std::string reason = std::strerror(errno);
        ::unlink(temporary.constData());
        return cannotWrite(path.toStdString(), reason);
    }
    const UniqueFd parent(::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (parent)
        ::fsync(parent.get());
    return {};
}

} // namespace

Result<void> appendKnownHost(const std::string& file, const std::string& host, int port, const HostKey& key)
{
    // A list that is a link stays one.
    const QFileInfo given(QString::fromStdString(file));
    const QString path =
        given.isSymLink() && given.exists() ? given.canonicalFilePath() : given.absoluteFilePath();
    const QString folder = QFileInfo(path).absolutePath();
    if (!QFileInfo::exists(folder)) {
        if (!QDir().mkpath(folder))
            return cannotWrite(file, LOCKSTEP_TEXT("its folder cannot be made"));
        ::chmod(QFile::encodeName(folder).constData(), 0700);
    }
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
    return replaceFile(path, text);
}

} // namespace lockstep
