// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/data_upload.h"

#include "remote/ssh/manifest_check.h"
#include "remote/ssh/sftp_client.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

const std::string kDataRoot = ".lockstep";
const std::string kDataSets = ".lockstep/data";
constexpr std::uint64_t kSpareDataBytes = 64u << 20; ///< left free beside the data
constexpr std::size_t kStatsAtOnce = 4096;
/// Of the folders of a data set, one in the other.
constexpr int kMaxDepth = 64;

/// A disk reads at least 20 MB/s.
Deadline checkDeadline(std::uint64_t bytes)
{
    constexpr std::uint64_t kBytesPerSecond = 20'000'000;
    return deadlineIn(std::chrono::minutes(5) + std::chrono::seconds(bytes / kBytesPerSecond));
}

class DataUpload {
public:
    DataUpload(SshSession& session, const DataPayload& data, const DeployProgress& progress)
        : m_session(session), m_data(data), m_progress(progress), m_part(kDataSets + "/.part-" + data.hash),
          m_final(kDataSets + "/" + data.hash)
    {
    }
    Result<Deployed> run();

private:
    Result<bool> isThere();
    Result<void> makeFolders();
    Result<void> findPresent();
    Result<void> checkSpace();
    Result<void> send();
    Result<void> verify();
    Result<void> publish();

    const std::string& host() const { return m_address; }

    SshSession& m_session;
    const DataPayload& m_data;
    const DeployProgress& m_progress;
    const std::string m_part;
    const std::string m_final;
    const std::string m_address = m_session.target().address();
    std::unique_ptr<SftpClient> m_files;
    std::vector<UploadFile> m_missing; ///< files that are not, or not wholly, there
    std::uint64_t m_present = 0;       ///< bytes that are there
};

Result<bool> DataUpload::isThere()
{
    const auto found = m_files->stat({m_final + "/" + kPayloadManifest});
    if (!found)
        return found.error();
    return found.value().front().has_value();
}

Result<void> DataUpload::makeFolders()
{
    std::set<std::string> folders{kDataRoot, kDataSets, m_part}; // sorted: those that hold others come first
    for (const PayloadFile& file : m_data.files)
        for (std::size_t slash = file.path.find('/'); slash != std::string::npos;
             slash = file.path.find('/', slash + 1))
            folders.insert(m_part + "/" + file.path.substr(0, slash));
    return m_files->makeFolders({folders.begin(), folders.end()});
}

Result<void> DataUpload::findPresent()
{
    const std::vector<PayloadFile>& all = m_data.files;
    for (std::size_t begin = 0; begin < all.size(); begin += kStatsAtOnce) {
        const std::size_t end = std::min(all.size(), begin + kStatsAtOnce);
        std::vector<std::string> paths;
        for (std::size_t i = begin; i < end; ++i)
            paths.push_back(m_part + "/" + all[i].path);
        const auto found = m_files->stat(paths);
        if (!found)
            return found.error();
        for (std::size_t i = begin; i < end; ++i) {
            const std::optional<RemoteStat>& there = found.value()[i - begin];
            const std::uint64_t present = there ? std::min(there->size, all[i].size) : 0;
            m_present += present;
            if (!there || present < all[i].size)
                m_missing.push_back({all[i].source, paths[i - begin], all[i].size, 0600, present});
        }
    }
    return {};
}

Result<void> DataUpload::checkSpace()
{
    const auto free = m_files->freeBytes(kDataSets);
    if (!free)
        return free.error();
    const std::uint64_t needed = m_data.bytes - m_present + kSpareDataBytes;
    if (free.value() && *free.value() < needed)
        return Error{
            LOCKSTEP_TEXT("%1 has too little room for the data: %2 MiB are free in .lockstep, %3 MiB "
                          "are needed. Free some space in the home folder there, or put "
                          ".lockstep/data on a larger disk with a symbolic link."),
            {host(), std::to_string(*free.value() >> 20), std::to_string((needed >> 20) + 1)},
            ""};
    return {};
}

Result<void> DataUpload::send()
{
    m_progress(m_present, m_data.bytes);
    return m_files->upload(
        m_missing, [this](std::uint64_t sent) { m_progress(m_present + sent, m_data.bytes); },
        UploadMode::Continued);
}

Result<void> DataUpload::verify()
{
    const auto damage = findDamage(m_session, m_part, checkDeadline(m_data.bytes));
    if (!damage)
        return damage.error();
    if (!damage.value()) {
        // Where there is no `sync -f` the disk takes its time, as after any copying.
        [[maybe_unused]] const auto synced = m_session.exec("sync -f " + m_part, checkDeadline(m_data.bytes));
        return {};
    }
    // What it holds is of no use to a further upload.
    [[maybe_unused]] const auto removed = m_files->removeFolder(m_part, kMaxDepth);
    return Error{
        LOCKSTEP_TEXT("The data arrived damaged on %1, or could not be compared there: %2. Copy them "
                      "again; check that sha256sum works on the host, and that nothing changes the "
                      "data here meanwhile."),
        {host(), *damage.value()},
        ""};
}

Result<void> DataUpload::publish()
{
    return m_files->rename(m_part, m_final);
}

Result<Deployed> DataUpload::run()
{
    auto files = SftpClient::open(m_session);
    if (!files)
        return files.error();
    m_files = std::move(files.value());
    const auto there = isThere();
    if (!there)
        return there.error();
    if (there.value())
        return Deployed{m_data.hash, false};
    for (const auto step : {&DataUpload::makeFolders, &DataUpload::findPresent, &DataUpload::checkSpace,
                            &DataUpload::send, &DataUpload::verify, &DataUpload::publish}) {
        const auto done = (this->*step)();
        if (done)
            continue;
        // Another upload, to a host that shares this home folder, may have given the files their last place.
        const auto whole = isThere();
        if (!whole || !whole.value())
            return done.error();
        [[maybe_unused]] const auto removed = m_files->removeFolder(m_part, kMaxDepth);
        break;
    }
    return Deployed{m_data.hash, true};
}

} // namespace

Result<Deployed> uploadData(SshSession& session, const DataPayload& data, const DeployProgress& progress)
{
    return DataUpload(session, data, progress).run();
}

} // namespace lockstep
