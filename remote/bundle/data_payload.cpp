// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/bundle/data_payload.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t kMaxFiles = 20'000'000;
constexpr const char* kFolder = "data/";

Error cannotRead(const QString& path, const QString& reason)
{
    return {LOCKSTEP_TEXT("%1 cannot be read: %2."), {path.toStdString(), reason.toStdString()}, ""};
}

/// sha256sum escapes what would break its lines, in ways that differ between versions.
bool fitsAManifest(const QString& name)
{
    return std::ranges::none_of(name, [](QChar letter) { return letter < u' ' || letter == u'\\'; });
}

Error unfitName(const QString& path)
{
    return {LOCKSTEP_TEXT("%1 has a name with control characters or backslashes, so it cannot be copied to "
                          "hosts. Rename it."),
            {path.toStdString()},
            "data.path"};
}

/// Files of a folder and of those in it, links followed, as paths below it.
Result<std::vector<QString>> filesBelow(const QString& root)
{
    std::vector<QString> files;
    QDirIterator entries(root, QDir::Files | QDir::Hidden,
                         QDirIterator::Subdirectories | QDirIterator::FollowSymlinks);
    const QDir top(root);
    while (entries.hasNext()) {
        files.push_back(top.relativeFilePath(entries.next()));
        if (!fitsAManifest(files.back()))
            return unfitName(entries.filePath());
        if (files.size() > kMaxFiles)
            return Error{LOCKSTEP_TEXT("%1 holds more than %2 files."),
                         {root.toStdString(), std::to_string(kMaxFiles)},
                         "data.path"};
    }
    if (files.empty())
        return Error{LOCKSTEP_TEXT("There are no files in %1 to copy."), {root.toStdString()}, "data.path"};
    return files;
}

/// A path below a folder; nothing where it leads elsewhere.
std::optional<QString> below(const QString& folder, const QString& path)
{
    const QString relative = QDir(folder).relativeFilePath(QDir::cleanPath(path));
    if (relative.startsWith(QStringLiteral("../")) || relative == QStringLiteral("..") ||
        QDir::isAbsolutePath(relative))
        return std::nullopt;
    return relative;
}

/// Each clip of a list must lie below the list's folder, which is what is copied.
Result<void> checkClips(const QString& list, const QString& root)
{
    QFile file(list);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(list, file.errorString());
    constexpr qint64 kMaxLine = 16384;
    for (int number = 1; !file.atEnd(); ++number) {
        const QStringList words =
            QString::fromUtf8(file.readLine(kMaxLine)).simplified().split(u' ', Qt::SkipEmptyParts);
        if (words.size() < 4)
            continue; // the engine says what is wrong with it
        const QString folder = words.mid(1, words.size() - 3).join(u' ');
        if (!below(root, QDir(root).filePath(folder)))
            return Error{LOCKSTEP_TEXT("Line %1 of %2 names the clip %3, which does not lie below the folder "
                                       "of the list, so it would not be copied. Move it there, and name it "
                                       "from there."),
                         {std::to_string(number), list.toStdString(), folder.toStdString()},
                         "data.path"};
    }
    return {};
}

/// What is to be copied: its folder, the files, and where the experiment's paths are among them.
Result<std::vector<QString>> layOut(const DataSpec& data, DataPayload& payload)
{
    const QFileInfo place(QString::fromStdString(data.path));
    if (!place.exists())
        return cannotRead(place.filePath(), QStringLiteral("no such file or folder"));
    if (placeOf(data.kind) == DataPlace::Folder) {
        payload.root = place.canonicalFilePath().toStdString();
        return filesBelow(place.canonicalFilePath());
    }
    const QString root = place.absolutePath();
    payload.root = root.toStdString();
    payload.entry = place.fileName().toStdString();
    if (data.kind != DataKind::Clips)
        return fitsAManifest(place.fileName()) ? Result<std::vector<QString>>(std::vector{place.fileName()})
                                               : unfitName(place.filePath());
    if (!data.testList.empty()) {
        const auto list = below(root, QString::fromStdString(data.testList));
        if (!list)
            return Error{LOCKSTEP_TEXT("%1 does not lie below %2, so it would not be copied with it. Put it "
                                       "there."),
                         {data.testList, payload.root},
                         "data.test_list"};
        payload.testList = list->toStdString();
    }
    if (const auto checked = checkClips(place.filePath(), root); !checked)
        return checked.error();
    return filesBelow(root);
}

