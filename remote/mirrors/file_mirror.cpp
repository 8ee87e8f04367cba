// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/file_mirror.h"

#include "remote/private_files.h"

#include <QFile>
#include <QFileInfo>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>

namespace lockstep {

namespace {

Error cannotUse(const QString& path, int code)
{
    return {LOCKSTEP_TEXT("The copy %1 of a host's file cannot be written: %2. Free some space or repair the "
                          "folder; it is tried again."),
            {path.toStdString(), std::strerror(code)},
            ""};
}

} // namespace

FileMirror::FileMirror(QString path, Descriptor file, std::uint64_t size)
    : m_path(std::move(path)), m_file(std::move(file)), m_size(size)
{
}

Result<FileMirror> FileMirror::open(const QString& path)
{
    if (!makePrivateFolder(QFileInfo(path).absolutePath()))
        return cannotUse(path, EACCES);
    Descriptor file(
        ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0)
        return cannotUse(path, errno);
    if (!S_ISREG(status.st_mode))
        return cannotUse(path, EINVAL);
    return FileMirror(path, std::move(file), static_cast<std::uint64_t>(status.st_size));
}

Result<void> FileMirror::append(std::string_view bytes)
{
    std::uint64_t end = m_size;
    while (!bytes.empty()) {
        const auto count = ::pwrite(m_file.get(), bytes.data(), bytes.size(), static_cast<off_t>(end));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            const int code = count == 0 ? ENOSPC : errno;
            // Half of a piece would be true as well, but the reader has not been told of it.
            [[maybe_unused]] const int cut = ::ftruncate(m_file.get(), static_cast<off_t>(m_size));
            return cannotUse(m_path, code);
        }
        end += static_cast<std::uint64_t>(count);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    m_size = end;
    return {};
}

Result<void> FileMirror::replay(const std::function<void(std::string_view)>& sink) const
{
    std::string buffer(256u << 10, '\0');
    std::uint64_t at = 0;
    while (at < m_size) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), m_size - at));
        const auto count = ::pread(m_file.get(), buffer.data(), wanted, static_cast<off_t>(at));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return Error{
                LOCKSTEP_TEXT("%1 cannot be read: %2."), {m_path.toStdString(), std::strerror(errno)}, ""};
        sink(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
        at += static_cast<std::uint64_t>(count);
    }
    return {};
}

} // namespace lockstep
