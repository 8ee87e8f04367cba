// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/host_strip.h"

#include "app/runs/host_texts.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/text/plain_text.h"
#include "app/theme/keyboard_ring.h"
#include "app/theme/phase_color.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>

namespace lockstep {

namespace {

constexpr int kCardWidth = 236;
constexpr int kPadding = 12;
constexpr int kLowPadding = 6; ///< above and below the one line of a low card
constexpr int kDot = 9;
constexpr int kBar = 4;

} // namespace

/// Painted as a whole, so that no part can push another about.
class HostCard : public QWidget {
public:
    HostCard(int index, const Host& host, QWidget* parent) : QWidget(parent)
    {
        m_status.host = index;
        m_name = inertString(host.name);
        m_isLocal = host.connection == Connection::Local;
        const QString address = QString::fromStdString(host.address);
        m_address =
            inertString(host.user.empty() ? address : QString::fromStdString(host.user) + u'@' + address);
        setFixedWidth(kCardWidth);
        setStatus(m_status);
    }

    const HostStatus& status() const { return m_status; }
    const QString& name() const { return m_name; }

    void setStatus(const HostStatus& status)
    {
        m_status = status;
        setToolTip(wrappedText(tip()));
        setAccessibleName(m_name);
        setAccessibleDescription(stateText());
        update();
    }

    /// 0: it takes part.
    void setLeftOut(int attempt)
    {
        m_leftOutOf = attempt;
        setStatus(HostStatus(m_status));
    }

    void setLow(bool isLow)
    {
        m_isLow = isLow;
        updateGeometry();
        update();
    }

    QSize sizeHint() const override
    {
        const int line = fontMetrics().height();
        return {kCardWidth, m_isLow ? line + 2 * kLowPadding : 2 * line + 2 * kPadding + kBar + 6};
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::LanguageChange)
            setStatus(HostStatus(m_status));
    }

    void paintEvent(QPaintEvent*) override
    {
        const ThemeColors& colors = themeColors(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_status.state == RunPhase::Failed ? colors.bad : colors.cardBorder));
        painter.setBrush(colors.card);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
        painter.setPen(Qt::NoPen);
        painter.setBrush(phaseColor(m_status.state, colors));
        const QFontMetrics metrics = fontMetrics();
        painter.drawEllipse(
            QRectF(width() - kPadding - kDot, top() + (metrics.height() - kDot) / 2.0, kDot, kDot));
        paintTexts(painter, colors);
        if (m_status.state == RunPhase::Deploying && m_status.bytesTotal > 0)
            paintBar(painter, colors);
    }

