// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which part of the drawn network makes steps wait.
#include "tests/app/problems/lab.h"

#include <QTest>
#include <utility>

using namespace lockstep;

class NetworkProblemsTest : public QObject {
    Q_OBJECT

private slots:
    /// Dense ResNet-18 gradients need 37 s on a link of 10 Mbps that they cross once each way, and with
    /// headers and acknowledgements 40 s.
    void aSlowLinkIsNamedWithItsSeconds()
    {
        const Problem slow =
            only(findProblems(threeHosts(10), resNet18Costs()), "topology.links.1.bandwidth_mbps");
        QVERIFY(slow.severity == Severity::Warning);
        const std::string text = slow.error.message();
        for (const char* part :
             {"node b", "lab", "10 Mbps", "44.6 MiB", "each step sends 44.6 MiB", "about 39–42 s"})
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
    }

    void aSlowLinkThatNothingMustCrossIsNoMatter()
    {
        Experiment experiment = threeHosts(1000);
        Host spectator;
        spectator.id = "d";
        spectator.address = "10.0.0.9";
        experiment.topology.hosts.push_back(spectator);
        Link link;
        link.from = "d";
        link.to = "switch-1";
        link.bandwidthMbps = 1;
        experiment.topology.links.push_back(link);
        experiment.topology.switches.push_back({"switch-2", "spare", {}, {}, {}});
        for (const char* end : {"a", "b"}) { // a way beside the quick one
            link.from = end;
            link.to = "switch-2";
            experiment.topology.links.push_back(link);
        }
        for (const Problem& problem : findProblems(experiment, resNet18Costs()))
            QVERIFY2(!problem.error.key.starts_with("topology.links"), problem.error.message().c_str());
    }

    void aSharedSegmentCarriesTheRingOncePerHost()
    {
        Experiment experiment = threeHosts(1000);
        experiment.topology.switches[0].bandwidthMbps = 100;
        const Problem slow =
            only(findProblems(experiment, resNet18Costs()), "topology.switches.0.bandwidth_mbps");
        QVERIFY2(slow.error.message().find("about 16–17 s") != std::string::npos,
                 slow.error.message().c_str());
        experiment.topology.switches[0].bandwidthMbps = 10'000;
        QVERIFY(findProblems(experiment, resNet18Costs()).empty());
    }

    void oneRankWaitsForNobody()
    {
        Experiment experiment = threeHosts(10);
        experiment.topology.hosts[0].devices.clear();
        experiment.topology.hosts[2].devices.clear();
        for (const Problem& problem : findProblems(experiment, resNet18Costs()))
            QVERIFY2(!problem.error.key.starts_with("topology.links"), problem.error.message().c_str());
    }

    /// What the strategy sends counts, not what the model has.
    void aStrategyThatSendsLessNeedNotWait()
    {
        Experiment experiment = threeHosts(100);
        QVERIFY(only(findProblems(experiment, resNet18Costs()), "topology.links.1.bandwidth_mbps").severity ==
                Severity::Warning);
        experiment.training.strategy = StrategyKind::LocalSteps;
        experiment.training.localSteps = 50;
        QVERIFY(findProblems(experiment, resNet18Costs()).empty());
    }

    /// a and b at one switch, c and d at another: ranks that count a, c, b, d send two flows over the link
    /// between the switches.
    void ranksInAnotherOrderThanTheLinksAreSeen()
    {
        Experiment experiment = threeHosts(1000);
        Host fourth = experiment.topology.hosts[0];
        fourth.id = "d";
        fourth.name = "node d";
        fourth.address = "10.0.0.4";
        experiment.topology.hosts.push_back(fourth);
        experiment.topology.switches.push_back({"switch-2", "annex", {}, {}, {}});
        experiment.topology.links.clear();
        for (const auto& [from, to] :
             {std::pair("switch-1", "switch-2"), std::pair("a", "switch-1"), std::pair("b", "switch-1"),
              std::pair("c", "switch-2"), std::pair("d", "switch-2")}) {
            Link link;
            link.from = from;
            link.to = to;
            link.bandwidthMbps = 100;
            experiment.topology.links.push_back(link);
        }
        const auto waiting = [&] {
            for (const Problem& problem : findProblems(experiment, resNet18Costs())) {
                if (problem.error.key.starts_with("topology.links"))
                    return problem.error.message();
            }
            return std::string();
        };
        QVERIFY2(waiting().find("66.9 MiB") != std::string::npos, waiting().c_str());
        std::swap(experiment.topology.hosts[1], experiment.topology.hosts[2]);
        QVERIFY2(waiting().find("134 MiB") != std::string::npos, waiting().c_str());
    }
};

QTEST_GUILESS_MAIN(NetworkProblemsTest)
#include "network_problems_test.moc"
