// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/class_result_model.h"

#include "app/insight/evaluated_data.h"
#include "app/insight/insight_table.h"
#include "app/text/number_text.h"

#include <QLocale>
#include <algorithm>

namespace lockstep {

namespace {

std::optional<double> share(int part, int whole)
{
    if (whole == 0)
        return std::nullopt;
    return static_cast<double>(part) / whole;
}

QVariant classAlignment(int column)
{
    const bool isText = column == ClassResultModel::Class || column == ClassResultModel::TakenFor;
    return QVariant(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight));
}

QString shareText(const std::optional<double>& share)
{
    return share ? percentText(*share) : QStringLiteral("–");
}

} // namespace

void ClassResultModel::setConfusion(const Confusion& confusion)
{
    beginResetModel();
    m_confusion = confusion;
    m_matrix = ConfusionMatrix(confusion);
    endResetModel();
}

int ClassResultModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_matrix.classes();
}

int ClassResultModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

std::optional<double> ClassResultModel::recall(int label) const
{
    const auto index = static_cast<std::size_t>(label);
    return share(m_confusion.correct[index], m_confusion.counts[index]);
}

std::optional<double> ClassResultModel::precision(int label) const
{
    const auto index = static_cast<std::size_t>(label);
    return share(m_confusion.correct[index], m_confusion.predicted[index]);
}

QVariant ClassResultModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case kInsightSortRole:
        return sortKey(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return classAlignment(index.column());
    default:
        return {};
    }
}

QString ClassResultModel::text(int label, int column) const
{
    switch (column) {
    case Class:
        return m_matrix.name(label);
    case Samples:
        return QLocale().toString(m_matrix.samplesOf(label));
    case Recall:
        return shareText(recall(label));
    case Precision:
        return shareText(precision(label));
    case TakenFor:
        return mistakeText(label);
    default:
        return {};
    }
}

/// "cat (12), horse (3)": the classes that this one is taken for most often.
QString ClassResultModel::mistakeText(int label) const
{
    constexpr qsizetype kNamed = 3;
    std::vector<ConfusionMatrix::Cell> mistakes;
    for (const ConfusionMatrix::Cell& cell : m_matrix.row(label))
        if (cell.predicted != label)
            mistakes.push_back(cell);
    std::ranges::stable_sort(mistakes, std::greater{}, &ConfusionMatrix::Cell::samples);
    QStringList texts;
    for (const ConfusionMatrix::Cell& cell : mistakes)
        if (texts.size() < kNamed)
            texts.append(QStringLiteral("%1 (%2)").arg(m_matrix.name(cell.predicted),
                                                       QLocale().toString(cell.samples)));
    return texts.join(QStringLiteral(", "));
}

QVariant ClassResultModel::sortKey(int label, int column) const
{
    switch (column) {
    case Class:
        return label;
    case Samples:
        return m_matrix.samplesOf(label);
    case Recall:
        return recall(label).value_or(-1);
    case Precision:
        return precision(label).value_or(-1);
    default:
        return text(label, column);
    }
}

QVariant ClassResultModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && section == Recall)
        return tr("How many of the samples of the class are taken for it");
    if (role == Qt::ToolTipRole && section == Precision)
        return tr("How many of those taken for the class belong to it");
    if (role == Qt::TextAlignmentRole)
        return classAlignment(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Class:
        return tr("Class");
    case Samples:
        return tr("Samples");
    case Recall:
        return tr("Recall");
    case Precision:
        return tr("Precision");
    case TakenFor:
        return tr("Most often taken for");
    default:
        return {};
    }
}

} // namespace lockstep
