// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/canvas_card.h"

#include "app/document/quantities.h"
#include "app/error_text.h"
#include "app/theme/icons.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <map>
#include <string_view>

namespace lockstep {

namespace {

constexpr qreal kTextLeft = 54;
constexpr qreal kCorner = 9;

struct Cards {
    Q_DECLARE_TR_FUNCTIONS(lockstep::CanvasCard)
};

QString iconOf(const Host& host)
{
    if (host.connection == Connection::Local)
        return QStringLiteral("host-local");
    for (const Device device : host.devices) {
        if (device.kind == DeviceKind::Cuda)
            return QStringLiteral("host-gpu");
    }
    return QStringLiteral("host-cpu");
}

QString subtitleOf(const Host& host)
{
    if (host.connection == Connection::Local)
        return Cards::tr("local");
    if (host.address.empty())
        return Cards::tr("no address yet");
    const QString address = QString::fromStdString(host.address);
    return host.user.empty() ? address : QString::fromStdString(host.user) + u'@' + address;
}

QString ranksText(const std::vector<int>& ranks)
{
    if (ranks.empty())
        return {};
    return ranks.size() == 1 ? Cards::tr("rank %1").arg(formatRanks(ranks))
                             : Cards::tr("ranks %1").arg(formatRanks(ranks));
}

/// Problems by the index in their key "topology.hosts.<index>...".
std::map<std::size_t, QString> problemsByHost(const std::vector<Error>& problems)
{
    constexpr std::string_view kPrefix = "topology.hosts.";
    std::map<std::size_t, QString> byHost;
    for (const Error& problem : problems) {
        if (!problem.key.starts_with(kPrefix))
            continue;
        const QString rest = QString::fromStdString(problem.key.substr(kPrefix.size()));
        bool isIndex = false;
        const uint index = rest.section(u'.', 0, 0).toUInt(&isIndex);
        if (!isIndex)
            continue;
        QString& text = byHost[index];
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + errorSentence(problem);
    }
    return byHost;
}

CanvasCard cardOf(const Host& host, const std::vector<int>& ranks, const QString& problem)
{
    CanvasCard card;
    card.id = QString::fromStdString(host.id);
    card.icon = iconOf(host);
    card.name = QString::fromStdString(host.name.empty() ? host.id : host.name);
    card.subtitle = subtitleOf(host);
    card.chips = deviceChips(host.devices);
    card.ranks = ranksText(ranks);
    card.state = !problem.isEmpty() ? CanvasCard::State::Warning
                 : ranks.empty()    ? CanvasCard::State::Idle
                                    : CanvasCard::State::Ready;
    QStringList lines = {card.name + QStringLiteral(" · ") + card.subtitle};
    lines << (ranks.empty() ? Cards::tr("No device chosen: no rank runs here.") : card.ranks);
    if (!problem.isEmpty())
        lines << problem;
    card.toolTip = lines.join(u'\n');
    return card;
}

QColor stateColor(CanvasCard::State state, const ThemeColors& colors)
{
    switch (state) {
    case CanvasCard::State::Idle:
        return colors.mutedText;
    case CanvasCard::State::Ready:
        return colors.good;
    case CanvasCard::State::Warning:
        return colors.warning;
    case CanvasCard::State::Failed:
        break;
    }
    return colors.bad;
}

QFont cardFont(int pixels, QFont::Weight weight)
{
    QFont font = QApplication::font();
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

void drawElided(QPainter& painter, const QRectF& room, const QString& text)
{
    const QString shown =
        painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room.width()));
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown);
}

void paintChips(QPainter& painter, const CanvasCard& card, const ThemeColors& colors)
{
    const qreal right = kCardRect.right() - 10;
    qreal left = kTextLeft;
    painter.setFont(cardFont(10, QFont::Bold));
    for (const QString& chip : card.chips) {
        const qreal wanted = painter.fontMetrics().horizontalAdvance(chip) + 14;
        const QRectF pill(left, 51, qMin(wanted, right - left), 18);
        if (pill.width() < 24)
            break;
        const QColor color = chip.startsWith(QLatin1String("GPU")) ? colors.good : colors.mutedText;
        QColor tint = color;
        tint.setAlpha(45);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tint);
        painter.drawRoundedRect(pill, 9, 9);
        painter.setPen(color);
        drawElided(painter, pill.adjusted(7, 0, -6, 0), chip);
        left = pill.right() + 5;
    }
    if (card.ranks.isEmpty() || right - left < 30)
        return;
    painter.setFont(cardFont(11, QFont::Normal));
    painter.setPen(colors.mutedText);
    drawElided(painter, QRectF(left + 2, 51, right - left, 18), card.ranks);
}

