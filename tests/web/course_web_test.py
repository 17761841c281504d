#!/usr/bin/python3
"""A lesson from its first step to its last in the browser, as tests/window/course_window_test.py goes through it in
the window: by real clicks and keys, every figure the one that the native program's command line says.

usage: course_web_test.py PROGRAM PAGE LESSON LANGUAGE
"""
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "window"))
import course_window_test as course  # noqa: E402
from browser import Browser, StaticSite  # noqa: E402
from screen_checks import check  # noqa: E402
from web_app import WebApp  # noqa: E402


def main(program, page, lesson_id, language):
    lessons = course.load_lessons()
    at = [lesson["id"] for lesson in lessons].index(lesson_id)
    settings = {"lesson": lesson_id, "language": language}
    with tempfile.TemporaryDirectory() as folder, StaticSite(page) as site, \
            Browser(*course.SIZES[language]) as browser, WebApp(browser, site.address, settings=settings) as app:
        app.program, app.folder = program, folder  # whose command line tells the truth
        course.whole_walk(app, lessons, at, language)
        done = app.kept_settings()["completed"].get(lesson_id, [])
        check(f"{lesson_id} ({language}): every step is remembered as done",
              set(done) == {step["id"] for step in lessons[at]["steps"]}, done)
        check("the page complained of nothing", not app.page.console, app.page.console)
        check("and asked nobody else", all(url.startswith((site.address, "data:", "blob:"))
                                          for url in app.page.requests), app.page.requests)


if __name__ == "__main__":
    main(*sys.argv[1:])
