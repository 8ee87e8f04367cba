// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace lockstep {

/// Asks for the settings; the caller saves and applies them.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(const Settings& settings, QWidget* parent = nullptr);
    Settings settings() const;

private:
    void chooseFolder();
    void checkFolder();

    Settings m_before;
    QComboBox* m_language;
    QComboBox* m_theme;
    QComboBox* m_rateUnit;
    QLineEdit* m_runsFolder;
    QLabel* m_restartNote;
    QLabel* m_folderError;
    QDialogButtonBox* m_buttons;
};

} // namespace lockstep
