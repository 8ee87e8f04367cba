// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/command_line.h"

#include <QCoreApplication>
#include <QHash>
#include <array>
#include <optional>

namespace lockstep {

namespace {

enum class Target { None, Experiment, Run };

struct CommandSpec {
    Command command;
    const char* name;
    Target target;
    const char* usage;
    const char* summary;
    QStringList options;
};

const QStringList kConnect = {QStringLiteral("--runs"), QStringLiteral("--json"),
                              QStringLiteral("--identity"), QStringLiteral("--known-hosts")};

const std::array<CommandSpec, 8>& commands()
{
    static const std::array<CommandSpec, 8> table = {{
        {Command::Run, "run", Target::Experiment, "run EXPERIMENT [options]",
         QT_TRANSLATE_NOOP("Headless", "Train an experiment and show its progress."),
         kConnect + QStringList{QStringLiteral("--set"), QStringLiteral("--deterministic"),
                                QStringLiteral("--resume")}},
        {Command::List,
         "list",
         Target::None,
         "list [options]",
         QT_TRANSLATE_NOOP("Headless", "List the runs, newest first."),
         {QStringLiteral("--runs"), QStringLiteral("--json")}},
        {Command::Attach, "attach", Target::Run, "attach RUN [options]",
         QT_TRANSLATE_NOOP("Headless", "Watch a run until it ends."), kConnect},
        {Command::Stop, "stop", Target::Run, "stop RUN [options]",
         QT_TRANSLATE_NOOP("Headless", "End a run: finish the step, write a checkpoint, leave."), kConnect},
        {Command::Resume, "resume", Target::Run, "resume RUN [options]",
         QT_TRANSLATE_NOOP("Headless", "Go on with a run from its newest checkpoint."), kConnect},
        {Command::Check,
         "check",
         Target::Experiment,
         "check EXPERIMENT [options]",
         QT_TRANSLATE_NOOP("Headless", "Say everything that keeps an experiment from running."),
         {QStringLiteral("--set"), QStringLiteral("--offline"), QStringLiteral("--json")}},
        {Command::Plot,
         "plot",
         Target::Run,
         "plot RUN -o FILE.png [options]",
         QT_TRANSLATE_NOOP("Headless", "Draw the curves of a run into a picture."),
         {QStringLiteral("--runs"), QStringLiteral("--output")}},
        {Command::Demo,
         "demo",
         Target::None,
         "demo [options]",
         QT_TRANSLATE_NOOP("Headless", "Train the built-in digits on this computer and draw the curves."),
         {QStringLiteral("--runs"), QStringLiteral("--json"), QStringLiteral("--set"),
          QStringLiteral("--deterministic")}},
    }};
    return table;
}

struct OptionSpec {
    const char* name;
    const char* value; ///< null: a flag
    const char* summary;
};

constexpr std::array<OptionSpec, 10> kOptions = {{
    {"--set", "KEY=VALUE",
     QT_TRANSLATE_NOOP("Headless", "Set a key of the document, as training.batch=100.")},
    {"--deterministic", nullptr,
     QT_TRANSLATE_NOOP("Headless", "Make every sum in a fixed order: training.deterministic=true.")},
    {"--resume", "RUN", QT_TRANSLATE_NOOP("Headless", "Go on with this run instead; leave EXPERIMENT out.")},
    {"--runs", "DIR", QT_TRANSLATE_NOOP("Headless", "Where runs are kept.")},
    {"--json", nullptr,
     QT_TRANSLATE_NOOP("Headless", "End stdout with one line of JSON; progress goes to stderr.")},
    {"--identity", "FILE", QT_TRANSLATE_NOOP("Headless", "A private key to log in with; may be repeated.")},
    {"--known-hosts", "FILE",
     QT_TRANSLATE_NOOP("Headless",
                       "Host keys to trust instead of the usual files; may be repeated. New ones are "
                       "added to the first.")},
    {"--offline", nullptr, QT_TRANSLATE_NOOP("Headless", "Read the document only: no data, no hosts.")},
    {"--output", "FILE", QT_TRANSLATE_NOOP("Headless", "The picture to write (also -o).")},
    {"--help", nullptr, QT_TRANSLATE_NOOP("Headless", "Say this.")},
}};

QString translated(const char* text)
{
    return QCoreApplication::translate("Headless", text);
}

const CommandSpec* find(const QString& name)
{
    for (const CommandSpec& spec : commands()) {
        if (name == QLatin1String(spec.name))
            return &spec;
    }
    return nullptr;
}

Error usage(const char* text, std::vector<std::string> arguments)
{
    return {text, std::move(arguments), {}};
}

/// Stores one option; `value` is null for a flag.
void store(CommandLine& line, const QString& name, const QString& value)
{
    if (name == QLatin1String("--set"))
        line.values.append(value);
    else if (name == QLatin1String("--deterministic"))
        line.values.append(QStringLiteral("training.deterministic=true"));
    else if (name == QLatin1String("--resume"))
        line.resume = value;
    else if (name == QLatin1String("--runs"))
        line.runs = value;
    else if (name == QLatin1String("--output"))
        line.output = value;
    else if (name == QLatin1String("--identity"))
        line.identities.append(value);
    else if (name == QLatin1String("--known-hosts"))
        line.knownHosts.append(value);
    else if (name == QLatin1String("--json"))
        line.json = true;
    else if (name == QLatin1String("--offline"))
        line.offline = true;
}

/// Reads `--name value`, `--name=value` or a flag at `index`, which moves on to its last argument.
Result<void> readOption(CommandLine& line, const CommandSpec& spec, const QStringList& arguments,
                        qsizetype& index)
{
    const QString argument = arguments[index];
    const qsizetype equals = argument.startsWith(QLatin1String("--")) ? argument.indexOf(u'=') : -1;
    QString name = equals < 0 ? argument : argument.left(equals);
    if (name == QLatin1String("-o"))
        name = QStringLiteral("--output");
    const std::string command = spec.name;
    const auto known = std::find_if(kOptions.begin(), kOptions.end(), [&](const OptionSpec& option) {
        return name == QLatin1String(option.name);
    });
    if (known == kOptions.end() || !spec.options.contains(name))
        return usage(LOCKSTEP_TEXT("Unknown option %1. lockstep %2 --help lists those of this command."),
                     {argument.toStdString(), command});
    if (!known->value) {
        if (equals >= 0)
            return usage(LOCKSTEP_TEXT("%1 takes no value."), {name.toStdString()});
        store(line, name, {});
        return {};
    }
    if (equals < 0 && index + 1 >= arguments.size())
        return usage(LOCKSTEP_TEXT("%1 needs a value: %2."), {name.toStdString(), known->value});
    store(line, name, equals >= 0 ? argument.mid(equals + 1) : arguments[++index]);
    return {};
}

/// What is missing or too much once all is read.
Result<void> checkTarget(const CommandLine& line, const CommandSpec& spec, qsizetype targets)
{
    const bool resumes = !line.resume.isEmpty();
    const qsizetype wanted = spec.target == Target::None || resumes ? 0 : 1;
    if (targets < wanted)
        return usage(spec.target == Target::Run
                         ? LOCKSTEP_TEXT("Which run? Write lockstep %1; lockstep list shows the runs.")
                         : LOCKSTEP_TEXT("Which experiment? Write lockstep %1."),
                     {spec.usage});
    if (targets > wanted)
        return usage(resumes ? LOCKSTEP_TEXT("A resumed run keeps its experiment. Leave EXPERIMENT out.")
                             : LOCKSTEP_TEXT("Too many arguments. Write lockstep %1."),
                     {spec.usage});
    if (resumes && !line.values.isEmpty())
        return usage(LOCKSTEP_TEXT("A resumed run keeps its experiment. Leave --set out."), {});
    if (spec.command == Command::Plot && line.output.isEmpty())
        return usage(LOCKSTEP_TEXT("Where should the picture go? Write lockstep %1."), {spec.usage});
    for (const QString& value : line.values) {
        if (value.indexOf(u'=') <= 0)
            return usage(LOCKSTEP_TEXT("--set takes KEY=VALUE, but found %1."), {value.toStdString()});
    }
    return {};
}

QString optionLine(const OptionSpec& option)
{
    QString left = QLatin1String(option.name);
    if (option.value)
        left += u' ' + QLatin1String(option.value);
    return QStringLiteral("  %1 %2\n").arg(left, -22).arg(translated(option.summary));
}

} // namespace

bool isCommand(const QString& argument)
{
    return find(argument) || argument == QLatin1String("--help") || argument == QLatin1String("-h") ||
           argument == QLatin1String("help") || argument == QLatin1String("--version");
}

Result<CommandLine> parseCommandLine(const QStringList& arguments)
{
    CommandLine line;
    const QString name = arguments.value(0);
    if (name == QLatin1String("--version")) {
        line.command = Command::Version;
        return line;
    }
    const CommandSpec* spec = find(name == QLatin1String("help") ? arguments.value(1) : name);
    if (!spec || name == QLatin1String("help")) {
        line.target = spec ? QLatin1String(spec->name) : QString();
        return line;
    }
    line.command = spec->command;
    qsizetype targets = 0;
    bool onlyTargets = false;
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        const QString& argument = arguments[i];
        if (!onlyTargets && argument == QLatin1String("--")) {
            onlyTargets = true;
        } else if (!onlyTargets && (argument == QLatin1String("--help") || argument == QLatin1String("-h"))) {
            line.command = Command::Help;
            line.target = QLatin1String(spec->name);
            return line;
        } else if (!onlyTargets && argument.size() > 1 && argument.startsWith(u'-')) {
            if (const Result<void> read = readOption(line, *spec, arguments, i); !read)
                return read.error();
        } else {
            line.target = argument;
            ++targets;
        }
    }
    if (const Result<void> checked = checkTarget(line, *spec, targets); !checked)
        return checked.error();
    return line;
}

