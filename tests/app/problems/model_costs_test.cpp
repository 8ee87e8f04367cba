// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the engine is asked about a model, and what becomes of its answers: those of the real one, and those
// of programs that misbehave.
#include "app/problems/find_problems.h"
#include "app/problems/model_describer.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class ModelCostsTest : public QObject {
    Q_OBJECT

private slots:
    void theQuestionHoldsAllThatMatters()
    {
        Experiment experiment;
        experiment.model.name = "resnet18";
        experiment.data.kind = DataKind::ImageFolder;
        experiment.training.batch = 30;
        experiment.training.accumulate = 4;
        const ModelQuestion question = modelQuestion(experiment);
        QCOMPARE(question.batch, 8);
        QCOMPARE(question.data, (DataShape{3, 224, 1000}));
        experiment.training.learningRate = 3;
        QCOMPARE(modelQuestion(experiment).key(), question.key());
        experiment.training.precision = Precision::BFloat16;
        QVERIFY(modelQuestion(experiment).key() != question.key());
    }

    /// Memory is asked for the rank that needs most of it; where shares change, no rank needs more than at
    /// first.
    void theQuestionIsOfTheLargestShare()
    {
        Experiment experiment;
        experiment.topology.hosts.emplace_back().devices.resize(2);
        experiment.training.batch = 20;
        experiment.training.accumulate = 2;
        QCOMPARE(modelQuestion(experiment).batch, 10);
        experiment.training.shares = {ShareKind::ByRank, {1, 3}};
        QCOMPARE(modelQuestion(experiment).batch, 15);
        experiment.training.shares = {ShareKind::Auto, {}};
        QCOMPARE(modelQuestion(experiment).batch, 10);
    }

    /// Parameters and work as torchvision documents them for ResNet-18.
    void theRealEngineKnowsResNet18()
    {
        ModelQuestion question;
        question.model = QStringLiteral("resnet18");
        question.data = {3, 224, 1000};
        question.batch = 32;
        const Result<ModelCosts> costs = describeModel(QStringLiteral(LOCKSTEP_ENGINE), question);
        QVERIFY2(costs.ok(), costs.ok() ? "" : costs.error().message().c_str());
        QCOMPARE(costs->parameters, 11'689'512.0);
        QVERIFY(costs->flops > 3.6e9 && costs->flops < 3.8e9);
        QCOMPARE(costs->gradientBytes, 11'689'512.0 * 4);
        // Weights, gradients and 32 images; more of them need more.
        QVERIFY(costs->memoryBytes > 1e8 && costs->memoryBytes < 2e10);
        question.batch = 64;
        QVERIFY(describeModel(QStringLiteral(LOCKSTEP_ENGINE), question)->memoryBytes > costs->memoryBytes);
    }

    /// Ten cards of 6 GB hold the batch of the template, and would not hold one half as large again in one
    /// piece.
    void theTemplateOfI3dFitsItsCards()
    {
        QFile file(QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/i3d-ucf101.lockstep.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        Experiment experiment = *parseExperiment(file.readAll().toStdString());
        const ModelQuestion question = modelQuestion(experiment);
        QCOMPARE(question.data, (DataShape{3, 224, 400, 64}));
        QVERIFY(question.arguments().endsWith(QStringLiteral("64")));
        const Result<ModelCosts> costs = describeModel(QStringLiteral(LOCKSTEP_ENGINE), question);
        QVERIFY2(costs.ok(), costs.ok() ? "" : costs.error().message().c_str());
        for (const Problem& problem : costProblems(experiment, *costs))
            QFAIL(problem.error.message().c_str());
        experiment.training.accumulate = 1;
        experiment.training.batch = 9;
        const Result<ModelCosts> larger =
            describeModel(QStringLiteral(LOCKSTEP_ENGINE), modelQuestion(experiment));
        QVERIFY(larger.ok());
        const Problems problems = costProblems(experiment, *larger);
        QCOMPARE(problems.size(), std::size_t(10));
        for (const Problem& problem : problems)
            QVERIFY(problem.error.message().find("6.00 GiB") != std::string::npos);
    }

    void picturesAndClipsAskForTheirOwnModels()
    {
        ModelQuestion question;
        question.model = QStringLiteral("resnet18");
        question.data = {3, 224, 10, 16};
        const Result<ModelCosts> costs = describeModel(QStringLiteral(LOCKSTEP_ENGINE), question);
        QVERIFY(!costs.ok());
        QCOMPARE(costs.error().key, std::string("model.name"));
        // Said once, by the document's own check.
        Experiment experiment;
        experiment.model.name = "resnet18";
        experiment.data.kind = DataKind::Synthetic;
        experiment.data.frames = 16;
        int said = 0;
        for (const Problem& problem : findProblems(experiment, costs))
            said += problem.error.key == "model.name" ? 1 : 0;
        QCOMPARE(said, 1);
    }

    void theRealEngineRefusesWhatDoesNotFit()
    {
        ModelQuestion question;
        question.model = QStringLiteral("alexnet");
        question.data = {3, 16, 10};
        const Result<ModelCosts> costs = describeModel(QStringLiteral(LOCKSTEP_ENGINE), question);
        QVERIFY(!costs.ok());
        QCOMPARE(costs.error().key, std::string("model.name"));
    }

    void eachQuestionIsAskedOnce()
    {
        const QString engine = program("echo x >>\"$0.asked\"; echo '" + kAnswer + "'");
        ModelDescriber describer(engine);
        QSignalSpy described(&describer, &ModelDescriber::described);
        QVERIFY(!describer.costs(question(1)));
        QVERIFY(!describer.costs(question(1)));
        QVERIFY(described.wait(10'000));
        const auto costs = describer.costs(question(1));
        QVERIFY(costs && costs->ok());
        QCOMPARE((*costs)->memoryBytes, 4.0);
        QCOMPARE(timesAsked(engine), 1);
    }

    /// While one types "1024" the engine is asked about the first and the last, not about all between.
    void onlyTheNewestQuestionWaits()
    {
        const QString engine = program("echo x >>\"$0.asked\"; sleep 0.3; echo '" + kAnswer + "'");
        ModelDescriber describer(engine);
        for (const int batch : {1, 10, 102, 1024})
            QVERIFY(!describer.costs(question(batch)));
        QTRY_VERIFY_WITH_TIMEOUT(describer.costs(question(1024)).has_value(), 10'000);
        QCOMPARE(timesAsked(engine), 2);
    }

    void refusalsBelongToTheModel()
    {
        const Result<ModelCosts> costs =
            describeModel(program("echo 'lockstep-engine: the image is too small' >&2; exit 3"), question(1));
        QVERIFY(!costs.ok());
        QCOMPARE(costs.error().key, std::string("model.name"));
        QVERIFY(costs.error().message().find("the image is too small") != std::string::npos);
    }

    void enginesThatMisbehaveAreNoFaultOfTheExperiment_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::newRow("absent") << m_folder.filePath(QStringLiteral("none"));
        QTest::newRow("crashes") << program("kill -SEGV $$");
        QTest::newRow("no JSON") << program("echo hello");
        QTest::newRow("half an answer") << program("echo '{\"parameters\": 3}'");
        QTest::newRow("another shell's complaint") << program("echo 'libdnnl.so: not found' >&2; exit 127");
    }
    void enginesThatMisbehaveAreNoFaultOfTheExperiment()
    {
        QFETCH(QString, engine);
        const Result<ModelCosts> now = describeModel(engine, question(1));
        QVERIFY(!now.ok());
        QVERIFY(now.error().key.empty());
        ModelDescriber describer(engine);
        for (const int batch : {1, 2}) // the second waits until the first is answered
            static_cast<void>(describer.costs(question(batch)));
        for (const int batch : {1, 2}) {
            QTRY_VERIFY_WITH_TIMEOUT(describer.costs(question(batch)).has_value(), 10'000);
            QVERIFY(describer.costs(question(batch))->error().key.empty());
        }
    }

    void nobodyWaitsForAHangingEngine()
    {
        const QString engine = program("exec sleep 600");
        QElapsedTimer timer;
        timer.start();
        {
            ModelDescriber describer(engine);
            QVERIFY(!describer.costs(question(1)));
            QTest::qWait(100);
        }
        QVERIFY(timer.elapsed() < 5000);
    }

private:
    QString program(const QString& body)
    {
        const QString path = m_folder.filePath(QString::number(++m_programs));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(("#!/bin/sh\n" + body + '\n').toUtf8()) < 0)
            qFatal("cannot write %s", qPrintable(path));
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }

    static int timesAsked(const QString& engine)
    {
        QFile file(engine + QStringLiteral(".asked"));
        return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count('\n')) : 0;
    }

    static ModelQuestion question(int batch)
    {
        ModelQuestion question;
        question.model = QStringLiteral("lenet");
        question.batch = batch;
        return question;
    }

    const QString kAnswer =
        QStringLiteral("{\"parameters\": 1, \"flops\": 2, \"training_memory\": {\"parameters\": 3, "
                       "\"gradients\": 3, \"optimizer_state\": 3, \"buffers\": 0, \"total\": 4}}");
    QTemporaryDir m_folder;
    int m_programs = 0;
};

QTEST_MAIN(ModelCostsTest)
#include "model_costs_test.moc"
