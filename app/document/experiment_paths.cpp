// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/experiment_paths.h"

#include <QDir>

namespace lockstep {

Experiment withAbsolutePaths(Experiment experiment, const QString& folder)
{
    const auto makeAbsolute = [&folder](std::string& path) {
        if (!path.empty() && !path.starts_with("~/")) // that of each host, which it knows itself
            path = QDir::cleanPath(QDir(folder).absoluteFilePath(QString::fromStdString(path))).toStdString();
    };
    if (placeOf(experiment.data.kind) != DataPlace::BuiltIn)
        makeAbsolute(experiment.data.path);
    if (experiment.data.kind == DataKind::Clips)
        makeAbsolute(experiment.data.testList);
    makeAbsolute(experiment.model.weights);
    return experiment;
}

} // namespace lockstep
