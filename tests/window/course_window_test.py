#!/usr/bin/env python3
"""A lesson from its first step to its last by real clicks: every step is done as its text asks, every
figure on screen is the trace's, nothing overlaps or is cut in any of the sizes.

usage: course_window_test.py PROGRAM LESSON LANGUAGE
"""
import glob
import json
import os
import sys
import tempfile

import app_controls as controls
import editor_controls as editor
import motion_controls as motions
import motion_truth
import occupancy_truth as occupancies
import prediction_truth as predictions
import timeline_truth as timelines
import trace_truth as truth
from screen_checks import check, layout_problems
from window_driver import App, Display, write_settings

SIZES = {"en": (1280, 800), "zh": (1920, 1080)}  # the one that a language's lesson is done in
OTHER = {"en": "zh", "zh": "en"}
# Else a third of the steps is looked at in other sizes here; the layout tests draw all, without a window.
EVERYTHING = "WARPLENS_TEST_ALL" in os.environ
COLORINGS = ("warp", "lane", "thread", "time")


def load_lessons():
    """Every lesson by number, with the folder of its files."""
    files = sorted(glob.glob(os.path.join(truth.ROOT, "assets", "lessons", "*", "lesson.json")))
    lessons = []
    for name in files:
        with open(name, encoding="utf-8") as file:
            lessons.append(json.load(file))
    return sorted(lessons, key=lambda lesson: lesson["number"])


