// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/card.h"
#include "app/theme/style_sheet.h"
#include "app/theme/theme.h"
#include "app/theme/wrapped_rows.h"

#include <QApplication>
#include <QCheckBox>
#include <QFontInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QRadioButton>
#include <QSplitter>
#include <QTest>
#include <QTextLayout>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace lockstep;

namespace {

/// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(const QColor& color)
{
    const auto channel = [](double value) {
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) +
           0.0722 * channel(color.blueF());
}
double contrast(const QColor& one, const QColor& other)
{
    const double lighter = std::max(luminance(one), luminance(other));
    const double darker = std::min(luminance(one), luminance(other));
    return (lighter + 0.05) / (darker + 0.05);
}

/// What its words take of an item's height, broken where they are painted.
int textHeight(const QListWidget& list, int row)
{
    QStyleOptionViewItem option;
    option.initFrom(&list);
    option.widget = &list;
    option.rect = list.visualItemRect(list.item(row));
    option.features = QStyleOptionViewItem::HasDisplay | QStyleOptionViewItem::HasDecoration |
                      QStyleOptionViewItem::WrapText;
    option.icon = list.item(row)->icon();
    option.decorationSize = list.iconSize();
    option.text = list.item(row)->text();
    option.showDecorationSelected = true;
    const QRect room = list.style()->subElementRect(QStyle::SE_ItemViewItemText, &option, &list);
    const int margin = list.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, &list) + 1;
    QTextLayout layout(option.text, list.font());
    qreal height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(room.width() - 2 * margin);
        height += line.height();
    }
    layout.endLayout();
    return qCeil(height) + option.rect.height() - room.height();
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void widgetsFollowAChangeOfTheme()
    {
        QLabel plain;
        QLabel muted;
        muted.setProperty("muted", true);
        QLineEdit edit;
        for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light, ThemeKind::Dark}) {
            applyTheme(*qApp, kind);
            plain.ensurePolished();
            muted.ensurePolished();
            edit.ensurePolished();
            const bool dark = kind == ThemeKind::Dark;
            for (const QWidget* widget :
                 {static_cast<QWidget*>(&plain), static_cast<QWidget*>(&muted), static_cast<QWidget*>(&edit)})
                QCOMPARE(themeColors(widget->palette()).window.lightness() < 128, dark);
        }
    }

    void textIsReadable_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void textIsReadable()
    {
        QFETCH(bool, dark);
        applyTheme(*qApp, dark ? ThemeKind::Dark : ThemeKind::Light);
        const ThemeColors& colors = themeColors(QApplication::palette());
        for (const QColor& ground : {colors.window, colors.panel, colors.card}) {
            QVERIFY(contrast(colors.text, ground) >= 7);
            QVERIFY(contrast(colors.mutedText, ground) >= 4.5);
            for (const QColor& sign : {colors.accent, colors.good, colors.warning, colors.bad})
                QVERIFY2(contrast(sign, ground) >= 3, qPrintable(sign.name() + ground.name()));
        }
        QVERIFY(colors.series.size() >= 8);
    }

    void theStyleSheetNamesNoUnknownColor()
    {
        applyTheme(*qApp, ThemeKind::Dark);
        const QString sheet = styleSheet(themeColors(QApplication::palette()));
        QVERIFY(!sheet.contains(u'@'));
        QVERIFY(!sheet.contains(QStringLiteral("#000000;")));
    }

    void rowsAreAsHighAsTheirTexts()
    {
        QTreeWidget tree;
        wrapRows(tree);
        tree.setColumnCount(2);
        tree.header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
        auto* row = new QTreeWidgetItem(&tree, {QStringLiteral("gpu-1"), QStringLiteral("waiting")});
        tree.resize(300, 300);
        tree.show();
        QVERIFY(QTest::qWaitForWindowExposed(&tree));
        const int line = tree.visualItemRect(row).height();
        row->setText(1, QStringLiteral("Cannot connect to it. ").repeated(8));
        QTRY_VERIFY(tree.visualItemRect(row).height() > 4 * tree.fontMetrics().height());
        tree.resize(4000, 300);
        QTRY_COMPARE(tree.visualItemRect(row).height(), line);
        const int wanted = line + 20;
        wrapRows(tree, wanted);
        row->setText(1, QStringLiteral("waiting"));
        QTRY_COMPARE(tree.visualItemRect(row).height(), wanted);
    }

    /// WCAG 2.1 asks for 3 between a control and what is around it.
    void whatIsToBeCheckedIsSeen_data()
    {
        QTest::addColumn<ThemeKind>("kind");
        QTest::newRow("dark") << ThemeKind::Dark;
        QTest::newRow("light") << ThemeKind::Light;
    }
    void whatIsToBeCheckedIsSeen()
    {
        QFETCH(ThemeKind, kind);
        applyTheme(*qApp, kind);
        QCheckBox box;
        QRadioButton ring;
        for (QAbstractButton* button :
             {static_cast<QAbstractButton*>(&box), static_cast<QAbstractButton*>(&ring)}) {
            QImage shown[2];
            for (const bool isOn : {false, true}) {
                button->setChecked(isOn);
                QImage& image = shown[isOn ? 1 : 0];
                image = button->grab().toImage();
                const QColor around = image.pixelColor(0, image.height() / 2);
                double best = 0;
                for (int x = 0; x < image.width(); ++x)
                    best = std::max(best, contrast(image.pixelColor(x, image.height() / 2), around));
                QVERIFY2(best >= 3, qPrintable(QString::number(best)));
            }
            QVERIFY(shown[0] != shown[1]);
        }
    }

    /// As the list of host tests is painted, with what the style sheet puts around its lines.
    void noLineOfALongTextIsCutInAList()
    {
        applyTheme(*qApp, ThemeKind::Light);
        QListWidget list;
        list.setObjectName(QStringLiteral("hostTestList"));
        wrapRows(list);
        QPixmap mark(16, 16);
        mark.fill(Qt::red);
        list.setIconSize(mark.size());
        for (int words = 8; words < 60; words += 3)
            list.addItem(new QListWidgetItem(mark, QStringLiteral("A host says ").repeated(words)));
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        for (int width = 260; width < 600; width += 47) {
            list.resize(width, 300);
            for (int row = 0; row < list.count(); ++row)
                QTRY_VERIFY(textHeight(list, row) <= list.visualItemRect(list.item(row)).height());
        }
    }

    void chineseComesFirstForChineseReaders()
    {
        QLocale::setDefault(QLocale(QStringLiteral("zh_CN")));
        applyTheme(*qApp, ThemeKind::Light);
        QCOMPARE(QApplication::font().families().first(), QStringLiteral("Noto Sans CJK SC"));
        QLocale::setDefault(QLocale(QStringLiteral("en")));
        applyTheme(*qApp, ThemeKind::Light);
        QVERIFY(QApplication::font().families().first() != QStringLiteral("Noto Sans CJK SC"));
    }

    void linesBetweenEntriesOfAMenuAreSeen()
    {
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            applyTheme(*qApp, kind);
            QMenu menu;
            menu.addAction(QStringLiteral("One"));
            QAction* line = menu.addSeparator();
            menu.addAction(QStringLiteral("Another"));
            menu.popup({});
            const QImage image = menu.grab().toImage();
            const QRect room = menu.actionGeometry(line);
            const int x = room.center().x();
            const int beside = image.pixelColor(x, room.top()).lightness();
            int contrast = 0;
            for (int y = room.top(); y <= room.bottom(); ++y)
                contrast = std::max(contrast, std::abs(image.pixelColor(x, y).lightness() - beside));
            QVERIFY2(contrast >= 15, qPrintable(QString::number(contrast)));
        }
    }

    /// It stood in the colour of the menu, in the light theme with white words on white.
    void theEntryOfAMenuThatIsPointedAtIsSeen()
    {
        for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
            applyTheme(*qApp, kind);
            QMenu menu;
            const QAction* other = menu.addAction(QStringLiteral("HHHHH"));
            QAction* chosen = menu.addAction(QStringLiteral("HHHHH"));
            menu.popup({});
            menu.setActiveAction(chosen);
            const QImage image = menu.grab().toImage();
            const auto backgroundOf = [&](const QAction* action) {
                const QRect room = menu.actionGeometry(const_cast<QAction*>(action));
                return image.pixelColor(room.left() + 4, room.center().y());
            };
            const QColor background = backgroundOf(chosen);
            QVERIFY2(contrast(background, backgroundOf(other)) > 1.5, qPrintable(background.name()));
            double words = 0;
            const QRect room = menu.actionGeometry(chosen);
            for (int x = room.left(); x < room.right(); ++x)
                words = std::max(words, contrast(image.pixelColor(x, room.center().y()), background));
            QVERIFY2(words > 2.5, qPrintable(QString::number(words)));
        }
    }

    /// A menu lies over panels of nearly its own colour.
    void aMenuHasAnEdge()
    {
        for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
            applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), kind);
            QMenu menu;
            menu.addAction(QStringLiteral("Save"));
            menu.addAction(QStringLiteral("Save as…"));
            menu.ensurePolished();
            menu.resize(menu.sizeHint());
            const QImage image = menu.grab().toImage();
            const QColor edge = themeColors(menu.palette()).cardBorder;
            QCOMPARE(image.pixelColor(0, image.height() / 2), edge);
            QCOMPARE(image.pixelColor(image.width() - 1, image.height() / 2), edge);
        }
    }

    void betweenCardsIsNothing()
    {
        applyTheme(*qApp, ThemeKind::Light);
        QSplitter cards;
        for (int card = 0; card < 2; ++card)
            cards.addWidget(framed(new QWidget));
        spaceCards(cards);
        cards.resize(400, 200);
        cards.show();
        const QPoint gap = cards.handle(1)->geometry().center();
        QTRY_VERIFY(gap.x() > 0);
        QCOMPARE(cards.grab().toImage().pixelColor(gap), cards.palette().color(QPalette::Window));
    }

    /// In a Chinese font they are as wide as a character.
    void englishQuotesAreNarrow()
    {
        QLocale::setDefault(QLocale(QStringLiteral("en")));
        applyTheme(*qApp, ThemeKind::Light);
        const QFontMetrics metrics{QApplication::font()};
        for (const char16_t mark : {u'“', u'”', u'’'})
            QVERIFY(metrics.horizontalAdvance(mark) * 10 < metrics.horizontalAdvance(u'中') * 7);
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
