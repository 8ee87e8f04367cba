// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/train_longer_dialog.h"

#include "app/summary/continuation.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <cmath>
#include <numbers>

namespace lockstep {

namespace {

constexpr int kFirstOffer = 10;
constexpr int kMostEpochs = 100'000; ///< of an experiment

QLabel* paragraph(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QString learningRateText(double rate)
{
    return QLocale().toString(rate, 'g', 3);
}

} // namespace

TrainLongerDialog::TrainLongerDialog(const RunFolder& folder, const RunSummary& summary, QWidget* parent)
    : QDialog(parent), m_training(folder.experiment().training),
      m_trained(trainedEpochs(folder.info(), summary)), m_ranks(static_cast<int>(summary.ranks().size())),
      m_attempt(folder.info().attempt + 1), m_more(new QSpinBox(this)), m_total(paragraph(this)),
      m_rate(paragraph(this))
{
    setWindowTitle(tr("Train longer"));
    auto* layout = new QFormLayout(this);
    layout->setVerticalSpacing(10);
    QLabel* what = paragraph(this);
    what->setText(
        tr("“%1” has trained %Ln epoch(s). It goes on from its newest checkpoint.", nullptr, m_trained)
            .arg(inertString(folder.info().name)));
    layout->addRow(what);
    m_more->setRange(1, std::max(1, kMostEpochs - m_trained));
    m_more->setValue(kFirstOffer);
    layout->addRow(tr("More &epochs:"), m_more);
    layout->addRow(m_total);
    layout->addRow(m_rate);
    if (m_training.earlyStop > 0) {
        QLabel* early = paragraph(this);
        early->setText(tr("All of them are trained: this attempt does not stop early."));
        layout->addRow(early);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    buttons->addButton(tr("Train"), QDialogButtonBox::AcceptRole)->setDefault(true);
    layout->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_more, &QSpinBox::valueChanged, this, &TrainLongerDialog::showConsequences);
    showConsequences();
    setMinimumWidth(420);
    m_more->selectAll();
    m_more->setFocus();
}

int TrainLongerDialog::epochs() const
{
    return m_trained + m_more->value();
}

void TrainLongerDialog::showConsequences()
{
    m_total->setText(tr("The run then has %1 epochs in all; this is recorded as its attempt %2. Its "
                        "experiment stays as it is.")
                         .arg(countText(epochs()))
                         .arg(m_attempt));
    m_rate->setText(scheduleNote(m_training, m_trained, epochs(), m_ranks));
}

QString scheduleNote(const TrainingSpec& training, int trained, int epochs, int worldSize)
{
    const ScheduleSpec& schedule = training.schedule;
    if (schedule.kind == ScheduleKind::Constant)
        return TrainLongerDialog::tr("The learning rate stays as it is.");
    if (schedule.kind != ScheduleKind::Cosine)
        return TrainLongerDialog::tr("The learning rate goes on by its schedule, epoch by epoch.");
    const double scale = schedule.scaleWithWorldSize ? worldSize : 1;
    const auto rateAfter = [&](double done, double all) {
        const double share = std::min(1.0, done / all);
        return scale * (schedule.floor + (training.learningRate - schedule.floor) *
                                             (1 + std::cos(std::numbers::pi * share)) / 2);
    };
    return TrainLongerDialog::tr(
               "The cosine is drawn out over all %1 epochs. So the learning rate jumps: it had come down to "
               "%2, goes on at %3, and falls to %4 from there. The loss may rise for a while.")
        .arg(countText(epochs), learningRateText(rateAfter(trained, training.epochs)),
             learningRateText(rateAfter(trained, epochs)), learningRateText(scale * schedule.floor));
}

} // namespace lockstep