class Walk:
    def __init__(self, app, lesson, language):
        self.app, self.lesson, self.language = app, lesson, language
        self.copies = os.path.join(os.path.realpath(app.folder), "warplens", "lessons", lesson["id"])
        self.truth = editor.CopyTruth(app.program, os.path.join(app.folder, "texts"))
        self.step, self.number, self.has_erred = None, 0, False
        self.timeline = timelines.recorded()

    @property
    def where(self):
        return f"{self.lesson['id']}/{self.step['id']} ({self.language})"

    def settle(self, what, problems_of):
        """Waits until a moment has no problems; tells those of the last one."""
        problems = []

        def has_none(file):
            problems[:] = problems_of(file)
            return not problems
        try:
            self.app.wait_file(what, has_none)
        except AssertionError as error:
            file = self.app.read()
            size = (*file["size"], "presentation" if file["state"]["presentation"] else "usual")
            raise AssertionError(f"{self.where} at {size}: {what}: {problems or error}") from None

    def is_hidden(self, state):
        return state["mode"] == "lesson" and "predict" in self.step and state["answer"] is None

    def check_figures(self):
        self.app.park()
        self.settle("figures", lambda f: self.truth.problems(f, self.is_hidden(f["state"]))
                    + timelines.problems(f["state"]["figures"], self.timeline,
                                         self.is_hidden(f["state"])))

    def check_layout(self):
        self.app.park()
        self.settle("layout", layout_problems)

    def arrive(self, number):
        """The step's own stage is there, its cursor, its views, and nothing is done yet."""
        self.step, self.number = self.lesson["steps"][number], number
        state = self.app.wait(f"step {number + 1} of {self.lesson['id']}",
                              lambda s: s["lesson"] == self.lesson["id"] and s["step"] == number + 1
                              and controls.is_settled(s) and not s["moving"])
        trace = self.truth.left(state)
        cursor = self.step.get("cursor")
        wanted = {"kernel": self.kernel(), "event": trace.find(cursor) if cursor else state["event"],
                  "beside": self.step.get("beside", {}).get("kernel", ""),
                  "step_id": self.step["id"], "error": ""}
        wrong = {name: state[name] for name in wanted if state[name] != wanted[name]}
        check(f"{self.where}: its stage", not wrong, f"{wrong} instead of {wanted}")
        check(f"{self.where}: its parameters",
              self.step.get("parameters", {}).items() <= (state["parameters"] | state["sizes"]).items(),
              state["parameters"])
        check(f"{self.where}: its views", state["views"] == self.step["scene"]["views"],
              state["views"])

    def is_about_file(self):
        return self.step["kernel"].endswith(".cu")

    def kernel(self):
        """As the app names it: of a file the person's copy."""
        return os.path.join(self.copies, self.step["kernel"]) if self.is_about_file() else self.step["kernel"]

    def show_file(self, wanted):
        """Opens it, or types its sizes into the form."""
        if not self.is_about_file():
            self.app.click("open")
            self.app.wait_file("recent files", lambda f: "open.recent1" in f["widgets"])
            self.app.click("open.recent1")
        for name, value in wanted.get("parameters", {}).items():
            controls.type_into(self.app, f"own.size.{name}", str(value))
            controls.leave_field(self.app, f"own.size.{name}")
        self.app.wait("the file's run", lambda s: s["kernel"].endswith(wanted["kernel"])
                      and wanted.get("parameters", {}).items() <= s["sizes"].items()
                      and controls.is_settled(s))

    def mend(self, example):
        """In the editor what is a letter or two, else on disk; or names the reference in the form."""
        path = self.kernel()
        if example["launch"] != self.step["launch"]:
            self.app.click("own.reference")
            self.app.click("own.reference.row_sums_plain")
        for mend in self.mends_of(path):
            if mend["name"] in self.step["mended"] or mend["name"] not in example["mended"]:
                continue
            self.truth.before = editor.read(path)
            if editor.insertion(mend["fault"], mend["mended"]) is None or "\n" in mend["mended"][0]:
                editor.save(path, self.truth.before.replace(mend["fault"], mend["mended"][0]))
            else:
                editor.mend_in_editor(self.app, path, mend["fault"], mend["mended"])
            self.app.wait("before | after", lambda s: s["comparing"] and controls.is_settled(s))

    def give_files_back(self):
        """As they were given: what is spelled as a person does is left alone when steps are gone back."""
        for name in {step["kernel"] for step in self.lesson["steps"] if step["kernel"].endswith(".cu")}:
            given = os.path.join(self.folder_of_lesson(), name)
            editor.save(os.path.join(self.copies, name), editor.read(given))

    def folder_of_lesson(self):
        return glob.glob(os.path.join(truth.ROOT, "assets", "lessons", f"*-{self.lesson['id']}"))[0]

    def mends_of(self, path):
        images = os.path.join(self.folder_of_lesson(), os.path.basename(path) + ".images", "images.json")
        return json.loads(editor.read(images))["mends"]

    def check_highlights(self):
        self.settle("highlights", lambda f: [
            f"{name} is pointed at and not there" for name in self.step["highlight"]
            if name not in f["widgets"] and name not in f["panels"]])
        coloring = self.app.state["figures"].get("matrix_view.color_by")
        wanted = self.step["scene"].get("color_by")
        if coloring and wanted:
            check(f"{self.where}: coloured by {wanted}", COLORINGS[int(coloring)] == wanted)

    def predict(self):
        """Answered wrongly once a lesson, started afresh and answered rightly."""
        app, ask = self.app, self.step["predict"]
        trace = self.truth.left(app.state)
        at = ask.get("at", self.step.get("cursor"))
        event = trace.find(at) if at else app.state["event"]
        if ask.get("figure") in ("resident_blocks", "resident_warps"):
            counts = occupancies.resident(app.state["gpu"], self.needs())
            expected = counts[ask["figure"] == "resident_warps"]
        else:
            expected = predictions.expected(app.program, trace, self.step, app.state["choices"]["cache"],
                                            self.timeline)
        if not self.has_erred:
            self.has_erred = True
            self.give(predictions.wrong(ask, expected), expected, event, by_key=False)
            app.click("lesson.reset")
            app.wait("the step afresh", lambda s: s["answer"] is None and not s["step_done"]
                     and controls.is_settled(s))
            self.check_figures()
        self.give(expected, expected, event, by_key=self.number % 2 == 0)

    def give(self, value, expected, event, by_key):
        state = controls.answer(self.app, self.step["predict"], value, by_key)
        check(f"{self.where}: {value} is taken where the trace says {expected}",
              (state["answer"], state["expected"], state["event"]) == (value, expected, event),
              (state["answer"], state["expected"], state["event"], event))
        verdict = self.app.wait("the verdict", lambda s: "lesson.verdict" in s["figures"])
        words = verdict["figures"]["lesson.verdict"]
        if predictions.kind(self.step["predict"]) == "number":
            check(f"{self.where}: the verdict says {expected}", str(expected) in words, words)
            check(f"{self.where}: and {value}", str(value) in words, words)

    def show(self, wanted):
        side = "right." if any(name.startswith("right.") for name in self.step["highlight"]) else ""
        state = self.app.state
        if "kernel" in wanted and wanted["kernel"] != state["beside"]:
            controls.choose_kernel(self.app, wanted["kernel"], side)
        for name, value in wanted.get("parameters", {}).items():
            controls.set_parameter(self.app, name, value, side)
        if "index" in wanted:
            controls.type_index(self.app, wanted["index"])

    def reach(self, place):
        at = self.app.state["event"]
        target = self.truth.left(self.app.state).next(place, at)
        while at < target:  # through those that the step is about
            self.app.key("Right")
            at = self.app.wait("the next event", lambda s, at=at: s["event"] > at)["event"]
        check(f"{self.where}: the step's events lead to {place}", at == target, at)

    def needs(self):
        """Of a block, as the occupancy view says, or as compiled."""
        state = self.app.state
        shown = {name: state["figures"].get(f"occupancy.{name}") for name in occupancies.NAMES}
        if all(shown.values()):
            return {name: int(value) for name, value in shown.items()}
        return occupancies.compiled(self.app.program, state["kernel"], state["parameters"],
                                    state["gpu"])

    def fill(self, goal):
        """Chooses the GPU and sets the sliders so that the multiprocessor holds what is wanted."""
        controls.choose_gpu(self.app, goal.get("gpu", self.app.state["gpu"]))
        if goal.get("as_compiled"):
            self.app.click("occupancy.reset")
            return
        gpu = self.app.state["gpu"]
        for name, value in occupancies.way_to(goal, gpu, self.needs()).items():
            controls.set_need(self.app, name, value, occupancies.NOTCHES[name])

    def choose_run(self, place):
        for name in (name for name in ("scenario", "bytes", "parts") if name in place):
            wanted = str(place[name])
            if self.app.state["figures"][f"host_timeline.{name}"] == wanted:
                continue
            self.app.click(f"host_timeline.{name}")
            self.app.click(f"host_timeline.{name}.{wanted}")
            self.app.wait(f"{name} {wanted}", lambda s, name=name, wanted=wanted:
                          s["figures"].get(f"host_timeline.{name}") == wanted)
            controls.wait_closed(self.app, f"host_timeline.{name}.")

    def point_at(self, place):
        """By the keyboard, from span to span."""
        run = timelines.run_of(self.timeline, self.step["timeline"])
        for _ in run["spans"]:
            before = self.app.state["figures"]["host_timeline.span"]
            self.app.key("n")
            state = self.app.wait("the next span", lambda s, before=before:
                                  s["figures"]["host_timeline.span"] != before)
            span = run["spans"][int(state["figures"]["host_timeline.span"])]
            if (span["track"], span["action"]) == (place["track"], place["action"]):
                return
        raise AssertionError(f"{self.where}: no {place} is reached")

    def play(self):
        self.app.key("equal")
        self.app.key("equal")
        self.app.key("space")
        self.app.wait("playing", lambda s: s["playing"])
        state = self.app.wait("enough played", lambda s: s["step_done"] or not s["playing"])
        if state["playing"]:
            self.app.key("space")
            self.app.wait("the pause", lambda s: not s["playing"])
        self.app.key("Left")  # from the middle of an access to where one is over
        self.app.key("minus")
        self.app.key("minus")

    def fulfil(self, condition):
        if "answered" in condition:
            self.predict()
        elif condition.get("shown", {}).get("kernel", "").endswith(".cu"):
            self.show_file(condition["shown"])
        elif "shown" in condition:
            self.show(condition["shown"])
        elif "compared" in condition:
            controls.compare_with(self.app, condition["compared"]["with"])
        elif "reached" in condition:
            self.reach(condition["reached"])
        elif "moved" in condition:
            self.app.key("Right")
        elif "cache" in condition:
            controls.choose_cache(self.app, condition["cache"])
        elif "occupancy" in condition:
            self.fill(condition["occupancy"])
        elif "workshop" in condition:
            controls.type_map(self.app, condition["workshop"]["spec"].partition("map=")[2])
        elif "motion" in condition:
            self.move(condition["motion"])
        elif "errors" in condition:
            self.measure(condition["errors"])
        elif "timeline" in condition:
            self.choose_run(condition["timeline"])
        elif "span" in condition:
            self.point_at(condition["span"])
        elif "judged" in condition and self.is_about_file():
            self.mend(condition["judged"]["example"])
        elif "judged" in condition:
            self.show(condition["judged"]["example"])
        elif "judged_timeline" in condition:
            self.choose_run(condition["judged_timeline"]["example"])
        elif "fragments" in condition:
            self.app.click(f"fragments_view.operand.{condition['fragments'].lower()}")
        elif "played" in condition:
            self.play()
        else:
            raise AssertionError(f"{self.where}: this test does not know {condition}")

    def move(self, goal):
        if goal.get("watched"):
            motions.watch(self.app)
        else:
            motions.make(self.app, goal["example"])
        wrong = motion_truth.problems(self.app.state)
        check(f"{self.where}: what is computed of the matrix", not wrong, wrong)

    def measure(self, goal):
        """What an error chart is to show: its inputs and reading, then a kernel by its line's name."""
        for button in ([goal["inputs"]] if "inputs" in goal else []) + [
                name for name in ("by_order", "by_architecture") if goal.get(name)]:
            self.app.click(f"error_chart.{button}")
        wanted = goal.get("example", {"kernel": goal.get("kernel", self.app.state["kernel"])})
        if wanted["kernel"] != self.app.state["kernel"]:
            self.app.click(f"error_chart.of.{wanted['kernel'].split('/')[1]}")
            self.app.wait(wanted["kernel"], lambda s: s["kernel"] == wanted["kernel"]
                          and controls.is_settled(s))
        for name, value in wanted.get("parameters", {}).items():
            controls.set_parameter(self.app, name, value, "")

    def lacks_timeline(self):
        """Nothing is recorded: the step says so, and cannot be done here."""
        if "timeline" not in self.step or self.timeline is not None:
            return False
        words = self.app.wait("what is missing", lambda s: "host_timeline.missing" in s["figures"])
        check(f"{self.where}: it says how to record one",
              "warplens host-timeline" in words["figures"]["host_timeline.missing"])
        return True

    def work(self):
        """Does what the step asks, and finds the figures right after each part of it."""
        if self.lacks_timeline():
            return
        self.check_highlights()
        self.check_figures()
        for i, condition in enumerate(self.step["done"]):
            check(f"{self.where}: not done before anything is", i > 0 or not self.app.state["step_done"])
            self.fulfil(condition)
            self.check_figures()
        self.app.wait(f"{self.where} to be done", lambda s: s["step_done"])

    def look_at_sizes(self):
        """In presentation size one of the two, turn about."""
        self.app.resize(*SIZES[OTHER[self.language]])
        self.check_layout()
        self.check_figures()
        self.app.resize(*list(SIZES.values())[self.number % 2])
        self.toggle_presentation(True)
        self.look_at_tabs()
        self.toggle_presentation(False)
        self.app.resize(*SIZES[self.language])

    def toggle_presentation(self, on):
        """Over once the hero and its caption stand alone, or no more."""
        self.app.key("F5")
        self.app.wait_file("presenting", lambda f: ("present_title" in f["panels"]) == on
                           and f["state"]["presentation"] == on)

    def look_at_tabs(self):
        tabs = [name for name in self.app.read()["widgets"] if name.startswith("tab.")]
        for tab in sorted(tabs, reverse=True):
            self.app.click(tab)
            self.app.wait_file(tab, lambda f, tab=tab: tab[4:] in f["panels"])
            self.check_layout()
            self.check_figures()
        if tabs:
            self.app.click("tab.lesson")
        self.check_layout()
        self.check_figures()

    def toggle_language(self):
        for language in (OTHER[self.language], self.language):
            self.app.click("language")
            self.app.wait(language, lambda s, language=language: s["language"] == language)
            self.check_layout()
            self.check_figures()

    def forth(self):
        for number in range(len(self.lesson["steps"])):
            self.arrive(number)
            self.check_layout()
            self.work()
            self.check_layout()
            if EVERYTHING or number % 3 == self.lesson["number"] % 3:
                self.look_at_sizes()
            if number == len(self.lesson["steps"]) // 2:
                self.toggle_language()
            if number + 1 < len(self.lesson["steps"]):
                self.app.click("lesson.next")

    def back(self):
        """By the keyboard only; each step begins afresh."""
        for number in range(len(self.lesson["steps"]) - 2, -1, -1):
            self.app.key("Prior")
            self.arrive(number)
            self.check_figures()


