// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/data_copy/kept_data.h"

#include "engine/host/run_store.h"
#include "engine/host/system_calls.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr std::size_t kDigestDigits = 64;
constexpr std::string_view kBetween = "  ";
constexpr std::size_t kMaxPath = 4096;
constexpr std::size_t kMaxLine = kDigestDigits + kBetween.size() + kMaxPath;

std::string dataFolder()
{
    return lockstepHome() + "/data";
}
std::string keptPath(const std::string& hash)
{
    return dataFolder() + "/" + hash;
}
std::string arrivingPath(const std::string& hash)
{
    return dataFolder() + "/.part-" + hash;
}

Descriptor openFolder(const std::string& path)
{
    Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder && errno != ENOENT)
        throw fileError(path, errno);
    return folder;
}

void makeFolder(const std::string& path)
{
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        throw fileError(path, errno);
}

bool leadsBelow(std::string_view path)
{
    while (true) {
        const std::string_view part = path.substr(0, path.find('/'));
        if (part.empty() || part == "." || part == "..")
            return false;
        if (part.size() == path.size())
            return true;
        path.remove_prefix(part.size() + 1);
    }
}

bool isFileOfASet(std::string_view path)
{
    return path.size() <= kMaxPath && path.starts_with("data/") && leadsBelow(path) &&
           std::ranges::none_of(path, [](unsigned char c) { return c < ' ' || c == '\\'; });
}

} // namespace

Descriptor openKeptData(const std::string& hash)
{
    Descriptor folder = openFolder(keptPath(hash));
    // A folder without a manifest is a desktop's own way to its data.
    if (folder && ::faccessat(folder.get(), kDataManifest, R_OK, 0) != 0)
        folder.reset();
    return folder;
}

Descriptor openArrivingData(const std::string& hash)
{
    return openFolder(arrivingPath(hash));
}

Descriptor beginArrival(const std::string& hash)
{
    for (const std::string& folder : {lockstepHome(), dataFolder(), arrivingPath(hash)})
        makeFolder(folder);
    return openFolder(arrivingPath(hash));
}

void settleArrival(const std::string& hash, int folder)
{
    if (::syncfs(folder) != 0)
        throw fileError(arrivingPath(hash), errno);
    // Another copy, for a host that shares this home, may have been first.
    if (::rename(arrivingPath(hash).c_str(), keptPath(hash).c_str()) != 0 && !openKeptData(hash))
        throw fileError(keptPath(hash), errno);
    const Descriptor place = openFolder(dataFolder());
    if (place && ::fsync(place.get()) != 0)
        throw fileError(dataFolder(), errno);
}

ManifestReader::ManifestReader(int folder) : m_file(::openat(folder, kDataManifest, O_RDONLY | O_CLOEXEC))
{
    if (!m_file)
        throw fileError(kDataManifest, errno);
}

std::optional<std::string> ManifestReader::nextLine()
{
    constexpr std::size_t kBlock = 64u << 10;
    while (true) {
        const std::size_t end = m_text.find('\n', m_begin);
        if (end != m_text.npos) {
            std::string line = m_text.substr(m_begin, end - m_begin);
            m_begin = end + 1;
            return line;
        }
        m_text.erase(0, m_begin);
        m_begin = 0;
        const std::size_t before = m_text.size();
        if (before > kMaxLine)
            throw refusal(LOCKSTEP_TEXT("The manifest of the data is damaged: a line has no end."));
        m_text.resize(before + kBlock);
        const ssize_t count = ::read(m_file.get(), m_text.data() + before, kBlock);
        if (count < 0)
            throw fileError(kDataManifest, errno);
        m_text.resize(before + static_cast<std::size_t>(count));
        if (count == 0 && m_text.empty())
            return std::nullopt;
        if (count == 0)
            throw refusal(LOCKSTEP_TEXT("The manifest of the data is damaged: a line has no end."));
    }
}

std::optional<DataFile> ManifestReader::next()
{
    const auto line = nextLine();
    if (!line)
        return std::nullopt;
    DataFile file{line->size() > kDigestDigits + kBetween.size()
                      ? line->substr(kDigestDigits + kBetween.size())
                      : std::string(),
                  line->substr(0, kDigestDigits)};
    const bool isDigest = file.sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!isDigest || !isFileOfASet(file.path) || line->compare(kDigestDigits, kBetween.size(), kBetween) != 0)
        throw refusal(LOCKSTEP_TEXT("The manifest of the data is damaged: %1"), {*line});
    return file;
}

} // namespace lockstep
