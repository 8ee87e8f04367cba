// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/local_files.h"

#include <QDir>
#include <QFileInfo>
#include <QString>
#include <optional>

namespace lockstep {

namespace {

bool hasLocalRank(const Topology& topology)
{
    for (const Host& host : topology.hosts) {
        if (host.connection == Connection::Local && !host.devices.empty())
            return true;
    }
    return false;
}

/// Whether rank 0, which reads the weights to start from, is on this computer.
bool startsHere(const Topology& topology)
{
    const std::vector<Placement> placements = placeRanks(topology);
    return !placements.empty() && topology.hosts[placements.front().host].connection == Connection::Local;
}

bool isRelative(const std::string& path)
{
    return !path.starts_with("~/") && QDir::isRelativePath(QString::fromStdString(path));
}

QString pathHere(const std::string& path)
{
    const QString text = QString::fromStdString(path);
    return path.starts_with("~/") ? QDir::homePath() + text.mid(1) : text;
}

Error relativePath(const char* key)
{
    return {
        LOCKSTEP_TEXT("A relative path starts at the document's folder: save the document first."), {}, key};
}

/// What is wrong with a file or folder that every host with a rank needs.
std::optional<Error> fileProblem(const Experiment& experiment, const std::string& path, const char* key,
                                 DataPlace place)
{
    if (place == DataPlace::BuiltIn || path.empty())
        return std::nullopt;
    if (isRelative(path))
        return relativePath(key);
    if (!hasLocalRank(experiment.topology))
        return std::nullopt;
    const QFileInfo data(pathHere(path));
    if (!data.exists())
        return Error{
            LOCKSTEP_TEXT("The data %1 is not on this computer. Correct the path, or copy it there."),
            {path},
            key};
    if ((place == DataPlace::Folder) == data.isDir())
        return std::nullopt;
    return Error{place == DataPlace::Folder ? LOCKSTEP_TEXT("%1 is a file, but a folder is expected.")
                                            : LOCKSTEP_TEXT("%1 is a folder, but a file is expected."),
                 {path},
                 key};
}

std::optional<Error> dataProblem(const Experiment& experiment)
{
    return fileProblem(experiment, experiment.data.path, "data.path", placeOf(experiment.data.kind));
}

std::optional<Error> testListProblem(const Experiment& experiment)
{
    const bool isAsked = experiment.data.kind == DataKind::Clips;
    return fileProblem(experiment, experiment.data.testList, "data.test_list",
                       isAsked ? DataPlace::File : DataPlace::BuiltIn);
}

std::optional<Error> weightsProblem(const Experiment& experiment)
{
    const std::string& path = experiment.model.weights;
    if (path.empty())
        return std::nullopt;
    if (isRelative(path))
        return relativePath("model.weights");
    if (!startsHere(experiment.topology) || QFileInfo::exists(pathHere(path)))
        return std::nullopt;
    return Error{
        LOCKSTEP_TEXT("The weights %1 are not on this computer. Correct the path, or copy them there."),
        {path},
        "model.weights"};
}

} // namespace

std::vector<Error> missingFiles(const Experiment& experiment)
{
    std::vector<Error> errors;
    for (const std::optional<Error>& error :
         {dataProblem(experiment), testListProblem(experiment), weightsProblem(experiment)}) {
        if (error)
            errors.push_back(*error);
    }
    return errors;
}

} // namespace lockstep
