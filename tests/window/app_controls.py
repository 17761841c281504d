"""The app's controls as a person uses them: combos, sliders and their buttons, the answer's field."""
import motion_truth


def parameters_of(state, side):
    return state["right_parameters"] if side else state["parameters"]


def is_settled(state):
    return state["up_to_date"] and not state["busy"] and not state["pending"]


def idea_button(app, kernel, side):
    """Where kernels that differ by one idea are a row of buttons; None where they are not."""
    file = app.wait_file("what chooses the kernel", lambda f: f"{side}control.variant" in f["widgets"])
    return next((name for name in file["widgets"] if name.startswith(f"{side}idea.")
                 and name.endswith(f".{kernel}")), None)


def has_list(app, side):
    return f"{side}control.variant" in app.read()["widgets"]


def click_mark(app, kernel):
    """In the roofline."""
    x, y = map(float, app.state["figures"][f"roofline.at.{kernel}"].split(","))
    app.click_at(x, y)
    app.wait(kernel, lambda s: s["kernel"] == kernel and is_settled(s))


def choose_kernel(app, kernel, side=""):
    field = "beside" if side else "kernel"
    if app.state[field] == kernel:
        return
    if f"roofline.at.{kernel}" in app.state["figures"] and not has_list(app, side):
        click_mark(app, kernel)
        return
    if button := idea_button(app, kernel, side):
        app.click(button)
        app.wait(f"{side}{kernel}", lambda s: s[field] == kernel and is_settled(s))
        return
    app.click(f"{side}control.variant")
    app.reveal(kernel, f"{side}variant.")
    app.click(f"{side}variant.{kernel}")
    app.wait(f"{side}{kernel}", lambda s: s[field] == kernel and is_settled(s))
    wait_closed(app, f"{side}variant.")


def wait_closed(app, items):
    app.wait_file(f"the list of {items} to close",
                  lambda f: not any(name.startswith(items) for name in f["widgets"]))


def compare_with(app, kernel):
    app.click("control.compare")
    app.reveal(kernel, "compare.")
    app.click(f"compare.{kernel}")
    app.wait(f"{kernel} beside", lambda s: s["comparing"] and s["beside"] == kernel and is_settled(s))


def choose_cache(app, cache):
    app.click("cache_view.preset")
    app.click(f"cache.{cache}")
    app.wait(f"the cache {cache}", lambda s: s["choices"]["cache"] == cache and is_settled(s))
    wait_closed(app, "cache.")


def choose(app, name, value, side):
    app.click(f"{side}control.{name}")
    app.click(f"{side}choice.{name}.{value}")
    wait_closed(app, f"{side}choice.")


def drag(app, slider, value, now):
    """Holds the slider and halves the way to the value until the pointer's pixels end; now(state)
    is where it stands."""
    app.hover(slider)
    x, y, width, height = app.read()["widgets"][slider]["rect"]
    app.press()
    app.wait_file(f"{slider} held", lambda f: f["widgets"].get(slider, {}).get("active", False))
    low, high = x + 1, x + width - 1
    while high - low > 0.5:
        middle = int((low + high) / 2)
        app.move_to(middle, y + height / 2)
        state = app.wait(f"{slider} dragged",
                         lambda s: abs(s["pointer"][0] - middle) <= app.reach and is_settled(s))
        at = now(state)
        if at == value:
            break
        low, high = (middle + 1, high) if at < value else (low, middle)
    app.release()
    app.wait(f"{slider} let go", lambda s: not s["held"])


def set_parameter(app, name, value, side=""):
    def now():
        return parameters_of(app.state, side)[name]
    if now() == value:
        return
    file = app.wait_file(f"{side}control.{name}", lambda f: f"{side}control.{name}" in f["widgets"])
    if f"{side}control.{name}.more" not in file["widgets"]:
        choose(app, name, value, side)
    elif abs(now() - value) > 3:
        drag(app, f"{side}control.{name}", value, lambda s: parameters_of(s, side)[name])
    while (before := now()) != value:
        step = "more" if before < value else "less"
        app.click(f"{side}control.{name}.{step}")
        app.wait(f"{name} to change", lambda s: parameters_of(s, side)[name] != before)
    app.wait(f"{name} {value}", lambda s: parameters_of(s, side).get(name) == value
             and is_settled(s))


def choose_gpu(app, gpu):
    if app.state["gpu"] != gpu:
        app.click(f"occupancy.{gpu}")
        app.wait(f"the {gpu}", lambda s: s["gpu"] == gpu)


def set_need(app, name, value, notch):
    """Of the occupancy view, by its slider and then its buttons."""
    slider = f"occupancy.{name}"

    def now(state=None):
        return int((state or app.state)["figures"][slider])
    app.hover(slider)
    if abs(now() - value) > 3 * notch:
        drag(app, slider, value, now)
    while (before := now()) != value:
        app.click(f"{slider}.{'more' if before < value else 'less'}")
        app.wait(f"{name} to change", lambda s: now(s) != before)


