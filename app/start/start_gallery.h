// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>

class QListWidget;

namespace lockstep {

/// Where to begin: a template, a recent file, another file, or nothing at all.
class StartGallery : public QDialog {
    Q_OBJECT
public:
    enum class Choice { None, Empty, Template, File, Browse };

    StartGallery(const QString& templateFolder, const QStringList& recentFiles, QWidget* parent = nullptr);

    /// What was chosen, once the dialog is accepted.
    Choice choice() const { return m_choice; }
    /// Of Template and File.
    QString path() const { return m_path; }

private:
    QWidget* makeTemplates(const QString& folder);
    QWidget* makeFiles(const QStringList& recentFiles);
    void choose(Choice choice, const QString& path = {});

    Choice m_choice = Choice::None;
    QString m_path;
};

} // namespace lockstep
