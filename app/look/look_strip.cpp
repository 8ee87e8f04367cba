// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/look_strip.h"

#include "app/look/live_look.h"
#include "app/look/look_dialog.h"
#include "app/look/look_texts.h"
#include "app/look/picture_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

namespace lockstep {

LookStrip::LookStrip(LiveLook& look, QWidget* parent)
    : QWidget(parent), m_look(look), m_pictures(new PictureRow(this)), m_text(new QLabel(this)),
      m_busy(new QProgressBar(this)), m_more(new QPushButton(tr("Look at the data…"), this)),
      m_stop(new QPushButton(tr("Stop"), this)), m_onHost(new QPushButton(this))
{
    setAccessibleName(tr("A look at the data"));
    m_pictures->setObjectName(QStringLiteral("lookPictures"));
    m_pictures->setAccessibleName(tr("Sample pictures"));
    m_text->setObjectName(QStringLiteral("lookText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedHeight(4);
    m_busy->setAccessibleName(tr("Looking at the data"));
    m_more->setObjectName(QStringLiteral("lookMore"));
    m_more->setToolTip(tr("Shows sample pictures of every class and how many samples each class has"));
    m_stop->setObjectName(QStringLiteral("lookStop"));
    m_stop->setToolTip(tr("Stops looking; big folders on slow disks take a while"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_more);
    buttons->addWidget(m_onHost);
    buttons->addWidget(m_stop);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 2, 0, 4);
    layout->setSpacing(6);
    layout->addWidget(m_pictures);
    layout->addWidget(m_busy);
    layout->addWidget(m_text);
    layout->addLayout(buttons);
    connect(m_more, &QPushButton::clicked, this, &LookStrip::openDialog);
    connect(m_pictures, &PictureRow::clicked, this, &LookStrip::openDialog);
    m_onHost->setObjectName(QStringLiteral("lookOnHost"));
    m_onHost->setToolTip(tr("Connects to the host of rank 0, copies the engine there if it is missing, and "
                            "looks at the data there"));
    connect(m_onHost, &QPushButton::clicked, &m_look, &LiveLook::lookOnHost);
    connect(m_stop, &QPushButton::clicked, &m_look, &LiveLook::cancel);
    connect(&m_look, &LiveLook::changed, this, &LookStrip::refresh);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &LookStrip::refresh);
    refresh();
}

LookStrip::~LookStrip() = default;

void LookStrip::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    // The window first: looking can wait until it is painted.
    QTimer::singleShot(0, &m_look, &LiveLook::begin);
}

void LookStrip::refresh()
{
    const bool isLooking = m_look.state() == LiveLook::State::Looking;
    const bool hasData = m_look.data().has_value();
    if (isLooking != m_second.isActive())
        isLooking ? m_second.start() : m_second.stop();
    if (hasData)
        m_pictures->setPictures(*m_look.data());
    else
        m_pictures->clear();
    m_pictures->setVisible(hasData && !m_look.data()->look.parts.empty());
    const bool isWrong = m_look.state() == LiveLook::State::Failed && !hasData;
    m_text->setText(hasData ? sizeText(m_look.data()->look) + placeText(m_look) : stateText(m_look));
    m_text->setProperty("muted", !isWrong);
    m_text->setProperty("errorText", isWrong);
    m_text->style()->polish(m_text);
    m_busy->setVisible(isLooking && !hasData && m_look.secondsSpent() >= 1);
    m_stop->setVisible(isLooking && !hasData);
    m_more->setVisible(hasData);
    const bool couldBeThere =
        m_look.state() == LiveLook::State::Elsewhere || (!hasData && !isLooking && !m_look.place().isEmpty());
    m_onHost->setText(tr("Look on %1").arg(m_look.host()).replace(u'&', QStringLiteral("&&")));
    m_onHost->setVisible(couldBeThere && !m_look.host().isEmpty());
}

void LookStrip::openDialog()
{
    m_look.begin();
    if (!m_dialog) {
        m_dialog = new LookDialog(m_look, this);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

} // namespace lockstep
