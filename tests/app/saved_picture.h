// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QString>
#include <QWidget>

namespace lockstep {

/// To be looked at, where LOCKSTEP_PICTURES names a folder: NAME.png. False: it could not be written.
inline bool savePicture(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
    return folder.isEmpty() || widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

} // namespace lockstep
