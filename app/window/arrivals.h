// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

class QWidget;

namespace lockstep {

/// What a file or folder is that a person brings, by its name and, of a folder, by what lies in it.
enum class ArrivalKind {
    Experiment, ///< JSON
    Run,        ///< the folder of one
    Archive,    ///< a run of another desktop, as one file
    Events,     ///< of TensorBoard: a file, or any other folder
    Log,        ///< of another program: anything else
};
ArrivalKind arrivalKind(const QString& path);

/// Files and folders that a person drops on the window or chooses: those of other programs open in windows of
/// their own, a run of another desktop is put among one's own, the rest is told of.
class Arrivals : public QObject {
    Q_OBJECT
public:
    /// Dialogs appear over `window`, which also owns this. `runsFolder`: where runs are kept now.
    Arrivals(QWidget& window, std::function<QString()> runsFolder);

    /// As what it is.
    void open(const QString& path);
    void openLogs(const QStringList& files);
    void openEvents(const QString& path);
    void importRun(const QString& file);

    // The same after asking which.
    void chooseLogs();
    void chooseEvents();
    void chooseRun();

signals:
    void experimentArrived(const QString& path);
    /// It is among one's own, and to be shown.
    void runArrived(const QString& folder);

private:
    QWidget& m_window;
    std::function<QString()> m_runsFolder;
};

} // namespace lockstep
