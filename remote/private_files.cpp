// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/private_files.h"

#include "engine/protocol/descriptor.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {

bool makePrivateFolder(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return true;
    const QString parent = QFileInfo(info.absoluteFilePath()).absolutePath();
    if (parent != info.absoluteFilePath() && !makePrivateFolder(parent))
        return false;
    // Another program may have been first.
    return ::mkdir(QFile::encodeName(path).constData(), 0700) == 0 ||
           (errno == EEXIST && QFileInfo(path).isDir());
}

std::optional<std::string> replacePrivateFile(const QString& path, const QByteArray& text)
{
    // A name of its own: two programs may replace the same file at once.
    QByteArray temporary = QFile::encodeName(path + QStringLiteral(".XXXXXX"));
    const QByteArray target = QFile::encodeName(path);
    const QByteArray folder = QFile::encodeName(QFileInfo(path).absolutePath());
    const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC)); // mode 0600
    if (!file)
        return std::strerror(errno);
    int failure = writeWhole(file.get(), {text.constData(), static_cast<std::size_t>(text.size())});
    if (failure == 0 &&
        (::fsync(file.get()) != 0 || ::rename(temporary.constData(), target.constData()) != 0))
        failure = errno;
    if (failure != 0) {
        ::unlink(temporary.constData());
        return std::strerror(failure);
    }
    const Descriptor parent(::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (parent)
        ::fsync(parent.get());
    return std::nullopt;
}

} // namespace lockstep
