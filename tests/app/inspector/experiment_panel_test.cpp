// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What one types on the right about the experiment arrives in the document, or is refused beside its field.
#include "app/inspector/strategy_row.h"
#include "tests/app/inspector/inspector_fixture.h"

namespace {

/// Two ranks whose gradients, a matrix of 4 MB, cross a link of 10 Mbps.
ForecastInput slowInput(const Experiment& experiment)
{
    ForecastInput input;
    input.topology = experiment.topology;
    for (Host& host : input.topology.hosts)
        host.devices = {Device{}};
    input.topology.links[0].bandwidthMbps = 10;
    input.training = experiment.training;
    input.work = {{{1e6, {{1000, 1000}}}}};
    input.rates.assign(2, {1e12, 0.4, false});
    input.samples = 60'000;
    return input;
}

Experiment experimentWithOneRank(Experiment experiment)
{
    experiment.topology.hosts.back().devices.clear();
    return experiment;
}

} // namespace

class ExperimentPanelTest : public InspectorFixture {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void theExperimentIsEditedWhenNothingIsSelected()
    {
        m_inspector->showElements({});
        type("training.learning_rate", "0.001");
        type("training.batch", "100");
        type("training.epochs", "3");
        type("training.seed", "9007199254740991");
        type("name", "my run");
        choose("model.name", "lenet");
        choose("training.optimizer", "adam");
        choose("training.loss", "squared-error");
        choose("data.kind", "mnist");
        const Experiment& experiment = m_document->experiment();
        QCOMPARE(experiment.training.learningRate, 0.001);
        QCOMPARE(experiment.training.batch, 100);
        QCOMPARE(experiment.training.epochs, 3);
        QCOMPARE(experiment.training.seed, std::uint64_t(9007199254740991));
        QCOMPARE(experiment.name, std::string("my run"));
        QCOMPARE(experiment.model.name, std::string("lenet"));
        QVERIFY(experiment.training.optimizer == OptimizerKind::Adam);
        QVERIFY(experiment.training.loss == LossKind::SquaredError);
        QVERIFY(experiment.data.kind == DataKind::Mnist);
        QCOMPARE(undo().count(), 9);
    }

    void wrongTrainingValuesAreRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::newRow("batch 0") << "training.batch"
                                 << "0";
        QTest::newRow("batch empty") << "training.batch"
                                     << "";
        QTest::newRow("batch fraction") << "training.batch"
                                        << "1.5";
        QTest::newRow("rate 0") << "training.learning_rate"
                                << "0";
        QTest::newRow("rate comma") << "training.learning_rate"
                                    << "0,1";
        QTest::newRow("rate huge") << "training.learning_rate"
                                   << "1e9";
        QTest::newRow("epochs") << "training.epochs"
                                << "-3";
        QTest::newRow("seed") << "training.seed"
                              << "9007199254740992";
    }
    void wrongTrainingValuesAreRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        m_inspector->showElements({});
        const Experiment before = m_document->experiment();
        const QByteArray name = key.toLatin1();
        type(name.constData(), text);
        QVERIFY(!error(name.constData()).isEmpty());
        QVERIFY(m_document->experiment() == before);
        QCOMPARE(m_inspector->firstDraft(), ElementSet{});
    }

    void momentumIsAskedOnlyWhenItCounts()
    {
        m_inspector->showElements({});
        QVERIFY(!edit("training.momentum").isVisible());
        choose("training.optimizer", "momentum");
        QVERIFY(edit("training.momentum").isVisible());
        undo().undo();
        QVERIFY(!edit("training.momentum").isVisible());
    }

    void aLargeBatchIsToldWithSeparators()
    {
        m_inspector->showElements({});
        type("training.batch", "6000");
        const auto& ranks = field<QLabel>(QStringLiteral("topology.hosts"));
        QVERIFY2(ranks.text().contains(QLatin1String("12,000 samples")), qPrintable(ranks.text()));
    }

    void sharesAreTypedOrLeftToTheProgram()
    {
        m_inspector->showElements({});
        const auto& ranks = field<QLabel>(QStringLiteral("topology.hosts"));
        QVERIFY(edit("training.shares").isVisible());
        QCOMPARE(edit("training.shares").text(), QString());
        type("training.shares", "3, 1");
        QCOMPARE(m_document->experiment().training.shares, (ShareSpec{ShareKind::ByRank, {3, 1}}));
        QVERIFY2(ranks.text().contains(QLatin1String("75, 25")), qPrintable(ranks.text()));
        type("training.shares", "3, 1, 1");
        QVERIFY(error("training.shares").contains(QLatin1String("2 ranks")));
        type("training.shares", "fast");
        QVERIFY(error("training.shares").contains(QLatin1String("auto")));
        type("training.shares", "auto");
        QCOMPARE(m_document->experiment().training.shares, (ShareSpec{ShareKind::Auto, {}}));
        QVERIFY(error("training.shares").isEmpty());
        QVERIFY2(ranks.text().contains(QLatin1String("speed")), qPrintable(ranks.text()));
        type("training.shares", "");
        QCOMPARE(m_document->experiment().training.shares, ShareSpec());
        m_document->edit([] { return QString(); }, experimentWithOneRank(m_document->experiment()));
        QVERIFY(!edit("training.shares").isVisible());
    }

    void theScheduleAsksForWhatItNeeds()
    {
        m_inspector->showElements({});
        for (const char* key :
             {"training.schedule.every", "training.schedule.milestones", "training.schedule.floor"})
            QVERIFY2(!edit(key).isVisible(), key);
        choose("training.schedule.kind", "multi-step");
        QVERIFY(!edit("training.schedule.every").isVisible());
        QVERIFY(!error("training.schedule.milestones").isEmpty());
        type("training.schedule.milestones", "30, 60.5");
        type("training.schedule.rates", "0.01, 0.001");
        QCOMPARE(schedule().milestones, (std::vector<double>{30, 60.5}));
        QCOMPARE(schedule().rates, (std::vector<double>{0.01, 0.001}));
        QVERIFY(error("training.schedule.milestones").isEmpty());
        type("training.schedule.rates", "0.01");
        QVERIFY(!error("training.schedule.rates").isEmpty());
        type("training.schedule.rates", "");
        QVERIFY(error("training.schedule.rates").isEmpty());
        QVERIFY(schedule().rates.empty());
        type("training.schedule.milestones", "60, 30");
        QVERIFY(!error("training.schedule.milestones").isEmpty());
        for (const char* wrong : {"a, b", "1,,2", "[1", "-1"}) {
            type("training.schedule.milestones", wrong);
            QVERIFY2(!error("training.schedule.milestones").isEmpty(), wrong);
        }
        choose("training.schedule.kind", "cosine");
        QVERIFY(edit("training.schedule.floor").isVisible());
        QVERIFY(!edit("training.schedule.milestones").isVisible());
    }

    void advancedSettingsAreFoldedUntilAskedFor()
    {
        m_inspector->showElements({});
        QVERIFY(!edit("training.weight_decay").isVisible());
        QVERIFY(!field<QLabel>(QStringLiteral("training.weight_decay.error")).isVisible());
        unfold("training.weight_decay");
        QVERIFY(edit("training.weight_decay").isVisible());
        type("training.weight_decay", "0.0001");
        QCOMPARE(m_document->experiment().training.weightDecay, 0.0001);
        // A field that means nothing here stays away even so.
        QVERIFY(!edit("training.beta1").isVisible());
        auto& decayAll = field<QCheckBox>(QStringLiteral("training.decay_all"));
        QVERIFY(decayAll.isChecked());
        decayAll.click();
        QVERIFY(!m_document->experiment().training.decayAll);
        undo().undo();
        QVERIFY(decayAll.isChecked());
    }

    void resizeFollowsTheImageSizeUntilItIsTyped()
    {
        m_inspector->showElements({});
        choose("data.kind", "image-folder");
        unfold("data.resize");
        QVERIFY(edit("data.resize").text().isEmpty());
        QVERIFY(edit("data.resize").placeholderText().contains(QStringLiteral("256")));
        type("data.image_size", "64");
        QVERIFY(edit("data.resize").text().isEmpty());
        QVERIFY2(edit("data.resize").placeholderText().contains(QStringLiteral("73")),
                 qPrintable(edit("data.resize").placeholderText()));
        type("data.resize", "80");
        type("data.image_size", "72");
        QCOMPARE(edit("data.resize").text(), QStringLiteral("80"));
        QCOMPARE(m_document->experiment().data.resize, 80);
        type("data.resize", "64");
        QVERIFY(!error("data.resize").isEmpty()); // less than the image
        type("data.resize", "");
        QCOMPARE(m_document->experiment().data.resize, 0);
        QVERIFY(error("data.resize").isEmpty());
        QVERIFY(edit("data.resize").placeholderText().contains(QStringLiteral("82")));
    }

    void quantitiesHaveTheirUnitsBesideThem()
    {
        m_inspector->showElements({});
        choose("data.kind", "image-folder");
        const auto unit = [this](const char* key) { return field<FieldEdit>(QLatin1String(key)).unitText(); };
        QCOMPARE(unit("training.checkpoint_every"), QStringLiteral("epoch"));
        unfold("training.checkpoint_every");
        type("training.checkpoint_every", "5");
        QCOMPARE(unit("training.checkpoint_every"), QStringLiteral("epochs"));
        QCOMPARE(unit("training.early_stop"), QStringLiteral("epochs (off)"));
        type("training.early_stop", "3");
        QCOMPARE(unit("training.early_stop"), QStringLiteral("epochs"));
        for (const auto& [key, text] :
             std::map<const char*, const char*>{{"data.image_size", "px"},
                                                {"data.resize", "px"},
                                                {"data.cache_mb", "MiB"},
                                                {"data.disk_cache_gb", "GiB (off)"},
                                                {"data.prefetch", "batches"},
                                                {"training.bucket_mb", "MiB"},
                                                {"training.timeout_seconds", "s"},
                                                {"training.log_every", "steps"},
                                                {"training.keep_checkpoints", "checkpoints"}})
            QVERIFY2(unit(key) == QLatin1String(text), key);
        // The value keeps clear of it.
        const auto& every = field<FieldEdit>(QStringLiteral("training.checkpoint_every"));
        QVERIFY(every.textMargins().right() >=
                every.fontMetrics().horizontalAdvance(QStringLiteral("epochs")));
    }

    /// A number that is no count of what its label names says what it counts or measures.
    void everyNumberIsNamedOrHasAUnit()
    {
        const QSet<QString> named = {QStringLiteral("training.epochs"), QStringLiteral("data.classes"),
                                     QStringLiteral("training.seed"), QStringLiteral("port")};
        int found = 0;
        for (const FieldEdit* edit : m_inspector->findChildren<FieldEdit*>()) {
            bool isWhole = false;
            edit->text().toLongLong(&isWhole);
            if (!isWhole || named.contains(edit->objectName()))
                continue;
            ++found;
            QVERIFY2(!edit->unitText().isEmpty() ||
                         edit->objectName() == QLatin1String("training.weight_decay") ||
                         edit->objectName() == QLatin1String("training.schedule.floor"),
                     qPrintable(edit->objectName()));
        }
        QVERIFY(found > 12);
    }

    void aProblemOpensItsFold()
    {
        m_inspector->showElements({});
        Experiment next = m_document->experiment();
        next.training.accumulate = next.training.batch + 1;
        QVERIFY(!edit("training.accumulate").isVisible());
        m_document->edit({}, next);
        QVERIFY(edit("training.accumulate").isVisible());
        QVERIFY(!error("training.accumulate").isEmpty());
    }

    void missingDataAreSaidBesideThePath()
    {
        QTemporaryDir folder;
        m_inspector->showElements({});
        choose("data.kind", "mnist");
        QVERIFY(!error("data.path").isEmpty());
        changeHost(*m_document, m_one, {}, [](Host& host) { host.connection = Connection::Local; });
        type("data.path", folder.filePath(QStringLiteral("nothing")));
        QVERIFY(error("data.path").contains(QStringLiteral("nothing")));
        type("data.path", folder.path());
        QVERIFY2(error("data.path").isEmpty(), qPrintable(error("data.path")));
        type("data.path", "relative/folder");
        QVERIFY(!error("data.path").isEmpty());
    }

    void clipsAskForTheirLists()
    {
        m_inspector->showElements({});
        QVERIFY(!edit("data.test_list").isVisible());
        QVERIFY(!edit("data.frames").isVisible());
        choose("data.kind", "clips");
        choose("model.name", "i3d");
        QVERIFY(edit("data.test_list").isVisible());
        QCOMPARE(edit("data.frames").text(), QStringLiteral("64"));
        QVERIFY(!error("data.path").isEmpty());
        QVERIFY(!error("data.test_list").isEmpty());
        QVERIFY(error("model.name").isEmpty());
        type("data.path", "/data/ucf101/rgb.txt");
        type("data.test_list", "/data/ucf101/testlist01.txt");
        type("data.frames", "16");
        const DataSpec& data = m_document->experiment().data;
        QCOMPARE(data.path, std::string("/data/ucf101/rgb.txt"));
        QCOMPARE(data.testList, std::string("/data/ucf101/testlist01.txt"));
        QCOMPARE(data.frames, 16);
        QVERIFY(error("data.test_list").isEmpty());
        type("data.frames", "1025");
        QVERIFY(!error("data.frames").isEmpty());
        type("data.frames", "16");
        changeHost(*m_document, m_one, {}, [](Host& host) { host.connection = Connection::Local; });
        QVERIFY(
            error("data.test_list").contains(QStringLiteral("testlist01.txt"))); // is not on this computer
        choose("model.name", "resnet18");
        QVERIFY(!error("model.name").isEmpty());
        choose("data.kind", "synthetic");
        QVERIFY(!edit("data.test_list").isVisible());
        QVERIFY(edit("data.frames").isVisible());
        type("data.frames", "0");
        QVERIFY(error("model.name").isEmpty());
    }

    void aStrategyIsTakenWithOneClick()
    {
        m_inspector->showElements({});
        auto& advice = field<QLabel>(QStringLiteral("strategy-advice"));
        QVERIFY(!advice.isVisible());
        const Experiment before = m_document->experiment();
        const StrategyTable table = forecastStrategies(slowInput(before));
        m_inspector->showForecast(table);
        QVERIFY(advice.isVisible());
        QVERIFY2(advice.text().contains(QStringLiteral("10 Mbps")), qPrintable(advice.text()));

        const QList<StrategyRow*> rows = m_inspector->panel().findChildren<StrategyRow*>();
        QCOMPARE(static_cast<std::size_t>(rows.size()), table.rows.size());
        const auto buttonOf = [&](const char* strategy) {
            for (const StrategyRow* row : rows) {
                auto* button = row->findChild<QPushButton*>();
                if (button->accessibleName().contains(QLatin1String(strategy)))
                    return button;
            }
            throw std::runtime_error(strategy);
        };
        QVERIFY(!buttonOf("all-reduce is in use")->isEnabled());
        buttonOf("Use PowerSGD rank 4")->click();
        QVERIFY(m_document->experiment().training.compression == CompressionKind::PowerSgd);
        QCOMPARE(m_document->experiment().training.compressionRank, 4);
        QCOMPARE(undo().count(), 1);
        m_inspector->showForecast(forecastStrategies(slowInput(m_document->experiment())));
        QVERIFY(buttonOf("all-reduce")->isEnabled());
        QVERIFY(!buttonOf("PowerSGD rank 4 is in use")->isEnabled());
        undo().undo();
        QVERIFY(m_document->experiment() == before);

        // What is advised is beside the advice, not folded away below it.
        m_inspector->showForecast(table);
        auto& take = field<QPushButton>(QStringLiteral("strategy-take"));
        QVERIFY(take.isVisible());
        QCOMPARE(take.text(), QStringLiteral("Use PowerSGD rank 4"));
        take.click();
        QVERIFY(m_document->experiment().training.compression == CompressionKind::PowerSgd);
        m_inspector->showForecast(forecastStrategies(slowInput(m_document->experiment())));
        QVERIFY(!take.isVisible());

        m_inspector->showForecast({}); // nothing is known any more
        QVERIFY(!advice.isVisible());
        QVERIFY(m_inspector->panel().findChildren<StrategyRow*>().isEmpty());
    }

    void everyFieldTeaches()
    {
        int fields = 0;
        for (const QWidget* field : m_inspector->findChildren<QWidget*>()) {
            if (!qobject_cast<const QComboBox*>(field) && !qobject_cast<const QCheckBox*>(field) &&
                !qobject_cast<const QSpinBox*>(field) &&
                !(qobject_cast<const QLineEdit*>(field) &&
                  !field->objectName().startsWith(QStringLiteral("qt_"))))
                continue;
            ++fields;
            QVERIFY2(field->toolTip().size() > 20, qPrintable(field->objectName()));
            QVERIFY2(!field->accessibleName().isEmpty(), qPrintable(field->objectName()));
        }
        QVERIFY(fields > 50);
    }

    void anotherDocumentForgetsDrafts()
    {
        m_inspector->showElements({});
        type("training.batch", "many");
        QVERIFY(m_inspector->firstDraft());
        m_document->reset({});
        QVERIFY(!m_inspector->firstDraft());
        QCOMPARE(edit("training.batch").text(), QStringLiteral("50"));
    }
};

QTEST_MAIN(ExperimentPanelTest)
#include "experiment_panel_test.moc"
