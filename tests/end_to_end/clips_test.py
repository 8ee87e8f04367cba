#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""I3D trained on video clips through the `lockstep` command: real frames, relative lists, two ranks."""
import json
import pathlib
import tarfile
import tempfile
import unittest

import program

ARCHIVE = program.SHARED_DATA / "video" / "c3d" / "v_ApplyEyeMakeup_g01_c01.tar.gz"
CLIP = "v_ApplyEyeMakeup_g01_c01"
IMAGES = sorted((program.SHARED_DATA / "caltech101-12x60" / "train" / "butterfly").glob("*"))


class Clips(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="lse-")
        self.addCleanup(self.folder.cleanup)
        self.home = pathlib.Path(self.folder.name)
        self.data = self.home / "clips"
        self.data.mkdir()

    def make_clips(self):
        """Pieces of one video, and still pictures as videos of one frame; a document that names their lists."""
        with tarfile.open(ARCHIVE) as archive:
            archive.extractall(self.data)
        lines = []
        for piece in range(9):
            for name, frames in ((f"makeup{piece}", [self.data / CLIP / f"{18 * piece + i + 1:06}.jpg" for i in range(18)]),
                                 (f"still{piece}", [IMAGES[piece]])):
                (self.data / name).mkdir()
                for number, frame in enumerate(frames):
                    (self.data / name / f"frame{number + 1:06}.jpg").symlink_to(frame)
                lines.append(f"{name} {name} {len(frames)} {0 if name.startswith('makeup') else 1}")
        (self.data / "rgb.txt").write_text("\n".join(lines) + "\n")
        (self.data / "testlist01.txt").write_text("Makeup/makeup8.avi\nStill/still8.avi\n")
        document = self.home / "clips.lockstep.json"
        document.write_text(json.dumps({
            "version": 1, "name": "Clips",
            "topology": {"hosts": [{"id": "h", "name": "h", "connection": "local", "devices": ["cpu", "cpu"]}]},
            "model": {"name": "i3d"},
            "data": {"kind": "clips", "path": "clips/rgb.txt", "test_list": "clips/testlist01.txt", "frames": 16,
                     "image_size": 32, "resize": 36},
            "training": {"optimizer": "adam", "learning_rate": 0.0003, "batch": 4, "epochs": 4}}))
        return document

    def test_two_ranks_learn_from_real_frames(self):
        document = self.make_clips()
        result = program.last_object(program.lockstep(["run", document, "--json"], self.home, 240).stdout)
        self.assertEqual(result["state"], "finished")
        self.assertEqual(len(set(result["weight_hashes"])), 1)
        records = program.journal(pathlib.Path(result["folder"]) / "attempt-1" / "rank-0.jsonl")
        losses = [record["loss"] for record in records if record["kind"] == "epoch"]
        self.assertEqual(len(losses), 4)
        self.assertLess(losses[-1], 0.75 * losses[0])

    def test_clips_need_a_model_of_clips(self):
        document = self.make_clips()
        done = program.lockstep(["run", document, "--set", "model.name=resnet18"], self.home, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("resnet18 learns from pictures", done.stdout + done.stderr)
        (self.data / "rgb.txt").write_text("makeup0 /nowhere/makeup0 18 zero\n")
        done = program.lockstep(["run", document], self.home, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('rgb.txt, line 1: found the label "zero"', done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
