// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_deeds.h"

#include "app/checkpoints/checkpoint_questions.h"
#include "app/text/inert_text.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QLocale>
#include <QUrl>

namespace lockstep {

using Kind = CheckpointStep::Kind;

CheckpointDeeds::CheckpointDeeds(RunCheckpoints& run, QWidget& window) : m_run(run), m_window(window) {}

void CheckpointDeeds::whenHere(const RunCheckpoints::Entries& entries, std::function<void()> then)
{
    QVector<CheckpointStep> steps = RunCheckpoints::fetchSteps(entries);
    steps.append({.kind = Kind::Then, .then = std::move(then)});
    m_run.queue().add(steps);
}

void CheckpointDeeds::lookInside(const CheckpointEntry& entry)
{
    whenHere({entry}, [this, folder = folderOf(entry)] { emit insideWanted(folder); });
}

void CheckpointDeeds::evaluate(const CheckpointEntry& entry)
{
    whenHere({entry}, [this, folder = folderOf(entry)] { emit evaluationWanted(folder); });
}

void CheckpointDeeds::compare(const CheckpointEntry& older, const CheckpointEntry& newer)
{
    whenHere({older, newer}, [this, first = folderOf(older), second = folderOf(newer)] {
        emit comparisonWanted(first, second);
    });
}

void CheckpointDeeds::exportWeights(const CheckpointEntry& entry)
{
    const QString proposal =
        QStringLiteral("%1-step-%2.pth").arg(m_run.folder().info().id).arg(entry.saved.step);
    QString file = QFileDialog::getSaveFileName(
        &m_window, tr("Export for PyTorch"), QDir::home().filePath(proposal),
        tr("PyTorch (*.pth *.pt)") + QStringLiteral(";;") + tr("Safetensors (*.safetensors)"));
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += QStringLiteral(".pth");
    QVector<CheckpointStep> steps = RunCheckpoints::fetchSteps({entry});
    steps.append({.kind = Kind::Export, .path = entry.path, .file = file});
    steps.append({.kind = Kind::Then, .then = [this, file] {
                      emit told(
                          tr("The weights are in %1.").arg(inertString(QDir::toNativeSeparators(file))));
                  }});
    m_run.queue().add(steps);
}

void CheckpointDeeds::resume(const CheckpointEntry& entry)
{
    if (askForResume(entry, m_run.laterThan(entry), m_window))
        emit resumeWanted(entry.saved.step);
}

void CheckpointDeeds::fineTune(const CheckpointEntry& entry)
{
    const qint64 step = entry.saved.step;
    if (entry.isHere && m_run.keepsHere())
        return startFrom(folderOf(entry), step);
    // Where it lies there, its host knows; and weights that are damaged are no beginning.
    m_run.queue().add({{.kind = Kind::CheckOnHost, .path = entry.path},
                       {.kind = Kind::Then, .then = [this, step] { startFromHost(step); }}});
}

void CheckpointDeeds::startFromHost(qint64 step)
{
    const CheckedMessage checked = m_run.lastCheck().value_or(CheckedMessage());
    if (checked.damage.empty())
        startFrom(QString::fromStdString(checked.folder), step);
    else
        emit failed(Error{checked.damage.text, checked.damage.arguments, {}});
}

void CheckpointDeeds::startFrom(const QString& weights, qint64 step)
{
    Experiment experiment = m_run.folder().drawn();
    experiment.model.weights = weights.toStdString();
    const QString name =
        tr("%1, from step %2").arg(QString::fromStdString(experiment.name), QLocale::c().toString(step));
    experiment.name = name.toStdString();
    emit experimentWanted(experiment);
}

void CheckpointDeeds::openFolder(const CheckpointEntry& entry)
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(folderOf(entry)));
}

void CheckpointDeeds::remove(const CheckpointEntry& entry)
{
    // The host decides; what it would refuse is not offered.
    const bool isNewest = entry.isOnHost && m_run.laterThan(entry).isEmpty();
    const QString needed =
        m_isLive && isNewest ? tr("The run trains, and this is its newest checkpoint: it stays.") : QString();
    const auto choice = askForDeletion(entry, m_run.host(), needed, m_window);
    if (!choice)
        return;
    QVector<CheckpointStep> steps;
    if (choice->here)
        steps.append({.kind = Kind::RemoveCopy, .path = entry.path});
    if (choice->onHost)
        steps.append({.kind = Kind::Discard, .path = entry.path});
    m_run.queue().add(steps);
}

} // namespace lockstep
