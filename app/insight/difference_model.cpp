// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/difference_model.h"

#include "app/insight/insight_table.h"
#include "app/insight/tensor_model.h"
#include "app/text/inert_text.h"

#include <QLocale>
#include <algorithm>
#include <string_view>

namespace lockstep {

namespace {

QVariant differenceAlignment(int column)
{
    const bool isNumber = column >= DifferenceModel::Relative && column <= DifferenceModel::NotFinite;
    return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
}

} // namespace

void DifferenceModel::setDifference(const CheckpointDifference& difference)
{
    beginResetModel();
    m_rows.clear();
    for (const ValueDifference& one : difference.differing)
        m_rows.push_back({Kind::Differing, one.name, shapeText(one.shape), one});
    for (const ShapeDifference& one : difference.otherShape)
        m_rows.push_back({Kind::OtherShape, one.name,
                          QStringLiteral("%1 → %2").arg(shapeText(one.first), shapeText(one.second))});
    for (const auto& [kind, names] : {std::pair(Kind::OnlyInFirst, &difference.onlyInFirst),
                                      std::pair(Kind::OnlyInSecond, &difference.onlyInSecond),
                                      std::pair(Kind::Equal, &difference.equalBits)})
        for (const std::string& name : *names)
            m_rows.push_back({kind, name});
    std::ranges::stable_partition(m_rows, isOfModel);
    endResetModel();
}

bool DifferenceModel::isOfModel(const Row& row)
{
    return !row.name.starts_with(kOptimizerTensor);
}

QString DifferenceModel::nameText(const Row& row)
{
    if (isOfModel(row))
        return inertString(row.name);
    return tr("optimiser: %1").arg(inertString(row.name.substr(kOptimizerTensor.size())));
}

int DifferenceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DifferenceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DifferenceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case kInsightSortRole:
        return sortKey(row, index.column());
    case Qt::ToolTipRole:
        return index.column() == Name ? QVariant(nameText(row).toHtmlEscaped()) : QVariant();
    case Qt::TextAlignmentRole:
        return differenceAlignment(index.column());
    default:
        return {};
    }
}

QString DifferenceModel::stateText(Kind kind)
{
    switch (kind) {
    case Kind::Differing:
        return tr("differs");
    case Kind::OtherShape:
        return tr("other shape");
    case Kind::OnlyInFirst:
        return tr("only in the first");
    case Kind::OnlyInSecond:
        return tr("only in the second");
    case Kind::Equal:
        return tr("equal");
    }
    return {};
}

QString DifferenceModel::text(const Row& row, int column) const
{
    const QLocale locale;
    switch (column) {
    case Name:
        return nameText(row);
    case State:
        return stateText(row.kind);
    case Shape:
        return row.shape;
    default:
        break;
    }
    if (!row.values)
        return row.kind == Kind::Equal && column == Relative ? figureText(0) : QString();
    switch (column) {
    case Relative:
        return figureText(row.values->relative);
    case Largest:
        return figureText(row.values->largest);
    case Elements:
        return locale.toString(static_cast<qlonglong>(row.values->elements));
    case NotFinite:
        return locale.toString(static_cast<qlonglong>(row.values->notFinite));
    default:
        return {};
    }
}

/// Tensors that cannot be compared are further apart than any that can.
QVariant DifferenceModel::sortKey(const Row& row, int column) const
{
    const ValueDifference none;
    const ValueDifference& values = row.values ? *row.values : none;
    const bool isComparable = row.kind == Kind::Differing || row.kind == Kind::Equal;
    switch (column) {
    case Relative:
        return isComparable ? values.relative : 3.0;
    case Largest:
        return values.largest;
    case Elements:
        return static_cast<qlonglong>(values.elements);
    case NotFinite:
        return static_cast<qlonglong>(values.notFinite);
    default:
        return text(row, column);
    }
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && section == Relative)
        return tr("L2 norm of the difference over the larger of the two norms");
    if (role == Qt::TextAlignmentRole)
        return differenceAlignment(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Tensor");
    case State:
        return tr("State");
    case Relative:
        return tr("Relative L2");
    case Largest:
        return tr("Largest difference");
    case Elements:
        return tr("Differing values");
    case NotFinite:
        return tr("NaN or ∞");
    case Shape:
        return tr("Shape");
    default:
        return {};
    }
}

} // namespace lockstep
