// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_loader.h"

#include <QByteArray>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QVector>

/// A run as a page for those who have no Lockstep, or for the drawer: what was trained on what, what came of
/// it, and how it ended. Says hosts by their names, without addresses and users.
namespace lockstep {

struct ReportPicture {
    enum class Kind { Svg, Png };

    QString caption; ///< what it shows, for those who do not see it
    Kind kind = Kind::Svg;
    QByteArray bytes;
    QSize size; ///< logical pixels
};

/// A name and what is to be said under it.
struct ReportFact {
    QString name;
    QString value;
};

enum class ReportCells {
    Words,
    Number, ///< aligned by their last digits
    Line,   ///< few words, or a day and a time: they stay in one line
};

struct ReportColumn {
    QString title;
    ReportCells cells = ReportCells::Words;
};

struct ReportTable {
    QVector<ReportColumn> columns;
    QVector<QStringList> rows; ///< with a cell for each column, or with one sentence over all of them
};

/// A heading and what stands below it, in the order of the members.
struct ReportSection {
    QString title;
    QStringList paragraphs{};
    QVector<ReportFact> facts{};
    ReportTable table{}; ///< without rows: none
    QVector<ReportPicture> pictures{};

    bool isEmpty() const
    {
        return paragraphs.isEmpty() && facts.isEmpty() && table.rows.isEmpty() && pictures.isEmpty();
    }
};

/// All texts are plain, in the language of the program when it was made, and harmless to look at. A plain
/// value for any one thread.
struct RunReport {
    QString title;
    QString verdict;    ///< how the run stands or ended, and its best result
    QStringList causes; ///< why it ended, where it did not end as it was to
    QString written;    ///< when, and by what
    QVector<ReportSection> sections;
};

/// `run`: all that the journals say; its numbers are drawn, and gone afterwards. However large the run is,
/// the report stays within a few MB. GUI thread; takes as long as drawing the curves.
RunReport makeRunReport(const RunFolder& folder, LoadedRun run);

} // namespace lockstep
