// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings_dialog.h"

#include "remote/run_folder.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int kFolderWidth = 340;

QLabel* makeNote(const char* property, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setProperty(property, true);
    label->setWordWrap(true);
    label->hide();
    return label;
}

} // namespace

SettingsDialog::SettingsDialog(const Settings& settings, QWidget* parent)
    : QDialog(parent), m_before(settings), m_language(new QComboBox(this)), m_theme(new QComboBox(this)),
      m_rateUnit(new QComboBox(this)),
      m_runsFolder(new QLineEdit(settings.runsFolder, this)), m_restartNote(makeNote("muted", this)),
      m_folderError(makeNote("errorText", this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Settings"));
    m_language->addItem(tr("As the system"), QString());
    m_language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    m_language->addItem(QStringLiteral("中文"), QStringLiteral("zh_CN"));
    m_language->setCurrentIndex(qMax(0, m_language->findData(settings.language)));
    m_restartNote->setText(tr("The language changes when Lockstep is started again."));
    connect(m_language, &QComboBox::currentIndexChanged, this,
            [this] { m_restartNote->setVisible(m_language->currentData().toString() != m_before.language); });
    m_theme->addItem(tr("As the system"), static_cast<int>(ThemeChoice::System));
    m_theme->addItem(tr("Dark"), static_cast<int>(ThemeChoice::Dark));
    m_theme->addItem(tr("Light"), static_cast<int>(ThemeChoice::Light));
    m_theme->setCurrentIndex(m_theme->findData(static_cast<int>(settings.theme)));
    m_rateUnit->addItem(tr("Bits per second (10 Mbps)"), static_cast<int>(RateUnit::Bits));
    m_rateUnit->addItem(tr("Bytes per second (1.25 MB/s)"), static_cast<int>(RateUnit::Bytes));
    m_rateUnit->setCurrentIndex(m_rateUnit->findData(static_cast<int>(settings.rateUnit)));
    m_rateUnit->setToolTip(tr("How the bandwidths of links are shown and typed; documents keep bits."));
    m_runsFolder->setPlaceholderText(QDir::toNativeSeparators(defaultRunsFolder()));
    m_runsFolder->setMinimumWidth(kFolderWidth);
    m_runsFolder->setToolTip(
        tr("Journals, logs and fetched checkpoints of every run are kept here. Empty: the usual "
           "place."));
    connect(m_runsFolder, &QLineEdit::textChanged, this, &SettingsDialog::checkFolder);
    auto* browse = new QPushButton(tr("Browse…"), this);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &SettingsDialog::chooseFolder);
    auto* folder = new QHBoxLayout;
    folder->addWidget(m_runsFolder, 1);
    folder->addWidget(browse);

    auto* form = new QFormLayout;
    form->addRow(tr("Language"), m_language);
    form->addRow(QString(), m_restartNote);
    form->addRow(tr("Theme"), m_theme);
    form->addRow(tr("Bandwidths"), m_rateUnit);
    form->addRow(tr("Runs folder"), folder);
    form->addRow(QString(), m_folderError);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addStretch(1);
    layout->addWidget(m_buttons);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

Settings SettingsDialog::settings() const
{
    Settings settings;
    settings.language = m_language->currentData().toString();
    settings.theme = static_cast<ThemeChoice>(m_theme->currentData().toInt());
    settings.rateUnit = static_cast<RateUnit>(m_rateUnit->currentData().toInt());
    settings.runsFolder = m_runsFolder->text().trimmed();
    return settings;
}

void SettingsDialog::chooseFolder()
{
    const QString chosen =
        QFileDialog::getExistingDirectory(this, tr("Choose the runs folder"), m_runsFolder->text());
    if (!chosen.isEmpty())
        m_runsFolder->setText(chosen);
}

void SettingsDialog::checkFolder()
{
    const QString folder = m_runsFolder->text().trimmed();
    const QFileInfo info(folder);
    QString error;
    if (!folder.isEmpty() && QDir::isRelativePath(folder))
        error = tr("Give the whole path, from / on.");
    else if (!folder.isEmpty() && info.exists() && !info.isDir())
        error = tr("This is a file, not a folder.");
    else if (!folder.isEmpty() && info.isDir() && !info.isWritable())
        error = tr("You may not write into this folder.");
    m_folderError->setText(error);
    m_folderError->setVisible(!error.isEmpty());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(error.isEmpty());
}

} // namespace lockstep
