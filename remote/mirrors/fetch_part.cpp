// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/fetch_part.h"

#include "remote/private_files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace lockstep {

namespace {

constexpr int kAttempts = 10;

Error cannotWrite(const QString& path, int code)
{
    return {LOCKSTEP_TEXT("%1 cannot be written: %2."), {path.toStdString(), std::strerror(code)}, ""};
}

bool lock(const Descriptor& file)
{
    return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

/// What is left of programs that ended in the middle of a fetch: a part that can be locked is nobody's.
void removeAbandoned(const QString& target)
{
    const QFileInfo info(target);
    const QDir folder(info.path());
    for (const QString& name : folder.entryList({info.fileName() + QStringLiteral(".*.part")}, QDir::Files)) {
        const QByteArray path = QFile::encodeName(folder.filePath(name));
        const Descriptor part(::open(path.constData(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
        if (part && lock(part))
            ::unlink(path.constData());
    }
}

/// False: somebody's cleaning was between the making and the locking, and took it.
bool isStillThere(const Descriptor& file)
{
    struct stat status {};
    return ::fstat(file.get(), &status) == 0 && status.st_nlink > 0;
}

} // namespace

FetchPart::FetchPart(QString target, QString path, Descriptor file)
    : m_target(std::move(target)), m_path(std::move(path)), m_file(std::move(file))
{
}

FetchPart::~FetchPart()
{
    if (m_file)
        ::unlink(QFile::encodeName(m_path).constData());
}

Result<std::unique_ptr<FetchPart>> FetchPart::make(const QString& target)
{
    if (!makePrivateFolder(QFileInfo(target).path()))
        return cannotWrite(target, errno);
    removeAbandoned(target);
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        QByteArray path = QFile::encodeName(target + QStringLiteral(".XXXXXX.part"));
        Descriptor file(::mkostemps(path.data(), 5, O_CLOEXEC)); // mode 0600
        if (!file)
            return cannotWrite(target, errno);
        if (lock(file) && isStillThere(file))
            return std::unique_ptr<FetchPart>(
                new FetchPart(target, QFile::decodeName(path), std::move(file)));
    }
    return cannotWrite(target, EBUSY);
}

Result<void> FetchPart::append(std::string_view bytes)
{
    m_hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    while (!bytes.empty()) {
        const auto count = ::write(m_file.get(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return cannotWrite(m_target, count == 0 ? ENOSPC : errno);
        m_size += static_cast<std::uint64_t>(count);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

std::string FetchPart::hash() const
{
    return m_hash.result().toHex().toStdString();
}

Result<std::string> FetchPart::content() const
{
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{LOCKSTEP_TEXT("%1 cannot be read: %2."),
                     {m_path.toStdString(), file.errorString().toStdString()},
                     ""};
    return file.readAll().toStdString();
}

Result<void> FetchPart::publish()
{
    if (std::rename(QFile::encodeName(m_path).constData(), QFile::encodeName(m_target).constData()) != 0)
        return cannotWrite(m_target, errno);
    m_file.reset();
    return {};
}

} // namespace lockstep
