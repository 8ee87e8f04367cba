// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Settings of the data and the training that do not fit each other.
#include "app/problems/find_problems.h"

#include <QTest>

using namespace lockstep;

namespace {

/// Pictures in folders, for a small network on this computer.
Experiment picturesHere()
{
    Experiment experiment;
    Host host;
    host.id = host.name = "here";
    host.connection = Connection::Local;
    host.devices = {Device{}};
    experiment.topology.hosts = {host};
    experiment.model.name = "lenet";
    experiment.data.kind = DataKind::ImageFolder;
    experiment.data.path = "/data";
    return experiment;
}

} // namespace

class TrainingProblemsTest : public QObject {
    Q_OBJECT

private slots:
    void aResizeThatDoesNotFitTheImageSize()
    {
        Experiment experiment = picturesHere();
        experiment.data.imageSize = 64;
        QVERIFY(findProblems(experiment).empty());
        experiment.data.resize = 96; // two thirds
        QVERIFY(findProblems(experiment).empty());
        experiment.data.resize = 256;
        const Problems problems = findProblems(experiment);
        QCOMPARE(problems.size(), std::size_t(1));
        QVERIFY(problems[0].severity == Severity::Warning);
        QCOMPARE(problems[0].error.key, std::string("data.resize"));
        QCOMPARE(problems[0].error.arguments, (std::vector<Sentence>{"256", "64", "25", "73"}));
        experiment.data.kind = DataKind::Synthetic; // is not resized
        QVERIFY(findProblems(experiment).empty());
    }

    void aPipeWithOnePiece()
    {
        Experiment experiment = picturesHere();
        experiment.topology.hosts[0].devices = {Device{}, Device{}};
        QVERIFY(findProblems(experiment).empty());
        experiment.training.strategy = StrategyKind::ModelParallel;
        const Problems problems = findProblems(experiment);
        QCOMPARE(problems.size(), std::size_t(1));
        QVERIFY(problems[0].severity == Severity::Warning);
        QCOMPARE(problems[0].error.key, std::string("training.accumulate"));
        experiment.training.accumulate = 5;
        QVERIFY(findProblems(experiment).empty());
    }
};

QTEST_GUILESS_MAIN(TrainingProblemsTest)
#include "training_problems_test.moc"
