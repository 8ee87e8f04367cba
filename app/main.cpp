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
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/first_paint.h"
#include "app/window/main_window.h"
#include "remote/core_dumps.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <ctime>

namespace {

using namespace lockstep;

struct Options {
    QString language;
    QString theme;
    QString file;
    bool measuresStart = false;
};

/// Reads the command line; ends the program after --help, --version or a wrong option.
Options readOptions(const QCoreApplication& application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Draws a cluster and trains neural networks on it.\n"
        "Without a window: lockstep run|list|attach|stop|check; lockstep run --help says more."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption language(QStringLiteral("language"), QStringLiteral("Language: en or zh_CN."),
                                      QStringLiteral("name"));
    const QCommandLineOption theme(QStringLiteral("theme-name"), QStringLiteral("Colours: dark or light."),
                                   QStringLiteral("name"));
    const QCommandLineOption measure(QStringLiteral("measure-start"),
                                     QStringLiteral("Print the time to the first paint in ms, and quit."));
    parser.addOptions({language, theme, measure});
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QStringLiteral("Experiment to open (*.lockstep.json)."),
                                 QStringLiteral("[FILE]"));
    parser.process(application);
    return {parser.value(language), parser.value(theme), parser.positionalArguments().value(0),
            parser.isSet(measure)};
}

ThemeKind chosenTheme(const Options& options, const Settings& settings)
{
    if (options.theme == QLatin1String("light"))
        return ThemeKind::Light;
    return options.theme == QLatin1String("dark") ? ThemeKind::Dark : themeOf(settings.theme);
}

void openFirstDocument(MainWindow& window, const Options& options)
{
    if (!options.file.isEmpty()) {
        // Once the window is there: an error is said in a dialog over it.
        QTimer::singleShot(0, &window,
                           [&window, file = options.file] { window.documentActions().openFile(file); });
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

} // namespace

int main(int argc, char** argv)
{
    forbidCoreDumps();
    if (const std::optional<int> exitCode = runHeadless(argc, argv))
        return *exitCode;
    if (!hasDisplay(argc, argv)) {
        QTextStream(stderr)
            << "lockstep: There is no display for a window. Without one, lockstep run EXPERIMENT trains "
               "as well; lockstep --help says more.\n";
        return 1;
    }
    QCoreApplication::setOrganizationName(QStringLiteral("lockstep"));
    QCoreApplication::setApplicationName(QStringLiteral("lockstep"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSTEP_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.lockstep.Lockstep")); // Wayland's way to the icon
    QApplication application(argc, argv);
    const Options options = readOptions(application);
    const Settings settings = loadSettings();
    installLanguage(application,
                    chosenLanguage(options.language.isEmpty() ? settings.language : options.language));
    setRateUnit(settings.rateUnit);
    applyTheme(application, chosenTheme(options, settings));
    QApplication::setWindowIcon(QIcon(tintedPixmap(QStringLiteral("lockstep"), Qt::black, 64, 2)));

    MainWindow window(defaultRemoteOptions());
    if (options.measuresStart) {
        // The canvas owns it, and may go before the window does.
        auto* firstPaint = new FirstPaint(*window.designPage().view().viewport());
        QObject::connect(firstPaint, &FirstPaint::painted, &application, &printFirstPaint,
                         Qt::QueuedConnection);
    }
    openFirstDocument(window, options);
    window.show();
    SystemTheme systemTheme;
    if (options.theme.isEmpty())
        window.followSystem(systemTheme);
    // After the file of the command line is there, for what was rescued takes its place.
    QTimer::singleShot(0, &window, [&window] { window.keepSafe(defaultRecoveryFolder()); });
    return QApplication::exec();
}
