// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep {

/// Asks for the settings; whoever opened it saves and applies them. Follows a change of language while it is
/// open.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(const Settings& settings, QWidget* parent = nullptr);
    Settings settings() const;

signals:
    /// OK or Apply was pressed, and these are others than before.
    void applied(const lockstep::Settings& settings);
    /// The keys of actions are to be chosen.
    void keysWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void fill(const Settings& settings);
    void apply();
    void refresh();
    void chooseFolder();
    QString folderError() const;

    Settings m_before;
    QComboBox* m_language;
    QComboBox* m_theme;
    QComboBox* m_rateUnit;
    QCheckBox* m_notifies;
    QLineEdit* m_runsFolder;
    QPushButton* m_browse;
    QPushButton* m_keys;
    QLabel* m_folderError;
    QLineEdit* m_libraryHosts;
    QLineEdit* m_keptSecrets;
    QFormLayout* m_form = nullptr;
    QDialogButtonBox* m_buttons;
};

} // namespace lockstep
