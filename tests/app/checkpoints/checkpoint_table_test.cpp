// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_table.h"

#include <QTest>

using namespace lockstep;

/// The order of checkpoints in their list, and which of them is chosen.
class CheckpointTableTest : public QObject {
    Q_OBJECT
private slots:
    void itIsSortedByNumbersAndTheChoiceStays()
    {
        QVector<CheckpointEntry> entries;
        for (const int step : {1000, 900, 90}) {
            CheckpointEntry entry;
            entry.saved.step = step;
            entry.path = QStringLiteral("checkpoints/step-%1").arg(step, 8, 10, QLatin1Char('0'));
            entries.append(entry);
        }
        CheckpointModel model;
        CheckpointTable table(model);
        model.update(entries, "here");
        table.sortByColumn(CheckpointModel::Step, Qt::AscendingOrder);
        QCOMPARE(table.model()->index(0, 0).data().toString(), QStringLiteral("90"));
        QCOMPARE(table.model()->index(2, 0).data().toString(), QStringLiteral("1,000"));
        table.selectRow(0);
        entries[0].isHere = true;
        model.update(entries, "here");
        QCOMPARE(table.chosen().size(), 1);
        QCOMPARE(table.chosen()[0].saved.step, 90);
    }

    void aPlaceThatGrowsIsReadAsAWhole()
    {
        CheckpointEntry entry;
        entry.saved.step = 90;
        entry.isOnHost = true;
        entry.path = QStringLiteral("checkpoints/step-00000090");
        CheckpointModel model;
        CheckpointTable table(model);
        table.resize(1200, 300);
        table.show();
        model.update({entry}, "a host");
        entry.isHere = true;
        model.update({entry}, "a host");
        for (int column = 0; column < model.columnCount(); ++column) {
            const QString text = table.model()->index(0, column).data().toString();
            QVERIFY2(table.fontMetrics().horizontalAdvance(text) < table.columnWidth(column),
                     qPrintable(text));
        }
    }

    void theNewestIsChosenUntilAPersonChooses()
    {
        QVector<CheckpointEntry> entries;
        CheckpointModel model;
        CheckpointTable table(model);
        table.resize(600, 300);
        table.show();
        const auto arrives = [&](int step) {
            CheckpointEntry entry;
            entry.saved.step = step;
            entry.path = QStringLiteral("checkpoints/step-%1").arg(step, 8, 10, QLatin1Char('0'));
            entries.prepend(entry);
            model.update(entries, "here");
            return table.chosen().size() == 1 ? table.chosen()[0].saved.step : -1;
        };
        QCOMPARE(arrives(90), 90);
        QCOMPARE(arrives(180), 180);
        const QRect newest = table.visualRect(table.model()->index(0, 0));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, newest.center());
        QCOMPARE(arrives(270), 180);
    }
};

QTEST_MAIN(CheckpointTableTest)
#include "checkpoint_table_test.moc"