def neighbours(app, lessons, at):
    """From the last step on to the next lesson and back; the course ends where it ends."""
    here, last = lessons[at], len(lessons[at]["steps"])
    if at + 1 == len(lessons):
        return
    app.click("lesson.next")
    app.wait("the next lesson", lambda s: (s["lesson"], s["step"]) == (lessons[at + 1]["id"], 1))
    app.key("Prior")
    app.wait("this lesson again", lambda s: (s["lesson"], s["step"]) == (here["id"], last)
             and controls.is_settled(s))


def whole_walk(app, lessons, at, language):
    walk = Walk(app, lessons[at], language)
    walk.forth()
    neighbours(app, lessons, at)
    walk.give_files_back()
    walk.back()
    return walk


def main(program, lesson_id, language):
    lessons = load_lessons()
    at = [lesson["id"] for lesson in lessons].index(lesson_id)
    width, height = SIZES[language]
    with Display(1920, 1080) as display, tempfile.TemporaryDirectory() as folder:
        # In Chinese with every part open: all figures are compared with the trace's.
        open_parts = {"drawer": True, "table": True, "timeline": True} if language == "zh" else {}
        settings = write_settings(folder, lesson=lesson_id, language=language,
                                  window_width=width, window_height=height,
                                  lesson_window=open_parts)
        with App(program, display, folder, fills_pixels=False) as app:
            walk = whole_walk(app, lessons, at, language)
            app.close()
        with open(settings, encoding="utf-8") as file:
            done = json.load(file)["completed"]
        lacking = {step["id"] for step in lessons[at]["steps"]
                   if "timeline" in step and walk.timeline is None}
        check(f"{lesson_id} ({language}): every step is remembered as done",
              set(done.get(lesson_id, [])) ==
              {step["id"] for step in lessons[at]["steps"]} - lacking, done)


if __name__ == "__main__":
    main(*sys.argv[1:])
