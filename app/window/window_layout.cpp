// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_layout.h"

#include "app/settings/remembered.h"
#include "app/window/design_page.h"

#include <QMainWindow>
#include <QSettings>
#include <QSplitter>

namespace lockstep {

namespace {

const auto kGeometry = QLatin1String("window/geometry");
const auto kLayout = QLatin1String("window/design");
const auto kProblems = QLatin1String("window/problems");
constexpr QSize kFirstSize{1280, 800};
constexpr QSize kLeastSize{860, 560};

} // namespace

void restoreWindow(QMainWindow& window, DesignPage& design)
{
    window.setMinimumSize(kLeastSize);
    window.resize(kFirstSize);
    window.restoreGeometry(QSettings().value(kGeometry).toByteArray());
    fitScreen(window);
    design.restoreLayout(QSettings().value(kLayout).toByteArray());
    design.showProblemList(QSettings().value(kProblems).toBool());
}

void keepCanvasWide(const DesignPage& design)
{
    if (auto* const columns = design.findChild<QSplitter*>(QString(), Qt::FindDirectChildrenOnly))
        keepMiddleWide(*columns);
}

void keepWindow(const QMainWindow& window, const DesignPage& design)
{
    QSettings().setValue(kGeometry, window.saveGeometry());
    QSettings().setValue(kLayout, design.saveLayout());
    QSettings().setValue(kProblems, design.showsProblemList());
}

} // namespace lockstep
