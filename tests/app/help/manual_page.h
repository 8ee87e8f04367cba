// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace lockstep {

/// A page of the manual as it was written, taken apart for tests.
struct WrittenPage {
    struct Heading {
        int level = 0;
        QString text;
    };
    QVector<Heading> headings;
    QVector<QStringList> codeBlocks;
    QStringList boldWords;
    QStringList links;    ///< targets
    QStringList pictures; ///< targets
    QString prose;        ///< everything but code
    int tableRows = 0;
};

/// Of a file; it holds nothing when there is none.
WrittenPage readWrittenPage(const QString& path);

} // namespace lockstep
