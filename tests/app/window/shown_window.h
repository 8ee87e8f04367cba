// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document_actions.h"
#include "app/window/main_window.h"

#include <QTemporaryDir>
#include <QTest>
#include <memory>

namespace lockstep {

/// A window whose runs lie in the folder "runs" of `folder`, without an engine; not shown yet.
inline std::unique_ptr<MainWindow> windowWithRuns(const QTemporaryDir& folder)
{
    RemoteOptions options;
    options.runsFolder = folder.filePath(QStringLiteral("runs"));
    options.engine = folder.filePath(QStringLiteral("no-engine"));
    return std::make_unique<MainWindow>(options);
}

/// The same on one of the program's templates, such as "digits-local", once it has the keyboard; nothing when
/// it does not come.
inline std::unique_ptr<MainWindow> shownWindow(const QTemporaryDir& folder, const QString& templateName)
{
    std::unique_ptr<MainWindow> window = windowWithRuns(folder);
    const bool isOpen = window->documentActions().openTemplate(
        QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/%1.lockstep.json").arg(templateName));
    window->show();
    return isOpen && QTest::qWaitForWindowActive(window.get()) ? std::move(window) : nullptr;
}

/// The same of that size, as the program starts.
inline std::unique_ptr<MainWindow> shownWindow(const QTemporaryDir& folder, const QSize& size)
{
    std::unique_ptr<MainWindow> window = windowWithRuns(folder);
    window->resize(size);
    window->show();
    return QTest::qWaitForWindowActive(window.get()) ? std::move(window) : nullptr;
}

} // namespace lockstep
