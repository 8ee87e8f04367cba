// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The panel asks for what the chosen strategy has, and for nothing else.
#include "app/inspector/form/choice_box.h"
#include "tests/app/inspector/inspector_fixture.h"

#include <QAbstractItemView>

class StrategyFieldsTest : public InspectorFixture {
    Q_OBJECT

    const TrainingSpec& training() const { return m_document->experiment().training; }
    void setTraining(const std::function<void(TrainingSpec&)>& change)
    {
        Experiment next = m_document->experiment();
        change(next.training);
        m_document->edit({}, next);
    }
    bool isShown(const char* key) const { return field<QWidget>(QLatin1String(key)).isVisible(); }
    QString remark(const char* key) const
    {
        const auto& label = field<QLabel>(QLatin1String(key) + QStringLiteral(".remark"));
        return label.isVisible() ? label.text() : QString();
    }

private slots:
    void init()
    {
        setUp();
        m_inspector->showElements({});
    }
    void cleanup() { tearDown(); }

    void aStrategyAsksForItsOwnSettings_data()
    {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("compression");
        QTest::addColumn<QStringList>("asked");
        const QString none = QStringLiteral("none");
        const QStringList compression{QStringLiteral("compression")};
        QTest::newRow("all-reduce") << QStringLiteral("all-reduce") << none << compression;
        for (const char* narrow : {"bf16", "fp16", "int8"})
            QTest::newRow(narrow) << QStringLiteral("all-reduce") << QString::fromLatin1(narrow)
                                  << compression;
        QTest::newRow("top-k") << QStringLiteral("all-reduce") << QStringLiteral("top-k")
                               << compression + QStringList{QStringLiteral("compression_ratio")};
        QTest::newRow("powersgd") << QStringLiteral("all-reduce") << QStringLiteral("powersgd")
                                  << compression + QStringList{QStringLiteral("compression_rank")};
        QTest::newRow("server-sync") << QStringLiteral("server-sync") << none << QStringList{};
        QTest::newRow("server-async") << QStringLiteral("server-async") << none
                                      << QStringList{QStringLiteral("staleness"), QStringLiteral("dampen"),
                                                     QStringLiteral("outlive_ranks")};
        QTest::newRow("local-steps") << QStringLiteral("local-steps") << none
                                     << QStringList{QStringLiteral("local_steps"),
                                                    QStringLiteral("outer_learning_rate"),
                                                    QStringLiteral("outer_momentum"),
                                                    QStringLiteral("overlap_meetings")};
        QTest::newRow("model-parallel")
            << QStringLiteral("model-parallel") << none << QStringList{QStringLiteral("cuts")};
    }
    void aStrategyAsksForItsOwnSettings()
    {
        QFETCH(QString, strategy);
        QFETCH(QString, compression);
        QFETCH(QStringList, asked);
        if (compression != QLatin1String("none"))
            choose("training.compression", compression.toLatin1().constData());
        choose("training.strategy", strategy.toLatin1().constData());
        for (const char* setting :
             {"compression", "compression_rank", "compression_ratio", "local_steps", "outer_learning_rate",
              "outer_momentum", "overlap_meetings", "staleness", "dampen", "outlive_ranks", "cuts"}) {
            const QByteArray key = QByteArrayLiteral("training.") + setting;
            QVERIFY2(isShown(key.constData()) == asked.contains(QLatin1String(setting)), setting);
        }
        QVERIFY2(remark("training.strategy").startsWith(QStringLiteral("Good ")),
                 qPrintable(remark("training.strategy")));
        QCOMPARE(remark("training.compression").isEmpty(), !asked.contains(QStringLiteral("compression")));
    }

    void trafficThatCrossesANetworkCanBeEncryptedAndTheCostIsSaid()
    {
        Experiment next = m_document->experiment();
        next.topology.hosts.resize(1);
        next.topology.hosts[0].devices.resize(2);
        m_document->edit({}, next);
        QVERIFY(!isShown("training.encryption"));
        Host other = next.topology.hosts[0];
        other.id = other.name = "other";
        next.topology.hosts.push_back(other);
        m_document->edit({}, next);
        QVERIFY(isShown("training.encryption"));
        QVERIFY(remark("training.encryption").contains(QStringLiteral("GiB")));
        field<QCheckBox>(QStringLiteral("training.encryption")).click();
        QVERIFY(training().encryption);
        m_document->edit({}, [&] { // what a document has is shown, so that it can be taken away
            Experiment one = m_document->experiment();
            one.topology.hosts.resize(1);
            return one;
        }());
        QVERIFY(isShown("training.encryption"));
    }

    void eachChoiceSaysWhenItIsGood()
    {
        QSet<QString> said;
        for (const StrategyKind strategy : kStrategies) {
            choose("training.strategy", toString(strategy).data());
            said.insert(remark("training.strategy"));
        }
        choose("training.strategy", "all-reduce");
        for (const CompressionKind compression : kCompressions) {
            choose("training.compression", toString(compression).data());
            said.insert(remark("training.compression"));
        }
        QVERIFY(!said.contains(QString()));
        QCOMPARE(static_cast<std::size_t>(said.size()), kStrategies.size() + kCompressions.size());
    }

