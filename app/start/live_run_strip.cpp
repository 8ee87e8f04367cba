// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/live_run_strip.h"

#include "app/text/inert_text.h"
#include "app/text/moment_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qsizetype kMostButtons = 2;
constexpr int kLongestName = 180; ///< pixels

/// "1 run in progress:", or when they were last heard of, where none is known to go on.
QString sumText(const QVector<LiveRun>& runs)
{
    const auto count = static_cast<int>(runs.size());
    const auto isCertain = [](const LiveRun& run) { return !run.lastHeardOf; };
    if (std::ranges::any_of(runs, isCertain))
        return LiveRunStrip::tr("%Ln run(s) in progress:", nullptr, count);
    QDateTime newest = *runs.front().lastHeardOf;
    for (const LiveRun& run : runs)
        newest = std::max(newest, *run.lastHeardOf);
    return LiveRunStrip::tr("%Ln run(s) in progress when last heard of (%1):", nullptr, count)
        .arg(momentText(newest));
}

} // namespace

LiveRunStrip::LiveRunStrip(const QVector<LiveRun>& runs, QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("startStrip"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 8, 8, 8);
    auto* text = new QLabel(sumText(runs), this);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    layout->addWidget(text, 1);
    const auto add = [&](const QString& label) {
        auto* button = new QPushButton(label, this);
        button->setAutoDefault(false);
        layout->addWidget(button);
        return button;
    };
    for (const LiveRun& run : runs.first(std::min(runs.size(), kMostButtons))) {
        const QString name = fontMetrics().elidedText(inertString(run.name), Qt::ElideMiddle, kLongestName);
        QPushButton* open = add(tr("Open “%1”").arg(QString(name).replace(u'&', QStringLiteral("&&"))));
        connect(open, &QPushButton::clicked, this, [this, folder = run.folder] { emit openWanted(folder); });
    }
    if (runs.size() > kMostButtons)
        connect(add(tr("Show all runs")), &QPushButton::clicked, this, &LiveRunStrip::listWanted);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Put away"));
    close->setAccessibleName(tr("Put the runs in progress away"));
    connect(close, &QToolButton::clicked, this, &LiveRunStrip::putAway);
    layout->addWidget(close);
}

} // namespace lockstep
