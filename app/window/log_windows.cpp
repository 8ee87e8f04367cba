// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/log_windows.h"

#include "app/runs/foreign_page.h"

#include <QFileDialog>

namespace lockstep {

namespace {

constexpr QSize kFirstSize{1100, 760};

} // namespace

LogWindows::LogWindows(QWidget& window) : QObject(&window), m_window(window) {}

bool LogWindows::isLog(const QString& path)
{
    return !path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
}

void LogWindows::chooseAndOpen()
{
    const QString filter = tr("Logs (*.log *.txt worklog.* *.json *.out);;All files (*)");
    open(QFileDialog::getOpenFileNames(&m_window, tr("Open a log"), QString(), filter));
}

void LogWindows::open(const QStringList& files)
{
    if (files.isEmpty())
        return;
    auto* page = new ForeignPage(&m_window);
    page->setWindowFlag(Qt::Window);
    page->setAttribute(Qt::WA_DeleteOnClose);
    page->resize(kFirstSize);
    page->openLogs(files);
    page->QWidget::show();
}

} // namespace lockstep
