// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings_dialog.h"

#include "app/text/plain_text.h"
#include "remote/mirrors/run_folder.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

namespace lockstep {

namespace {

constexpr int kFolderWidth = 340;

void chooseData(QComboBox& box, const QVariant& data)
{
    box.setCurrentIndex(qMax(0, box.findData(data)));
}

/// What stands between the commas.
QStringList namesIn(const QLineEdit& field)
{
    QStringList names;
    for (const QString& name : field.text().split(u',', Qt::SkipEmptyParts)) {
        if (!name.trimmed().isEmpty())
            names.append(name.trimmed());
    }
    return names;
}

} // namespace

SettingsDialog::SettingsDialog(const Settings& settings, QWidget* parent)
    : QDialog(parent), m_before(settings), m_language(new QComboBox(this)), m_theme(new QComboBox(this)),
      m_rateUnit(new QComboBox(this)), m_notifies(new QCheckBox(this)), m_runsFolder(new QLineEdit(this)),
      m_browse(new QPushButton(this)), m_keys(new QPushButton(this)), m_folderError(new QLabel(this)),
      m_libraryHosts(new QLineEdit(this)), m_keptSecrets(new QLineEdit(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel |
                                         QDialogButtonBox::Apply | QDialogButtonBox::RestoreDefaults,
                                     this))
{
    build();
    retranslate();
    fill(settings);
    for (const QComboBox* box : {m_language, m_theme, m_rateUnit})
        connect(box, &QComboBox::currentIndexChanged, this, &SettingsDialog::refresh);
    connect(m_notifies, &QCheckBox::toggled, this, &SettingsDialog::refresh);
    for (const QLineEdit* field : {m_runsFolder, m_libraryHosts, m_keptSecrets})
        connect(field, &QLineEdit::textChanged, this, &SettingsDialog::refresh);
    connect(m_browse, &QPushButton::clicked, this, &SettingsDialog::chooseFolder);
    connect(m_keys, &QPushButton::clicked, this, &SettingsDialog::keysWanted);
    connect(m_buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &SettingsDialog::apply);
    connect(m_buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            [this] { fill({}); });
    connect(m_buttons, &QDialogButtonBox::accepted, this, [this] {
        apply();
        accept();
    });
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
}

void SettingsDialog::build()
{
    setObjectName(QStringLiteral("settings"));
    m_language->setObjectName(QStringLiteral("language"));
    m_language->addItem(QString(), QString());
    m_language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    m_language->addItem(QStringLiteral("中文"), QStringLiteral("zh_CN"));
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Dark, ThemeChoice::Light})
        m_theme->addItem(QString(), static_cast<int>(choice));
    for (const RateUnit unit : {RateUnit::Bits, RateUnit::Bytes})
        m_rateUnit->addItem(QString(), static_cast<int>(unit));
    m_runsFolder->setPlaceholderText(QDir::toNativeSeparators(defaultRunsFolder()));
    m_runsFolder->setMinimumWidth(kFolderWidth);
    m_libraryHosts->setObjectName(QStringLiteral("libraryHosts"));
    m_keptSecrets->setObjectName(QStringLiteral("keptSecrets"));
    m_folderError->setProperty("errorText", true);
    m_folderError->setWordWrap(true);
    for (QPushButton* button : {m_browse, m_keys})
        button->setAutoDefault(false);
    auto* folder = new QHBoxLayout;
    folder->addWidget(m_runsFolder, 1);
    folder->addWidget(m_browse);
    auto* keys = new QHBoxLayout;
    keys->addWidget(m_keys);
    keys->addStretch(1);
    m_form = new QFormLayout;
    m_form->addRow(QStringLiteral(" "), m_language);
    m_form->addRow(QStringLiteral(" "), m_theme);
    m_form->addRow(QStringLiteral(" "), m_rateUnit);
    m_form->addRow(QStringLiteral(" "), m_notifies);
    m_form->addRow(QStringLiteral(" "), folder);
    m_form->addRow(QString(), m_folderError);
    m_form->addRow(QStringLiteral(" "), keys);
    m_form->addRow(QStringLiteral(" "), m_libraryHosts);
    m_form->addRow(QStringLiteral(" "), m_keptSecrets);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(m_form);
    layout->addStretch(1);
    layout->addWidget(m_buttons);
}

