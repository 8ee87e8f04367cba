// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiment/experiment_panel.h"

#include "app/error_text.h"
#include "app/experiment/document_form.h"
#include "app/experiment/field_values.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

namespace {

template <typename Value>
FormChoice choice(Value value, const QString& text)
{
    return {wordText(value), text};
}

/// A field whose texts go into the document under its own key.
FormField textField(const QString& key, const QString& label, const QString& toolTip,
                    std::function<QString(const Experiment&)> read)
{
    return {
        key, label, toolTip, {}, std::move(read), [key](const Experiment& experiment, const QString& text) {
            return withText(experiment, key, text.trimmed());
        }};
}

} // namespace

ExperimentPanel::ExperimentPanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new DocumentForm(document, this)),
      m_summary(new QLabel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_form);
    addExperimentFields();
    addDataFields();
    addOptimizerFields();
    addTrainingFields();
    m_form->addHeading(tr("Ranks"));
    m_summary->setWordWrap(true);
    m_summary->setProperty("muted", true);
    m_form->addRow(
        QStringLiteral("topology.hosts"), {},
        tr("Each chosen device of each host is one rank. All ranks hold the same weights; each computes "
           "gradients on its own samples, and the gradients are averaged in every step."),
        m_summary);
    connect(&m_document, &ExperimentDocument::changed, this, &ExperimentPanel::refresh);
    connect(&m_document, &ExperimentDocument::titleChanged, this, &ExperimentPanel::refresh);
    refresh();
}

void ExperimentPanel::addNumber(const QString& key, const QString& label, const QString& toolTip,
                                std::function<QString(const Experiment&)> read)
{
    m_form->addText(
        {key, label, toolTip, {}, std::move(read), [key](const Experiment& experiment, const QString& text) {
             return withNumber(experiment, key, text);
         }});
}

void ExperimentPanel::addExperimentFields()
{
    m_form->addHeading(tr("Experiment"));
    m_form->addText(
        textField(QStringLiteral("name"), tr("Name"), tr("What this experiment and its runs are called."),
                  [](const Experiment& experiment) { return QString::fromStdString(experiment.name); }));
    FormField model =
        textField(QStringLiteral("model.name"), tr("Model"),
                  tr("The network that is trained; every rank holds a copy of it. MNIST CNN has 20,350 "
                     "parameters, LeNet "
                     "431,080: fewer mean smaller gradients to exchange in every step."),
                  [](const Experiment& experiment) { return QString::fromStdString(experiment.model.name); });
    QVector<FormChoice> models;
    for (const std::string& name : modelNames()) {
        const QString value = QString::fromStdString(name);
        models.append({value, name == "mnist-cnn" ? tr("MNIST CNN") : name == "lenet" ? tr("LeNet") : value});
    }
    m_form->addChoice(std::move(model), models);
}

void ExperimentPanel::addDataFields()
{
    FormField kind = textField(QStringLiteral("data.kind"), tr("Data"),
                               tr("Where the samples come from. The built-in digits need no file: they are "
                                  "drawn by the program, the same "
                                  "ones on every host. MNIST and Paddle files are read from a path."),
                               [](const Experiment& experiment) { return wordText(experiment.data.kind); });
    m_form->addChoice(std::move(kind), {choice(DataKind::SyntheticDigits, tr("Built-in digits")),
                                        choice(DataKind::Mnist, tr("MNIST files")),
                                        choice(DataKind::PaddleJson, tr("Paddle mnist.json.gz"))});
    m_form->addText(
        textField(QStringLiteral("data.path"), tr("Path"),
                  tr("MNIST: the folder with the four idx files, plain or .gz. Paddle: the file "
                     "mnist.json.gz. The path must "
                     "exist on every host with a rank; a relative one starts at the document's folder."),
                  [](const Experiment& experiment) { return QString::fromStdString(experiment.data.path); }));
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("browse"));
    button->setText(QStringLiteral("…"));
    button->setToolTip(tr("Choose on this computer"));
    button->setAccessibleName(tr("Choose the data on this computer"));
    connect(button, &QToolButton::clicked, this, &ExperimentPanel::browse);
    m_form->addButton(QStringLiteral("data.path"), button);
}

void ExperimentPanel::addOptimizerFields()
{
    m_form->addHeading(tr("Training"));
    FormField optimizer =
        textField(QStringLiteral("training.optimizer"), tr("Optimiser"),
                  tr("How a gradient becomes a change of the weights. SGD: the plain step. Momentum: "
                     "remembers where it was "
                     "going. Adagrad: smaller steps for weights that moved much. Adam: momentum with a step "
                     "of its own for "
                     "every weight; often the quickest, usually with a learning rate of 0.001."),
                  [](const Experiment& experiment) { return wordText(experiment.training.optimizer); });
    m_form->addChoice(std::move(optimizer),
                      {choice(OptimizerKind::Sgd, tr("SGD")), choice(OptimizerKind::Momentum, tr("Momentum")),
                       choice(OptimizerKind::Adagrad, tr("Adagrad")),
                       choice(OptimizerKind::Adam, tr("Adam"))});
    addNumber(
        QStringLiteral("training.learning_rate"), tr("Learning rate"),
        tr("The length of a step, above 0. Too large: the loss jumps or grows. Too small: it hardly falls. "
           "With more ranks the global batch grows, and a larger rate often pays."),
        [](const Experiment& experiment) { return numberText(experiment.training.learningRate); });
    addNumber(QStringLiteral("training.momentum"), tr("Momentum"),
              tr("How much of the last step is kept, from 0 to below 1; 0.9 is usual."),
              [](const Experiment& experiment) { return numberText(experiment.training.momentum); });
}

