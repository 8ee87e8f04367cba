// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/archive/archive_listing.h"
#include "app/interchange/archive/run_archive.h"
#include "remote/mirrors/run_folder.h"
#include "remote/private_files.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <archive.h>
#include <archive_entry.h>
#include <cerrno>
#include <memory>

namespace lockstep {

namespace {

constexpr std::size_t kChunkBytes = 1 << 20;
/// Ids that a run may get because its own is taken.
constexpr int kMaxIds = 1000;

Error badArchive(const QString& file, const char* reason)
{
    return {LOCKSTEP_TEXT("%1 is no run of Lockstep, or damaged: %2."),
            {file.toStdString(), Sentence{reason, {}}},
            {}};
}

/// The entries of a ZIP archive, one after the other. Nothing that it says of itself is believed.
class ArchiveReader {
public:
    explicit ArchiveReader(const QString& path) : m_path(path)
    {
        // No other format and no filter: the fewer readers, the fewer surprises.
        archive_read_support_format_zip(m_archive.get());
    }

    Result<void> open()
    {
        if (archive_read_open_filename(m_archive.get(), QFile::encodeName(m_path).constData(), kChunkBytes) ==
            ARCHIVE_OK)
            return {};
        if (archive_errno(m_archive.get()) == EILSEQ) // so libarchive calls a format that it does not know
            return badArchive(m_path, LOCKSTEP_TEXT("its list cannot be read"));
        return Error{LOCKSTEP_TEXT("Cannot read %1: %2."),
                     {m_path.toStdString(), archive_error_string(m_archive.get())},
                     {}};
    }

    /// Goes to the next entry, which must be a plain file of this name.
    Result<void> expect(const QString& name)
    {
        archive_entry* entry = nullptr;
        if (archive_read_next_header(m_archive.get(), &entry) != ARCHIVE_OK)
            return badArchive(m_path, LOCKSTEP_TEXT("it ends before its list does"));
        const char* found = archive_entry_pathname_utf8(entry);
        if (found == nullptr || QString::fromUtf8(found) != name ||
            archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr ||
            archive_entry_symlink(entry) != nullptr)
            return badArchive(m_path, LOCKSTEP_TEXT("it holds another file than its list says"));
        return {};
    }

    Result<void> expectEnd()
    {
        archive_entry* entry = nullptr;
        if (archive_read_next_header(m_archive.get(), &entry) == ARCHIVE_EOF)
            return {};
        return badArchive(m_path, LOCKSTEP_TEXT("it holds more than its list says"));
    }

    /// The next piece of the entry; empty at its end.
    Result<QByteArray> read()
    {
        m_piece.resize(static_cast<qsizetype>(kChunkBytes));
        const la_ssize_t count = archive_read_data(m_archive.get(), m_piece.data(), kChunkBytes);
        if (count < 0)
            return badArchive(m_path, LOCKSTEP_TEXT("what was packed cannot be unpacked"));
        m_piece.resize(count);
        return m_piece;
    }

private:
    QString m_path;
    QByteArray m_piece;
    std::unique_ptr<archive, decltype(&archive_read_free)> m_archive{archive_read_new(), archive_read_free};
};

Result<ArchiveListing> readListing(ArchiveReader& reader, const QString& file)
{
    if (const Result<void> found = reader.expect(QLatin1String(ArchiveListing::kName)); !found)
        return found.error();
    QByteArray json;
    for (;;) {
        const Result<QByteArray> piece = reader.read();
        if (!piece)
            return piece.error();
        if (piece->isEmpty())
            return ArchiveListing::parse(json, file);
        json += *piece;
        if (json.size() > ArchiveListing::kMaxBytes)
            return badArchive(file, LOCKSTEP_TEXT("its list is too long"));
    }
}

/// Unpacks the files of a list below a folder.
class Unpacking {
public:
    Unpacking(ArchiveReader& reader, const QString& archive, const QString& folder,
              TransferProgress& progress)
        : m_reader(reader), m_archive(archive), m_folder(folder), m_progress(progress)
    {
    }

