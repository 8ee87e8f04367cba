// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiment/experiment_panel.h"

#include "app/error_text.h"
#include "app/experiment/document_form.h"
#include "app/experiment/experiment_fields.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

ExperimentPanel::ExperimentPanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new DocumentForm(document, this)),
      m_summary(new QLabel(this))
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
                                              tr("Paddle data (*.json.gz);;All files (*)"));
    else
        chosen = QFileDialog::getExistingDirectory(this, tr("Choose the folder with the data"), now);
    if (chosen.isEmpty())
        return;
    Experiment next = experiment;
    next.data.path = chosen.toStdString();
    m_document.edit(tr("Choose the data"), next);
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
    std::map<QString, QString> problems;
    for (const Error& problem : m_document.problems())
        problems.emplace(QString::fromStdString(problem.key), errorSentence(problem));
    if (const QString missing = dataPathProblem(m_document); !missing.isEmpty())
        problems.emplace(QStringLiteral("data.path"), missing);
    m_form->refresh();
    m_form->setProblems(problems);
}

QString dataPathProblem(const ExperimentDocument& document)
{
    const Experiment experiment = document.forRunning();
    if (!readsFiles(experiment) || experiment.data.path.empty())
        return {};
    const QString path = QString::fromStdString(experiment.data.path);
    if (QDir::isRelativePath(path))
        return ExperimentPanel::tr(
            "A relative path starts at the document's folder: save the document first.");
    const std::vector<Host>& hosts = experiment.topology.hosts;
    const bool trainsHere = std::any_of(hosts.begin(), hosts.end(), [](const Host& host) {
        return host.connection == Connection::Local && !host.devices.empty();
    });
    const QFileInfo info(path);
    const bool isFolder = placeOf(experiment.data.kind) == DataPlace::Folder;
    if (!trainsHere || (isFolder ? info.isDir() : info.isFile()))
        return {};
    return isFolder ? ExperimentPanel::tr("There is no folder %1 on this computer.").arg(path)
                    : ExperimentPanel::tr("There is no file %1 on this computer.").arg(path);
}

} // namespace lockstep
