"""What plane and space compute, once more, with fractions: of the texts that the app shows and
lessons have ("lens=area A=[3 1; 0 2] v=[1 2]")."""
import re
from fractions import Fraction

USUAL = {"lens": "columns", "A": "2 1; 0 1", "B": "0 -1; 1 0", "v": "1 2", "n": "2", "p": "2 0 0",
         "q": "1 2 0", "turn": "30,20"}


def parts(text):
    """Each part's words, those that nobody has touched among them."""
    found = dict(re.findall(r"(\w+)=\[([^]]*)\]", text))
    found |= dict(re.findall(r"(\w+)=([^\[\s]\S*)", text))
    return USUAL | found


def numbers(words):
    return [Fraction(each) for each in re.split(r"[\s;,]+", words.strip())]


def product(b, a):
    return [b[0] * a[0] + b[1] * a[2], b[0] * a[1] + b[1] * a[3],
            b[2] * a[0] + b[3] * a[2], b[2] * a[1] + b[3] * a[3]]


def determinant(a):
    return a[0] * a[3] - a[1] * a[2]


def image(a, v):
    return [a[0] * v[0] + a[1] * v[1], a[2] * v[0] + a[3] * v[1]]


def cross(p, q):
    return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]


def text_of(values, rows=1):
    """As the app writes them."""
    words = [str(each) for each in values]
    across = len(words) // rows
    return "; ".join(" ".join(words[i:i + across]) for i in range(0, len(words), across))


def landing_number(x, y):
    """As app/lessons/prediction.h counts places of the plane."""
    return int((y + 50) * 101 + x + 50)


def landing_place(number):
    return number % 101 - 50, number // 101 - 50


def figure(name, text):
    part = parts(text)
    a, b = numbers(part["A"]), numbers(part["B"])
    if name == "determinant":
        return int(determinant(a))
    if name.startswith("product_"):
        return int(product(b, a)[{"11": 0, "12": 1, "21": 2, "22": 3}[name[-2:]]])
    discriminant = (a[0] + a[3]) ** 2 - 4 * determinant(a)
    if name == "larger_eigenvalue":
        return int((a[0] + a[3] + Fraction(round(float(discriminant) ** 0.5))) / 2)
    if name == "kept_lines":
        return (discriminant > 0) + (discriminant >= 0)
    p, q = numbers(part["p"]), numbers(part["q"])
    if name == "dot_product":
        return int(sum(one * other for one, other in zip(p, q)))
    assert name == "cross_length", name
    return round(float(sum(each * each for each in cross(p, q))) ** 0.5)


def landing(text):
    part = parts(text)
    return landing_number(*image(numbers(part["A"]), numbers(part["v"])))


def problems(state):
    """Figures on screen that are not what the state says."""
    part, figures = parts(state["motion"]), state["figures"]
    a, b = numbers(part["A"]), numbers(part["B"])
    wanted = {"plane.determinant": text_of([determinant(a)]),
              "plane.product": text_of(product(b, a), rows=2),
              "plane.image": text_of(image(a, numbers(part["v"]))),
              "space.cross": text_of(cross(numbers(part["p"]), numbers(part["q"])))}
    return [f"{name} is {figures[name]}, not {value}" for name, value in wanted.items()
            if name in figures and figures[name] != value]