void paintFrame(QPainter& painter, const CanvasCard& card, const CardLook& look, const ThemeColors& colors)
{
    if (look.detail > 0.6) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0, 0, 0, 26));
        painter.drawRoundedRect(kCardRect.translated(0, 3).adjusted(-1.5, -1, 1.5, 2), kCorner + 2,
                                kCorner + 2);
        painter.setBrush(QColor(0, 0, 0, 36));
        painter.drawRoundedRect(kCardRect.translated(0, 1.5).adjusted(-0.5, 0, 0.5, 0.5), kCorner, kCorner);
    }
    const bool isLit = look.isSelected || look.isTarget;
    painter.setPen(QPen(isLit            ? colors.accent
                        : look.isHovered ? colors.mutedText
                                         : colors.cardBorder,
                        isLit ? 2 : 1));
    painter.setBrush(colors.card);
    painter.drawRoundedRect(kCardRect.adjusted(0.5, 0.5, -0.5, -0.5), kCorner, kCorner);
    painter.setPen(Qt::NoPen);
    painter.setBrush(stateColor(card.state, colors));
    painter.drawRoundedRect(QRectF(1, 12, 3.5, kCardRect.height() - 24), 1.7, 1.7);
}

} // namespace

std::vector<CanvasCard> canvasCards(const Experiment& experiment, const std::vector<Error>& problems)
{
    const Topology& topology = experiment.topology;
    std::vector<std::vector<int>> ranks(topology.hosts.size());
    for (const Placement& placement : placeRanks(topology))
        ranks[placement.host].push_back(placement.rank);
    const std::map<std::size_t, QString> byHost = problemsByHost(problems);
    std::vector<CanvasCard> cards;
    cards.reserve(topology.hosts.size() + topology.switches.size());
    for (std::size_t index = 0; index < topology.hosts.size(); ++index) {
        const auto problem = byHost.find(index);
        cards.push_back(cardOf(topology.hosts[index], ranks[index],
                               problem == byHost.end() ? QString() : problem->second));
    }
    for (const Switch& item : topology.switches) {
        CanvasCard card;
        card.id = QString::fromStdString(item.id);
        card.icon = QStringLiteral("switch");
        card.name = QString::fromStdString(item.name.empty() ? item.id : item.name);
        card.subtitle = Cards::tr("switch");
        card.toolTip = card.name;
        cards.push_back(std::move(card));
    }
    return cards;
}

void paintCanvasCard(QPainter& painter, const CanvasCard& card, const CardLook& look,
                     const ThemeColors& colors)
{
    if (look.detail < 0.25) {
        painter.fillRect(kCardRect, look.isSelected ? colors.accent : stateColor(card.state, colors));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintFrame(painter, card, look, colors);
    if (look.detail < 0.4)
        return;
    constexpr int kIconSize = 30;
    const QColor iconColor = card.icon == QLatin1String("switch") ? colors.good : colors.accent;
    painter.drawPixmap(QPointF(14, 12), tintedPixmap(card.icon, iconColor, kIconSize,
                                                     look.devicePixelRatio * qMax(1.0, look.detail)));
    painter.setFont(cardFont(14, QFont::DemiBold));
    painter.setPen(colors.text);
    drawElided(painter, QRectF(kTextLeft, 8, kCardRect.width() - kTextLeft - 26, 21), card.name);
    painter.setPen(Qt::NoPen);
    painter.setBrush(stateColor(card.state, colors));
    painter.drawEllipse(QPointF(kCardRect.right() - 15, 18), 4, 4);
    if (look.detail < 0.5)
        return;
    painter.setFont(cardFont(11, QFont::Normal));
    painter.setPen(colors.mutedText);
    drawElided(painter, QRectF(kTextLeft, 29, kCardRect.width() - kTextLeft - 10, 17), card.subtitle);
    paintChips(painter, card, colors);
}

} // namespace lockstep
