// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/call_bar.h"

#include "app/insight/answer_source.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>

namespace lockstep {

namespace {

constexpr int kSteps = 1000;
/// Before that, an estimate would jump.
constexpr qint64 kFirstEstimateMs = 2000;

} // namespace

CallBar::CallBar(QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)), m_progress(new QProgressBar(this)),
      m_stop(new QPushButton(this))
{
    m_text->setObjectName(QStringLiteral("callState"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setFixedWidth(160);
    m_progress->setTextVisible(false);
    m_stop->setObjectName(QStringLiteral("callStop"));
    m_stop->setAutoDefault(false);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_stop);
    setState(State::Nothing);
}

void CallBar::follow(AnswerSource& source)
{
    connect(m_stop, &QPushButton::clicked, &source, &AnswerSource::cancel);
    connect(&source, &AnswerSource::started, this, [this] { setState(State::Busy); });
    connect(&source, &AnswerSource::progressed, this, &CallBar::showProgress);
    connect(&source, &AnswerSource::answered, this, [this] { setState(State::Nothing); });
    connect(&source, &AnswerSource::failed, this, &CallBar::showError);
    connect(&source, &AnswerSource::cancelled, this, [this] { setState(State::Stopped); });
}

void CallBar::setBusyText(const QString& busy)
{
    m_busy = busy;
    m_progress->setAccessibleName(busy);
    say();
}

void CallBar::showError(const Error& error)
{
    m_error = error;
    setState(State::Failed);
}

void CallBar::setState(State state)
{
    m_state = state;
    m_of = 0;
    m_since.start();
    m_progress->setRange(0, 0);
    m_progress->setVisible(state == State::Busy);
    m_stop->setVisible(state == State::Busy);
    m_text->setProperty("errorText", state == State::Failed);
    m_text->style()->polish(m_text);
    say();
    setVisible(state != State::Nothing);
}

void CallBar::showProgress(qint64 samples, qint64 of)
{
    if (of <= 0)
        return;
    m_samples = samples;
    m_of = of;
    m_progress->setRange(0, kSteps);
    m_progress->setValue(static_cast<int>(static_cast<double>(samples) / static_cast<double>(of) * kSteps));
    say();
}

QString CallBar::progressText() const
{
    const QLocale locale;
    QString text = tr("%1 of %2 samples").arg(locale.toString(m_samples), locale.toString(m_of));
    const double share = static_cast<double>(m_samples) / static_cast<double>(m_of);
    if (const qint64 spent = m_since.elapsed(); spent >= kFirstEstimateMs && m_samples > 0)
        text += tr(", about %1 left")
                    .arg(durationText(static_cast<qint64>(static_cast<double>(spent) * (1 - share) / share)));
    return text;
}

QString CallBar::text() const
{
    switch (m_state) {
    case State::Nothing:
        return {};
    case State::Busy:
        return m_of > 0 ? progressText() : m_busy;
    case State::Failed:
        return inertString(errorMessage(*m_error));
    case State::Stopped:
        return tr("Stopped.");
    }
    return {};
}

void CallBar::say()
{
    m_text->setText(text());
    m_stop->setText(tr("Stop"));
}

void CallBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        say();
}

} // namespace lockstep
