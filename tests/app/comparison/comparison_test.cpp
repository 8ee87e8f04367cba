// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a run was started with, beside what the document has by now.
#include "app/comparison/comparison_panel.h"
#include "tests/app/private_settings.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

using namespace lockstep;

namespace {

/// Two hosts and a link between them.
Experiment cluster()
{
    Experiment experiment;
    experiment.name = "Cluster";
    for (const char* id : {"host-1", "host-2"}) {
        Host host;
        host.id = id;
        host.name = std::string("gpu-") + id[5];
        host.connection = Connection::Ssh;
        host.address = std::string("10.0.0.") + id[5];
        host.devices = {Device{}};
        experiment.topology.hosts.push_back(host);
    }
    Link link;
    link.from = "host-1";
    link.to = "host-2";
    experiment.topology.links.push_back(link);
    return experiment;
}

QVector<ComparedSetting> differences(const Experiment& there, const Experiment& here)
{
    QVector<ComparedSetting> settings = compareExperiments({&there, &here});
    settings.removeIf([](const ComparedSetting& setting) { return !setting.differs(); });
    return settings;
}

/// The one difference between both.
ComparedSetting difference(const Experiment& there, const Experiment& here)
{
    const QVector<ComparedSetting> all = differences(there, here);
    return all.size() == 1 ? all.front() : ComparedSetting{QString::number(all.size()), {}};
}

const Experiment kCluster = cluster();

} // namespace

class ComparisonTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_settings;

