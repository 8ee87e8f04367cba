// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/call_bar.h"

#include "app/insight/engine_call.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <utility>

namespace lockstep {

namespace {

constexpr int kSteps = 1000;
/// Before that, an estimate would jump.
constexpr qint64 kFirstEstimateMs = 2000;

} // namespace

CallBar::CallBar(EngineCall& call, QString busy, QWidget* parent)
    : QWidget(parent), m_busy(std::move(busy)), m_text(new QLabel(this)), m_progress(new QProgressBar(this)),
      m_stop(new QPushButton(tr("Stop"), this))
{
    m_text->setObjectName(QStringLiteral("callState"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setFixedWidth(160);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(m_busy);
    m_stop->setObjectName(QStringLiteral("callStop"));
    m_stop->setAutoDefault(false);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_stop);
    connect(m_stop, &QPushButton::clicked, &call, &EngineCall::cancel);
    connect(&call, &EngineCall::started, this, &CallBar::showBusy);
    connect(&call, &EngineCall::progressed, this, &CallBar::showProgress);
    connect(&call, &EngineCall::answered, this, [this] { say({}, false); });
    connect(&call, &EngineCall::failed, this, &CallBar::showError);
    connect(&call, &EngineCall::cancelled, this, [this] { say(tr("Stopped."), false); });
    say({}, false);
}

void CallBar::say(const QString& text, bool isError)
{
    m_text->setText(text);
    m_text->setProperty("errorText", isError);
    m_text->style()->polish(m_text);
    m_progress->hide();
    m_stop->hide();
    setVisible(!text.isEmpty());
}

void CallBar::showError(const Error& error)
{
    say(inertString(errorMessage(error)), true);
}

void CallBar::showBusy()
{
    say(m_busy, false);
    m_since.start();
    m_progress->setRange(0, 0);
    m_progress->show();
    m_stop->show();
}

void CallBar::showProgress(qint64 samples, qint64 of)
{
    if (of <= 0)
        return;
    const double share = static_cast<double>(samples) / static_cast<double>(of);
    m_progress->setRange(0, kSteps);
    m_progress->setValue(static_cast<int>(share * kSteps));
    const QLocale locale;
    QString text = tr("%1 of %2 samples").arg(locale.toString(samples), locale.toString(of));
    if (const qint64 spent = m_since.elapsed(); spent >= kFirstEstimateMs && samples > 0)
        text += tr(", about %1 left")
                    .arg(durationText(static_cast<qint64>(static_cast<double>(spent) * (1 - share) / share)));
    m_text->setText(text);
}

} // namespace lockstep
