// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The dialogs and windows beside the main one on the smallest screen and grown large, in both languages and
// both themes: nothing is cut, nothing lies over anything, nothing is larger than the screen. With
// LOCKSTEP_PICTURES=FOLDER in the environment each is also saved as a picture, to be looked at; with
// QT_SCALE_FACTOR=2 as a sharp screen shows it.
#include "app/text/language.h"
#include "app/theme/theme.h"
#include "tests/app/private_settings.h"
#include "tests/app/saved_picture.h"
#include "tests/app/window/cut_texts.h"
#include "tests/app/window/other_windows.h"
#include "tests/app/window/shown_window.h"

#include <QApplication>
#include <QFile>
#include <QScreen>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <memory>

using namespace lockstep;

namespace {

constexpr QSize kSmallest{1024, 700};
constexpr QSize kLarge{3840, 2160};
constexpr int kTitle = 24; ///< that a window manager puts above

} // namespace

class OtherWindowsFitTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
        QCOMPARE(QGuiApplication::primaryScreen()->size(), kSmallest);
        m_windows = std::make_unique<OtherWindows>(m_folder);
        QVERIFY(m_windows->ok());
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("dark");
        for (const char* language : {"en", "zh_CN"}) {
            QTest::addRow("%s-light", language) << QString::fromLatin1(language) << false;
            QTest::addRow("%s-dark", language) << QString::fromLatin1(language) << true;
        }
    }
    void nothingIsCut()
    {
        QFETCH(QString, language);
        QFETCH(bool, dark);
        m_faults.clear();
        installLanguage(*qApp, language);
        applyTheme(*qApp, dark ? ThemeKind::Dark : ThemeKind::Light);
        const std::unique_ptr<MainWindow> main = shownWindow(m_folder, kSmallest - QSize(0, kTitle));
        QVERIFY(main);
        m_windows->visit(*main, [this](QWidget& window, const QString& name) { look(window, name); });
        for (const QString& fault : m_faults)
            qWarning().noquote() << fault; // together they are too long for one message
        QVERIFY(m_faults.isEmpty());
    }

private:
    void look(QWidget& window, const QString& name)
    {
        const QSize opened = window.size();
        check(window, name);
        const QSize room = kSmallest - QSize(0, kTitle);
        for (const QSize size : {opened, window.minimumSizeHint(), window.minimumSize()}) {
            if (size.width() > room.width() || size.height() > room.height())
                m_faults.append(QStringLiteral("%1 is larger than the screen: %2 x %3")
                                    .arg(name)
                                    .arg(size.width())
                                    .arg(size.height()));
        }
        window.resize(kLarge.boundedTo(window.maximumSize()));
        check(window, name + QStringLiteral("-large"));
        window.resize(opened);
    }

    void check(QWidget& window, const QString& name)
    {
        for (const QString& fault : cutTextsAtRest(window))
            m_faults.append(name + QStringLiteral(": ") + fault);
        QVERIFY(savePicture(window, name + u'-' + QLatin1String(QTest::currentDataTag())));
    }

    QTemporaryDir m_folder;
    QStringList m_faults;
    std::unique_ptr<OtherWindows> m_windows;
};

/// On a screen of the smallest size, as sharp as is asked for.
int main(int argc, char** argv)
{
    const QTemporaryDir folder;
    QFile screens(folder.filePath(QStringLiteral("screens.json")));
    const int factor = std::max(1, qEnvironmentVariableIntValue("QT_SCALE_FACTOR"));
    const QByteArray text =
        QStringLiteral(R"({"screens": [{"name": "small", "x": 0, "y": 0, "width": %1, "height": %2,
                                        "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})")
            .arg(kSmallest.width() * factor)
            .arg(kSmallest.height() * factor)
            .toUtf8();
    if (!screens.open(QIODevice::WriteOnly) || screens.write(text) != text.size())
        return 1;
    screens.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screens.fileName().toUtf8());
    QApplication app(argc, argv);
    OtherWindowsFitTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "other_windows_fit_test.moc"
