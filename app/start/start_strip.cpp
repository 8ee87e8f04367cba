// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/start_strip.h"

#include "app/start/templates.h"
#include "app/text/plain_text.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace lockstep {

namespace {

constexpr int kColumns = 2;

} // namespace

StartStrip::StartStrip(const QString& templateFolder, const QString& shown, QWidget* parent)
    : QFrame(parent), m_shown(shown)
{
    setObjectName(QStringLiteral("startStrip"));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(14, 8, 8, 10);
    auto* text = new QLabel(tr("Press Run to train this experiment, or begin with another:"), this);
    text->setWordWrap(true);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Put away"));
    close->setAccessibleName(tr("Put the templates away"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    layout->addWidget(text, 0, 0, 1, kColumns);
    layout->addWidget(close, 0, kColumns, Qt::AlignTop);
    int place = 0;
    const auto add = [&](const QString& name, const QString& note) {
        auto* button = new QPushButton(QString(name).replace(u'&', QStringLiteral("&&")), this);
        button->setToolTip(wrappedText(note));
        button->setAutoDefault(false);
        // A narrow window cuts the name rather than the canvas.
        button->setMinimumWidth(0);
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        layout->addWidget(button, 1 + place / kColumns, place % kColumns);
        ++place;
        return button;
    };
    for (const Template& entry : availableTemplates(templateFolder)) {
        if (QFileInfo(entry.path) == QFileInfo(shown))
            continue;
        connect(add(entry.name, entry.note), &QPushButton::clicked, this,
                [this, path = entry.path] { emit templateWanted(path); });
    }
    connect(
        add(tr("All templates, recent files…"), tr("Also opens an experiment from a file, or an empty one.")),
        &QPushButton::clicked, this, &StartStrip::galleryWanted);
}

} // namespace lockstep
