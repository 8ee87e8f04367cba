// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/difference_dialog.h"

#include "app/insight/background_reading.h"
#include "app/insight/call_bar.h"
#include "app/insight/insight_table.h"
#include "app/text/inert_text.h"

#include <QFileInfo>
#include <QLabel>
#include <QLocale>

namespace lockstep {

namespace {

constexpr QSize kDifferenceSize{900, 560};

Result<CheckpointDifference> readDifference(const QByteArray& json)
{
    return parseCheckpointDifference({json.constData(), static_cast<std::size_t>(json.size())});
}

QString summaryOf(const CheckpointDifference& difference)
{
    if (difference.equal)
        return DifferenceDialog::tr("The two are equal, bit for bit.");
    const auto others =
        difference.onlyInFirst.size() + difference.onlyInSecond.size() + difference.otherShape.size();
    const QLocale locale;
    QString text = DifferenceDialog::tr("%1 tensors differ, %2 are equal bit for bit.")
                       .arg(locale.toString(static_cast<qulonglong>(difference.differing.size())),
                            locale.toString(static_cast<qulonglong>(difference.equalBits.size())));
    if (others > 0)
        text += u' ' + DifferenceDialog::tr("%1 have no counterpart of their shape.")
                           .arg(locale.toString(static_cast<qulonglong>(others)));
    return text;
}

} // namespace

DifferenceDialog::DifferenceDialog(const QString& engine, const QString& first, const QString& second,
                                   QWidget* parent)
    : AnswerDialog(engine, parent), m_first(QFileInfo(first).fileName()),
      m_second(QFileInfo(second).fileName()), m_table(new InsightTable(m_model, this))
{
    m_table->setObjectName(QStringLiteral("differenceTable"));
    lay({m_table->makeFilter(this), m_table});
    DifferenceDialog::retranslate();
    connect(&m_call, &EngineCall::answered, this, &DifferenceDialog::read);
    resize(kDifferenceSize);
    m_call.start({QStringLiteral("inspect"), QStringLiteral("--json"), first, second});
}

DifferenceDialog::~DifferenceDialog() = default;

void DifferenceDialog::retranslate()
{
    setWindowTitle(tr("Two checkpoints compared"));
    m_bar->setBusyText(tr("Comparing the checkpoints…"));
    m_heading->setText(tr("%1 and %2").arg(inertString(m_first), inertString(m_second)));
    m_table->setAccessibleName(tr("Tensors of both checkpoints"));
    m_summary->setText(m_difference ? summaryOf(*m_difference) : QString());
}

void DifferenceDialog::read(const QByteArray& json)
{
    readInBackground(this, json, readDifference,
                     [this](const Result<CheckpointDifference>& difference) { showDifference(difference); });
}

void DifferenceDialog::showDifference(const Result<CheckpointDifference>& difference)
{
    if (!difference.ok())
        return m_bar->showError(difference.error());
    m_difference = *difference;
    m_model.setDifference(*difference);
    m_table->fitColumns();
    retranslate();
}

} // namespace lockstep
