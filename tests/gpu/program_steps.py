# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""Steps that run staged test programs: that anything starts at all, every model beside the CPU, the suites, the
sanitizer, cuDNN's plans."""
import json
import re
import subprocess

import programs
from report import FAILED, LEFT_OUT, PASSED, Outcome, Table

REPRESENTATIVE = ("alexnet", "resnet18", "resnet50", "shufflenet_v2_x0_5", "mobilenet_v2", "squeezenet1_1",
                  "convnext_tiny", "resnet20", "vgg11_bn", "googlenet", "i3d", "mnist-cnn", "lenet")
#: Those whose plans are measured, as trainings measure them.
MEASURED_MODELS = ("lenet", "resnet18", "convnext_tiny")
QUICK_MODELS = ("lenet", "mnist-cnn", "resnet20")
#: Suites whose bodies run on the device that LOCKSTEP_TEST_DEVICE names: tests, seconds, PyTorch's numbers needed.
SUITES = (
    ("compute_graph_program_test", "*", 90, False),
    ("compute_pixel_inputs_test", "*OnTheDevice*", 60, False),
    # Without those that name their devices themselves or read data that was not carried.
    ("train_test", "-ShadowDevice*:Devices.*:DeviceStrategy.*:DamagedImages.*", 150, False),
    ("compute_clip_layers_test", "*", 60, True),
    ("compute_models_test", "*", 150, True),
)
QUICK_SUITES = (
    ("compute_graph_program_test", "*", 300, False),
    ("compute_models_test", "Models.*/resnet20", 300, True),
)
QUICK_ORACLE = ("resnet20",)


UNFINISHED, REFUSED, CLEAN = "did not end in its time", "does not work here", "clean"


