// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/strategy_row.h"

#include "app/forecast/forecast_texts.h"
#include "app/inspector/form/fact_label.h"
#include "app/text/error_text.h"
#include "app/text/number_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QStringList>

namespace lockstep {

namespace {

/// Epoch, bytes and accuracy in one line.
QString factsOf(const StrategyForecast& forecast)
{
    if (forecast.refusal)
        return StrategyRow::tr("Not possible here: %1").arg(errorText(*forecast.refusal));
    QStringList facts;
    if (forecast.isRecommended)
        facts << StrategyRow::tr("the quickest safe one");
    if (forecast.epochHours)
        facts << StrategyRow::tr("%1 an epoch").arg(QString::fromStdString(epochText(*forecast.epochHours)));
    if (!forecast.slowestName.empty())
        facts << StrategyRow::tr("%1 a step over %2")
                     .arg(sizeText(static_cast<qint64>(forecast.slowestBytes)),
                          QString::fromStdString(forecast.slowestName));
    facts << StrategyRow::tr("accuracy: %1").arg(sentenceText(forecast.accuracy.text));
    QString text = facts.join(StrategyRow::tr("; "));
    text[0] = text[0].toUpper();
    return text;
}

} // namespace

StrategyRow::StrategyRow(QWidget* parent)
    : QWidget(parent), m_name(new QLabel(this)), m_step(new QLabel(this)), m_use(new QPushButton(this)),
      m_facts(new FactLabel(this))
{
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setVerticalSpacing(0);
    layout->setColumnStretch(0, 1);
    layout->addWidget(m_name, 0, 0);
    layout->addWidget(m_step, 0, 1);
    layout->addWidget(m_use, 0, 2);
    layout->addWidget(m_facts, 1, 0, 1, 3);
    for (QLabel* label : {m_name, m_step})
        label->setTextFormat(Qt::PlainText);
    m_name->setWordWrap(true);
    connect(m_use, &QPushButton::clicked, this, &StrategyRow::useWanted);
}

void StrategyRow::showForecast(const StrategyForecast& forecast)
{
    const QString name = sentenceText(nameOf(forecast.settings));
    m_name->setText(name);
    QFont font = m_facts->font();
    font.setBold(forecast.isRecommended);
    m_name->setFont(font);
    m_step->setText(QString::fromStdString(secondsText(forecast.stepSeconds.low, forecast.stepSeconds.high)));
    m_step->setToolTip(tr("Of a step, by this drawing"));
    m_use->setText(forecast.isChosen ? tr("In use") : tr("Use it"));
    m_use->setAccessibleName(forecast.isChosen ? tr("%1 is in use").arg(name) : tr("Use %1").arg(name));
    m_use->setEnabled(!forecast.isChosen && !forecast.refusal);
    m_facts->setText(factsOf(forecast));
}

} // namespace lockstep
