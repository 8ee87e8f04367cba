// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QUndoStack>
#include <functional>
#include <optional>
#include <vector>

namespace lockstep {

/// The name of a step of undo, in the language of the program when it is asked. Absent: the step has none.
using StepName = std::function<QString()>;

/// The experiment that the window shows and edits: its value, the file it belongs to, and every step back.
/// Everything that looks at it refers to its parts by id, never by address. Lives on the GUI thread.
class ExperimentDocument : public QObject {
    Q_OBJECT
public:
    explicit ExperimentDocument(QObject* parent = nullptr);

    const Experiment& experiment() const { return m_experiment; }
    QUndoStack& undoStack() { return m_undo; }

    /// The absolute path of its file; empty: never saved.
    QString path() const { return m_path; }
    /// What a person calls it: the file's name, else the experiment's, else "Untitled".
    QString title() const;
    bool isModified() const { return !m_undo.isClean(); }

    /// How the file on the disk compares with what was last read from it or written to it.
    enum class FileState { None, Same, Changed, Gone };
    FileState fileState() const;
    QByteArray fileHash() const { return m_fileHash; }
    /// From now on the file as it is on the disk counts as known; the document differs from it.
    void acceptFile();

    /// Shows another experiment, without a file and unmodified. The steps back are forgotten.
    void reset(Experiment experiment);
    /// Reads a file. On an error the document stays as it was.
    Result<void> open(const QString& path);
    /// Reads a file as the start of a new document that has no file yet, its names in the language of the
    /// program.
    Result<void> openTemplate(const QString& path);
    /// Shows what was rescued: changes that are not saved, of a file that was known by this hash.
    void restore(Experiment experiment, const QString& path, const QByteArray& fileHash);
    /// Writes the whole file or, on an error, none of it.
    Result<void> save(const QString& path);

    /// Makes `next` the experiment: one step of undo called `name`, nothing when both are equal. Steps that
    /// follow one another with the same non-empty `gesture` become one, until endGesture().
    void edit(const StepName& name, const Experiment& next, const QString& gesture = {});
    void endGesture();
    /// Says the name of every step of undo anew: the language is another.
    void retranslate();

    /// Everything that keeps the experiment from running, as checkExperiment says it.
    const std::vector<Error>& problems() const;
    /// The experiment as a run takes it: a relative data path made absolute from the document's folder.
    Experiment forRunning() const;

signals:
    /// Another experiment is shown: opened, or new. Follows changed().
    void replaced();
    /// The experiment is another value now.
    void changed();
    /// Path, title or isModified() may be others now.
    void titleChanged();

private:
    class Step;
    void setExperiment(Experiment experiment, const QString& path);

    void announceChange();

    Experiment m_experiment;
    mutable std::optional<std::vector<Error>> m_problems; ///< empty: not asked since the last change
    QString m_path;
    QByteArray m_fileHash; ///< of the bytes last read or written
    QUndoStack m_undo;
    int m_gesture = 0;
};

/// The translation of a name in one of the program's own templates; another name as it is.
QString templateText(const std::string& name);

/// The bytes of an experiment file, at most as many as the format allows.
Result<QByteArray> readExperimentBytes(const QString& path);
/// Reads an experiment file with the limits of the format; an error names what is wrong and where.
Result<Experiment> readExperimentFile(const QString& path);

} // namespace lockstep