    /// As `mx.kvstore.create` has them.
    void mxnetsNamesStandBesideOurs()
    {
        const std::map<const char*, const char*> ours = {{"local", "all-reduce"},
                                                         {"device", "all-reduce"},
                                                         {"dist_sync", "server-sync"},
                                                         {"dist_device_sync", "server-sync"},
                                                         {"dist_async", "server-async"}};
        for (const auto& [name, strategy] : ours) {
            choose("training.strategy", strategy);
            QVERIFY2(remark("training.strategy").contains(QLatin1String(name)), name);
        }
    }

    void whatIsTypedArrives()
    {
        choose("training.compression", "powersgd");
        type("training.compression_rank", "2");
        choose("training.compression", "top-k");
        type("training.compression_ratio", "0.001");
        choose("training.strategy", "local-steps");
        type("training.local_steps", "50");
        type("training.outer_learning_rate", "0.7");
        type("training.outer_momentum", "0.5");
        field<QCheckBox>(QStringLiteral("training.overlap_meetings")).click();
        choose("training.strategy", "server-async");
        type("training.staleness", "4");
        field<QCheckBox>(QStringLiteral("training.dampen")).click();
        field<QCheckBox>(QStringLiteral("training.outlive_ranks")).click();
        QCOMPARE(training().compressionRank, 2);
        QCOMPARE(training().compressionRatio, 0.001);
        QCOMPARE(training().localSteps, 50);
        QCOMPARE(training().outerLearningRate, 0.7);
        QCOMPARE(training().outerMomentum, 0.5);
        QVERIFY(training().overlapMeetings);
        QCOMPARE(training().staleness, 4);
        QVERIFY(!training().dampen);
        QVERIFY(training().outliveRanks);
        QCOMPARE(undo().count(), 13);
        while (undo().canUndo())
            undo().undo();
        QVERIFY(training() == TrainingSpec());
    }

    void valuesOutOfRangeAreRefusedBesideTheirField()
    {
        const auto refuses = [this](const char* key, std::initializer_list<const char*> texts) {
            const TrainingSpec before = training();
            for (const char* text : texts) {
                type(key, text);
                QVERIFY2(!error(key).isEmpty(), text);
                QVERIFY2(training() == before, text);
            }
        };
        choose("training.compression", "powersgd");
        refuses("training.compression_rank", {"0", "65", "1.5"});
        choose("training.compression", "top-k");
        refuses("training.compression_ratio", {"0", "1.01", "1 %"});
        choose("training.strategy", "local-steps");
        refuses("training.local_steps", {"0", "100001"});
        refuses("training.outer_learning_rate", {"0", "11"});
        refuses("training.outer_momentum", {"1", "-0.1"});
        choose("training.strategy", "server-async");
        refuses("training.staleness", {"-2", "1001", "many"});
    }

    void noBoundIsAnEmptyField()
    {
        choose("training.strategy", "server-async");
        auto& staleness = field<FieldEdit>(QStringLiteral("training.staleness"));
        QCOMPARE(staleness.text(), QStringLiteral("2"));
        QCOMPARE(staleness.unitText(), QStringLiteral("steps"));
        type("training.staleness", "");
        QCOMPARE(training().staleness, -1);
        QCOMPARE(staleness.placeholderText(), QStringLiteral("unbounded"));
        QVERIFY(error("training.staleness").isEmpty());
        type("training.staleness", "1");
        QCOMPARE(training().staleness, 1);
        setTraining([](TrainingSpec& spec) { spec.staleness = -1; });
        QVERIFY(staleness.text().isEmpty());
        undo().undo();
        QCOMPARE(staleness.text(), QStringLiteral("1"));
    }

    void compressionIsLeftBehindWithAllReduce()
    {
        choose("training.compression", "powersgd");
        const int before = undo().count();
        choose("training.strategy", "server-sync");
        QVERIFY(training().compression == CompressionKind::None);
        QVERIFY(m_document->problems().end() ==
                std::find_if(m_document->problems().begin(), m_document->problems().end(),
                             [](const Error& error) { return error.key == "training.compression"; }));
        QCOMPARE(undo().count(), before + 1);
        undo().undo();
        QVERIFY(training().strategy == StrategyKind::AllReduce);
        QVERIFY(training().compression == CompressionKind::PowerSgd);
    }

    /// As a document by another hand may have it.
    void compressionThatCannotBeIsShownWithItsReason()
    {
        setTraining([](TrainingSpec& spec) {
            spec.strategy = StrategyKind::LocalSteps;
            spec.compression = CompressionKind::Int8;
        });
        QVERIFY(isShown("training.compression"));
        QVERIFY2(error("training.compression").contains(QStringLiteral("local-steps")),
                 qPrintable(error("training.compression")));
        choose("training.compression", "none");
        QVERIFY(!isShown("training.compression"));
    }

    void aNarrowBoxHasAListOfWholeNames()
    {
        auto& box = field<QComboBox>(QStringLiteral("training.strategy"));
        box.setFixedWidth(box.view()->sizeHintForColumn(0) / 2);
        box.showPopup();
        QVERIFY(box.view()->width() >= box.view()->sizeHintForColumn(0));
        box.hidePopup();
    }
};

QTEST_MAIN(StrategyFieldsTest)
#include "strategy_fields_test.moc"
