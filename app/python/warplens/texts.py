"""What Python says itself, in English and Chinese. All else the program says."""

from __future__ import annotations

LANGUAGES = ("en", "zh")

_CHINESE = {
    "the program warplens is not here: pip install warplens, or set WARPLENS to its path":
        "此处没有 warplens 程序：请执行 pip install warplens，或把 WARPLENS 设为其路径",
    "WARPLENS is {path}, which is no program": "WARPLENS 为 {path}，而它不是程序",
    "warplens was stopped after {seconds} s": "warplens 运行 {seconds} 秒后被停止",
    "warplens ended with status {status} and said nothing":
        "warplens 以状态 {status} 结束，没有给出任何信息",
    "warplens said what is no JSON: {text}": "warplens 的输出不是 JSON：{text}",
    "event {event} of {count}": "第 {event} 个事件，共 {count} 个",
    "{shown} of {count} accesses are shown": "显示了 {count} 次访问中的 {shown} 次",
    "no access of global or shared memory was recorded": "没有记录到全局内存或共享内存的访问",
    "no picture: {reason}": "没有图：{reason}",
    "sectors: {sectors} ({ideal} at best)": "sector：{sectors} 个（最少 {ideal} 个）",
    "wavefronts: {wavefronts} ({ideal} at best)": "wavefront：{wavefronts} 个（最少 {ideal} 个）",
    "grid {grid}, block {block}": "网格 {grid}，线程块 {block}",
    "global memory, sectors: {sectors} ({ideal} at best)":
        "全局内存 sector：{sectors} 个（最少 {ideal} 个）",
    "shared memory, wavefronts: {wavefronts} ({ideal} at best)":
        "共享内存 wavefront：{wavefronts} 个（最少 {ideal} 个）",
    "block {block}, warp {warp}": "线程块 {block}，warp {warp}",
    "language is 'en' or 'zh', not {language!r}": "language 为 'en' 或 'zh'，而不是 {language!r}",
    "{kernel} is nothing that can be traced: give a Triton, Numba or CuPy kernel, PTX, CUDA C++ or "
    "a file's path":
        "{kernel} 无法追踪：请给出 Triton、Numba 或 CuPy 的内核、PTX、CUDA C++ 或文件路径",
    "argument {name}: {value} is no array, number or bytes":
        "参数 {name}：{value} 不是数组、数字或字节串",
    "argument {name} overlaps {other}: give copies, or the same array":
        "参数 {name} 与 {other} 有部分重叠：请给出副本，或同一个数组",
    "argument {name} runs backwards: give a copy of it": "参数 {name} 是反向的：请给出其副本",
    "argument {name} has {size} bytes, its parameter {expected}":
        "参数 {name} 有 {size} 字节，而形参为 {expected} 字节",
    "{kernel} takes {expected} arguments, not {given}":
        "{kernel} 需要 {expected} 个参数，而不是 {given} 个",
    "{kernel} needs its grid": "{kernel} 需要网格大小",
    "{kernel} needs its block: give block": "{kernel} 需要线程块大小：请给出 block",
    "{kernel} needs its arguments": "{kernel} 需要参数",
    "{kernel} is tuned: trace {kernel}.fn with the values of one configuration in meta":
        "{kernel} 是自动调优的：请追踪 {kernel}.fn，并在 meta 中给出某个配置的值",
    "argument {name} is missing": "缺少参数 {name}",
    "argument {name}: {type} is not handed to a Numba kernel here":
        "参数 {name}：此处不支持把 {type} 传给 Numba 内核",
    "{what} needs pandas: pip install pandas": "{what} 需要 pandas：请执行 pip install pandas",
    "no table {table!r}: ask for {tables}": "没有表 {table!r}：可以要 {tables}",
    "{count} events were recorded, at most {most} are read: trace fewer blocks, or a smaller problem":
        "记录了 {count} 个事件，最多读取 {most} 个：请少追踪几个线程块，或缩小规模",
    "{name} is not defined": "{name} 没有定义",
}


def say(language: str, text: str, /, **values: object) -> str:
    """`text` with its values, in the language that is asked for."""
    said = _CHINESE.get(text, text) if language == "zh" else text
    return said.format(**values)
