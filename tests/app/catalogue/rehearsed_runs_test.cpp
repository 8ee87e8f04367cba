// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rehearsals among the runs.
#include "app/catalogue/field_texts.h"
#include "app/catalogue/index/run_digest.h"
#include "app/catalogue/run_list_model.h"
#include "remote/rehearsal/rehearsal_mark.h"
#include "tests/app/summary/recorded_run.h"

#include <QTemporaryDir>
#include <QTest>
#include <optional>

using namespace lockstep;

namespace {

/// What the list says of a run that has been written, and rehearsed if there are facts of that.
struct Listed {
    explicit Listed(const std::optional<RehearsalFacts>& facts = {})
    {
        const QString folder = writeRecordedRun(runs.path(), {.epochs = 2, .stepsPerEpoch = 10})->path();
        if (facts && !markRehearsal(folder, *facts))
            qFatal("the run cannot be marked");
        RunEntryReader reader({});
        model.setRuns({digestRun(folder, reader, false)});
    }
    QString state() const { return at(Qt::DisplayRole); }
    QString toolTip() const { return at(Qt::ToolTipRole); }
    QString at(int role) const { return model.data(model.index(0, RunListModel::State), role).toString(); }

    QTemporaryDir runs;
    RunListModel model;
};

} // namespace

class RehearsedRunsTest : public QObject {
    Q_OBJECT

private slots:
    void aRehearsalIsToldFromARun()
    {
        const Listed run, rehearsal(RehearsalFacts{});
        QVERIFY(!run.state().isEmpty());
        QCOMPARE(rehearsal.state(), run.state() + QStringLiteral(", a rehearsal"));
        QVERIFY(run.model.run(0).fields.find(field::kRehearsal) == nullptr);
        QCOMPARE(rehearsal.model.run(0).fields.find(field::kRehearsal)->text, field::kComputed);
        QVERIFY(rehearsal.model.knownFields().contains(field::kRehearsal));
        QCOMPARE(FieldTexts().title(field::kRehearsal), QStringLiteral("Rehearsal"));
    }

    void aFurtherAttemptIsToldAsWell()
    {
        const QTemporaryDir runs;
        const QString folder = writeRestartedRun(runs.path())->path();
        QVERIFY(markRehearsal(folder, {}).ok());
        RunEntryReader reader({});
        RunListModel model;
        model.setRuns({digestRun(folder, reader, false)});
        const QString state = model.data(model.index(0, RunListModel::State), Qt::DisplayRole).toString();
        QVERIFY2(state.endsWith(QStringLiteral(", attempt 2, a rehearsal")), qPrintable(state));
    }

    void whereNothingWasComputedLossesSayNothing()
    {
        const Listed computed(RehearsalFacts{}), imitated(RehearsalFacts{.imitatesCompute = true});
        QCOMPARE(imitated.model.run(0).fields.find(field::kRehearsal)->text, field::kImitated);
        QVERIFY(imitated.toolTip().contains(QStringLiteral("loss and accuracy say nothing")));
        QVERIFY(!computed.toolTip().contains(QStringLiteral("accuracy")));
    }
};

QTEST_MAIN(RehearsedRunsTest)
#include "rehearsed_runs_test.moc"
