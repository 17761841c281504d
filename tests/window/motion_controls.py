"""Plane and space by real clicks: handles that are dragged, fields that are typed into."""
import app_controls as controls
import motion_truth as truth


def place(app, name):
    return [float(each) for each in app.state["figures"][name].split(",")]


def plane_at(app, x, y):
    """Where a point of the plane is on screen."""
    (zero_x, zero_y), (one_x, one_y) = place(app, "plane.zero"), place(app, "plane.one")
    return zero_x + float(x) * (one_x - zero_x), zero_y + float(y) * (one_y - zero_y)


def drag(app, start, end):
    app.move_to(*start)
    app.wait("the pointer at the handle", lambda s: s["pointer"] == [int(each) for each in start])
    app.xdotool("mousedown", 1)
    app.wait("the button held", lambda s: s["held"])
    app.move_to(*end)
    app.wait("the pointer where it was dragged to",
             lambda s: s["pointer"] == [int(each) for each in end] and not s["pending"])
    app.xdotool("mouseup", 1)
    app.wait("the button let go", lambda s: not s["held"] and not s["pending"])


def part(app, name):
    return truth.parts(app.state["motion"])[name]


def wait_for(app, name, words):
    wanted = truth.numbers(words)
    app.wait(f"{name} = {words}",
             lambda s: truth.numbers(truth.parts(s["motion"])[name]) == wanted
             and controls.is_settled(s))


def type_part(app, name, words):
    app.click(f"motion.{name}")
    app.key("ctrl+a")
    app.xdotool("type", "--delay", "15", words)
    wait_for(app, name, words)
    controls.leave_field(app, f"motion.{name}")


def drag_vector(app, words):
    drag(app, plane_at(app, *truth.numbers(part(app, "v"))), plane_at(app, *truth.numbers(words)))
    wait_for(app, "v", words)


def drag_columns(app, words):
    """Both handles, one after the other; what lies on top of another is moved first."""
    wanted = truth.numbers(words)
    for column in (1, 0):
        now = truth.numbers(part(app, "A"))
        start, end = (now[column], now[column + 2]), (wanted[column], wanted[column + 2])
        if start == end:
            continue
        drag(app, plane_at(app, *start), plane_at(app, *end))
        app.wait(f"column {column + 1}", lambda s, column=column, end=end: (
            truth.numbers(truth.parts(s["motion"])["A"])[column::2] == list(end)))


def turn_space(app):
    before = part(app, "turn")
    x, y, _, height = app.read()["widgets"]["space.picture"]["rect"]
    drag(app, (x + 20, y + height - 20), (x + 80, y + height - 50))
    app.wait("the space turned", lambda s: truth.parts(s["motion"])["turn"] != before)


def drag_power(app, n):
    controls.drag(app, "motion.n", int(n), lambda s=None: int((s or app.state)["figures"]["motion.n"]))


def make(app, example):
    """What a lesson's goal has as its example, by hand."""
    wanted = truth.parts(example)
    for name in ("A", "B", "v", "p", "q"):
        if truth.numbers(part(app, name)) == truth.numbers(wanted[name]):
            continue
        if name == "A":
            drag_columns(app, wanted["A"])
        elif name == "v":
            drag_vector(app, wanted["v"])
        else:
            type_part(app, name, wanted[name])
    if part(app, "n") != wanted["n"]:
        drag_power(app, wanted["n"])
    if part(app, "turn") != wanted["turn"]:
        turn_space(app)


def watch(app):
    app.click("motion.play")
    app.wait("the motion's end", lambda s: s["step_done"])