    Result<void> unpack(const ArchivedFile& listed)
    {
        if (const Result<void> found = m_reader.expect(listed.name); !found)
            return found;
        QFile file(m_folder.filePath(listed.name));
        if (!makePrivateFolder(QFileInfo(file).path()) ||
            !file.open(QIODevice::WriteOnly | QIODevice::NewOnly) ||
            !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner))
            return cannotWrite(file);
        QCryptographicHash hash(QCryptographicHash::Sha256);
        qint64 left = listed.bytes;
        while (!m_progress.cancelled) {
            const Result<QByteArray> piece = m_reader.read();
            if (!piece)
                return piece.error();
            if (piece->isEmpty())
                return left == 0 && hash.result().toHex() == listed.sha256
                           ? Result<void>()
                           : badArchive(m_archive, LOCKSTEP_TEXT("a file in it is not what its list says"));
            left -= piece->size();
            if (left < 0)
                return badArchive(m_archive, LOCKSTEP_TEXT("a file in it is not what its list says"));
            if (file.write(*piece) != piece->size())
                return cannotWrite(file);
            hash.addData(*piece);
            m_progress.doneBytes += piece->size();
        }
        return Error{LOCKSTEP_TEXT("Reading %1 was cancelled."), {m_archive.toStdString()}, {}};
    }

private:
    static Error cannotWrite(const QFile& file)
    {
        return {LOCKSTEP_TEXT("Cannot write %1: %2."),
                {file.fileName().toStdString(), file.errorString().toStdString()},
                {}};
    }

    ArchiveReader& m_reader;
    QString m_archive;
    QDir m_folder;
    TransferProgress& m_progress;
};

/// A run that is to be looked at: whoever made the file does not choose which hosts are connected to.
Result<void> conclude(RunFolder& run, const QString& id)
{
    RunInfo info = run.info();
    info.id = id;
    if (!hasEnded(info.phase)) {
        info.phase = RunPhase::Failed;
        info.reason = Sentence{LOCKSTEP_TEXT("The run was going on when it was written to a file."), {}};
    }
    info.complete = true;
    info.bundles.clear();
    return run.setInfo(info);
}

/// Its own id, or that with a number behind it.
Result<QString> freeId(const QString& own, const QString& runs)
{
    if (!QFileInfo::exists(QDir(runs).filePath(own)))
        return own;
    for (int i = 2; i < kMaxIds; ++i) {
        const QString id = QStringLiteral("%1-%2").arg(own.left(58)).arg(i);
        if (!QFileInfo::exists(QDir(runs).filePath(id)))
            return id;
    }
    return Error{LOCKSTEP_TEXT("%1 holds too many copies of this run."), {runs.toStdString()}, {}};
}

Result<QString> adopt(QTemporaryDir& unpacked, const QString& file, const QString& runs)
{
    Result<RunFolder> run = RunFolder::open(unpacked.path());
    if (!run)
        return badArchive(file, LOCKSTEP_TEXT("its run cannot be read"));
    const Result<QString> id = freeId(run->info().id, runs);
    if (!id)
        return id.error();
    if (const Result<void> concluded = conclude(*run, *id); !concluded)
        return concluded.error();
    const QString folder = QDir(runs).filePath(*id);
    if (!QDir().rename(unpacked.path(), folder))
        return Error{LOCKSTEP_TEXT("%1 cannot be written: %2."), {folder.toStdString(), "rename"}, {}};
    unpacked.setAutoRemove(false);
    return folder;
}

} // namespace

Result<QString> unpackRun(const QString& file, const QString& runs, TransferProgress& progress)
{
    ArchiveReader reader(file);
    if (const Result<void> opened = reader.open(); !opened)
        return opened.error();
    const Result<ArchiveListing> listing = readListing(reader, file);
    if (!listing)
        return listing.error();
    progress.totalBytes = listing->totalBytes();
    const bool hasHome = makePrivateFolder(runs);
    QTemporaryDir unpacked(QDir(runs).filePath(QStringLiteral(".import-XXXXXX")));
    if (!hasHome || !unpacked.isValid())
        return Error{LOCKSTEP_TEXT("%1 cannot be written: %2."),
                     {runs.toStdString(), unpacked.errorString().toStdString()},
                     {}};
    if (const qint64 room = QStorageInfo(runs).bytesAvailable(); listing->totalBytes() > room)
        return Error{LOCKSTEP_TEXT("The run takes %1 bytes, and only %2 are free in %3."),
                     {std::to_string(listing->totalBytes()), std::to_string(room), runs.toStdString()},
                     {}};
    Unpacking unpacking(reader, file, unpacked.path(), progress);
    for (const ArchivedFile& listed : listing->files) {
        if (const Result<void> done = unpacking.unpack(listed); !done)
            return done.error();
    }
    if (const Result<void> ended = reader.expectEnd(); !ended)
        return ended.error();
    return adopt(unpacked, file, runs);
}

} // namespace lockstep