def json_lines(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def start(context):
    """With the loader that hosts get from the bundle; where only this host's own works, that is a failure, and the
    other steps go on with it."""
    tried = []
    for bundled in (True, False):
        context.staged.bundled_loader = bundled
        probe = context.run("start-probe", "lockstep-engine", "probe", seconds=60)
        step = context.run("start-model", "model_check", context.device, "f32", "mnist-cnn", seconds=120)
        works = probe.code == 0 and step.code == 0
        tried.append(works)
        if works:
            break
    figures = {"probe": probe.output[-4000:], "bundled_loader": tried[0]}
    if tried[0]:
        return Outcome(PASSED, f"engine and programs start, {context.device} computes", figures)
    why = "works with this host's C library alone" if tried[-1] else f"nothing computes: {step.sentence()}"
    return Outcome(FAILED, f"under the bundle's loader: {why}", figures)


def models(context):
    """Logits, loss, gradients and running statistics of one step beside the CPU engine's in f32. Most with the plans
    that the library recommends: to measure those of all models would take the time of everything else."""
    if context.quick:
        asked = [("f32,bf16", QUICK_MODELS, "measured")]
    else:
        asked = [("f32", ("all",), "fixed"), ("tf32,bf16,fp16", REPRESENTATIVE, "fixed"),
                 ("f32,bf16", MEASURED_MODELS, "measured")]
    lines, unfinished = [], []
    for precisions, names, chosen in asked:
        found = context.run(f"models-{precisions}-{chosen}", "model_check", context.device, precisions,
                            ",".join(names), chosen, seconds=180)
        lines += json_lines(found.output)
        if found.code not in (0, 1) or found.timed_out:
            unfinished.append(found.sentence())
    wrong = [f"{line['model']} {line['precision']}" for line in lines if not line["agrees"]]
    compared = [line for line in lines if "gradients" in line]
    rows = [[line["model"], line["precision"], line["logits"], line["loss"], line["gradients"], line["worst_gradient"],
             line["worst_gradient_name"], line["agrees"]] for line in compared]
    rows += [[line["model"], line["precision"], line.get("refused") or line.get("error"), None, None, None, None,
              line["agrees"]] for line in lines if "gradients" not in line]
    table = Table("Apart from the CPU's f32, relative", ["model", "precision", "logits", "loss", "gradients",
                                                         "worst gradient", "its name", "agrees"], rows)
    if wrong or unfinished or not compared:
        return Outcome(FAILED, "; ".join([f"{len(wrong)} apart: {', '.join(wrong)}"] * bool(wrong) + unfinished) or
                       "nothing was compared", {"lines": lines}, [table])
    return Outcome(PASSED, f"{len(compared)} steps agree with the CPU's", {"lines": lines}, [table])


class Oracle:
    """PyTorch's numbers for the suites, written beside the other steps."""

    def __init__(self, context):
        self.folder = context.scratch / "oracle"
        self.process = None
        if context.staged.machine.python is None:
            return
        scripts = context.staged.folder / "oracle"
        names = " ".join(QUICK_ORACLE if context.quick else ())
        python = context.staged.machine.python
        commands = [f"{python} -B torch_models.py {self.folder} {names}"]
        if not context.quick:
            commands.append(f"{python} -B torch_clips.py {self.folder}")
        log = open(context.report.logs / "oracle.log", "wb")
        with log:
            self.process = subprocess.Popen(["/bin/sh", "-c", " && ".join(commands)], cwd=scripts, stdout=log,
                                            stderr=subprocess.STDOUT, start_new_session=True)

    def ready(self, seconds):
        if self.process is None:
            return False
        try:
            return self.process.wait(timeout=max(seconds, 1)) == 0
        except subprocess.TimeoutExpired:
            return False

    def end(self):
        if self.process is not None:
            programs.end_group(self.process)


def counts(path):
    """Of a suite, from GoogleTest's own report: tests, failures, skipped, and the names that failed."""
    if not path.exists():
        return None
    result = json.loads(path.read_text())
    bodies = [(suite["name"], test) for suite in result["testsuites"] for test in suite["testsuite"]]
    failed = [f"{suite}.{test['name']}" for suite, test in bodies if test.get("failures")]
    skipped = sum(test.get("result") == "SKIPPED" for _, test in bodies)
    return {"tests": result["tests"], "failed": failed, "skipped": skipped}


def suites(context):
    rows, figures, wrong = [], {}, []
    for program, tests, seconds, needs_oracle in QUICK_SUITES if context.quick else SUITES:
        if needs_oracle and not context.oracle.ready(min(60, context.seconds_left())):
            rows.append([program, LEFT_OUT, None, None, None, "PyTorch's numbers are not there"])
            continue
        result = context.report.logs / "suites" / f"{program}.json"
        found = context.run(f"suites/{program}", program, f"--gtest_filter={tests}", f"--gtest_output=json:{result}",
                            seconds=seconds, LOCKSTEP_TEST_DEVICE=context.device,
                            LOCKSTEP_TEST_REFERENCE=str(context.oracle.folder))
        told = counts(result)
        passed = found.code == 0 and told is not None and told["tests"] > 0
        figures[program] = {**(told or {}), "seconds": found.seconds, "verdict": PASSED if passed else FAILED}
        remark = ", ".join(told["failed"][:20]) if told and told["failed"] else "" if passed else found.sentence()
        rows.append([program, PASSED if passed else FAILED, told and told["tests"], told and len(told["failed"]),
                     found.seconds, remark])
        if not passed:
            wrong.append(program)
    total = sum(each.get("tests", 0) for each in figures.values())
    table = Table(f"Suites on {context.device}", ["program", "verdict", "tests", "failed", "seconds", "remark"], rows)
    return Outcome(FAILED if wrong or not figures else PASSED, f"{total} tests on {context.device}" + (
        f"; failed: {', '.join(wrong)}" if wrong else ""), figures, [table])


#: The tool's own words where it cannot work at all: the system does not let it reach into the device.
REFUSALS = re.compile(r"Device not supported|Unable to find injection library|insufficient privileges", re.IGNORECASE)
#: What each tool is asked for. The libraries try calls out that this driver may lack, which is no fault of a kernel;
#: the engine looks at what calls return itself.
CHECKS = {"memcheck": ["--report-api-errors", "no"], "racecheck": []}


def verdict_of(found):
    if found.timed_out:
        return UNFINISHED
    if found.code == 0:
        return CLEAN
    refusal = REFUSALS.search(found.output)
    return f"{REFUSED}: {refusal.group(0)}" if refusal else found.sentence()


def sanitizer(context):
    """Bad accesses and races of the kernels in one step of small models."""
    tool = context.staged.machine.sanitizer
    if not context.device.startswith("cuda") or tool is None:
        return Outcome(LEFT_OUT, "compute-sanitizer is not there" if tool is None else f"{context.device} is no GPU")
    figures = {}
    for check, options in CHECKS.items():
        # The tool's own libraries are this host's, and want its loader.
        command = [tool, "--tool", check, *options, "--error-exitcode", "9", "--target-processes", "all",
                   *context.staged.command("model_check", context.device, "f32,bf16", "lenet", "fixed", bundled=False)]
        found = programs.run(command, min(60, context.seconds_left()), context.report.logs / f"sanitizer-{check}.log",
                             context.staged.environment_of_linked())
        figures[check] = verdict_of(found)
    unable = {check: verdict for check, verdict in figures.items() if verdict.startswith((UNFINISHED, REFUSED))}
    dirty = [check for check, verdict in figures.items() if verdict != CLEAN and check not in unable]
    summary = "; ".join([f"not clean: {', '.join(dirty)}"] * bool(dirty) +
                        [f"{check} {verdict}" for check, verdict in unable.items()]) or CLEAN
    return Outcome(FAILED if dirty else LEFT_OUT if unable else PASSED, summary, figures)


def nearest_card(properties, folder):
    """The known card whose properties differ in the fewest places, and those places."""
    known = {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
    different = {name: {key: [properties.get(key), value] for key, value in card.items()
                        if properties.get(key) != value} for name, card in known.items()}
    name = min(different, key=lambda each: len(different[each]), default=None)
    return {"card": name, "different": different.get(name)}


def plans(context):
    """What cuDNN itself writes of this card, beside what is known of such a card, and how many plans are those that
    are made without a device."""
    program = "cudnn_plans"
    if not context.device.startswith("cuda") or not context.staged.has(program):
        return Outcome(LEFT_OUT, f"{context.device} is no GPU" if context.staged.has(program) else
                       "this build has no plug-in for GPUs")
    file = context.report.folder / "device_properties.json"
    command = context.staged.command(program, context.device.partition(":")[2], file, bundled=False)
    found = programs.run(command, min(90, context.seconds_left()), context.report.logs / "plans.log",
                         context.staged.environment_of_linked())
    lines = json_lines(found.output)
    if found.code != 0 or not lines:
        return Outcome(FAILED, found.sentence())
    told = lines[-1]
    told["known"] = nearest_card(json.loads(file.read_text().strip("\0\n ")), context.staged.folder / "oracle")
    # What this card has no plan for (bf16 on Turing) has none without it, either.
    equal = told["equal"] == told["plans"] and told["missing"] < told["plans"]
    summary = f"{told['equal']} of {told['plans']} plans are the deviceless ones, {told['missing']} are missing"
    return Outcome(PASSED if equal else FAILED, summary, told)
