// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/host_book.h"
#include "app/topology/palette/palette_rows.h"

#include <QListWidget>
#include <vector>

namespace lockstep {

/// What can be put on the canvas, by dragging, by a double click, by Enter: fresh hosts, switches and
/// networks, the user's templates and saved hosts, and those that the user's SSH configuration names. F2
/// renames what is the user's own, Delete forgets it after a question.
class HostPalette : public QListWidget {
    Q_OBJECT
public:
    /// Where saved hosts, the SSH configuration and templates are read; empty: the usual places, for
    /// templates beside a book that is named.
    struct Sources {
        QString book = {};
        QString sshConfig = {};
        QString templates = {};
    };
    explicit HostPalette(QWidget* parent = nullptr) : HostPalette(Sources(), parent) {}
    explicit HostPalette(const Sources& sources, QWidget* parent = nullptr);

    /// Keeps hosts for every drawing.
    Result<void> saveHosts(const std::vector<Host>& hosts);
    /// Keeps what a host is made of, under its name.
    Result<void> saveTemplate(const Host& host);
    const HostBook& book() const { return m_book; }
    const HostBook& templates() const { return m_templates; }
    /// What can be put on the canvas now, from the top down.
    std::vector<PaletteEntry> entries() const;

signals:
    void entryWanted(const lockstep::PaletteEntry& entry);
    /// Something could not be read or written.
    void failed(const QString& sentence);

protected:
    void startDrag(Qt::DropActions supportedActions) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    QSize sizeHint() const override;

private:
    void fill();
    void addRow(const PaletteRow& row);
    void tintIcons();
    /// Null for a heading, and for no item.
    const PaletteRow* rowAt(const QListWidgetItem* item) const;
    HostBook& bookOf(const PaletteRow& row);
    void renameTo(const QListWidgetItem& item);
    void select(const QString& name, PaletteOrigin origin);
    void forgetCurrent();

    HostBook m_book;
    HostBook m_templates;
    QString m_sshConfig;
    std::vector<PaletteRow> m_rows; ///< one for each item
    bool m_isFilling = false;       ///< changes of items are not the user's
};

} // namespace lockstep