void ExperimentPanel::addTrainingFields()
{
    addNumber(QStringLiteral("training.batch"), tr("Batch"),
              tr("Samples that each rank takes in one step, from 1 to 65536. All ranks together take batch × "
                 "ranks: "
                 "the global batch."),
              [](const Experiment& experiment) { return QString::number(experiment.training.batch); });
    addNumber(QStringLiteral("training.epochs"), tr("Epochs"),
              tr("How many times the training goes over all samples. After each, accuracy is measured and a "
                 "checkpoint written."),
              [](const Experiment& experiment) { return QString::number(experiment.training.epochs); });
    addNumber(
        QStringLiteral("training.seed"), tr("Seed"),
        tr("Start of all random numbers: first weights and order of the samples. The same seed on the same "
           "devices gives the same weights, bit for bit."),
        [](const Experiment& experiment) { return QString::number(experiment.training.seed); });
    FormField loss =
        textField(QStringLiteral("training.loss"), tr("Loss"),
                  tr("What the training makes smaller. Cross-entropy suits classes; squared error is there "
                     "for comparison."),
                  [](const Experiment& experiment) { return wordText(experiment.training.loss); });
    m_form->addChoice(std::move(loss), {choice(LossKind::CrossEntropy, tr("Cross-entropy")),
                                        choice(LossKind::SquaredError, tr("Squared error"))});
    FormField precision =
        textField(QStringLiteral("training.precision"), tr("Precision"),
                  tr("The numbers that the network computes with. 32-bit floating point is the reference."),
                  [](const Experiment& experiment) { return wordText(experiment.training.precision); });
    m_form->addChoice(std::move(precision), {choice(Precision::Float32, tr("32-bit (f32)"))});
}

void ExperimentPanel::browse()
{
    const Experiment& experiment = m_document.experiment();
    const QString now = QString::fromStdString(m_document.forRunning().data.path);
    QString chosen;
    if (experiment.data.kind == DataKind::PaddleJson)
        chosen = QFileDialog::getOpenFileName(this, tr("Choose the data file"), now,
                                              tr("Paddle data (*.json.gz);;All files (*)"));
    else
        chosen = QFileDialog::getExistingDirectory(this, tr("Choose the folder with the MNIST files"), now);
    if (chosen.isEmpty())
        return;
    Experiment next = experiment;
    next.data.path = chosen.toStdString();
    m_document.edit(tr("Choose the data"), next);
}

QString ExperimentPanel::summary() const
{
    const Experiment& experiment = m_document.experiment();
    const auto ranks = static_cast<int>(placeRanks(experiment.topology).size());
    if (ranks == 0)
        return tr("No rank yet.");
    return tr("%n rank(s). Global batch: %1 samples in every step.", nullptr, ranks)
        .arg(static_cast<qint64>(ranks) * experiment.training.batch);
}

void ExperimentPanel::refresh()
{
    const Experiment& experiment = m_document.experiment();
    m_form->setRowVisible(QStringLiteral("training.momentum"),
                          experiment.training.optimizer == OptimizerKind::Momentum);
    const bool hasPath = experiment.data.kind != DataKind::SyntheticDigits;
    m_form->setRowVisible(QStringLiteral("data.path"), hasPath);
    findChild<QToolButton*>(QStringLiteral("browse"))->setVisible(hasPath);
    m_summary->setText(summary());
    std::map<QString, QString> problems;
    for (const Error& problem : m_document.problems())
        problems.emplace(QString::fromStdString(problem.key), errorSentence(problem));
    if (const QString missing = dataPathProblem(m_document); !missing.isEmpty())
        problems.emplace(QStringLiteral("data.path"), missing);
    m_form->refresh();
    m_form->setProblems(problems);
}

QString dataPathProblem(const ExperimentDocument& document)
{
    const Experiment experiment = document.forRunning();
    if (experiment.data.kind == DataKind::SyntheticDigits || experiment.data.path.empty())
        return {};
    const QString path = QString::fromStdString(experiment.data.path);
    if (QDir::isRelativePath(path))
        return ExperimentPanel::tr(
            "A relative path starts at the document's folder: save the document first.");
    const std::vector<Host>& hosts = experiment.topology.hosts;
    const bool trainsHere = std::any_of(hosts.begin(), hosts.end(), [](const Host& host) {
        return host.connection == Connection::Local && !host.devices.empty();
    });
    const QFileInfo info(path);
    const bool wantsFolder = experiment.data.kind == DataKind::Mnist;
    if (!trainsHere || (wantsFolder ? info.isDir() : info.isFile()))
        return {};
    return wantsFolder ? ExperimentPanel::tr("There is no folder %1 on this computer.").arg(path)
                       : ExperimentPanel::tr("There is no file %1 on this computer.").arg(path);
}

} // namespace lockstep
