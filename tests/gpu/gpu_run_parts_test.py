#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
"""What tests/gpu/run does on a host with a GPU, with stand-ins for the driver's tools and for the staged programs."""
import json
import os
import pathlib
import sys
import tempfile
import time
import types
import unittest
import unittest.mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import benchmark_step  # noqa: E402
import machine  # noqa: E402
import program_steps  # noqa: E402
import programs  # noqa: E402
from report import FAILED, LEFT_OUT, PASSED, Report  # noqa: E402

PEER = """import json, os, sys, time
print(json.dumps({"ready": True, "planned_mb": 100, "pid": os.getpid()}), flush=True)
for line in sys.stdin:
    print("noise", flush=True)
    print(json.dumps({"img_s": %d, "step_ms": 2.0, "reserved_mb": 300}), flush=True)
"""
NVIDIA_SMI = """import sys
if sys.argv[1].startswith("--query-compute-apps"):
    print("17, 512\\n18, [N/A]")
elif "pid" not in sys.argv[1]:
    print(", ".join(field + " of it" for field in sys.argv[1].split("=")[1].split(",")))
"""


class GpuHost(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="lockstep-gpu-parts-")
        self.addCleanup(scratch.cleanup)
        self.home = pathlib.Path(scratch.name)
        self.tools = self.home / "tools"
        self.staged = self.home / "staged"
        for folder in ("bin", "lib", "oracle"):
            (self.staged / folder).mkdir(parents=True)
        self.tools.mkdir()
        self.program(self.tools / "nvidia-smi", NVIDIA_SMI)
        path = os.environ["PATH"]
        os.environ["PATH"] = f"{self.tools}:{path}"
        self.addCleanup(os.environ.__setitem__, "PATH", path)

    @staticmethod
    def program(path, text):
        path.write_text(f"#!{sys.executable}\n{text}")
        path.chmod(0o755)

    def stage(self, name, text):
        self.program(self.staged / "bin" / name, text)

    def context(self, **more):
        host = types.SimpleNamespace(nvidia_folders=[], cores=2, python=sys.executable, sanitizer=None, gpus=[])
        host.__dict__.update(more)
        report = Report(self.home / "report", {})
        staged = programs.Staged(self.staged, host, self.home / "home")
        staged.bundled_loader = False
        deadline = time.monotonic() + 100
        context = types.SimpleNamespace(device="cuda:0", quick=False, staged=staged, report=report, scratch=self.home,
                                        seconds_left=lambda: deadline - time.monotonic())
        context.run = lambda log, program, *words, seconds, **environment: programs.run(
            staged.command(program, *words), seconds, report.logs / f"{log}.log", staged.environment(**environment))
        return context

    def test_the_driver_is_asked_for_its_cards_and_processes(self):
        self.assertEqual(machine.nvidia_smi(("name", "driver_version")),
                         [{"name": "name of it", "driver_version": "driver_version of it"}])
        self.assertEqual(benchmark_step.memory_of_processes(), {17: 512.0})

    def test_a_program_that_goes_on_too_long_is_ended_with_what_it_started(self):
        child = self.home / "child"
        self.stage("hangs", f"import os, subprocess, time\n"
                            f"child = subprocess.Popen(['sleep', '1000'])\n"
                            f"open({str(child)!r}, 'w').write(str(child.pid))\ntime.sleep(1000)")
        found = self.context().run("hangs", "hangs", seconds=3)
        self.assertTrue(found.timed_out)
        self.assertIn("did not end within", found.sentence())
        # It may still be there, dead and waiting for whoever adopted it.
        stat = pathlib.Path(f"/proc/{child.read_text()}/stat")
        deadline = time.monotonic() + 20
        while stat.exists() and stat.read_text().split()[2] != "Z" and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertTrue(not stat.exists() or stat.read_text().split()[2] == "Z")

    def test_models_that_are_apart_are_named(self):
        agrees = {"model": "lenet", "precision": "f32", "logits": 0, "loss": 0, "gradients": 0, "worst_gradient": 0,
                  "worst_gradient_name": "", "agrees": True}
        apart = {**agrees, "model": "i3d", "agrees": False}
        self.stage("model_check", f"print('''{json.dumps(agrees)}\\n{json.dumps(apart)}'''); exit(1)")
        outcome = program_steps.models(self.context())
        self.assertEqual(outcome.verdict, FAILED)
        self.assertIn("i3d f32", outcome.summary)
        self.stage("model_check", f"print('''{json.dumps(agrees)}''')")
        self.assertEqual(program_steps.models(self.context()).verdict, PASSED)
        self.stage("model_check", f"print('''{json.dumps(agrees)}'''); import os; os.abort()")
        self.assertEqual(program_steps.models(self.context()).verdict, FAILED)

    def test_suites_are_counted_and_those_that_fail_named(self):
        result = {"tests": 2, "testsuites": [{"name": "Suite", "testsuite": [
            {"name": "Good", "result": "COMPLETED"}, {"name": "Bad", "result": "COMPLETED", "failures": [{}]}]}]}
        text = (f"import os, sys\nassert os.environ['LOCKSTEP_TEST_DEVICE'] == 'cuda:0'\n"
                f"open(sys.argv[2].partition('json:')[2], 'w').write('''{json.dumps(result)}''')\nexit(1)")
        for program, *_ in program_steps.SUITES:
            self.stage(program, text)
        context = self.context()
        context.oracle = types.SimpleNamespace(ready=lambda seconds: False, folder=self.home)
        outcome = program_steps.suites(context)
        self.assertEqual(outcome.verdict, FAILED)
        self.assertEqual(outcome.figures["train_test"]["failed"], ["Suite.Bad"])
        self.assertNotIn("compute_models_test", outcome.figures)  # PyTorch's numbers are not there

    def test_the_sanitizer_has_its_say(self):
        self.stage("model_check", "")
        self.assertEqual(program_steps.sanitizer(self.context()).verdict, LEFT_OUT)
        tool = self.tools / "compute-sanitizer"
        self.program(tool, "import sys\nexit(9 if 'racecheck' in sys.argv else 0)")
        outcome = program_steps.sanitizer(self.context(sanitizer=str(tool)))
        self.assertEqual(outcome.verdict, FAILED)
        self.assertEqual(outcome.figures["memcheck"], "clean")
        self.assertIn("racecheck", outcome.summary)

    def test_a_sanitizer_that_has_no_time_has_found_nothing(self):
        self.stage("model_check", "")
        tool = self.tools / "compute-sanitizer"
        self.program(tool, "import sys, time\nif 'racecheck' in sys.argv: time.sleep(60)")
        context = self.context(sanitizer=str(tool))
        context.seconds_left = lambda: 1
        outcome = program_steps.sanitizer(context)
        self.assertEqual((outcome.verdict, outcome.summary), (LEFT_OUT, "racecheck did not end in its time"))

    def test_a_sanitizer_that_cannot_work_here_has_found_nothing(self):
        self.stage("model_check", "")
        tool = self.tools / "compute-sanitizer"
        self.program(tool, "print('========= Error: Device not supported. Please refer to the manual')\nexit(9)")
        outcome = program_steps.sanitizer(self.context(sanitizer=str(tool)))
        self.assertEqual(outcome.verdict, LEFT_OUT)
        self.assertIn("racecheck does not work here: Device not supported", outcome.summary)

    def test_calls_that_libraries_try_out_are_no_fault_of_kernels(self):
        self.stage("model_check", "")
        tool = self.tools / "compute-sanitizer"
        self.program(tool, "import sys\nexit(9 if 'memcheck' in sys.argv and '--report-api-errors no' not in "
                           "' '.join(sys.argv) else 0)")
        self.assertEqual(program_steps.sanitizer(self.context(sanitizer=str(tool))).verdict, PASSED)

    def test_plans_of_all_models_are_not_measured(self):
        agrees = {"model": "lenet", "precision": "f32", "logits": 0, "loss": 0, "gradients": 0, "worst_gradient": 0,
                  "worst_gradient_name": "", "agrees": True}
        self.stage("model_check", f"import sys\nassert sys.argv[4] == 'fixed' or sys.argv[3].count(',') < 3\n"
                                  f"print('''{json.dumps(agrees)}''')")
        outcome = program_steps.models(self.context())
        self.assertEqual(outcome.verdict, PASSED, outcome.summary)

    def test_libraries_are_those_that_the_person_has_whatever_home_programs_see(self):
        home, named = self.home / "own", self.home / "named"
        for folder in (named, home / ".lockstep/cuda/nvidia/cudnn/lib", home / ".lockstep/libraries/nccl-1",
                       home / ".local/lib/python3.12/site-packages/nvidia/cu13/lib"):
            folder.mkdir(parents=True)
        (home / ".lockstep/libraries/nccl-1/libnccl.so.2").touch()
        torch = self.home / "torch" / "nvidia"
        (torch / "cublas/lib").mkdir(parents=True)
        with unittest.mock.patch.dict(os.environ, {"HOME": str(home), "LOCKSTEP_CUDA_LIBRARIES": str(named)}):
            staged = self.context(nvidia_folders=[str(torch)]).staged
            found, linked = staged.environment(), staged.environment_of_linked()
        self.assertNotEqual(found["HOME"], str(home))
        self.assertEqual(found["LOCKSTEP_CUDA_LIBRARIES"].split(":"), [
            str(named), str(torch.parent), str(home / ".lockstep/cuda"), str(home / ".local"),
            str(home / ".lockstep/libraries/nccl-1")])
        for folder in (torch / "cublas/lib", home / ".lockstep/cuda/nvidia/cudnn/lib",
                       home / ".local/lib/python3.12/site-packages/nvidia/cu13/lib", home / ".lockstep/libraries/nccl-1"):
            self.assertIn(str(folder), linked["LD_LIBRARY_PATH"].split(":"))

    def test_the_driver_is_found_where_containers_have_it(self):
        driver = self.home / "nvidia" / "lib64"
        driver.mkdir(parents=True)
        with unittest.mock.patch.object(programs, "DRIVER_FOLDERS", (str(driver), str(self.home / "elsewhere"))):
            search = self.context().staged.environment_of_linked()["LD_LIBRARY_PATH"].split(":")
        self.assertIn(str(driver), search)
        self.assertNotIn(str(self.home / "elsewhere"), search)

    def test_plans_and_properties_are_compared(self):
        self.assertEqual(program_steps.plans(self.context()).verdict, LEFT_OUT)
        (self.staged / "oracle" / "far.json").write_text('{"deviceVer": 750, "l2": 1}')
        (self.staged / "oracle" / "near.json").write_text('{"deviceVer": 900, "l2": 1}')
        self.stage("cudnn_plans", "import sys\nassert sys.argv[1] == '0'\n"
                                  "open(sys.argv[2], 'w').write('{\"deviceVer\": 900, \"l2\": 2}\\0\\n')\n"
                                  "print('{\"plans\": 3, \"missing\": 0, \"equal\": 3, \"different\": []}')")
        outcome = program_steps.plans(self.context())
        self.assertEqual(outcome.verdict, PASSED, outcome.summary)
        self.assertEqual(outcome.figures["known"], {"card": "near", "different": {"l2": [2, 1]}})

    def test_plans_that_a_card_has_not_are_missing_without_it_too(self):
        (self.staged / "oracle" / "t4.json").write_text("{}")
        for missing, equal, verdict in ((1, 3, PASSED), (3, 3, FAILED), (0, 2, FAILED)):
            self.stage("cudnn_plans", f"import sys\nopen(sys.argv[2], 'w').write('{{}}')\n"
                                      f"print('{{\"plans\": 3, \"missing\": {missing}, \"equal\": {equal}}}')")
            self.assertEqual(program_steps.plans(self.context()).verdict, verdict)

    def test_goals_that_are_missed_are_named_and_who_cannot_start_is_left_out(self):
        self.stage("device_benchmark", PEER % 110)
        self.stage("step_floors", "print('{\"floor_ms\": 1.0}')")
        (self.staged / "pytorch_peer.py").write_text(
            f"import sys\nif sys.argv[1] == 'compiled': sys.exit('no compiler')\n{PEER % 100}")
        case = benchmark_step.Case("resnet18", 256, "3x224x224", 1000, "bf16", benchmark_step.LARGE_GOALS)
        context = self.context()
        peers, refused = benchmark_step.measure(context, case, 2, 0.1)
        self.assertEqual(set(peers), {"lockstep", "eager"})
        self.assertIn("no compiler", refused["compiled"])
        figures = benchmark_step.figures_of(case, peers, refused, benchmark_step.floor_of(context, case))
        self.assertAlmostEqual(figures["eager"]["ratio"], 1.1)
        self.assertAlmostEqual(figures["floors_explain"], 0.5)
        self.assertEqual(len(figures["lockstep"]["rounds"]), 2)
        self.assertEqual((figures["lockstep"]["memory_mb"], figures["eager"]["memory_mb"]), (100, 100))
        self.assertEqual(benchmark_step.missed(case, figures), ["resnet18 bf16: 1.10 of 1.2 against eager"])
        self.assertEqual(len(benchmark_step.row_of(case, figures)), len(benchmark_step.COLUMNS))

    def test_nobody_else_is_on_the_device_while_lockstep_measures_what_it_chooses(self):
        ready = self.home / "ready"
        self.stage("device_benchmark", f"import time\ntime.sleep(0.5)\nopen({str(ready)!r}, 'w').close()\n{PEER % 110}")
        (self.staged / "pytorch_peer.py").write_text(
            f"import os, sys\nif sys.argv[1] == 'eager' and not os.path.exists({str(ready)!r}): sys.exit('too early')\n"
            f"{PEER % 100}")
        case = benchmark_step.Case("lenet", 64, "1x28x28", 10, "f32", {})
        peers, refused = benchmark_step.measure(self.context(), case, 1, 0.1)
        self.assertEqual((set(peers), refused), ({"lockstep", "eager", "compiled"}, {}))
        self.assertEqual(sorted(len(peer.measured) for peer in peers.values()), [1, 1, 1])

    def test_who_finds_no_memory_beside_the_others_is_measured_alone(self):
        process = self.home / "process"
        self.stage("device_benchmark", f"import os\nopen({str(process)!r}, 'w').write(str(os.getpid()))\n{PEER % 110}")
        (self.staged / "pytorch_peer.py").write_text(
            f"import os, sys\nif sys.argv[1] == 'compiled': sys.exit('CUDA out of memory, whoever else is there')\n"
            f"if os.path.exists('/proc/' + open({str(process)!r}).read()): sys.exit('CUDA out of memory')\n{PEER % 100}")
        case = benchmark_step.Case("lenet", 64, "1x28x28", 10, "f32", {})
        peers, refused = benchmark_step.measure(self.context(), case, 2, 0.1)
        self.assertEqual(set(peers), {"lockstep", "eager"})
        self.assertEqual((len(peers["eager"].measured), peers["eager"].alone, peers["lockstep"].alone), (2, True, False))
        self.assertIn("whoever else is there", refused["compiled"])

    def test_what_was_compared_is_told_by_kind_with_what_it_saves(self):
        def choice(kind, fused, separate, taken):
            return {"layer": "conv1", "kind": kind, "fused_us": fused, "separate_us": separate, "taken": taken}
        setup = {"fusions": [choice("statistics", 900, 1000, True), choice("statistics", 700, 1000, True),
                             choice("statistics", 1200, 1000, False), choice("normalize", 1200, 1000, False)]}
        case = benchmark_step.Case("resnet18", 256, "3x224x224", 1000, "bf16", {})
        rows = benchmark_step.fusion_rows(case, setup)
        self.assertEqual(rows, [["resnet18 bf16", "statistics", 3, 2, 0.4], ["resnet18 bf16", "normalize", 1, 0, 0]])
        self.assertEqual(benchmark_step.fusion_rows(case, {}), [])

    def test_who_ends_between_two_rounds_is_left_out(self):
        self.stage("device_benchmark", "print('{\"ready\": true}', flush=True)")
        case = benchmark_step.Case("lenet", 64, "1x28x28", 10, "f32", {})
        peers, refused = benchmark_step.measure(self.context(python=None), case, 2, 0.1)
        self.assertEqual((peers, list(refused)), ({}, ["lockstep"]))
        self.assertIn("ended with 0", refused["lockstep"])


if __name__ == "__main__":
    unittest.main()
