// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QString>
#include <QWidget>

/// What tests of the windows on checkpoints share.
namespace lockstep {

/// Whom the windows ask.
inline const QString kEngine = QStringLiteral(LOCKSTEP_ENGINE);
/// An answer may take so long, on a machine that is busy with other tests.
inline constexpr int kAnswerMs = 60'000;

/// To be looked at, where LOCKSTEP_PICTURES names a folder.
inline void savePicture(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
    if (!folder.isEmpty())
        widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

} // namespace lockstep
