// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/experiment_panel.h"

#include "app/inspector/fields/experiment_fields.h"
#include "app/inspector/form/document_form.h"
#include "app/preview/preview_strip.h"
#include "app/problems/host_memory.h"
#include "app/problems/local_files.h"
#include "app/text/error_text.h"

#include <QFileDialog>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockstep {

ExperimentPanel::ExperimentPanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new DocumentForm(document, this)),
      m_costs(new QLabel(this)), m_preview(new QWidget(this)), m_summary(new QLabel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_form);
    addModelFields();
    addDataFields();
    addTrainingFields();
    addAdvancedFields();
    m_form->addHeading(tr("Ranks"));
    m_summary->setWordWrap(true);
    m_summary->setProperty("muted", true);
    m_form->addRow(
        QStringLiteral("topology.hosts"), {},
        tr("Each chosen device of each host is one rank. All ranks hold the same weights; each computes "
           "gradients on its own samples, and the gradients are averaged in every step."),
        m_summary);
    connect(&m_document, &ExperimentDocument::changed, this, &ExperimentPanel::refresh);
    connect(&m_document, &ExperimentDocument::titleChanged, this, &ExperimentPanel::refresh);
    refresh();
}

void ExperimentPanel::browse()
{
    const Experiment& experiment = m_document.experiment();
    const QString now = QString::fromStdString(m_document.forRunning().data.path);
    QString chosen;
    if (placeOf(experiment.data.kind) == DataPlace::File)
        chosen = QFileDialog::getOpenFileName(this, tr("Choose the data file"), now,
                                              experiment.data.kind == DataKind::Clips
                                                  ? tr("Lists of clips (*.txt);;All files (*)")
                                                  : tr("Paddle data (*.json.gz);;All files (*)"));
    else
        chosen = QFileDialog::getExistingDirectory(this, tr("Choose the folder with the data"), now);
    if (chosen.isEmpty())
        return;
    Experiment next = experiment;
    next.data.path = chosen.toStdString();
    m_document.edit(tr("Choose the data"), next);
}

void ExperimentPanel::browseTestList()
{
    const QString now = QString::fromStdString(m_document.forRunning().data.testList);
    const QString chosen = QFileDialog::getOpenFileName(this, tr("Choose the test list"), now,
                                                        tr("Lists of clips (*.txt);;All files (*)"));
    if (chosen.isEmpty())
        return;
    Experiment next = m_document.experiment();
    next.data.testList = chosen.toStdString();
    m_document.edit(tr("Choose the test list"), next);
}

QString ExperimentPanel::summary() const
{
    const Experiment& experiment = m_document.experiment();
    const auto ranks = static_cast<int>(placeRanks(experiment.topology).size());
    if (ranks == 0)
        return tr("No rank yet.");
    return tr("%n rank(s). Global batch: %1 samples in every step.", nullptr, ranks)
        .arg(static_cast<qint64>(ranks) * experiment.training.batch);
}

void ExperimentPanel::refresh()
{
    m_summary->setText(summary());
    m_form->refresh();
    refreshProblems();
}

void ExperimentPanel::showPreview(LivePreview& preview)
{
    m_preview->layout()->addWidget(new PreviewStrip(preview, m_preview));
    m_form->setRowVisible(QStringLiteral("preview"), true);
}

void ExperimentPanel::showProblems(const Problems& problems)
{
    m_problems = problems;
    refreshProblems();
}

/// What the document itself tells is said at once; the rest follows a little later.
void ExperimentPanel::refreshProblems()
{
    std::map<QString, QString> errors;
    std::map<QString, QString> warnings;
    const auto add = [](std::map<QString, QString>& texts, const Error& error) {
        texts.emplace(QString::fromStdString(error.key), errorSentence(error));
    };
    for (const Error& error : m_document.problems())
        add(errors, error);
    for (const Error& error : missingFiles(m_document.forRunning()))
        add(errors, error);
    for (const Problem& problem : m_problems)
        add(problem.severity == Severity::Error ? errors : warnings, problem.error);
    m_form->setProblems(errors, warnings);
}

void ExperimentPanel::showCosts(const std::optional<Result<ModelCosts>>& costs)
{
    if (!costs)
        return; // the last figures stay until the new ones are there
    if (*costs)
        m_costs->setText(
            tr("%1 parameters, %2FLOP for each sample. Training takes about %3 on each rank with this "
               "batch; %4 of gradients are exchanged in each step.")
                .arg(formatCount((*costs)->parameters), formatCount((*costs)->flops),
                     formatMemory((*costs)->memoryBytes), formatBytes((*costs)->gradientBytes)));
    else
        m_costs->setText(errorSentence(costs->error()));
}

} // namespace lockstep