/// SHA-256 of files, one after the other.
class Digests {
public:
    Digests(std::uint64_t total, const ReadingProgress& progress) : m_total(total), m_progress(progress) {}

    Result<QByteArray> of(const QString& path)
    {
        constexpr qint64 kBlock = 1 << 20;
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return cannotRead(path, file.errorString());
        QCryptographicHash hash(QCryptographicHash::Sha256);
        m_block.resize(kBlock);
        for (;;) {
            const qint64 got = file.read(m_block.data(), kBlock);
            if (got < 0)
                return cannotRead(path, file.errorString());
            if (got == 0)
                return hash.result().toHex();
            hash.addData(QByteArrayView(m_block.constData(), got));
            m_done += static_cast<std::uint64_t>(got);
            if (!m_progress(m_done, m_total))
                return Error{};
        }
    }

private:
    std::uint64_t m_total;
    const ReadingProgress& m_progress;
    std::uint64_t m_done = 0;
    QByteArray m_block;
};

Result<void> addManifest(DataPayload& payload, const QByteArray& text)
{
    payload.hash = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().toStdString();
    payload.manifest = std::make_unique<QTemporaryFile>();
    QTemporaryFile& manifest = *payload.manifest;
    if (!manifest.open() || manifest.write(text) != text.size() || !manifest.flush())
        return Error{LOCKSTEP_TEXT("Cannot write %1: %2."),
                     {manifest.fileName().toStdString(), manifest.errorString().toStdString()},
                     ""};
    payload.files.push_back({kPayloadManifest, manifest.fileName().toStdString(),
                             static_cast<std::uint64_t>(text.size()), false, payload.hash});
    payload.bytes += payload.files.back().size;
    return {};
}

} // namespace

Result<DataPayload> makeDataPayload(const DataSpec& data, const ReadingProgress& progress)
{
    DataPayload payload;
    auto names = layOut(data, payload);
    if (!names)
        return names.error();
    std::ranges::sort(names.value());
    const QDir root(QString::fromStdString(payload.root));
    for (const QString& name : names.value()) {
        const QString source = root.filePath(name);
        payload.files.push_back({kFolder + name.toStdString(), source.toStdString(),
                                 static_cast<std::uint64_t>(QFileInfo(source).size()), false});
        payload.bytes += payload.files.back().size;
    }
    Digests digests(payload.bytes, progress);
    QByteArray text;
    for (PayloadFile& file : payload.files) {
        const auto digest = digests.of(QString::fromStdString(file.source));
        if (!digest)
            return digest.error();
        file.sha256 = digest.value().toStdString();
        text += digest.value() + "  " + QByteArray::fromStdString(file.path) + '\n';
    }
    if (const auto added = addManifest(payload, text); !added)
        return added.error();
    return payload;
}

DataSpec deliveredData(DataSpec data, const DataPayload& payload)
{
    const std::string folder = "~/.lockstep/data/" + payload.hash + "/data";
    data.path = payload.entry.empty() ? folder : folder + "/" + payload.entry;
    if (!payload.testList.empty())
        data.testList = folder + "/" + payload.testList;
    return data;
}

Result<void> linkHere(const DataPayload& payload)
{
    const QString folder =
        QDir::homePath() + QStringLiteral("/.lockstep/data/") + QString::fromStdString(payload.hash);
    const QString link = folder + QStringLiteral("/data");
    if (QFileInfo::exists(link))
        return {};
    QFile::remove(link); // one that leads nowhere any more
    QFile target(QString::fromStdString(payload.root));
    if (QDir().mkpath(folder) && target.link(link))
        return {};
    return Error{
        LOCKSTEP_TEXT("Cannot write %1: %2."), {link.toStdString(), target.errorString().toStdString()}, ""};
}

} // namespace lockstep
