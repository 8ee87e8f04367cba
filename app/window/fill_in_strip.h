// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <QFrame>
#include <QString>
#include <QStringList>
#include <functional>

class QLabel;

namespace lockstep {

/// Above the canvas, after an experiment was opened that cannot run because fields hold nothing, as templates
/// are: which ones they are, each a link that leads there, until the last is filled in or one puts the strip
/// away. What is drawn anew does not bring it back.
class FillInStrip : public QFrame {
    Q_OBJECT
public:
    /// How people know the field of a key of the document.
    using LabelOf = std::function<QString(const std::string& key)>;

    FillInStrip(ExperimentDocument& document, LabelOf labelOf, QWidget* parent = nullptr);

    /// What the links lead to: the keys of a field, more than one where they are the same field of many
    /// hosts.
    const QVector<QStringList>& fields() const { return m_fields; }
    QString text() const;

signals:
    void fieldsWanted(const QStringList& keys);

private:
    void begin();
    void refresh();
    QString linkText(const QStringList& keys) const;

    ExperimentDocument& m_document;
    LabelOf m_labelOf;
    QLabel* m_text;
    QVector<QStringList> m_fields;
};

} // namespace lockstep