void SettingsDialog::retranslate()
{
    setWindowTitle(tr("Settings"));
    m_language->setItemText(0, tr("As the system"));
    for (const auto& [row, text] :
         {std::pair(0, tr("As the system")), std::pair(1, tr("Dark")), std::pair(2, tr("Light"))})
        m_theme->setItemText(row, text);
    m_rateUnit->setItemText(0, tr("Bits per second (10 Mbps)"));
    m_rateUnit->setItemText(1, tr("Bytes per second (1.25 MB/s)"));
    m_browse->setText(tr("Browse…"));
    m_keys->setText(tr("Keyboard shortcuts…"));
    const auto describe = [this](int row, const QString& label, const QString& toolTip,
                                 const QList<QWidget*>& fields) {
        auto* shown = qobject_cast<QLabel*>(m_form->itemAt(row, QFormLayout::LabelRole)->widget());
        shown->setText(label);
        shown->setToolTip(wrappedText(toolTip));
        shown->setBuddy(fields.first());
        for (QWidget* field : fields) {
            field->setToolTip(wrappedText(toolTip));
            if (!qobject_cast<QAbstractButton*>(field)) // which has a text of its own
                field->setAccessibleName(label);
        }
    };
    describe(0, tr("Language"),
             tr("Of menus, panels, messages and numbers. It changes at once; a run goes on."), {m_language});
    describe(1, tr("Theme"),
             tr("Light or dark colours. “As the system” follows the desktop, also while Lockstep is open."),
             {m_theme});
    describe(2, tr("Bandwidths"), tr("How the bandwidths of links are shown and typed; documents keep bits."),
             {m_rateUnit});
    m_notifies->setText(tr("When a run ends, fails or diverges"));
    describe(
        3, tr("Notifications"),
        tr("The desktop tells what becomes of a run while Lockstep is not in front. A click on it leads to "
           "the run."),
        {m_notifies});
    describe(4, tr("Runs folder"),
             tr("Journals, logs and fetched checkpoints of every run are kept here. Empty: the usual place."),
             {m_runsFolder, m_browse});
    describe(6, tr("Keys"), tr("Every action with its keys, to choose others."), {m_keys});
    describe(7, tr("Send libraries to"),
             tr("Hosts that get NVIDIA's libraries without a question when they lack them for their GPUs: "
                "addresses as gpu-1:22, with commas between them. Empty: it is asked each time."),
             {m_libraryHosts});
    describe(
        8, tr("Kept in the keychain"),
        tr("Whose passwords and passphrases the keychain of this computer keeps: those that are taken out "
           "of this list are forgotten, and asked for again."),
        {m_keptSecrets});
    m_libraryHosts->setPlaceholderText(tr("asked each time"));
    m_keptSecrets->setPlaceholderText(tr("nothing"));
    m_buttons->button(QDialogButtonBox::RestoreDefaults)
        ->setToolTip(wrappedText(tr("Shows what a first start has; nothing changes before OK or Apply.")));
    m_folderError->setText(folderError());
}

void SettingsDialog::fill(const Settings& settings)
{
    chooseData(*m_language, settings.language);
    chooseData(*m_theme, static_cast<int>(settings.theme));
    chooseData(*m_rateUnit, static_cast<int>(settings.rateUnit));
    m_notifies->setChecked(settings.notifies);
    m_runsFolder->setText(settings.runsFolder);
    m_libraryHosts->setText(settings.libraryHosts.join(QStringLiteral(", ")));
    m_keptSecrets->setText(settings.keptSecrets.join(QStringLiteral(", ")));
}

Settings SettingsDialog::settings() const
{
    Settings settings;
    settings.language = m_language->currentData().toString();
    settings.theme = static_cast<ThemeChoice>(m_theme->currentData().toInt());
    settings.rateUnit = static_cast<RateUnit>(m_rateUnit->currentData().toInt());
    settings.notifies = m_notifies->isChecked();
    settings.runsFolder = m_runsFolder->text().trimmed();
    settings.libraryHosts = namesIn(*m_libraryHosts);
    settings.keptSecrets = namesIn(*m_keptSecrets);
    return settings;
}

void SettingsDialog::apply()
{
    const Settings now = settings();
    if (now == m_before)
        return;
    m_before = now;
    refresh();
    emit applied(now);
}

void SettingsDialog::chooseFolder()
{
    const QString chosen =
        QFileDialog::getExistingDirectory(this, tr("Choose the runs folder"), m_runsFolder->text());
    if (!chosen.isEmpty())
        m_runsFolder->setText(chosen);
}

QString SettingsDialog::folderError() const
{
    const QString folder = m_runsFolder->text().trimmed();
    const QFileInfo info(folder);
    if (folder.isEmpty())
        return {};
    if (QDir::isRelativePath(folder))
        return tr("Give the whole path, from / on.");
    if (info.exists() && !info.isDir())
        return tr("This is a file, not a folder.");
    return info.isDir() && !info.isWritable() ? tr("You may not write into this folder.") : QString();
}

void SettingsDialog::refresh()
{
    const QString error = folderError();
    m_folderError->setText(error);
    m_folderError->setVisible(!error.isEmpty());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(error.isEmpty());
    m_buttons->button(QDialogButtonBox::Apply)->setEnabled(error.isEmpty() && settings() != m_before);
}

void SettingsDialog::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

} // namespace lockstep
