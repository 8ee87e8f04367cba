// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/gpu_libraries.h"

#include "engine/protocol/message_descriptions.h"

namespace lockstep {
namespace {

constexpr std::size_t kMaxPackages = 64;
constexpr std::size_t kMaxParts = 256; ///< libraries, or files, of one package

} // namespace

template <typename Visitor>
void describe(Visitor& visitor, Describes<GpuLibraryFile> auto& file)
{
    visitor.text("path", file.path, kPathRule);
    visitor.integer("bytes", file.bytes, 0, std::numeric_limits<std::int64_t>::max());
    visitor.text("sha256", file.sha256, kWordRule);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<GpuPackage> auto& package)
{
    visitor.text("package", package.package, kWordRule);
    visitor.texts("libraries", package.libraries, kWordRule, kMaxParts);
    visitor.text("version", package.version, kWordRule);
    visitor.list("files", package.files, kMaxParts);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<MissingGpuPackage> auto& package)
{
    visitor.text("package", package.package, kWordRule);
    visitor.texts("libraries", package.libraries, kWordRule, kMaxParts);
    visitor.text("version", package.version, kWordRule);
    visitor.boolean("required", package.isRequired);
    visitor.boolean("for_groups", package.isForGroups);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<GpuLibraries> auto& libraries)
{
    visitor.text("machine", libraries.machine, kWordRule);
    visitor.text("cuda", libraries.cuda, kWordRule);
    visitor.boolean("driver", libraries.hasDriver);
    visitor.list("found", libraries.found, kMaxPackages);
    visitor.list("missing", libraries.missing, kMaxPackages);
}

std::string toJson(const GpuLibraries& libraries)
{
    return writeOneLine(libraries);
}

Result<GpuLibraries> parseGpuLibraries(std::string_view json)
{
    return readMessage<GpuLibraries>(json, kMaxFramePayload);
}

} // namespace lockstep
