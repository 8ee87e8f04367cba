// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How near to the truth two hosts measure the network between them: hosts of a rehearsal, whose links have
// known rates. A token bucket loses what would flow over while a timer is late, and those of a rehearsal hold
// a millisecond: too little for timers of a virtual machine that idles. So they get larger ones here, as root
// alone may.
//
//     pair_benchmark ENGINE STAGE [ROUNDS]
#include "remote/preflight/pairs/pair_check.h"
#include "remote/rehearsal/rehearsal.h"
#include "tests/remote/pair_hosts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QStringList>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lockstep {
namespace {

/// A rate is to be so near to the truth, or to be called host-limited.
constexpr double kNear = 0.05;

/// So many times as much as a rehearsal's.
constexpr int kWiderBucket = 5;

QString linkOf(const QString& process, const char* name)
{
    return QFile::symLinkTarget("/proc/" + process + "/ns/" + name);
}

QStringList wordsOf(const QString& process)
{
    QFile file("/proc/" + process + "/stat");
    const QString stat = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    return stat.mid(stat.lastIndexOf(u')') + 2).split(u' ');
}

bool descendsFromUs(QString process)
{
    const QString us = QString::number(QCoreApplication::applicationPid());
    while (process != us && process.toInt() > 1)
        process = wordsOf(process).value(1);
    return process == us;
}

/// One process in each network of the rehearsal.
QStringList processesOfHosts()
{
    QMap<QString, QString> found;
    for (const QString& process : QDir("/proc").entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (process.toInt() > 0 && descendsFromUs(process) && !linkOf(process, "net").isEmpty())
            found[linkOf(process, "net")] = process;
    found.remove(linkOf("self", "net"));
    return found.values();
}

QByteArray inNetwork(const QString& process, const QStringList& words)
{
    QProcess command;
    command.start("nsenter", QStringList{"-t", process, "-U", "--preserve-credentials", "-n"} + words);
    command.waitForFinished(10'000);
    return command.readAllStandardOutput();
}

/// Returns how many.
int widenBuckets()
{
    int widened = 0;
    for (const QString& process : processesOfHosts()) {
        const QJsonArray disciplines =
            QJsonDocument::fromJson(inNetwork(process, {"tc", "-j", "qdisc"})).array();
        for (const auto& one : disciplines) {
            const QJsonObject options = one[QStringLiteral("options")].toObject();
            if (one[QStringLiteral("kind")].toString() != "tbf")
                continue;
            const auto number = [&options](const char* name, int times) {
                return QString::number(options[QLatin1String(name)].toInteger() * times);
            };
            inNetwork(process, {"tc", "qdisc", "replace", "dev", one[QStringLiteral("dev")].toString(),
                                "root", "tbf", "rate", number("rate", 8) + "bit", "burst",
                                number("burst", kWiderBucket), "latency", "25ms"});
            ++widened;
        }
    }
    return widened;
}

struct Found {
    std::vector<double> rates; ///< of both directions
    double roundTripMs = 1e9;  ///< the shortest
    double seconds = 0;        ///< that the longest measurement took
    double busiestCore = 0;
    int hostLimited = 0; ///< rates that are not believed, for a host was too busy
    int wrong = 0;       ///< others that are more than kNear off the truth
};

/// What one host sent to the other, and what both tell of it.
void count(Found& found, double rate, const PairReport& sender, const PairReport& receiver,
           bool isHostLimited)
{
    found.hostLimited += isHostLimited ? 1 : 0;
    if (isHostLimited || std::abs(sender.sentMbps / (rate * kPairPayload) - 1) <= kNear)
        return;
    ++found.wrong;
    std::printf(
        "%g Mbit/s: %.4g measured; cores busy %.0f %% sending, %.0f %% receiving; the receiver made it "
        "wait %.0f %% of the time, nothing was on its way %.0f %%\n",
        rate, sender.sentMbps, 100 * sender.coreSending, 100 * receiver.coreReceiving,
        100 * sender.receiverWaits, 100 * sender.idle);
}

Found measure(double rate, int rounds, const std::string& engine, const std::string& stage)
{
    Topology drawn;
    drawn.hosts = {placedHost("a"), placedHost("b")};
    drawn.links = {drawnLink("a", "b", rate)};
    const auto rehearsal = Rehearsal::open(stage, drawn);
    if (!rehearsal) {
        std::fprintf(stderr, "%s\n", rehearsal.error().message().c_str());
        std::exit(1);
    }
    PairHosts hosts(rehearsal.value(), drawn.hosts, engine);
    hosts.measure(0, 1, 0.2); // until both are there
    std::printf("%d buckets are wider\n", widenBuckets());
    Found found;
    for (int round = 0; round < rounds; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        const auto answer = hosts.measure(0, 1);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        if (!answer || !answer->listening.report || !answer->connecting.report) {
            std::fprintf(stderr, "%g Mbit/s: no answer\n", rate);
            std::exit(1);
        }
        found.seconds = std::max(found.seconds, took.count());
        const PairFigures figures = figuresOf(*answer->listening.report, *answer->connecting.report);
        const PairReport& first = *answer->listening.report;
        const PairReport& second = *answer->connecting.report;
        count(found, rate, first, second, figures.isHostLimitedForth);
        count(found, rate, second, first, figures.isHostLimitedBack);
        for (const auto& report : {*answer->listening.report, *answer->connecting.report}) {
            found.rates.push_back(report.sentMbps);
            found.busiestCore = std::max({found.busiestCore, report.coreSending, report.coreReceiving});
            found.roundTripMs = std::min(found.roundTripMs, report.roundTripMs.value_or(1e9));
        }
    }
    std::ranges::sort(found.rates);
    return found;
}

void print(double rate, const Found& found)
{
    const double truth = rate * kPairPayload;
    const double worst =
        std::max(std::abs(found.rates.front() - truth), std::abs(found.rates.back() - truth));
    std::printf("FIGURES pair %g Mbit/s: truth %.4g, %zu measurements from %.4g to %.4g, median %.4g, worst "
                "error %.1f %%, median error %.1f %%; round trip %.2f ms; %.1f s for both directions; "
                "busiest core %.0f %%; called host-limited: %d, others more than %.0f %% off: %d\n",
                rate, truth, found.rates.size(), found.rates.front(), found.rates.back(),
                found.rates[found.rates.size() / 2], 100 * worst / truth,
                100 * std::abs(found.rates[found.rates.size() / 2] - truth) / truth, found.roundTripMs,
                found.seconds, 100 * found.busiestCore, found.hostLimited, 100 * kNear, found.wrong);
    std::fflush(stdout);
}

} // namespace
} // namespace lockstep

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    if (argc < 3) {
        std::fprintf(stderr, "usage: pair_benchmark ENGINE STAGE [ROUNDS]\n");
        return 2;
    }
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
    for (const double rate : {10.0, 100.0, 1000.0, 10'000.0})
        lockstep::print(rate, lockstep::measure(rate, rounds, argv[1], argv[2]));
    return 0;
}
