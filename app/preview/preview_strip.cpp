// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/preview_strip.h"

#include "app/preview/live_preview.h"
#include "app/preview/picture_row.h"
#include "app/preview/preview_dialog.h"
#include "app/preview/preview_texts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

namespace lockstep {

PreviewStrip::PreviewStrip(LivePreview& preview, QWidget* parent)
    : QWidget(parent), m_preview(preview), m_pictures(new PictureRow(this)), m_text(new QLabel(this)),
      m_busy(new QProgressBar(this)), m_more(new QPushButton(tr("Preview the data…"), this)),
      m_stop(new QPushButton(tr("Stop"), this)), m_onHost(new QPushButton(this))
{
    setAccessibleName(tr("A preview of the data"));
    m_pictures->setObjectName(QStringLiteral("previewPictures"));
    m_pictures->setAccessibleName(tr("Sample pictures"));
    m_text->setObjectName(QStringLiteral("previewText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedHeight(4);
    m_busy->setAccessibleName(tr("Previewing the data"));
    m_more->setObjectName(QStringLiteral("previewMore"));
    m_more->setToolTip(tr("Shows sample pictures of every class and how many samples each class has"));
    m_stop->setObjectName(QStringLiteral("previewStop"));
    m_stop->setToolTip(tr("Stops the preview; big folders on slow disks take a while"));
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
    connect(m_more, &QPushButton::clicked, this, &PreviewStrip::openDialog);
    connect(m_pictures, &PictureRow::clicked, this, &PreviewStrip::openDialog);
    m_onHost->setObjectName(QStringLiteral("previewOnHost"));
    m_onHost->setToolTip(tr("Connects to the host of rank 0, copies the engine there if it is missing, and "
                            "previews the data there"));
    connect(m_onHost, &QPushButton::clicked, &m_preview, &LivePreview::previewOnHost);
    connect(m_stop, &QPushButton::clicked, &m_preview, &LivePreview::cancel);
    connect(&m_preview, &LivePreview::changed, this, &PreviewStrip::refresh);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &PreviewStrip::refresh);
    refresh();
}

PreviewStrip::~PreviewStrip() = default;

void PreviewStrip::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    // The window first: looking can wait until it is painted.
    QTimer::singleShot(0, &m_preview, &LivePreview::begin);
}

void PreviewStrip::refresh()
{
    const bool isPreviewing = m_preview.state() == LivePreview::State::Previewing;
    const bool hasData = m_preview.data().has_value();
    if (isPreviewing != m_second.isActive())
        isPreviewing ? m_second.start() : m_second.stop();
    if (hasData)
        m_pictures->setPictures(*m_preview.data());
    else
        m_pictures->clear();
    m_pictures->setVisible(hasData && !m_preview.data()->preview.parts.empty());
    const bool isWrong = m_preview.state() == LivePreview::State::Failed && !hasData;
    m_text->setText(hasData ? sizeText(m_preview.data()->preview) + placeText(m_preview)
                            : stateText(m_preview));
    m_text->setProperty("muted", !isWrong);
    m_text->setProperty("errorText", isWrong);
    m_text->style()->polish(m_text);
    m_busy->setVisible(isPreviewing && !hasData && m_preview.secondsSpent() >= 1);
    m_stop->setVisible(isPreviewing && !hasData);
    m_more->setVisible(hasData);
    const bool couldBeThere = m_preview.state() == LivePreview::State::Elsewhere ||
                              (!hasData && !isPreviewing && !m_preview.place().isEmpty());
    m_onHost->setText(tr("Preview on %1").arg(m_preview.host()).replace(u'&', QStringLiteral("&&")));
    m_onHost->setVisible(couldBeThere && !m_preview.host().isEmpty());
}

void PreviewStrip::openDialog()
{
    m_preview.begin();
    if (!m_dialog) {
        m_dialog = new PreviewDialog(m_preview, this);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

} // namespace lockstep