QString helpText(const QString& command)
{
    QString text;
    if (const CommandSpec* spec = find(command)) {
        text =
            QStringLiteral("lockstep %1\n%2\n\n").arg(QLatin1String(spec->usage), translated(spec->summary));
        for (const OptionSpec& option : kOptions) {
            if (spec->options.contains(QLatin1String(option.name)) ||
                option.name == std::string_view("--help"))
                text += optionLine(option);
        }
        if (spec->target == Target::Run)
            text += u'\n' +
                    QCoreApplication::translate(
                        "Headless", "RUN is an id, the beginning of one, a folder, or \"last\".") +
                    u'\n';
        return text;
    }
    text = QCoreApplication::translate(
        "Headless", "Lockstep trains neural networks on several devices and lets you watch every rank.");
    text += QStringLiteral("\n\n  %1 %2\n")
                .arg(QStringLiteral("lockstep [FILE]"), -44)
                .arg(QCoreApplication::translate("Headless", "Open the window."));
    for (const CommandSpec& spec : commands())
        text += QStringLiteral("  %1 %2\n")
                    .arg(QStringLiteral("lockstep ") + QLatin1String(spec.usage), -44)
                    .arg(translated(spec.summary));
    text +=
        u'\n' +
        QCoreApplication::translate("Headless", "lockstep COMMAND --help lists the options of a command.") +
        u'\n';
    text += QCoreApplication::translate("Headless",
                                        "The exit code is that of the run: 0 when it trained to its end.") +
            u'\n';
    return text;
}

} // namespace lockstep
