// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/moment_text.h"

#include <QLocale>

namespace lockstep {

QString momentText(const QDateTime& moment)
{
    const QLocale locale;
    const QDateTime here = moment.toLocalTime();
    return locale.language() == QLocale::English ? locale.toString(here, QStringLiteral("d MMM yyyy, HH:mm"))
                                                 : locale.toString(here, QLocale::ShortFormat);
}

QString momentText(qint64 millisecondsSinceEpoch)
{
    return momentText(QDateTime::fromMSecsSinceEpoch(millisecondsSinceEpoch));
}

} // namespace lockstep
