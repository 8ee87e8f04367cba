#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder of images: its path is typed, its samples are seen, a network learns from them."""
import shutil
import pathlib
import unittest

from drive_case import DriveCase

IMAGES = pathlib.Path(__file__).resolve().parents[4] / "shared" / "data" / "caltech101-12x60"


class DriveImages(DriveCase):
    def copy_images(self, classes=3, each=12):
        """A few classes of real photographs, half of them to validate."""
        folder = self.work / "flowers"
        for place in sorted((IMAGES / "train").iterdir())[:classes]:
            for number, image in enumerate(sorted(place.iterdir())[:each]):
                part = folder / ("train" if number % 2 else "val") / place.name
                part.mkdir(parents=True, exist_ok=True)
                shutil.copy(image, part)
        return folder

    def test_photographs_are_seen_and_learned(self):
        folder = self.copy_images()
        here = {"id": "host-1", "name": "here", "connection": "local", "devices": ["cpu"]}
        self.open("--language", "en", "--theme-name", "light", self.new_document(
            "images", topology={"hosts": [here]}, model={"name": "resnet20"},
            data={"kind": "image-folder", "image_size": 32, "resize": 36},
            training={"optimizer": "momentum", "learning_rate": 0.05, "batch": 6, "epochs": 2}))
        # Without a path it does not run, and says so at the field.
        self.press("F5")
        self.where(widget="problemBar")
        self.wait_for_window("mainWindow", focus="data.path")
        self.picture("drive-images-no-path")
        self.type(str(folder))
        self.press("Tab")
        self.where(text="18 samples to train")
        self.picture("drive-images-seen")
        self.press("ctrl+s", "F5")
        run = self.ended_run("finished", 0)
        self.assertEqual(self.steps(run), 2 * 3)
        self.picture("drive-images-done")
        self.quit()


if __name__ == "__main__":
    unittest.main()
