// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/tensor_model.h"

#include "app/insight/insight_table.h"
#include "app/text/inert_text.h"

#include <QLocale>
#include <QStringList>
#include <QVector>
#include <iterator>
#include <limits>

namespace lockstep {

namespace {

double valuesOf(const TensorContents& tensor)
{
    double values = 1;
    for (const std::int64_t size : tensor.shape)
        values *= static_cast<double>(size);
    return values;
}

/// A figure that there is not sorts below all that there are.
QVariant orLeast(const std::optional<double>& value)
{
    return value.value_or(-std::numeric_limits<double>::infinity());
}

QString orDash(const std::optional<double>& value)
{
    return value ? figureText(*value) : QStringLiteral("–");
}

} // namespace

QString shapeText(const std::vector<std::int64_t>& shape)
{
    if (shape.empty())
        return QStringLiteral("1");
    QStringList sizes;
    for (const std::int64_t size : shape)
        sizes.append(QString::number(size));
    return sizes.join(QStringLiteral(" × "));
}

QString figureText(double value)
{
    return QLocale().toString(value, 'g', 4);
}

void TensorModel::setContents(CheckpointContents contents)
{
    beginResetModel();
    m_tensors = std::move(contents.tensors);
    m_ofModel = m_tensors.size();
    m_tensors.insert(m_tensors.end(), std::make_move_iterator(contents.optimizerTensors.begin()),
                     std::make_move_iterator(contents.optimizerTensors.end()));
    endResetModel();
}

QString TensorModel::name(int row) const
{
    const QString name = inertString(tensor(row).name);
    return static_cast<std::size_t>(row) < m_ofModel ? name : tr("optimiser: %1").arg(name);
}

int TensorModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tensors.size());
}

int TensorModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TensorModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column);
    case kInsightSortRole:
        return sortKey(index.row(), column);
    case kHistogramRole: {
        const std::vector<std::int64_t>& bins = tensor(index.row()).histogram;
        return QVariant::fromValue(QVector<qint64>(bins.begin(), bins.end()));
    }
    case Qt::ToolTipRole:
        return column == Name ? QVariant(name(index.row()).toHtmlEscaped()) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column <= Shape ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

QString TensorModel::text(int row, int column) const
{
    const TensorContents& of = tensor(row);
    switch (column) {
    case Name:
        return name(row);
    case Type:
        return QString::fromStdString(of.type);
    case Shape:
        return shapeText(of.shape);
    case Values:
        return QLocale().toString(valuesOf(of), 'f', 0);
    case Norm:
        return figureText(of.norm);
    case Mean:
        return orDash(of.mean);
    case Least:
        return orDash(of.least);
    case Largest:
        return orDash(of.largest);
    case NotFinite:
        return QLocale().toString(static_cast<qlonglong>(of.nans + of.infinities));
    default:
        return {};
    }
}

QVariant TensorModel::sortKey(int row, int column) const
{
    const TensorContents& of = tensor(row);
    switch (column) {
    case Values:
        return valuesOf(of);
    case Norm:
        return of.norm;
    case Mean:
        return orLeast(of.mean);
    case Least:
        return orLeast(of.least);
    case Largest:
        return orLeast(of.largest);
    case NotFinite:
        return static_cast<qlonglong>(of.nans + of.infinities);
    case Distribution: // from the narrowest
        return of.least ? *of.largest - *of.least : -1.0;
    default:
        return text(row, column);
    }
}

QVariant TensorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter |
                        (section <= Shape || section == Distribution ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Tensor");
    case Type:
        return tr("Type");
    case Shape:
        return tr("Shape");
    case Values:
        return tr("Values");
    case Norm:
        return tr("Norm");
    case Mean:
        return tr("Mean");
    case Least:
        return tr("Least");
    case Largest:
        return tr("Largest");
    case NotFinite:
        return tr("NaN or ∞");
    case Distribution:
        return tr("Distribution");
    default:
        return {};
    }
}

} // namespace lockstep
