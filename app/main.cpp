// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/autosave.h"
#include "app/headless/headless.h"
#include "app/settings/program_paths.h"
#include "app/settings/settings.h"
#include "app/text/language.h"
#include "app/theme/icons.h"
#include "app/theme/system_theme.h"
#include "app/theme/theme.h"
#include "app/topology/topology_view.h"
#include "app/window/arrivals.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/first_paint.h"
#include "app/window/main_window.h"
#include "remote/core_dumps.h"

#include <QApplication>
#include <QFileInfo>
#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <ctime>

namespace {

using namespace lockstep;

ThemeKind chosenTheme(const CommandLine& line, const Settings& settings)
{
    if (line.theme.isEmpty())
        return themeOf(settings.theme);
    return line.theme == QLatin1String("light") ? ThemeKind::Light : ThemeKind::Dark;
}

/// `brought`: the file or folder of the command line, as if it were dropped on the window.
void openFirstDocument(MainWindow& window, const QString& brought)
{
    if (!brought.isEmpty()) {
        // Once the window is there: an error is said in a dialog over it.
        QTimer::singleShot(0, &window, [&window, brought] {
            if (QFileInfo::exists(brought))
                window.arrivals().open(brought);
            else
                window.documentActions().openFile(brought);
        });
        return;
    }
    const QString demonstration = programPaths().templates + QStringLiteral("/digits-local.lockstep.json");
    window.documentActions().openTemplate(demonstration);
    window.designPage().showStart(demonstration);
}

void printFirstPaint(double milliseconds)
{
    QTextStream(stdout) << QStringLiteral(
                               "first paint: %1 ms after the start of the process, %2 ms of CPU time\n")
                               .arg(milliseconds, 0, 'f', 0)
                               .arg(static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC, 0, 'f', 0);
    QCoreApplication::quit();
}

/// Qt would end the program with an abort.
bool hasDisplay(int argc, char** argv)
{
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        if (!qEnvironmentVariableIsEmpty(name))
            return true;
    }
    return std::any_of(argv, argv + argc,
                       [](const char* argument) { return qstrcmp(argument, "-platform") == 0; });
}

int refuseWithoutDisplay(int& argc, char** argv)
{
    QCoreApplication application(argc, argv);
    installLanguage(application, chosenLanguage(loadSettings().language));
    return refuse({LOCKSTEP_TEXT("There is no display for a window. Without one, lockstep run EXPERIMENT "
                                 "trains as well; lockstep --help says more."),
                   {},
                   {}},
                  ExitCode::Failure);
}

int openWindow(QApplication& application, const CommandLine& line, const Settings& settings)
{
    setRateUnit(settings.rateUnit);
    applyTheme(application, chosenTheme(line, settings));
    QApplication::setWindowIcon(QIcon(tintedPixmap(QStringLiteral("lockstep"), Qt::black, 64, 2)));

    MainWindow window(defaultRemoteOptions());
    if (line.measuresStart) {
        // The canvas owns it, and may go before the window does.
        auto* firstPaint = new FirstPaint(*window.designPage().view().viewport());
        QObject::connect(firstPaint, &FirstPaint::painted, &application, &printFirstPaint,
                         Qt::QueuedConnection);
    }
    openFirstDocument(window, line.target);
    window.show();
    SystemTheme systemTheme;
    if (line.theme.isEmpty())
        window.followSystem(systemTheme);
    // After the file of the command line is there, for what was rescued takes its place.
    QTimer::singleShot(0, &window, [&window] {
        window.offerLiveRuns();
        window.keepSafe(defaultRecoveryFolder());
    });
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    forbidCoreDumps();
    if (const std::optional<int> exitCode = runHeadless(argc, argv))
        return *exitCode;
    QCoreApplication::setOrganizationName(QStringLiteral("lockstep"));
    QCoreApplication::setApplicationName(QStringLiteral("lockstep"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSTEP_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.lockstep.Lockstep")); // Wayland's way to the icon
    if (!hasDisplay(argc, argv))
        return refuseWithoutDisplay(argc, argv);
    QApplication application(argc, argv); // which takes Qt's own options out of the arguments
    const Settings settings = loadSettings();
    installLanguage(application, chosenLanguage(settings.language));
    const Result<CommandLine> line = parseCommandLine(QApplication::arguments().mid(1));
    if (!line)
        return refuse(line.error(), ExitCode::Usage);
    if (line->command != Command::Window)
        return runCommand(*line);
    if (!line->language.isEmpty())
        installLanguage(application, line->language);
    return openWindow(application, *line, settings);
}
