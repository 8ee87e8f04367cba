// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/library_offer.h"

#include "engine/protocol/byte_text.h"

#include <QString>
#include <QVersionNumber>
#include <algorithm>
#include <cstdint>

namespace lockstep {

namespace {

/// A version that is not told is judged when the host loads the library.
bool isNewEnough(const GpuPackage& package, const MissingGpuPackage& missing)
{
    const auto number = [](const std::string& text) {
        return QVersionNumber::fromString(QString::fromStdString(text));
    };
    return package.version.empty() || number(package.version) >= number(missing.version);
}

const GpuPackage* find(const GpuLibraries& own, const MissingGpuPackage& missing)
{
    const auto found = std::ranges::find_if(own.found, [&](const GpuPackage& package) {
        return package.package == missing.package && isNewEnough(package, missing);
    });
    return found == own.found.end() ? nullptr : &*found;
}

std::uint64_t bytesOf(const GpuPackage& package)
{
    std::uint64_t bytes = 0;
    for (const GpuLibraryFile& file : package.files)
        bytes += static_cast<std::uint64_t>(file.bytes);
    return bytes;
}

} // namespace

LibraryOffer offerOf(const GpuLibraries& own, const GpuLibraries& host, GpuRanks ranks)
{
    const auto isNeeded = [ranks](const MissingGpuPackage& missing) {
        return missing.isRequired || (missing.isForGroups && ranks == GpuRanks::Several);
    };
    if (ranks == GpuRanks::None || !host.hasDriver || own.cuda != host.cuda ||
        std::ranges::none_of(host.missing, isNeeded))
        return {};
    LibraryOffer offer;
    for (const MissingGpuPackage& missing : host.missing) {
        const GpuPackage* package = find(own, missing);
        if (package == nullptr && isNeeded(missing))
            return {};
        if (package == nullptr)
            continue;
        offer.packages.push_back(*package);
        offer.bytes += bytesOf(*package);
    }
    return offer;
}

Sentence namesOf(const LibraryOffer& offer)
{
    std::vector<Sentence> names;
    for (const GpuPackage& package : offer.packages) {
        // Libraries of one package are of one version: the last is the one that people call for.
        std::string name = package.libraries.empty() ? package.package : package.libraries.back();
        if (!package.version.empty())
            name += " " + package.version;
        names.emplace_back(name + " (" + byteText(static_cast<std::int64_t>(bytesOf(package))) + ")");
    }
    return inARow(std::move(names), ", ");
}

} // namespace lockstep
