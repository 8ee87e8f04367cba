#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The four tutorials are chosen from the gallery; what is left to fill in is said; one of them is filled in and run."""
import gzip
import json
import unittest

from drive_case import DriveCase

TEMPLATES = {
    "Paddle: MNIST on 4 devices": "Path",
    "MXNet: LeNet on 2 hosts": "Address",
    "CENI: ResNet-18 at 10 Mbps": "Address",
    "TensorFlow: I3D on 10 hosts": "Address",
}


class DriveTemplates(DriveCase):
    def take(self, template, gallery="Begin with"):
        self.press("ctrl+alt+n")
        self.wait_for_window(title=gallery)
        self.click(widget=template)
        self.wait_for_window("mainWindow", title=f"{template}[*] — Lockstep")
        self.where(item="host-1")

    def test_each_says_what_is_left_to_fill_in(self):
        self.open("--language", "en", "--theme-name", "dark")
        for number, template in enumerate(TEMPLATES, 1):
            with self.subTest(template=template):
                self.take(template)
                self.press("F5")
                self.where(widget="problemBar")
                self.picture(f"drive-templates-{number}")
        self.quit()

    def write_digits(self):
        """As the Paddle tutorial's mnist.json.gz: three sets, each a list of images and one of labels."""
        images = [[(7 * sample + pixel) % 11 / 11 for pixel in range(28 * 28)] for sample in range(400)]
        labels = [sample % 10 for sample in range(400)]
        path = self.work / "mnist.json.gz"
        with gzip.open(path, "wt", compresslevel=1) as file:
            json.dump([[images, labels], [images[:100], labels[:100]], [images[:100], labels[:100]]], file)
        return path

    def test_the_paddle_tutorial_runs_with_its_file(self):
        path = self.write_digits()
        self.open("--language", "zh_CN", "--theme-name", "light")
        self.take("Paddle：4 个设备上的 MNIST", gallery="从哪里开始")
        self.press("F5")
        self.wait_for_window("mainWindow", focus="data.path")
        self.type(str(path))
        self.press("Tab", "F5")
        run = self.ended_run("finished", 0)
        for rank in range(4):
            self.assertTrue((run / "attempt-1" / f"rank-{rank}.log").exists())
        self.where(text="已完成")
        self.picture("drive-templates-paddle")
        self.press("ctrl+q")
        self.wait_for_window(title="有未保存的更改")


if __name__ == "__main__":
    unittest.main()
