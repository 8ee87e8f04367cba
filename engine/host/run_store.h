// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/process_identity.h"
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/journal_records.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Where a host keeps its runs: <home>/runs/<run>/host-<index>/, each readable by its owner only. Everything
/// here throws EngineError naming the file.
namespace lockstep {

/// At most this many run folders are kept on a host, and this many runs are supervised at the same time.
inline constexpr std::size_t kMaxRunFolders = 4096;
inline constexpr std::size_t kMaxActiveRuns = 64;

/// What the environment of every rank begins with that tells its run folder.
inline constexpr std::string_view kRunMark = "LOCKSTEP_RUN_FOLDER=";

/// $LOCKSTEP_HOME, else ~/.lockstep; absolute.
std::string lockstepHome();

/// The content of state.json: what the desktop is shown, and who is responsible for it.
struct StoredState {
    RunState state;
    std::string hostName; ///< of the machine; a shared home directory shows the folders of others
    std::string engine;   ///< version
    ProcessIdentity supervisor;
    std::vector<ProcessIdentity> ranks;
};
/// By the boot or the name.
bool isOfThisMachine(const StoredState& stored);

/// One run on one host, its folder open. Paths go through the open folder, so nothing outside is reached and
/// their length does not matter.
class HostFolder {
public:
    /// Creates what is missing, with mode 0700.
    static HostFolder create(const std::string& run, int host);
    /// None when there is no such folder.
    static std::optional<HostFolder> open(const std::string& run, int host);

    const std::string& run() const { return m_run; }
    int host() const { return m_host; }
    const std::string& path() const { return m_path; }
    int descriptor() const { return m_folder.get(); }
    /// The environment entry that every rank of this folder carries.
    std::string mark() const { return std::string(kRunMark) + m_path; }
    /// Of the control socket; short whatever the home folder is called.
    std::string socketPath() const;

    /// Held for as long as a supervisor owns the run; empty when another process has it.
    Descriptor tryLock() const;
    /// The same, but a supervisor whose attempt has ended gets the moment it needs to let go.
    Descriptor lock(std::chrono::milliseconds patience) const;
    /// None when there is no state yet. Throws EngineError when it is damaged.
    std::optional<StoredState> readState() const;
    /// Readers see the old or the new content, nothing between; so does a power cut. Waits for the disk.
    void writeState(const StoredState& state) const;
    void writeFile(const std::string& name, std::string_view content) const;
    void makeFolder(const std::string& name) const;
    /// Opens a regular file below the folder for reading, following no symbolic link. An empty descriptor: it
    /// is not there (yet). REQUIRES: isRunFile(file).
    Descriptor openFile(const std::string& file) const;
    /// The last bytes of such a file, at most `most`; empty when it cannot be read.
    std::string readTail(const std::string& file, std::size_t most) const;
    /// Journals, logs and checkpoints of all attempts, sorted; at most 4096.
    std::vector<std::string> files() const;

private:
    HostFolder(std::string run, int host, std::string path, Descriptor folder);

    std::string m_run;
    int m_host = 0;
    std::string m_path;
    Descriptor m_folder;
};

/// The last records of a rank's journal, two at least where there are so many.
std::vector<Record> journalTail(const HostFolder& folder, int attempt, int rank);

/// Every folder of this machine's runs (those that other machines keep in a shared home left out).
std::vector<HostFolder> openHostFolders();
/// Whether this machine keeps the run; one whose state is damaged stays in sight.
bool belongsToThisMachine(const HostFolder& folder);
/// The folder of a run that this machine keeps. Throws EngineError when there is none, or another machine
/// that shares the home keeps it.
HostFolder openOwnFolder(const std::string& run, int host);

/// What is known of the run now. A run whose supervisor is gone without a last word is swept, marked as
/// failed on the disk, and reported so; of one whose state is damaged, what its folder tells is put in its
/// place. Runs of other machines are nobody's to judge here. None while the supervisor has not written
/// anything yet.
std::optional<RunState> settledState(const HostFolder& folder);
/// The same for who holds the folder's lock: nobody else is responsible for the run.
std::optional<RunState> settledState(const HostFolder& folder, const Descriptor& lock);
/// Whether a supervisor has ever been at work in the folder: only such a one is a run's.
bool holdsRun(const HostFolder& folder);
/// Deletes a run that no supervisor owns. Throws EngineError for a folder that holds none.
void removeRun(HostFolder folder);

} // namespace lockstep
