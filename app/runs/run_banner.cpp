// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>

namespace lockstep {

namespace {

constexpr qsizetype kMaxSentences = 4;

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
    QStringList shown = sentences.mid(0, kMaxSentences);
    if (const auto more = static_cast<int>(sentences.size() - shown.size()); more > 0)
        shown.append(tr("… and %n more; the hosts above tell.", nullptr, more));
    if (tone != m_tone)
        setTone(tone);
    m_label->setText(shown.join(u'\n'));
    setVisible(!shown.isEmpty());
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
