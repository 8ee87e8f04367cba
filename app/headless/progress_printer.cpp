// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/progress_printer.h"

#include "app/headless/host_line.h"
#include "app/runs/host_texts.h"
#include "app/text/error_text.h"
#include "app/text/number_text.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

constexpr qint64 kDrawMs = 100;
constexpr qint64 kRankMs = 5000;
/// More would not fit on a screen; the rest is counted.
constexpr int kMaxRankLines = 16;

bool inPreparation(RunPhase state)
{
    return state != RunPhase::Training && state != RunPhase::Finished;
}

} // namespace

ProgressPrinter::ProgressPrinter(std::FILE* stream, const Experiment& experiment) : m_terminal(stream)
{
    for (const Host& host : experiment.topology.hosts)
        m_hostNames.append(QString::fromStdString(host.name));
    m_clock.start();
}

void ProgressPrinter::phase(RunPhase phase)
{
    // What is told of here is submitted as a whole only between two attempts.
    if (phase != RunPhase::Waiting)
        line(runPhaseText(phase, true));
}

void ProgressPrinter::host(const HostStatus& status)
{
    const HostStatus before = m_hosts.value(status.host);
    m_hosts[status.host] = status;
    if (status.state == RunPhase::Deploying && status.bytesTotal > 0) {
        const auto tenth = static_cast<int>(status.bytesDone * 10 / status.bytesTotal);
        if (m_terminal.isTerminal() || m_tenths.value(status.host, -1) == tenth)
            return;
        m_tenths[status.host] = tenth;
        return line(hostLine(status));
    }
    const bool changed = before.state != status.state || before.error != status.error ||
                         before.outOfReach != status.outOfReach || isBehind(before) != isBehind(status);
    // On a terminal the block below shows states; errors stay to be read.
    if (changed && (status.error || isBehind(status) || !m_terminal.isTerminal()))
        line(hostLine(status));
}

QString ProgressPrinter::hostLine(const HostStatus& status) const
{
    QString text = lockstep::hostLine(m_hostNames.value(status.host).toStdString(), hostStateText(status));
    if (status.state == RunPhase::Deploying && status.bytesTotal > 0)
        text += QStringLiteral("  %1 %  %2 / %3")
                    .arg(status.bytesDone * 100 / status.bytesTotal, 3)
                    .arg(sizeText(status.bytesDone), sizeText(status.bytesTotal));
    if (status.error || isBehind(status))
        text = QCoreApplication::translate("Headless", "%1. %2", "state. why")
                   .arg(text, status.error ? sentenceText(*status.error) : behindText(status));
    return text;
}

QString ProgressPrinter::rankLine(const RankSummary& rank, const RunSummary& summary) const
{
    const QString name = QCoreApplication::translate("Headless", "rank %1").arg(rank.rank);
    if (rank.step < 0)
        return QStringLiteral("%1  %2").arg(name, phaseText(rank.phase));
    const double rate = summary.samplesPerSecond(rank); // not known before the second step
    return QCoreApplication::translate("Headless",
                                       "%1  epoch %2 of %3  step %4 of %5  loss %6  %7 samples/s  %8")
        .arg(name)
        .arg(rank.epoch + 1)
        .arg(summary.totalEpochs())
        .arg(rank.step + 1)
        .arg(summary.totalSteps())
        .arg(lossText(rank.loss), rate > 0 ? rateText(rate) : QStringLiteral("–"), phaseText(rank.phase));
}

void ProgressPrinter::printEpochs(const RunSummary& summary)
{
    for (const auto& [number, epoch] : summary.epochs()) {
        // An epoch is told once its evaluation is there.
        if (number < m_epochsPrinted || !epoch.loss || !epoch.top1)
            continue;
        m_epochsPrinted = number + 1;
        line(QCoreApplication::translate(
                 "Headless", "epoch %1 of %2: training loss %3, validation loss %4, accuracy %5 %")
                 .arg(number + 1)
                 .arg(summary.totalEpochs())
                 .arg(lossText(*epoch.loss), lossText(epoch.validationLoss.value_or(0)))
                 .arg(*epoch.top1 * 100, 0, 'f', 2));
    }
}

void ProgressPrinter::draw(const RunSummary& summary)
{
    QStringList lines;
    for (const HostStatus& status : m_hosts) {
        if (inPreparation(status.state))
            lines.append(hostLine(status));
    }
    int shown = 0;
    for (const auto& [number, rank] : summary.ranks()) {
        if (rank.phase == RunPhase::Waiting)
            continue;
        if (++shown <= kMaxRankLines)
            lines.append(rankLine(rank, summary));
    }
    if (shown > kMaxRankLines)
        lines.append(QCoreApplication::translate("Headless", "… and %Ln more rank(s)", nullptr,
                                                 shown - kMaxRankLines));
    m_terminal.setBlock(lines);
}

void ProgressPrinter::summary(const RunSummary& summary)
{
    printEpochs(summary);
    const qint64 now = m_clock.elapsed();
    if (m_terminal.isTerminal()) {
        if (now - m_drawn >= kDrawMs) {
            m_drawn = now;
            draw(summary);
        }
        return;
    }
    for (const auto& [number, rank] : summary.ranks()) {
        const bool due = !m_rankTimes.contains(number) || now - m_rankTimes.value(number) >= kRankMs;
        if (rank.step < 0 || rank.phase != RunPhase::Training || !due)
            continue;
        m_rankTimes[number] = now;
        line(rankLine(rank, summary));
    }
}

void ProgressPrinter::finish(const RunSummary& summary)
{
    printEpochs(summary);
    if (m_terminal.isTerminal()) {
        draw(summary);
        m_terminal.keepBlock();
        return;
    }
    for (const auto& entry : summary.ranks())
        line(rankLine(entry.second, summary));
}

void ProgressPrinter::line(const QString& text)
{
    m_terminal.printLine(text);
}

} // namespace lockstep
