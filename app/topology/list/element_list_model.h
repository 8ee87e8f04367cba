// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QAbstractTableModel>
#include <map>
#include <optional>
#include <vector>

namespace lockstep {

/// The drawing as a table: a row for each host, switch, network and link, in the order of the document. Names
/// can be edited. What a screen reader says of a cell is a whole sentence of its row.
class ElementListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Kind, Place, Devices, Ranks, ColumnCount };

    explicit ElementListModel(ExperimentDocument& document, QObject* parent = nullptr);

    /// What cards say beyond the document, by host: the run, and what the checks found. For the sentences.
    void setNotes(std::map<std::string, QString> notes);
    ElementSet elementAt(int row) const;
    std::optional<int> rowOf(const ElementSet& element) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        ElementSet element;
        std::array<QString, ColumnCount> texts;
        QString sentence;
        bool isNamed = true; ///< links have no names to edit
        bool operator==(const Row&) const = default;
    };
    void follow();
    std::vector<Row> rowsNow() const;
    void addHosts(std::vector<Row>& rows) const;
    void addLinks(std::vector<Row>& rows) const;

    ExperimentDocument& m_document;
    std::map<std::string, QString> m_notes;
    std::vector<Row> m_rows;
};

} // namespace lockstep
