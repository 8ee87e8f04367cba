// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The windows on checkpoints in both languages. With LOCKSTEP_PICTURES=FOLDER in the environment they are
// saved as pictures, to be looked at.
#include "app/insight/difference_dialog.h"
#include "app/insight/evaluation_dialog.h"
#include "app/insight/inside_dialog.h"
#include "app/insight/insight_table.h"
#include "app/text/language.h"
#include "app/theme/theme.h"
#include "tests/app/insight/insight_windows.h"
#include "tests/app/insight/short_training.h"
#include "tests/app/window/cut_texts.h"
#include "tests/app/window/window_texts.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <array>
#include <memory>

using namespace lockstep;

namespace {

/// But for the arrows of tab bars, which Qt names once, and shows where there is no room for the tabs.
QStringList ownTexts(const QWidget& window)
{
    QStringList texts = textsOf(window);
    texts.removeIf([](const QString& text) { return text.startsWith(QLatin1String("QToolButton Scroll")); });
    return texts;
}

} // namespace

class InsightLanguageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeKind::Dark);
        QVERIFY(m_training.ok());
    }

    /// The language changes at once: a window that changed says what one says that was opened in it.
    void windowsFollowTheLanguage()
    {
        say(QStringLiteral("en"));
        const Windows changed = windowsWithAnswers();
        if (QTest::currentTestFailed())
            return;
        const QStringList english = ownTexts(*changed.inside);
        say(QStringLiteral("zh_CN"));
        const Windows fresh = windowsWithAnswers();
        if (QTest::currentTestFailed())
            return;
        for (std::size_t window = 0; window < changed.all().size(); ++window) {
            const QStringList said = ownTexts(*changed.all()[window]);
            const QStringList expected = ownTexts(*fresh.all()[window]);
            QVERIFY(said.size() > 40);
            for (const QString& text : expected)
                QVERIFY2(said.contains(text), qPrintable(QStringLiteral("lacking: ") + text));
            QCOMPARE(said, expected);
        }
        QVERIFY(ownTexts(*changed.inside) != english);
        say(QStringLiteral("en"));
        QCOMPARE(ownTexts(*changed.inside), english);
    }

    /// What a call is doing, or why it failed, too.
    void theBarOfACallFollowsTheLanguage()
    {
        say(QStringLiteral("en"));
        InsideDialog missing(QStringLiteral("/nowhere/lockstep-engine"), m_training.last());
        EvaluationDialog stopped(kEngine, m_training.last(), m_training.experiment(), {});
        stopped.show();
        stopped.findChild<QPushButton*>(QStringLiteral("evaluationStart"))->click();
        const auto state = [](const QDialog& dialog) {
            return dialog.findChild<QLabel*>(QStringLiteral("callState"))->text();
        };
        QCOMPARE(state(stopped), QStringLiteral("Evaluating…"));
        QTRY_VERIFY_WITH_TIMEOUT(state(missing).contains(QStringLiteral("could not be asked")), kAnswerMs);
        say(QStringLiteral("zh_CN"));
        QTRY_COMPARE(stopped.findChild<QPushButton*>(QStringLiteral("callStop"))->text(),
                     QStringLiteral("停止"));
        QVERIFY2(!state(missing).contains(QStringLiteral("could not")), qPrintable(state(missing)));
        stopped.findChild<QPushButton*>(QStringLiteral("callStop"))->click();
        const QString chinese = state(stopped);
        say(QStringLiteral("en"));
        QTRY_COMPARE(state(stopped), QStringLiteral("Stopped."));
        QVERIFY(chinese != state(stopped));
    }

    void nothingIsCutInEitherLanguage_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << QStringLiteral("en");
        QTest::newRow("zh_CN") << QStringLiteral("zh_CN");
    }

    void nothingIsCutInEitherLanguage()
    {
        QFETCH(const QString, language);
        say(language);
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeKind::Light);
        const Windows windows = windowsWithAnswers();
        if (QTest::currentTestFailed())
            return;
        int number = 0;
        for (QDialog* dialog : windows.all()) {
            auto* tabs = dialog->findChild<QTabWidget*>();
            for (int page = 0; page < (tabs ? tabs->count() : 1); ++page) {
                if (tabs)
                    tabs->setCurrentIndex(page);
                QCoreApplication::processEvents();
                savePicture(*dialog, QStringLiteral("light-%1-%2").arg(language).arg(number++));
                const QStringList cut = cutTexts(*dialog);
                QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
            }
        }
    }

private:
    struct Windows {
        std::unique_ptr<InsideDialog> inside;
        std::unique_ptr<DifferenceDialog> difference;
        std::unique_ptr<EvaluationDialog> evaluation;
        std::array<QDialog*, 3> all() const { return {inside.get(), difference.get(), evaluation.get()}; }
    };

    /// As a person has them who has seen every page: the engine has answered, something is chosen.
    Windows windowsWithAnswers() const
    {
        Windows windows{std::make_unique<InsideDialog>(kEngine, m_training.last()),
                        std::make_unique<DifferenceDialog>(kEngine, m_training.earlier(), m_training.last()),
                        std::make_unique<EvaluationDialog>(
                            kEngine, m_training.last(), m_training.experiment(), farAway(DataKind::Mnist))};
        for (QDialog* dialog : windows.all()) {
            dialog->resize(860, 560);
            dialog->show();
        }
        windows.evaluation->findChild<QPushButton*>(QStringLiteral("evaluationStart"))->click();
        const auto* result = windows.evaluation->findChild<QLabel*>(QStringLiteral("evaluationResult"));
        const auto rows = [](const QDialog& dialog, const char* table) {
            return dialog.findChild<InsightTable*>(QLatin1String(table))->model()->rowCount();
        };
        const auto isThere = [&] {
            return result->isVisible() && rows(*windows.inside, "tensorTable") == 12 &&
                   rows(*windows.difference, "differenceTable") == 12;
        };
        if (!QTest::qWaitFor(isThere, kAnswerMs))
            QTest::qFail("the engine has not answered", __FILE__, __LINE__);
        return windows;
    }

    /// The windows are told by an event.
    static void say(const QString& language)
    {
        installLanguage(*qobject_cast<QApplication*>(QCoreApplication::instance()), language);
        QTest::qWait(50);
    }

    const ShortTraining m_training;
};

QTEST_MAIN(InsightLanguageTest)
#include "insight_language_test.moc"
