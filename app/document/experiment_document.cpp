// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/experiment_document.h"

#include "app/document/experiment_patch.h"
#include "app/document/experiment_paths.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QUndoCommand>

namespace lockstep {

namespace {

constexpr int kStepId = 1;

// Names in resources/templates that templateText() translates.
[[maybe_unused]] constexpr const char* kTemplateNames[] = {
    QT_TRANSLATE_NOOP("Template", "Digits on this computer"),
    QT_TRANSLATE_NOOP("Template", "This computer"),
};

QByteArray hashOf(const QByteArray& bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

Result<Experiment> parsed(const QByteArray& bytes)
{
    return parseExperiment({bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace

/// One gesture, as the difference that it made.
class ExperimentDocument::Step : public QUndoCommand {
public:
    Step(ExperimentDocument& document, StepName name, ExperimentPatch patch, QString gesture)
        : m_document(document), m_name(std::move(name)), m_patch(std::move(patch)),
          m_gesture(std::move(gesture))
    {
        retranslate();
    }

    void retranslate() { setText(m_name ? m_name() : QString()); }

    void redo() override
    {
        m_patch.apply(m_document.m_experiment);
        m_document.announceChange();
    }

    void undo() override
    {
        m_patch.revert(m_document.m_experiment);
        m_document.announceChange();
    }

    int id() const override { return m_gesture.isEmpty() ? -1 : kStepId; }

    bool mergeWith(const QUndoCommand* command) override
    {
        const auto* later = dynamic_cast<const Step*>(command);
        if (!later || later->m_gesture != m_gesture)
            return false;
        const Experiment& after = m_document.m_experiment;
        Experiment before = after;
        later->m_patch.revert(before);
        m_patch.revert(before);
        m_patch = ExperimentPatch::between(before, after);
        m_name = later->m_name;
        retranslate();
        setObsolete(m_patch.isEmpty());
        return true;
    }

private:
    ExperimentDocument& m_document;
    StepName m_name;
    ExperimentPatch m_patch;
    QString m_gesture;
};

ExperimentDocument::ExperimentDocument(QObject* parent) : QObject(parent)
{
    connect(&m_undo, &QUndoStack::cleanChanged, this, &ExperimentDocument::titleChanged);
}

QString ExperimentDocument::title() const
{
    if (!m_path.isEmpty())
        return QFileInfo(m_path).fileName();
    return m_experiment.name.empty() ? tr("Untitled") : QString::fromStdString(m_experiment.name);
}

void ExperimentDocument::setExperiment(Experiment experiment, const QString& path)
{
    m_undo.clear();
    m_experiment = std::move(experiment);
    m_path = path;
    ++m_gesture;
    announceChange();
    emit titleChanged();
    emit replaced();
}

void ExperimentDocument::reset(Experiment experiment)
{
    setExperiment(std::move(experiment), {});
}

Result<void> ExperimentDocument::open(const QString& path)
{
    const Result<QByteArray> bytes = readExperimentBytes(path);
    if (!bytes)
        return bytes.error();
    Result<Experiment> read = parsed(*bytes);
    if (!read)
        return read.error();
    m_fileHash = hashOf(*bytes);
    setExperiment(std::move(*read), QFileInfo(path).absoluteFilePath());
    return {};
}

void ExperimentDocument::restore(Experiment experiment, const QString& path, const QByteArray& fileHash)
{
    m_fileHash = fileHash;
    setExperiment(std::move(experiment), path);
    m_undo.resetClean();
    emit titleChanged();
}

ExperimentDocument::FileState ExperimentDocument::fileState() const
{
    if (m_path.isEmpty())
        return FileState::None;
    if (!QFileInfo::exists(m_path))
        return FileState::Gone;
    const Result<QByteArray> bytes = readExperimentBytes(m_path);
    return bytes && hashOf(*bytes) == m_fileHash ? FileState::Same : FileState::Changed;
}

void ExperimentDocument::acceptFile()
{
    if (const Result<QByteArray> bytes = readExperimentBytes(m_path))
        m_fileHash = hashOf(*bytes);
    m_undo.resetClean();
    emit titleChanged();
}

Result<void> ExperimentDocument::openTemplate(const QString& path)
{
    Result<Experiment> read = readExperimentFile(path);
    if (!read)
        return read.error();
    read->name = templateText(read->name).toStdString();
    for (Host& host : read->topology.hosts)
        host.name = templateText(host.name).toStdString();
    setExperiment(std::move(*read), {});
    return {};
}

Result<void> ExperimentDocument::save(const QString& path)
{
    const std::string text = toJson(m_experiment);
    QSaveFile file(path);
    const bool written =
        file.open(QIODevice::WriteOnly) &&
        file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) &&
        file.commit();
    if (!written) {
        return Error{LOCKSTEP_TEXT("Cannot save to %1: %2. Choose another place or name."),
                     {path.toStdString(), file.errorString().toStdString()},
                     {}};
    }
    m_path = QFileInfo(path).absoluteFilePath();
    m_fileHash = hashOf({text.data(), static_cast<qsizetype>(text.size())});
    ++m_gesture;
    m_undo.setClean();
    emit titleChanged();
    return {};
}

void ExperimentDocument::edit(const StepName& name, const Experiment& next, const QString& gesture)
{
    ExperimentPatch patch = ExperimentPatch::between(m_experiment, next);
    if (patch.isEmpty())
        return;
    const QString key = gesture.isEmpty() ? gesture : QStringLiteral("%1/%2").arg(m_gesture).arg(gesture);
    m_undo.push(new Step(*this, name, std::move(patch), key));
}

void ExperimentDocument::endGesture()
{
    ++m_gesture;
}

void ExperimentDocument::retranslate()
{
    for (int i = 0; i < m_undo.count(); ++i) {
        // The stack owns its steps as we made them; it only hands them out as constants.
        auto* step = const_cast<QUndoCommand*>(m_undo.command(i));
        static_cast<Step*>(step)->retranslate();
    }
}

void ExperimentDocument::announceChange()
{
    m_problems.reset();
    emit changed();
}

const std::vector<Error>& ExperimentDocument::problems() const
{
    if (!m_problems)
        m_problems = checkExperiment(m_experiment);
    return *m_problems;
}

Experiment ExperimentDocument::forRunning() const
{
    return m_path.isEmpty() ? m_experiment : withAbsolutePaths(m_experiment, QFileInfo(m_path).path());
}

QString templateText(const std::string& name)
{
    return name.empty() ? QString() : QCoreApplication::translate("Template", name.c_str());
}

Result<QByteArray> readExperimentBytes(const QString& path)
{
    const std::string name = path.toStdString();
    const QFileInfo info(path);
    if (!info.exists())
        return Error{LOCKSTEP_TEXT("There is no file %1."), {name}, {}};
    if (!info.isFile())
        return Error{
            LOCKSTEP_TEXT("%1 is not a file. Choose a file that ends in .lockstep.json."), {name}, {}};
    if (info.size() > static_cast<qint64>(kMaxExperimentBytes)) {
        return Error{LOCKSTEP_TEXT("%1 is %2 bytes long; an experiment has at most %3."),
                     {name, std::to_string(info.size()), std::to_string(kMaxExperimentBytes)},
                     {}};
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{LOCKSTEP_TEXT("Cannot read %1: %2."), {name, file.errorString().toStdString()}, {}};
    return file.read(static_cast<qint64>(kMaxExperimentBytes) + 1);
}

Result<Experiment> readExperimentFile(const QString& path)
{
    const Result<QByteArray> bytes = readExperimentBytes(path);
    return bytes ? parsed(*bytes) : Result<Experiment>(bytes.error());
}

} // namespace lockstep
