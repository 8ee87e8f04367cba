// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/deployments.h"

#include "engine/core/sha256.h"
#include "engine/host/host_names.h"
#include "engine/host/shared_home.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "MANIFEST.sha256";
constexpr std::size_t kMaxListBytes = 1u << 20;
/// As long as the desktop leaves what may still be arriving alone.
constexpr auto kArrivalTime = std::chrono::hours(24);

std::string kindFolder(DeploymentKind kind)
{
    return lockstepHome() + "/" + std::string(toString(kind));
}

bool isUnfinished(const std::string& name)
{
    return name.starts_with('.');
}

/// Of a folder of this user that is no symbolic link; none for anything else.
std::optional<struct stat> ownFolder(const std::string& path)
{
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid())
        return std::nullopt;
    return status;
}

/// What a desktop put there is called by its manifest.
bool bearsItsName(const DeploymentReference& reference)
{
    std::ifstream file(deploymentPath(reference) + "/" + kManifest, std::ios::binary);
    std::string text(kMaxListBytes, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    Sha256 hash;
    hash.update(text);
    return !text.empty() && hash.hexadecimal() == reference.name;
}

std::int64_t modifiedMs(const struct stat& status)
{
    return std::int64_t{status.st_mtim.tv_sec} * 1000 + status.st_mtim.tv_nsec / 1'000'000;
}

/// Whose processes run from the folder; the empty name stands for those that belong to no run.
std::set<std::string> usersOf(const std::string& path, const std::vector<HomeProcess>& processes)
{
    std::error_code ignored;
    const std::string below = fs::canonical(path, ignored).string() + "/";
    std::set<std::string> users;
    for (const HomeProcess& process : processes) {
        const bool runsFromIt = std::ranges::any_of(
            process.files, [&](const std::string& file) { return file.starts_with(below); });
        if (runsFromIt)
            users.insert(fs::path(process.runFolder).parent_path().filename().string());
    }
    return users;
}

std::optional<Deployment> readDeployment(DeploymentReference reference,
                                         const std::vector<HomeProcess>& processes)
{
    const std::string path = deploymentPath(reference);
    const auto status = isDeploymentName(reference.name) ? ownFolder(path) : std::nullopt;
    if (!status || !(isUnfinished(reference.name) || bearsItsName(reference)))
        return std::nullopt;
    Deployment deployment;
    deployment.reference = std::move(reference);
    deployment.arrivedMs = modifiedMs(*status);
    std::set<std::string> users = usersOf(path, processes);
    const auto arrivalMs = std::chrono::milliseconds(kArrivalTime).count();
    if (!users.empty())
        deployment.use = DeploymentUse::Running;
    else if (isUnfinished(deployment.reference.name) && wallMilliseconds() - deployment.arrivedMs < arrivalMs)
        deployment.use = DeploymentUse::Arriving;
    users.erase("");
    deployment.runs.assign(users.begin(), users.end());
    return deployment;
}

/// A run of another machine may train from any engine here.
void refuseWhileOthersTrain()
{
    for (const HostFolder& folder : openAllHostFolders()) {
        if (belongsToThisMachine(folder))
            continue;
        const auto stored = folder.readState();
        if (stored && !hasEnded(stored->state.phase))
            throw refusal(
                LOCKSTEP_TEXT("The run %1 goes on on %2, which shares this home folder and may need "
                              "the deployment. Delete it when that run has ended."),
                {folder.run(), stored->hostName});
    }
}

EngineError inUse()
{
    return refusal(LOCKSTEP_TEXT("A desktop or a run that ends is using this deployment at the moment."));
}

void refuseInUse(const Deployment& deployment)
{
    if (deployment.use == DeploymentUse::Arriving)
        throw refusal(LOCKSTEP_TEXT("%1 may still be arriving; it can be deleted when it is a day old."),
                      {deployment.reference.name});
    if (!deployment.runs.empty())
        throw refusal(LOCKSTEP_TEXT("The run %1 uses this deployment. Delete it when the run has ended."),
                      {deployment.runs.front()});
    if (deployment.use == DeploymentUse::Running)
        throw inUse();
}

} // namespace

std::string deploymentPath(const DeploymentReference& reference)
{
    return kindFolder(reference.kind) + "/" + reference.name;
}

std::vector<Deployment> keptDeployments(const std::vector<HomeProcess>& processes)
{
    std::vector<Deployment> found;
    for (const DeploymentKind kind : {DeploymentKind::Engine, DeploymentKind::Libraries}) {
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(kindFolder(kind), ignored))
            if (auto deployment = readDeployment({kind, entry.path().filename().string()}, processes))
                found.push_back(std::move(*deployment));
    }
    std::ranges::sort(found, std::greater(), &Deployment::arrivedMs);
    return found;
}

void withdrawDeployment(const DeploymentReference& reference)
{
    const auto deployment = readDeployment(reference, homeProcesses(lockstepHome()));
    if (!deployment)
        throw refusal(LOCKSTEP_TEXT("%1 is nothing that Lockstep deployed here, so it stays."),
                      {deploymentPath(reference)});
    refuseInUse(*deployment);
    refuseWhileOthersTrain();
    // First the name goes: nobody starts what is half deleted.
    const std::string path = deploymentPath(reference);
    const std::string gone = kindFolder(reference.kind) + "/.tmp-" + std::to_string(::getpid()) +
                             std::to_string(wallMilliseconds());
    if (::rename(path.c_str(), gone.c_str()) != 0)
        throw fileError(path, errno);
    const bool wasStarted = !usersOf(gone, homeProcesses(lockstepHome())).empty();
    if (wasStarted && ::rename(gone.c_str(), path.c_str()) == 0)
        throw inUse();
    std::error_code error;
    fs::remove_all(gone, error);
    if (error)
        throw fileError(gone, error.value());
}

} // namespace lockstep
