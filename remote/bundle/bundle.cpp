// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/bundle/bundle.h"

#include "remote/sha256_text.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 kMaxManifestBytes = 1 << 20;
constexpr const char* kEngine = "lockstep-engine";

Error badBundle(const QString& folder, const std::string& reason)
{
    return {LOCKSTEP_TEXT("The engine for other hosts in %1 is not complete: %2. Build the target \"bundle\" "
                          "or install the program again."),
            {folder.toStdString(), reason},
            ""};
}

} // namespace

Result<Bundle> readBundle(const QString& folder)
{
    Bundle bundle;
    bundle.folder = folder;
    QFile manifest(folder + QLatin1Char('/') + QLatin1String(kPayloadManifest));
    if (!manifest.open(QIODevice::ReadOnly))
        return badBundle(folder, manifest.errorString().toStdString());
    const QByteArray text = manifest.read(kMaxManifestBytes + 1);
    if (text.size() > kMaxManifestBytes)
        return badBundle(folder, LOCKSTEP_TEXT("its manifest is larger than 1 MiB"));
    bundle.hash = QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().toStdString();

    const auto add = [&bundle, &folder](const std::string& path, const std::string& sha256) {
        const QFileInfo info(folder + QLatin1Char('/') + QString::fromStdString(path));
        bundle.files.push_back({path, info.filePath().toStdString(), static_cast<std::uint64_t>(info.size()),
                                info.isExecutable(), sha256});
        bundle.bytes += bundle.files.back().size;
        return info.isFile();
    };
    for (const QByteArray& line : text.split('\n')) {
        if (line.isEmpty())
            continue;
        const std::string content = line.toStdString();
        const std::string path = content.size() > 66 ? content.substr(66) : std::string();
        if (!isSha256(content.substr(0, 64)) || content.compare(64, 2, "  ") != 0 || !isPlainPath(path))
            return badBundle(folder, LOCKSTEP_TEXT("a line of its manifest cannot be read"));
        if (!add(path, content.substr(0, 64)))
            return badBundle(folder, path + ": no such file");
        if (path.starts_with("lib/ld-linux"))
            bundle.loader = path;
    }
    add(kPayloadManifest, bundle.hash);
    const bool engine =
        std::ranges::any_of(bundle.files, [](const auto& file) { return file.path == kEngine; });
    if (!engine || bundle.loader.empty())
        return badBundle(folder,
                         engine ? LOCKSTEP_TEXT("it has no loader") : LOCKSTEP_TEXT("it has no engine"));
    bundle.machine = machineOf(folder + QLatin1Char('/') + QLatin1String(kEngine));
    return bundle;
}

std::string engineCommand(const std::string& hash, const std::string& loader, const char* subcommand)
{
    const std::string folder = ".lockstep/engine/" + hash;
    return folder + "/" + loader + " --library-path " + folder + "/lib " + folder + "/" + kEngine + " " +
           subcommand;
}

} // namespace lockstep
