// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/prediction_model.h"

#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/text/plain_text.h"

#include <QLocale>
#include <QStringList>

namespace lockstep {

void PredictionModel::setPredictions(std::vector<ShownPrediction> predictions, const Confusion& confusion)
{
    beginResetModel();
    m_predictions = std::move(predictions);
    m_classes = {};
    m_classes.classNames = confusion.classNames;
    endResetModel();
}

int PredictionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_predictions.size());
}

QString PredictionModel::className(int label) const
{
    return classText(m_classes, label);
}

QVariant PredictionModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ShownPrediction& shown = m_predictions[static_cast<std::size_t>(index.row())];
    const Prediction& prediction = shown.prediction;
    switch (role) {
    case Qt::DisplayRole:
        return className(prediction.sample.label);
    case kPredictedRole:
        return tr("%1, %2").arg(className(prediction.predicted), percentText(prediction.probability));
    case kCorrectRole:
        return prediction.predicted == prediction.sample.label;
    case kImageRole:
        return shown.image;
    case Qt::ToolTipRole:
        return wrappedText(describe(shown));
    case Qt::AccessibleTextRole:
        return describe(shown).replace(u'\n', QStringLiteral(", "));
    default:
        return {};
    }
}

QString PredictionModel::describe(const ShownPrediction& shown) const
{
    const Prediction& prediction = shown.prediction;
    const PreviewPicture& sample = prediction.sample;
    QStringList lines{tr("Sample %1").arg(QLocale().toString(sample.index)),
                      tr("Class %1, to which it gives %2")
                          .arg(className(sample.label), percentText(prediction.labelProbability)),
                      tr("Taken for %1, with %2")
                          .arg(className(prediction.predicted), percentText(prediction.probability))};
    if (!sample.name.empty())
        lines.append(inertString(QString::fromStdString(sample.name).simplified()));
    if (!sample.damage.text.empty())
        lines.append(inertString(errorSentence(sample.damage)));
    return lines.join(u'\n');
}

} // namespace lockstep
