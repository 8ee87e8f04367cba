// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/experiment_paths.h"

#include <QDir>

namespace lockstep {

Experiment withAbsolutePaths(Experiment experiment, const QString& folder)
{
    const QString path = QString::fromStdString(experiment.data.path);
    if (!path.isEmpty() && experiment.data.kind != DataKind::SyntheticDigits)
        experiment.data.path = QDir::cleanPath(QDir(folder).absoluteFilePath(path)).toStdString();
    return experiment;
}

} // namespace lockstep
