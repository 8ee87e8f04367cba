// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/evaluation_dialog.h"

#include "app/insight/background_reading.h"
#include "app/insight/call_bar.h"
#include "app/insight/evaluation_pages.h"
#include "app/preview/preview_texts.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/theme/reading_order.h"
#include "engine/protocol/run_files.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

namespace lockstep {

namespace {

constexpr QSize kEvaluationSize{960, 680};
enum Place { kHere, kOnHost };

QString resultText(const EvaluationReport& report)
{
    const QLocale locale;
    QString text = EvaluationDialog::tr("Top-1 %1, top-5 %2, loss %3, of %4 samples.")
                       .arg(percentText(report.top1), percentText(report.top5),
                            report.loss ? lossText(*report.loss) : QStringLiteral("NaN"),
                            locale.toString(static_cast<qlonglong>(report.images)));
    if (report.damaged > 0)
        text += u' ' + EvaluationDialog::tr("%1 samples are damaged and left out.")
                           .arg(locale.toString(static_cast<qlonglong>(report.damaged)));
    if (report.confusion.undecided > 0)
        text += u' ' + EvaluationDialog::tr("Of %1 samples the network says nothing that is a number.")
                           .arg(locale.toString(static_cast<qlonglong>(report.confusion.undecided)));
    return text;
}

} // namespace

EvaluationDialog::EvaluationDialog(const QString& engine, const QString& checkpoint,
                                   const QString& experiment, const DataSpec& dataOfRun, QWidget* parent)
    : QDialog(parent), m_checkpoint(checkpoint), m_experiment(experiment), m_call(engine),
      m_bar(new CallBar(this)), m_result(new QLabel(this)), m_hint(new QLabel(this)),
      m_pathLabel(new QLabel(this)), m_path(new QLineEdit(QString::fromStdString(dataOfRun.path), this)),
      m_choose(new QPushButton(this)), m_where(new QComboBox(this)), m_set(new QComboBox(this)),
      m_start(new QPushButton(this)), m_pages(new EvaluationPages(this)), m_kind(dataOfRun.kind),
      m_hasPlace(!dataOfRun.path.empty())
{
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    m_result->setObjectName(QStringLiteral("evaluationResult"));
    m_result->setProperty("heading", true);
    m_hint->setObjectName(QStringLiteral("evaluationHint"));
    m_hint->setProperty("muted", true);
    m_hint->setAlignment(Qt::AlignCenter);
    for (QLabel* label : {m_result, m_hint}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Return is for the fields
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->addLayout(makeChoices());
    layout->addWidget(m_bar);
    layout->addWidget(m_result);
    layout->addWidget(m_hint, 1);
    layout->addWidget(m_pages, 1);
    layout->addWidget(buttons);
    connectCall();
    // What stands below does not jump when the bar comes and goes.
    QSizePolicy room = m_bar->sizePolicy();
    room.setRetainSizeWhenHidden(true);
    m_bar->setSizePolicy(room);
    m_result->hide();
    m_pages->hide();
    retranslate();
    setReadingOrder(*this);
    resize(kEvaluationSize);
}

EvaluationDialog::~EvaluationDialog() = default;

void EvaluationDialog::connectCall()
{
    connect(m_start, &QPushButton::clicked, this, &EvaluationDialog::evaluate);
    connect(m_path, &QLineEdit::returnPressed, m_start, &QPushButton::click);
    connect(m_choose, &QPushButton::clicked, this, &EvaluationDialog::browse);
    for (AnswerSource* source :
         {static_cast<AnswerSource*>(&m_call), static_cast<AnswerSource*>(&m_hostCall)}) {
        m_bar->follow(*source);
        connect(source, &AnswerSource::answered, this, &EvaluationDialog::read);
        for (auto changed : {&AnswerSource::started, &AnswerSource::cancelled})
            connect(source, changed, this, &EvaluationDialog::updateChoices);
        connect(source, &AnswerSource::answered, this, &EvaluationDialog::updateChoices);
        connect(source, &AnswerSource::failed, this, &EvaluationDialog::updateChoices);
    }
    connect(m_where, &QComboBox::currentIndexChanged, this, [this] {
        m_set->setCurrentIndex(0); // which is what a host measures on
        updateChoices();
        retranslate();
    });
    connect(this, &QDialog::finished, &m_hostCall, &HostCall::cancel);
    connect(&m_call, &EngineCall::failed, this, [this] {
        m_isPlaceWrong = m_hasPlace && !QFileInfo::exists(m_path->text());
        retranslate();
    });
}

QLayout* EvaluationDialog::makeChoices()
{
    m_path->setObjectName(QStringLiteral("evaluationData"));
    m_pathLabel->setBuddy(m_path);
    m_choose->setAutoDefault(false);
    m_where->setObjectName(QStringLiteral("evaluationPlace"));
    for (int place = 0; place < 2; ++place)
        m_where->addItem(QString());
    m_where->hide();
    m_set->setObjectName(QStringLiteral("evaluationSet"));
    for (const char* set : {"validation", "training", "evaluation"})
        m_set->addItem(QString(), QLatin1String(set));
    m_start->setObjectName(QStringLiteral("evaluationStart"));
    m_start->setAutoDefault(false);
    for (QWidget* part :
         {static_cast<QWidget*>(m_pathLabel), static_cast<QWidget*>(m_path), static_cast<QWidget*>(m_choose)})
        part->setVisible(m_hasPlace);
    auto* row = new QHBoxLayout;
    row->addWidget(m_pathLabel);
    row->addWidget(m_path, 1);
    row->addWidget(m_choose);
    if (!m_hasPlace)
        row->addStretch(1);
    row->addWidget(m_where);
    row->addWidget(m_set);
    row->addWidget(m_start);
    return row;
}

HostCall& EvaluationDialog::offerHost(const QString& name)
{
    m_host = name;
    m_where->show();
    if (m_hasPlace && !QFileInfo::exists(m_path->text()))
        m_where->setCurrentIndex(kOnHost);
    retranslate();
    return m_hostCall;
}

bool EvaluationDialog::isOnHost() const
{
    return m_where->currentIndex() == kOnHost;
}

QString EvaluationDialog::hint() const
{
    if (isOnHost())
        return tr("Measures the checkpoint on %1, on the data that are there: which classes are taken for "
                  "which, the worst mistakes, and samples with what the network says of them.")
            .arg(inertString(m_host));
    if (!m_isPlaceWrong)
        return tr("Measures the checkpoint on this computer: which classes are taken for which, the worst "
                  "mistakes, and samples with what the network says of them.");
    if (m_host.isEmpty())
        return tr("There are no data at this place on this computer. Choose where a copy of them is.");
    return tr("There are no data at this place on this computer. Choose where a copy of them is, or have "
              "%1 evaluate it.")
        .arg(inertString(m_host));
}

/// Of the result that is shown: what is chosen for the next one may be something else by now.
QString EvaluationDialog::measured() const
{
    const QString set = m_set->itemText(m_measured.set);
    return m_measured.isOnHost ? tr("Measured on %1: %2.").arg(inertString(m_host), set)
                               : tr("Measured on this computer: %1.").arg(set);
}

void EvaluationDialog::retranslate()
{
    const QString folder = QFileInfo(m_checkpoint).fileName();
    const auto step = stepOfCheckpoint(folder.toStdString());
    setWindowTitle(step ? tr("Evaluate the checkpoint after step %1").arg(countText(*step))
                        : tr("Evaluate %1").arg(inertString(folder)));
    m_bar->setBusyText(tr("Evaluating…"));
    m_pathLabel->setText(tr("Data here"));
    m_path->setAccessibleName(tr("Where the data are on this computer"));
    m_path->setToolTip(
        tr("Data that only a host has are not seen from here: put in where a copy of them is"));
    m_choose->setText(tr("Choose…"));
    m_where->setAccessibleName(tr("Where it is measured"));
    m_where->setItemText(kHere, tr("On this computer"));
    m_where->setItemText(kOnHost, tr("On %1").arg(inertString(m_host)));
    m_set->setAccessibleName(tr("Part of the data"));
    m_set->setItemText(0, tr("Validation set"));
    m_set->setItemText(1, tr("Training set"));
    m_set->setItemText(2, tr("Evaluation set"));
    m_start->setText(tr("Evaluate"));
    m_result->setText(m_report ? resultText(*m_report) + u' ' + measured() : QString());
    m_hint->setText(hint());
}

void EvaluationDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void EvaluationDialog::browse()
{
    const QString question = tr("Where are the data on this computer?");
    const QString files = dataFileFilter(m_kind);
    const QString chosen = files.isEmpty()
                               ? QFileDialog::getExistingDirectory(this, question, m_path->text())
                               : QFileDialog::getOpenFileName(this, question, m_path->text(), files);
    if (!chosen.isEmpty())
        m_path->setText(chosen);
}

void EvaluationDialog::evaluate()
{
    m_asked = {isOnHost(), m_set->currentIndex()};
    m_keyboard = focusWidget();
    if (isOnHost())
        return m_hostCall.start();
    QStringList words{QStringLiteral("evaluate"),      m_checkpoint,
                      QStringLiteral("--experiment"),  m_experiment,
                      QStringLiteral("--set"),         m_set->currentData().toString(),
                      QStringLiteral("--predictions"), QString::number(kMostPredictions),
                      QStringLiteral("--json"),        QStringLiteral("--progress")};
    if (m_hasPlace)
        words << QStringLiteral("--path") << m_path->text();
    m_call.start(words);
}

void EvaluationDialog::updateChoices()
{
    const bool isFree = !m_call.isRunning() && !m_hostCall.isRunning();
    m_start->setEnabled(isFree);
    m_where->setEnabled(isFree);
    for (QWidget* choice :
         {static_cast<QWidget*>(m_set), static_cast<QWidget*>(m_path), static_cast<QWidget*>(m_choose)})
        choice->setEnabled(isFree && !isOnHost());
    // What is disabled meanwhile loses the keyboard: to the button that closes.
    if (isFree && m_keyboard)
        std::exchange(m_keyboard, nullptr)->setFocus();
}

void EvaluationDialog::read(const QByteArray& json)
{
    readInBackground(this, json, readEvaluatedData,
                     [this](const Result<EvaluatedData>& evaluated) { showResult(evaluated); });
}

void EvaluationDialog::showResult(const Result<EvaluatedData>& evaluated)
{
    if (!evaluated.ok())
        return m_bar->showError(evaluated.error());
    m_report = evaluated->report;
    m_measured = m_asked;
    retranslate();
    m_hint->hide();
    m_result->show();
    m_pages->show();
    m_pages->setData(*evaluated);
}

} // namespace lockstep
