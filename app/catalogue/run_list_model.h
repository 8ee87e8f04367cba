// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/field_texts.h"
#include "app/catalogue/index/catalogue_run.h"
#include "app/theme/theme.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QVector>

namespace lockstep {

/// The runs of the catalogue, a row each: what every run has, then the parameters and results that a person
/// has chosen.
class RunListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Date, State, Hosts, Accuracy, Tags, FixedColumns };
    static constexpr int kFolderRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// These and no others.
    void setRuns(QVector<CatalogueRun> runs);
    /// Rows stay where they are; new ones come behind.
    void update(const QVector<CatalogueRun>& changed, const QStringList& gone);
    const CatalogueRun& run(int row) const { return m_runs[row]; }

    /// Names of fields, a column each behind the fixed ones.
    void setFields(const QStringList& names);
    const QStringList& fields() const { return m_fields; }
    /// Those that any run has, ascending.
    QStringList knownFields() const;
    /// Whether `a` comes before `b` where this column decides.
    bool isBefore(int column, int a, int b) const;

    void setColors(const ThemeColors& colors);
    /// Folders of the runs whose state is not known.
    QStringList unknownRuns() const;
    /// The language is another.
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static QString text(const CatalogueRun& run, int column);
    static QString stateOf(const CatalogueRun& run);
    static QString toolTip(const CatalogueRun& run);
    QString fieldText(const CatalogueRun& run, int column) const;
    const RunField* fieldAt(const CatalogueRun& run, int column) const;
    void remove(const QStringList& folders);
    void number();

    QVector<CatalogueRun> m_runs;
    QHash<QString, int> m_rows; ///< by folder
    QStringList m_fields;
    FieldTexts m_texts;
    const ThemeColors* m_colors = nullptr;
};

} // namespace lockstep
