// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/run_watch.h"

#include "engine/protocol/run_files.h"

#include <QFile>
#include <fcntl.h>

namespace lockstep {

namespace {

/// The experiment is the one file of a run that is never replaced.
Descriptor openLocked(const QString& folder)
{
    const QString path =
        folder + u'/' + QString::fromUtf8(kExperimentFile.data(), qsizetype(kExperimentFile.size()));
    return Descriptor(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
}

struct flock wholeFile(short type)
{
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

} // namespace

Descriptor watchRun(const QString& folder)
{
    Descriptor file = openLocked(folder);
    struct flock lock = wholeFile(F_RDLCK);
    if (!file || ::fcntl(file.get(), F_OFD_SETLK, &lock) != 0)
        return {};
    return file;
}

bool isWatched(const QString& folder)
{
    const Descriptor file = openLocked(folder);
    // Asks what would be in the way of a writer, and takes nothing.
    struct flock lock = wholeFile(F_WRLCK);
    return file && ::fcntl(file.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

bool neverBegan(const RunFolder& folder)
{
    return folder.info().phase < RunPhase::Launching && !isWatched(folder.path());
}

} // namespace lockstep
