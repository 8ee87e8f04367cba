// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/archive/archive_listing.h"
#include "app/interchange/archive/run_archive.h"
#include "remote/mirrors/run_folder.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QSaveFile>
#include <archive.h>
#include <archive_entry.h>
#include <memory>

namespace lockstep {

namespace {

constexpr qint64 kPieceBytes = 1 << 20;

Error cannotRead(const QFile& file)
{
    return {LOCKSTEP_TEXT("Cannot read %1: %2."),
            {file.fileName().toStdString(), file.errorString().toStdString()},
            {}};
}

Error cancelled(const QString& file)
{
    return {LOCKSTEP_TEXT("Writing %1 was cancelled."), {file.toStdString()}, {}};
}

/// Hands the first `bytes` of a file over in pieces.
template <typename Take>
Result<void> readPieces(QFile& file, qint64 bytes, TransferProgress& progress, const Take& take)
{
    QByteArray piece;
    for (qint64 left = bytes; left > 0 && !progress.cancelled; left -= piece.size()) {
        piece = file.read(std::min(left, kPieceBytes));
        if (piece.isEmpty())
            return cannotRead(file);
        if (const Result<void> taken = take(piece); !taken)
            return taken;
        progress.doneBytes += piece.size();
    }
    return {};
}

/// Relative to the folder of the run.
QStringList sharedFiles(const QString& runFolder)
{
    QStringList names;
    const QDir home(runFolder);
    QDirIterator entries(runFolder, QDir::Files, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString name = home.relativeFilePath(entries.next());
        if (isSharedName(name))
            names.append(name);
    }
    names.sort();
    return names;
}

QStringList chosenFiles(const QString& runFolder, ArchiveContents contents)
{
    QStringList names = sharedFiles(runFolder);
    names.removeIf([&](const QString& name) {
        return (!contents.logs && isLogName(name)) || (!contents.checkpoints && isCheckpointName(name));
    });
    return names;
}

/// What there is now: a run that goes on grows behind it.
Result<ArchiveListing> listRun(const QString& runFolder, const QStringList& names, TransferProgress& progress)
{
    ArchiveListing listing;
    for (const QString& name : names) {
        QFile file(QDir(runFolder).filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            return cannotRead(file);
        const qint64 bytes = file.size();
        QCryptographicHash hash(QCryptographicHash::Sha256);
        const Result<void> read = readPieces(file, bytes, progress, [&hash](const QByteArray& piece) {
            hash.addData(piece);
            return Result<void>();
        });
        if (!read)
            return read.error();
        listing.files.append({name, bytes, hash.result().toHex()});
    }
    return listing;
}

/// A ZIP archive that is written from its front to its end.
class ArchiveWriter {
public:
    explicit ArchiveWriter(const QString& path) : m_file(path) {}

    Result<void> open()
    {
        if (!m_file.open(QIODevice::WriteOnly))
            return failure(m_file.errorString());
        archive_write_set_format_zip(m_archive.get());
        archive_write_set_bytes_in_last_block(m_archive.get(), 1); // no blocks as of a tape
        return held(archive_write_open(m_archive.get(), &m_file, nullptr, writeTo, nullptr));
    }

    Result<void> beginEntry(const QString& name, qint64 bytes)
    {
        const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                                  archive_entry_free);
        archive_entry_set_pathname_utf8(entry.get(), name.toUtf8().constData());
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), 0600);
        archive_entry_set_size(entry.get(), bytes);
        return held(archive_write_header(m_archive.get(), entry.get()));
    }

    Result<void> add(const QByteArray& piece)
    {
        const la_ssize_t written =
            archive_write_data(m_archive.get(), piece.constData(), static_cast<std::size_t>(piece.size()));
        return written == piece.size() ? Result<void>() : failure(reason());
    }

    Result<void> commit()
    {
        if (const Result<void> closed = held(archive_write_close(m_archive.get())); !closed)
            return closed;
        return m_file.commit() ? Result<void>() : failure(m_file.errorString());
    }

private:
    static la_ssize_t writeTo(archive*, void* file, const void* bytes, std::size_t count)
    {
        return static_cast<QSaveFile*>(file)->write(static_cast<const char*>(bytes),
                                                    static_cast<qint64>(count));
    }
    Result<void> held(int status) const { return status == ARCHIVE_OK ? Result<void>() : failure(reason()); }
    QString reason() const
    {
        return m_file.error() == QFileDevice::NoError
                   ? QString::fromUtf8(archive_error_string(m_archive.get()))
                   : m_file.errorString();
    }
    Error failure(const QString& reason) const
    {
        return {LOCKSTEP_TEXT("Cannot write %1: %2."),
                {m_file.fileName().toStdString(), reason.toStdString()},
                {}};
    }

    QSaveFile m_file; ///< outlives the archive, which writes a last time when it goes
    std::unique_ptr<archive, decltype(&archive_write_free)> m_archive{archive_write_new(),
                                                                      archive_write_free};
};

Result<void> writeFile(ArchiveWriter& writer, const QString& runFolder, const ArchivedFile& listed,
                       TransferProgress& progress)
{
    QFile file(QDir(runFolder).filePath(listed.name));
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file);
    if (const Result<void> begun = writer.beginEntry(listed.name, listed.bytes); !begun)
        return begun;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const Result<void> written = readPieces(file, listed.bytes, progress, [&](const QByteArray& piece) {
        hash.addData(piece);
        return writer.add(piece);
    });
    if (written && !progress.cancelled && hash.result().toHex() != listed.sha256)
        return Error{
            LOCKSTEP_TEXT("%1 changed while it was read; try again."), {file.fileName().toStdString()}, {}};
    return written;
}

} // namespace

ArchiveSizes archiveSizes(const QString& runFolder)
{
    ArchiveSizes sizes;
    for (const QString& name : sharedFiles(runFolder)) {
        qint64& part = isCheckpointName(name) ? sizes.checkpoints
                       : isLogName(name)      ? sizes.logs
                                              : sizes.always;
        part += QFileInfo(QDir(runFolder).filePath(name)).size();
    }
    return sizes;
}

Result<void> packRun(const QString& runFolder, const QString& file, ArchiveContents contents,
                     TransferProgress& progress)
{
    if (const Result<RunFolder> run = RunFolder::open(runFolder); !run)
        return run.error();
    const QStringList names = chosenFiles(runFolder, contents);
    qint64 bytes = 0;
    for (const QString& name : names)
        bytes += QFileInfo(QDir(runFolder).filePath(name)).size();
    progress.totalBytes = 2 * bytes; // for checksums, then into the archive
    const Result<ArchiveListing> listing = listRun(runFolder, names, progress);
    if (!listing)
        return listing.error();
    ArchiveWriter writer(file);
    if (const Result<void> opened = writer.open(); !opened)
        return opened;
    const QByteArray json = listing->toJson();
    if (const Result<void> begun = writer.beginEntry(QLatin1String(ArchiveListing::kName), json.size());
        !begun)
        return begun;
    if (const Result<void> added = writer.add(json); !added)
        return added;
    for (const ArchivedFile& listed : listing->files) {
        if (const Result<void> written = writeFile(writer, runFolder, listed, progress); !written)
            return written;
    }
    if (progress.cancelled)
        return cancelled(file);
    return writer.commit();
}

} // namespace lockstep