def type_number(app, value):
    app.click("lesson.predict")
    app.wait_file("the field", lambda f: f["widgets"].get("lesson.predict", {}).get("active"))
    app.key("ctrl+a")
    app.type(str(value))
    app.wait(f"{value} typed", lambda s: s["typed"] == str(value))


def pick_option(app, option, picked):
    """By a click on its row."""
    app.click(f"lesson.option{option + 1}")
    app.wait(f"option {option + 1} chosen", lambda s: s["picked"] == picked)


def pick_lanes(app, lanes):
    """One in the card after the other."""
    picked = 0
    for lane in range(32):
        if lanes >> lane & 1:
            picked |= 1 << lane
            app.click(f"lesson.lane{lane}")
            app.wait(f"lane {lane} chosen", lambda s, picked=picked: s["picked"] == picked)


def pick_cell(app, kind, cell):
    """In the picture, where the app says that cells are."""
    if kind == "bank":
        left, width = (float(each) for each in app.state["figures"]["bank_view.bank_columns"].split())
        rect = app.read()["widgets"]["bank_view.choose"]["rect"]
        x, y = left + (cell + 0.5) * width, rect[1] + rect[3] / 2
    else:
        left, top, side, columns = (float(each) for each in
                                    app.state["figures"]["matrix_view.cells"].split())
        x, y = left + (cell % columns + 0.5) * side, top + (cell // columns + 0.5) * side
    app.click_at(x, y)
    app.wait(f"{kind} {cell} chosen", lambda s: s["picked"] == cell)


def pick_landing(app, number):
    """In the plane, where the app says that 0 and (1, 1) are."""
    (zero_x, zero_y), (one_x, one_y) = ([float(each) for each in app.state["figures"][name].split(",")]
                                        for name in ("plane.zero", "plane.one"))
    x, y = motion_truth.landing_place(number)
    app.click_at(zero_x + x * (one_x - zero_x), zero_y + y * (one_y - zero_y))
    app.wait(f"({x}, {y}) chosen", lambda s: s["picked"] == number)


def answer(app, ask, value, by_key):
    """Gives an answer as the question's kind wants it, with Enter or by Check."""
    if "best" in ask:
        pick_option(app, value, value)
    elif "order" in ask:
        digits = str(value)
        for count in range(1, len(digits) + 1):
            pick_option(app, int(digits[count - 1]) - 1, int(digits[:count]))
    elif "lanes" in ask:
        pick_lanes(app, value)
    elif "cell" in ask:
        pick_cell(app, ask["cell"], value)
    elif "lands" in ask:
        pick_landing(app, value)
    elif "choices" in ask:
        pick_option(app, ask["choices"].index(value), ask["choices"].index(value))
    else:
        type_number(app, value)
    app.wait("an answer to check", lambda s: s["can_check"])
    is_number = not any(name in ask for name in ("best", "order", "lanes", "cell", "lands", "choices"))
    if by_key and is_number:
        app.key("Return")
    elif by_key:
        app.key("Return")  # to the question
        app.wait("the keyboard at the question", lambda s: s["asks_by_key"])
        app.key("Return")
    else:
        app.click("lesson.check")
    return app.wait("the answer taken", lambda s: s["answer"] is not None)


def set_speed(app, speed):
    app.click("speed")
    app.click(f"speed.{speed:g}")
    app.wait(f"speed {speed:g}", lambda s: s["speed"] == speed)
    wait_closed(app, "speed.")


def leave_field(app, name):
    """By Return; over once the field has given up the keys."""
    app.key("Return")
    app.wait_file(f"{name} left", lambda f: not f["widgets"].get(name, {}).get("active", False))


def type_index(app, words):
    """Into the ribbon's field; over once the kernel has run with it. The kernel's own index has no words."""
    before = app.read()["state"]["index"]
    taken = (words, "") if before else (words,)
    app.click("control.index")
    app.key("ctrl+a")
    app.type(words, delay=15)
    app.wait(f"the index {words}", lambda s: s["index"] in taken and is_settled(s))
    leave_field(app, "control.index")


def type_map(app, words):
    """Into the workshop's field; over once it is answered."""
    app.click("workshop.expression")
    app.key("ctrl+a")
    app.type(words, delay=15)
    app.wait(f"the map {words}", lambda s: s["swizzle"].endswith(f"map={words}"))
    app.wait("its answer", lambda s: s["figures"].get("workshop.answered") == s["swizzle"])
    leave_field(app, "workshop.expression")


def type_into(app, field, text):
    """A field of an own kernel's form."""
    app.click(field)
    app.wait_file(f"{field} to be typed into", lambda f: f["widgets"][field]["active"])
    app.key("ctrl+a")
    app.type(text)
    app.wait(f"{text} typed", lambda s: s["figures"].get(field) == text)
