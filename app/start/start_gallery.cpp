// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/start_gallery.h"

#include "app/start/templates.h"
#include "app/text/plain_text.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"

#include <QCommandLinkButton>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr QSize kFirstSize{760, 540};

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* heading = new QLabel(text, parent);
    heading->setProperty("heading", true);
    return heading;
}

} // namespace

StartGallery::StartGallery(const QString& templateFolder, const QStringList& recentFiles, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Begin with"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 16);
    layout->setSpacing(18);
    layout->addWidget(makeTemplates(templateFolder), 3);
    layout->addWidget(makeFiles(recentFiles), 2);
    resize(kFirstSize);
}

QWidget* StartGallery::makeTemplates(const QString& folder)
{
    auto* column = new QWidget(this);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeHeading(tr("Templates"), column));
    auto* scroll = new QScrollArea(column);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* list = new QWidget;
    auto* cards = new QVBoxLayout(list);
    cards->setContentsMargins(0, 0, 8, 0);
    const QColor color = themeColors(palette()).accent;
    for (const Template& entry : availableTemplates(folder)) {
        auto* card =
            new QCommandLinkButton(QString(entry.name).replace(u'&', QStringLiteral("&&")), entry.note, list);
        card->setIcon(tintedIcon(entry.icon, color));
        card->setIconSize({28, 28});
        card->setAccessibleDescription(entry.note);
        connect(card, &QAbstractButton::clicked, this,
                [this, path = entry.path] { choose(Choice::Template, path); });
        cards->addWidget(card);
    }
    cards->addStretch(1);
    scroll->setWidget(list);
    layout->addWidget(scroll, 1);
    return column;
}

QWidget* StartGallery::makeFiles(const QStringList& recentFiles)
{
    auto* column = new QWidget(this);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeHeading(tr("Recent files"), column));
    auto* files = new QListWidget(column);
    files->setObjectName(QStringLiteral("recentList"));
    files->setAccessibleName(tr("Recent files"));
    for (const QString& path : recentFiles) {
        auto* item = new QListWidgetItem(QFileInfo(path).fileName(), files);
        item->setToolTip(wrappedText(path));
        item->setData(Qt::UserRole, path);
    }
    if (recentFiles.isEmpty()) {
        auto* item = new QListWidgetItem(tr("No file yet"), files);
        item->setFlags(Qt::NoItemFlags);
    }
    const auto open = [this](const QListWidgetItem* item) {
        if (const QString path = item->data(Qt::UserRole).toString(); !path.isEmpty())
            choose(Choice::File, path);
    };
    connect(files, &QListWidget::itemClicked, this, open);
    connect(files, &QListWidget::itemActivated, this, open);
    layout->addWidget(files, 1);
    auto* browse = new QPushButton(tr("Open a file…"), column);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, [this] { choose(Choice::Browse); });
    auto* empty = new QPushButton(tr("Empty experiment"), column);
    empty->setAutoDefault(false);
    connect(empty, &QPushButton::clicked, this, [this] { choose(Choice::Empty); });
    layout->addWidget(browse);
    layout->addWidget(empty);
    return column;
}

void StartGallery::choose(Choice choice, const QString& path)
{
    if (m_choice != Choice::None)
        return; // a click that is also an activation
    m_choice = choice;
    m_path = path;
    accept();
}

} // namespace lockstep
