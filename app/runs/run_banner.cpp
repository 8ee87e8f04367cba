// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_banner.h"

#include "app/text/plain_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QStyle>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qsizetype kMaxSentences = 4;
constexpr int kLowLines = 3;

} // namespace

RunBanner::RunBanner(QWidget* parent)
    : QWidget(parent), m_label(new QLabel(this)), m_lead(new QPushButton(this))
{
    m_label->setObjectName(QStringLiteral("runBanner"));
    m_label->setTextFormat(Qt::PlainText);
    m_label->setWordWrap(true);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_label->setMargin(4);
    m_lead->setObjectName(QStringLiteral("runLead"));
    m_lead->hide();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(m_label, 1);
    row->addWidget(m_lead, 0, Qt::AlignTop);
    connect(m_lead, &QPushButton::clicked, this, &RunBanner::leadWanted);
    setTone(Tone::Error);
    hide();
}

void RunBanner::setTone(Tone tone)
{
    m_tone = tone;
    m_label->setProperty("errorText", tone != Tone::Neutral);
    m_label->setProperty("warningText", tone == Tone::Warning);
    m_label->setProperty("muted", tone == Tone::Neutral);
    style()->unpolish(m_label);
    style()->polish(m_label);
}

void RunBanner::say(const QStringList& sentences, Tone tone)
{
    m_sentences = sentences;
    if (tone != m_tone)
        setTone(tone);
    fit();
    setVisible(!sentences.isEmpty());
}

void RunBanner::setLow(bool isLow)
{
    m_isLow = isLow;
    fit();
}

/// The first of the sentences, and how many there are besides.
void RunBanner::show(qsizetype count)
{
    QStringList shown = m_sentences.mid(0, count);
    if (const auto more = static_cast<int>(m_sentences.size() - shown.size()); more > 0)
        shown.append(tr("… and %Ln more; the hosts above tell.", nullptr, more));
    m_label->setText(shown.join(u'\n'));
}

/// As many sentences as may be said at once; in a low page no more than fit into a few lines, but one.
void RunBanner::fit()
{
    qsizetype count = std::min(kMaxSentences, m_sentences.size());
    show(count);
    const int room = kLowLines * m_label->fontMetrics().lineSpacing() + 2 * m_label->margin();
    while (m_isLow && count > 1 && m_label->heightForWidth(m_label->width()) > room)
        show(--count);
    const bool isWhole = count >= m_sentences.size();
    m_label->setToolTip(isWhole ? QString() : wrappedText(m_sentences.join(u'\n')));
}

void RunBanner::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
}

void RunBanner::offer(const QString& lead)
{
    m_lead->setText(lead);
    m_lead->setVisible(!lead.isEmpty());
}

QString RunBanner::text() const
{
    return m_label->text();
}

} // namespace lockstep
