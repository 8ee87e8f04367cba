// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QString>
#include <utility>

namespace lockstep {

/// The keys and mouse gestures of the canvas that are no action of a menu, and what they do.
QList<std::pair<QString, QString>> canvasKeys();

/// Shows them.
class CanvasKeysDialog : public QDialog {
    Q_OBJECT
public:
    explicit CanvasKeysDialog(QWidget* parent = nullptr);
};

} // namespace lockstep
