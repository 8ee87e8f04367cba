// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/bundle/library_payload.h"

#include "remote/sha256_text.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <map>

namespace lockstep {

namespace {

void add(Payload& payload, const std::string& name, const QString& source, const std::string& sha256)
{
    payload.files.push_back(
        {name, source.toStdString(), static_cast<std::uint64_t>(QFileInfo(source).size()), false, sha256});
    payload.bytes += payload.files.back().size;
}

} // namespace

Result<LibraryPayload> makeLibraryPayload(const GpuPackage& package)
{
    LibraryPayload payload;
    std::map<std::string, std::string> lines; // sorted, so that the order of the files does not count
    for (const GpuLibraryFile& file : package.files) {
        const QString source = QString::fromStdString(file.path);
        const std::string name = QFileInfo(source).fileName().toStdString();
        if (!isPlainPath(name) || !isSha256(file.sha256))
            return Error{
                LOCKSTEP_TEXT("NVIDIA's library %1 cannot be sent: its name or its digest makes no sense."),
                {file.path},
                ""};
        lines[name] = file.sha256 + "  " + name + '\n';
        add(payload, name, source, file.sha256);
    }
    QByteArray text;
    for (const auto& [name, line] : lines)
        text += QByteArray::fromStdString(line);
    payload.hash = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().toStdString();
    if (!package.files.empty())
        payload.machine = machineOf(QString::fromStdString(package.files.front().path));
    payload.manifest = std::make_unique<QTemporaryFile>();
    QTemporaryFile& manifest = *payload.manifest;
    if (!manifest.open() || manifest.write(text) != text.size() || !manifest.flush())
        return Error{LOCKSTEP_TEXT("Cannot write %1: %2."),
                     {manifest.fileName().toStdString(), manifest.errorString().toStdString()},
                     ""};
    add(payload, kPayloadManifest, manifest.fileName(), payload.hash);
    return payload;
}

} // namespace lockstep