private slots:
    void initTestCase() { usePrivateSettings(m_settings); }

    void whatIsTheSameIsShownAndDoesNotDiffer()
    {
        QVERIFY(differences(cluster(), cluster()).isEmpty());
        const QVector<ComparedSetting> all = compareExperiments({&kCluster, &kCluster});
        const auto has = [&](const ComparedSetting& setting) { return all.contains(setting); };
        QVERIFY(has({QStringLiteral("Optimiser"), {QStringLiteral("SGD"), QStringLiteral("SGD")}}));
        QVERIFY(has(
            {QStringLiteral("gpu-2: Address"), {QStringLiteral("10.0.0.2"), QStringLiteral("10.0.0.2")}}));
        for (const ComparedSetting& setting : all)
            QVERIFY2(!setting.label.isEmpty() && !setting.values[0].isEmpty(), qPrintable(setting.label));
    }

    void settingsAreCalledAsTheInspectorCallsThem()
    {
        Experiment other = cluster();
        other.training.learningRate = 0.5;
        const ComparedSetting rate{QStringLiteral("Learning rate"),
                                   {QStringLiteral("0.01"), QStringLiteral("0.5")}};
        QCOMPARE(difference(cluster(), other), rate);
        other = cluster();
        other.training.decayAll = false;
        QCOMPARE(difference(cluster(), other).values[0], QStringLiteral("yes"));
        QCOMPARE(difference(cluster(), other).values[1], QStringLiteral("no"));
        other = cluster();
        other.topology.links[0].bandwidthMbps = 10;
        const ComparedSetting link{QStringLiteral("gpu-1 – gpu-2: Bandwidth"),
                                   {QString(), QStringLiteral("10 Mbps")}};
        QCOMPARE(difference(cluster(), other), link);
    }

    /// What an optimiser does not have means nothing beside it.
    void aSettingThatMeansNothingHasNoValue()
    {
        Experiment momentum = cluster();
        momentum.training.optimizer = OptimizerKind::Momentum;
        const QVector<ComparedSetting> found = differences(cluster(), momentum);
        const auto isMomentum = [](const ComparedSetting& setting) {
            return setting.label == QLatin1String("Momentum");
        };
        const auto row = std::ranges::find_if(found, isMomentum);
        QVERIFY(row != found.end());
        QCOMPARE(row->values[0], QString());
        QCOMPARE(row->values[1], QStringLiteral("0.9"));
        QVERIFY(std::ranges::none_of(compareExperiments({&kCluster, &kCluster}), isMomentum));
    }

    void hostsAreThoseOfOneId()
    {
        Experiment other = cluster();
        other.topology.hosts[0].name = "renamed";
        other.topology.hosts[0].position = {500, 500};
        std::swap(other.topology.hosts[0], other.topology.hosts[1]);
        const ComparedSetting name{QStringLiteral("gpu-1: Name"),
                                   {QStringLiteral("gpu-1"), QStringLiteral("renamed")}};
        QCOMPARE(difference(cluster(), other), name);

        Experiment alone = cluster();
        alone.topology.hosts.pop_back();
        alone.topology.links.clear();
        const QVector<ComparedSetting> gone = differences(cluster(), alone);
        QVERIFY(std::ranges::any_of(gone, [](const ComparedSetting& setting) {
            return setting.label == QLatin1String("gpu-2: Address") && setting.values[1].isEmpty();
        }));
        QVERIFY(std::ranges::any_of(gone, [](const ComparedSetting& setting) {
            return setting.label == QStringLiteral("gpu-1 – gpu-2") && setting.values[1].isEmpty();
        }));
    }

    void anyNumberOfExperimentsIsCompared()
    {
        std::vector<Experiment> sweep(4, cluster());
        for (std::size_t i = 0; i < sweep.size(); ++i)
            sweep[i].training.learningRate = 0.125 * static_cast<double>(i + 1);
        sweep[2].topology.hosts.pop_back();
        sweep[2].topology.links.clear();
        const auto settings = compareExperiments({&sweep[0], &sweep[1], &sweep[2], &sweep[3]});
        const auto valuesOf = [&](const QString& label) {
            const auto found = std::ranges::find(settings, label, &ComparedSetting::label);
            return found == settings.end() ? QStringList() : found->values;
        };
        QCOMPARE(valuesOf(QStringLiteral("Learning rate")), (QStringList{"0.125", "0.25", "0.375", "0.5"}));
        QCOMPARE(valuesOf(QStringLiteral("Optimiser")), (QStringList{"SGD", "SGD", "SGD", "SGD"}));
        QCOMPARE(valuesOf(QStringLiteral("gpu-2: Address")),
                 (QStringList{"10.0.0.2", "10.0.0.2", "", "10.0.0.2"}));
        QCOMPARE(valuesOf(QStringLiteral("gpu-1 – gpu-2")), (QStringList{"linked", "linked", "", "linked"}));
    }

    /// Members that have no field, or that another version of the program wrote.
    void nothingThatWasSetIsPassedOver()
    {
        const auto other = parseExperiment(R"({"version": 1, "training": {"from_the_future": [1, 2]}})");
        QVERIFY(other.ok());
        const ComparedSetting found = difference(Experiment(), *other);
        QCOMPARE(found.label, QStringLiteral("training.from_the_future"));
        QVERIFY(found.values[0].isEmpty());
        QVERIFY(found.values[1].contains(QLatin1Char('1')));
    }

    void thePanelSaysHowManyDifferAndShowsThoseAlone()
    {
        Experiment other = cluster();
        other.training.epochs = 40;
        ComparisonPanel panel;
        panel.resize(700, 300);
        QSignalSpy wanted(&panel, &ComparisonPanel::documentWanted);
        auto& open = *panel.findChild<QPushButton*>();
        QVERIFY(!open.isEnabled()); // there is no run yet
        panel.showRun(cluster());
        panel.setDocument(other, QStringLiteral("digits"));
        panel.show();
        QAbstractItemModel& model = *panel.findChild<QTableView*>()->model();
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto& sum = *panel.findChild<QLabel*>();
        QVERIFY2(sum.text().startsWith(QStringLiteral("1 difference")), qPrintable(sum.text()));
        QVERIFY(sum.toolTip().contains(QStringLiteral("“digits”")));
        QVERIFY(model.rowCount() > 20);
        panel.findChild<QToolButton*>()->setChecked(true);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, ComparisonModel::kSettingColumn).data().toString(), QStringLiteral("Epochs"));
        QCOMPARE(model.index(0, ComparisonModel::kSettingColumn + 1).data().toString(), QStringLiteral("2"));
        QCOMPARE(model.index(0, ComparisonModel::kSettingColumn + 2).data().toString(), QStringLiteral("40"));
        // The document follows.
        panel.setDocument(cluster(), QStringLiteral("digits"));
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(sum.text(), QStringLiteral("No difference"));
        open.click();
        QCOMPARE(wanted.count(), 1);
        QVERIFY(wanted[0][0].value<Experiment>() == cluster());
    }
};

QTEST_MAIN(ComparisonTest)
#include "comparison_test.moc"