private:
    /// As far as is known: nothing else is told of it.
    bool isLeftOut() const
    {
        return m_leftOutOf > 0 &&
               (m_status.state == RunPhase::Waiting || m_status.state == RunPhase::EndedWithOthers);
    }

    int top() const { return m_isLow ? kLowPadding : kPadding; }

    QString stateText() const
    {
        if (isLeftOut())
            return HostStrip::tr("Left out of attempt %1").arg(m_leftOutOf);
        if (m_status.state != RunPhase::Deploying || m_status.bytesTotal <= 0)
            return hostStateText(m_status);
        return HostStrip::tr("Deploying: %1 of %2")
            .arg(sizeText(m_status.bytesDone), sizeText(m_status.bytesTotal));
    }

    /// What the card has no room for.
    QString tip() const
    {
        QStringList lines = {m_status.state == RunPhase::Reconnecting ? outOfReachText(m_status)
                             : isBehind(m_status)                     ? behindText(m_status)
                                                                      : stateText()};
        if (m_status.error)
            lines << inertString(sentenceText(*m_status.error));
        return lines.join(u'\n');
    }

    void paintTexts(QPainter& painter, const ThemeColors& colors)
    {
        const QFontMetrics metrics = fontMetrics();
        QRect line(kPadding, top(), width() - 2 * kPadding - kDot - 8, metrics.height());
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
        painter.setPen(colors.text);
        const QFontMetrics boldMetrics(bold);
        const QString name = boldMetrics.elidedText(m_name, Qt::ElideRight, line.width() * 3 / 5);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setFont(font());
        const QRect beside = line.adjusted(boldMetrics.horizontalAdvance(name) + 10, 0, 0, 0);
        if (m_isLow)
            return paintState(painter, beside, colors);
        painter.setPen(colors.mutedText);
        painter.drawText(beside, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_isLocal ? HostStrip::tr("this computer") : m_address,
                                            Qt::ElideRight, beside.width()));
        line.translate(0, metrics.height() + 4);
        line.setRight(width() - kPadding);
        paintState(painter, line, colors);
    }

    void paintState(QPainter& painter, const QRect& room, const ThemeColors& colors)
    {
        painter.setPen(m_status.state == RunPhase::Failed ? colors.bad : colors.mutedText);
        const QFontMetrics metrics = fontMetrics();
        const QString whole = stateText();
        const bool fits = isLeftOut() || metrics.horizontalAdvance(whole) <= room.width();
        painter.drawText(
            room, Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(fits ? whole : shortHostStateText(m_status), Qt::ElideRight, room.width()));
    }

    void paintBar(QPainter& painter, const ThemeColors& colors)
    {
        const double share = std::clamp(
            static_cast<double>(m_status.bytesDone) / static_cast<double>(m_status.bytesTotal), 0.0, 1.0);
        QRectF bar(kPadding, height() - top() / 2.0 - kBar / 2.0, width() - 2 * kPadding, kBar);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.grid);
        painter.drawRoundedRect(bar, kBar / 2.0, kBar / 2.0);
        bar.setWidth(std::max<double>(kBar, bar.width() * share));
        painter.setBrush(colors.accent);
        painter.drawRoundedRect(bar, kBar / 2.0, kBar / 2.0);
    }

    HostStatus m_status;
    QString m_name;
    QString m_address;
    bool m_isLocal = false;
    bool m_isLow = false;
    int m_leftOutOf = 0; ///< the attempt
};

HostStrip::HostStrip(QWidget* parent) : QScrollArea(parent)
{
    auto* row = new QWidget(this);
    m_layout = new QHBoxLayout(row);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(10);
    m_layout->addStretch(1);
    setWidget(row);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    showKeyboardRing(*this);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    row->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    setAccessibleName(tr("Hosts"));
}

void HostStrip::setHosts(const Experiment& experiment)
{
    qDeleteAll(m_cards);
    m_cards.clear();
    const std::vector<Host>& hosts = experiment.topology.hosts;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        // A host without devices takes no part.
        if (hosts[i].devices.empty())
            continue;
        auto* card = new HostCard(static_cast<int>(i), hosts[i], widget());
        card->setLow(m_isLow);
        m_layout->insertWidget(static_cast<int>(m_cards.size()), card);
        m_cards.append(card);
    }
    fitHeight();
}

void HostStrip::setLow(bool isLow)
{
    if (isLow == m_isLow)
        return;
    m_isLow = isLow;
    for (HostCard* card : m_cards)
        card->setLow(isLow);
    fitHeight();
}

void HostStrip::fitHeight()
{
    if (m_cards.isEmpty())
        return;
    // Room for the scroll bar from the start where there are many: nothing moves when it comes.
    const bool many = m_cards.size() > 4;
    setFixedHeight(m_cards.first()->sizeHint().height() +
                   (many ? horizontalScrollBar()->sizeHint().height() + 2 : 0));
}

void HostStrip::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitHeight();
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Hosts"));
}

void HostStrip::setStatus(const HostStatus& status)
{
    for (HostCard* card : m_cards) {
        if (card->status().host == status.host)
            card->setStatus(status);
    }
}

void HostStrip::setRoster(const QVector<int>& roster, int attempt)
{
    for (HostCard* card : m_cards)
        card->setLeftOut(roster.isEmpty() || roster.contains(card->status().host) ? 0 : attempt);
}

QVector<HostStatus> HostStrip::statuses() const
{
    QVector<HostStatus> statuses;
    for (const HostCard* card : m_cards)
        statuses.append(card->status());
    return statuses;
}

QString HostStrip::hostName(int host) const
{
    for (const HostCard* card : m_cards) {
        if (card->status().host == host)
            return card->name();
    }
    return {};
}

} // namespace lockstep
