// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QWidget>
#include <functional>
#include <map>
#include <vector>

class QLabel;
class QLineEdit;

namespace lockstep {

class DocumentForm;

/// Several selected hosts and links at once: a field shows what they have in common, and what is typed goes
/// to all of them, as one step of undo.
class MultiSelectionPanel : public QWidget {
    Q_OBJECT
public:
    explicit MultiSelectionPanel(ExperimentDocument& document, QWidget* parent = nullptr);
    void showElements(const ElementSet& elements);
    DocumentForm& form() { return *m_form; }

signals:
    void removeWanted();

private:
    /// One member of a kind of element: how it reads, how text becomes the member of the first of them, and
    /// how the others take it over from there.
    template <typename Element>
    struct Member {
        const char* key;
        QString label;
        QString toolTip;
        std::function<QString(const Element&)> read;
        std::function<Result<Experiment>(const Experiment&, const QString& path, const QString& text)> write;
        std::function<void(Element& to, const Element& from)> copy;
    };
    template <typename Element>
    void addMember(const char* list, Member<Element> member);
    void addHostMembers();
    void addLinkMembers();
    /// The selected elements of a kind, by index.
    std::vector<std::size_t> chosen(const Topology& topology, const Host*) const;
    std::vector<std::size_t> chosen(const Topology& topology, const Link*) const;
    void refresh();

    ExperimentDocument& m_document;
    DocumentForm* m_form;
    QLabel* m_title;
    ElementSet m_elements;
    std::vector<std::function<void()>> m_placeholders; ///< each brings that of one field up to date
};

} // namespace lockstep
