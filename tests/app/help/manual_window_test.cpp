// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window of the manual: contents, links, back and forward, search, size of type, language and theme.
#include "app/help/contents_tree.h"
#include "app/help/manual_view.h"
#include "app/help/manual_window.h"
#include "app/text/language.h"
#include "app/theme/theme.h"
#include "tests/app/private_settings.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <memory>

using namespace lockstep;

namespace {

const QString kManual = QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/manual");

} // namespace

class ManualWindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
    }

    void init()
    {
        installLanguage(*qApp, QStringLiteral("en"));
        applyTheme(*qApp, ThemeKind::Light);
        m_window = std::make_unique<ManualWindow>(kManual);
        m_window->open(Topic::FirstRun);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void itOpensAtTheWantedPage()
    {
        QCOMPARE(view().topic(), Topic::FirstRun);
        m_window->open(Topic::Data);
        QCOMPARE(view().topic(), Topic::Data);
        QCOMPARE(titleOfPage(), QStringLiteral("Data"));
        QCOMPARE(contents().topLevelItemCount(), static_cast<int>(kTopics.size()));
        QCOMPARE(contents().currentItem()->text(0), QStringLiteral("Data"));
    }

    void contentsLeadToPagesAndSections()
    {
        QTreeWidgetItem* hosts = contents().topLevelItem(static_cast<int>(Topic::Hosts));
        QTest::mouseClick(contents().viewport(), Qt::LeftButton, {},
                          contents().visualItemRect(hosts).center());
        QCOMPARE(view().topic(), Topic::Hosts);
        QVERIFY(hosts->isExpanded());
        QCOMPARE(view().verticalScrollBar()->value(), 0); // at its title, not at its first section
        QTreeWidgetItem* section = hosts->child(2);
        QTest::mouseClick(contents().viewport(), Qt::LeftButton, {},
                          contents().visualItemRect(section).center());
        QCOMPARE(view().topic(), Topic::Hosts);
        QCOMPARE(view().textCursor().block().text(), section->text(0));
        QVERIFY(view().verticalScrollBar()->value() > 0);
    }

    void linksAndHistoryLeadBackAndForth()
    {
        auto* back = m_window->findChild<QToolButton*>(QStringLiteral("manualBack"));
        QVERIFY(!back->isEnabled());
        emit view().anchorClicked(view().source().resolved(QUrl(QStringLiteral("failures.md"))));
        QCOMPARE(view().topic(), Topic::Failures);
        QVERIFY(back->isEnabled());
        QTest::keyClick(&view(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(view().topic(), Topic::FirstRun);
        QTest::keyClick(&view(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(view().topic(), Topic::Failures);
        back->click();
        QCOMPARE(view().topic(), Topic::FirstRun);
    }

    void theSearchGoesThroughAllPages()
    {
        QTest::keyClick(&view(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(search().hasFocus());
        QTest::keyClicks(&search(), QStringLiteral("torchvision"));
        // Pages that say it tell how often; the others stand aside.
        QSet<Topic> saying;
        for (const Topic topic : kTopics) {
            if (contents().topLevelItem(static_cast<int>(topic))->text(0).endsWith(u')'))
                saying.insert(topic);
        }
        QVERIFY(saying.contains(Topic::Data));
        QVERIFY(saying.contains(Topic::Checkpoints));
        QVERIFY(!saying.contains(Topic::FirstRun));
        QSet<Topic> visited;
        for (int i = 0; i < 12; ++i) {
            QTest::keyClick(&search(), Qt::Key_Return);
            QCOMPARE(view().textCursor().selectedText().toLower(), QStringLiteral("torchvision"));
            QVERIFY(!view().extraSelections().isEmpty());
            visited.insert(view().topic());
        }
        QCOMPARE(visited, saying);
        QTest::keyClick(&search(), Qt::Key_Escape);
        QVERIFY(search().text().isEmpty());
        QVERIFY(view().extraSelections().isEmpty());
        QVERIFY(m_window->isVisible());
        QTest::keyClick(&search(), Qt::Key_Escape);
        QVERIFY(!m_window->isVisible());
    }

    void theSizeOfTypeIsKept()
    {
        const qreal before = view().document()->size().height();
        QTest::keyClick(&view(), Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(&view(), Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(view().zoom(), 2);
        QVERIFY(view().document()->size().height() > before);
        ManualWindow next(kManual);
        QCOMPARE(next.findChild<ManualView*>()->zoom(), 2);
        QTest::keyClick(&view(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(view().zoom(), 0);
        QCOMPARE(view().document()->size().height(), before);
    }

    void theLanguageChangesAtOnceAndThePageStays()
    {
        m_window->open(Topic::Data);
        view().verticalScrollBar()->setValue(view().verticalScrollBar()->maximum() / 2);
        installLanguage(*qApp, QStringLiteral("zh_CN"));
        QCoreApplication::processEvents();
        QCOMPARE(view().topic(), Topic::Data);
        QCOMPARE(titleOfPage(), QStringLiteral("数据"));
        QCOMPARE(contents().topLevelItem(0)->text(0), QStringLiteral("第一次运行"));
        QVERIFY(view().verticalScrollBar()->value() > 0);
        QVERIFY(search().placeholderText() != QLatin1String("Search the manual"));
        // What was read before is there in this language, too.
        view().backward();
        QCOMPARE(titleOfPage(), QStringLiteral("第一次运行"));
    }

    void theColoursFollowTheTheme()
    {
        const QColor light = middleOfPicture();
        applyTheme(*qApp, ThemeKind::Dark);
        QCoreApplication::processEvents();
        QCOMPARE(view().topic(), Topic::FirstRun);
        // The picture, too, is one of the dark window.
        QVERIFY(light.lightness() > 128);
        QVERIFY(middleOfPicture().lightness() < 128);
    }

    void picturesFitTheWindow()
    {
        m_window->resize(1040, 700);
        QCoreApplication::processEvents();
        const int lane = pictureWidth();
        QVERIFY(lane > view().viewport()->width() / 2);
        m_window->resize(620, 500);
        QCoreApplication::processEvents();
        QVERIFY(pictureWidth() < lane);
        QVERIFY(pictureWidth() <= view().viewport()->width());
        QCOMPARE(view().horizontalScrollBar()->maximum(), 0);
        m_window->resize(1040, 700);
        QCoreApplication::processEvents();
        QCOMPARE(pictureWidth(), lane);
    }

private:
    ManualView& view() { return *m_window->findChild<ManualView*>(); }
    ContentsTree& contents() { return *m_window->findChild<ContentsTree*>(); }
    QLineEdit& search() { return *m_window->findChild<QLineEdit*>(QStringLiteral("manualSearch")); }
    QString titleOfPage() { return view().document()->begin().text(); }

    QPixmap picture()
    {
        const QUrl name(QStringLiteral("pictures/first-run.png"));
        return view().document()->resource(QTextDocument::ImageResource, name).value<QPixmap>();
    }

    /// As it is painted.
    int pictureWidth() { return static_cast<int>(picture().deviceIndependentSize().width()); }

    QColor middleOfPicture()
    {
        const QImage image = picture().toImage();
        return image.pixelColor(image.width() / 2, image.height() * 9 / 10);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<ManualWindow> m_window;
};

QTEST_MAIN(ManualWindowTest)
#include "manual_window_test.moc"
