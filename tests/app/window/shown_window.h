// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document_actions.h"
#include "app/window/main_window.h"

#include <QTemporaryDir>
#include <QTest>
#include <memory>

namespace lockstep {

/// A window on one of the program's templates, such as "digits-local", once it has the keyboard; nothing when
/// it does not come. Its runs lie in `folder`, and it has no engine.
inline std::unique_ptr<MainWindow> shownWindow(const QTemporaryDir& folder, const QString& templateName)
{
    RemoteOptions options;
    options.runsFolder = folder.filePath(QStringLiteral("runs"));
    options.engine = folder.filePath(QStringLiteral("no-engine"));
    auto window = std::make_unique<MainWindow>(options);
    const bool isOpen = window->documentActions().openTemplate(
        QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/%1.lockstep.json").arg(templateName));
    window->show();
    return isOpen && QTest::qWaitForWindowActive(window.get()) ? std::move(window) : nullptr;
}

} // namespace lockstep
