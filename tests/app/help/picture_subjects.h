// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/main_window.h"

#include <QImage>
#include <QString>
#include <QStringList>
#include <map>
#include <memory>

namespace lockstep {

/// Takes the pictures of the manual: real windows at work, in the language and the theme of now.
class PictureSubjects {
public:
    /// Runs are kept in `folder`.
    explicit PictureSubjects(const QString& folder);
    ~PictureSubjects();

    /// What there are pictures of: "first-run" for pictures/first-run.png. Sorted.
    static QStringList names();
    /// Null when what it shows does not come. REQUIRES: one of names().
    QImage take(const QString& name);

private:
    static const std::map<QString, QImage (PictureSubjects::*)()>& takers();
    QImage firstRun();
    QImage firstRunDone();
    QImage drawing();
    QImage problems();
    QImage hostPanel();
    QImage dataFields();
    QImage plots();
    QImage failures();
    QImage slowLinks();
    QImage checkpoints();
    QImage recipes();
    QImage curvesOfCommand();

    /// Shows one of our templates on the design page, in a window of this size.
    bool openTemplate(const QString& name, QSize window);
    /// Shows three hosts in a row, with their addresses, on slow links.
    bool openCluster(QSize window);
    /// Shows the list of problems; false: what links cost does not come.
    bool showCosts();
    /// Shows a run of so many ranks a host on the run page.
    bool openRun(int hosts, int ranksPerHost, int failingRank = -1);
    QImage grabWindow();
    /// A part of the window, at most so many pixels high.
    QImage grab(const QWidget& part, int height = 10'000);
    QString runs() const;

    QString m_folder;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace lockstep
