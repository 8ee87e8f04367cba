// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is said of a strategy's accuracy, against what its trainings reached (tests/benchmarks/distributed).

#include "app/forecast/strategy_settings.h"

#include <QTest>

namespace lockstep {

class AccuracyNoteTest : public QObject {
    Q_OBJECT

private slots:
    // A meeting a step is the mean of all; one that comes a step late lost three points on MNIST, and
    // meetings ten steps apart lost fourteen on CIFAR's pictures, eleven more than those that are waited for.
    void meetingsThatOverlapAreNeverSafe()
    {
        StrategySettings meeting;
        meeting.strategy = StrategyKind::LocalSteps;
        for (const int steps : {1, 10}) {
            meeting.localSteps = steps;
            meeting.overlapMeetings = false;
            const AccuracyNote waited = accuracyNote(meeting);
            QCOMPARE(waited.isSafe, steps == 1);
            meeting.overlapMeetings = true;
            const AccuracyNote overlapped = accuracyNote(meeting);
            QVERIFY(!overlapped.isSafe);
            QVERIFY(overlapped.text.english() != waited.text.english());
        }
    }
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::AccuracyNoteTest)

#include "accuracy_note_test.moc"
