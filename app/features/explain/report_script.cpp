#include "app/features/explain/report_script.h"

namespace warplens::explain {

const char* const kReportScript = R"py(
import csv
import sys

try:
    import ncu_report
except ImportError:
    sys.exit(3)

COLUMNS = ["inst_executed", "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal",
           "memory_l2_theoretical_sectors_global", "memory_l2_theoretical_sectors_global_ideal"]


def launches(path):
    try:
        report = ncu_report.load_report(path)
        found = [action for of_range in report for action in of_range]
    except Exception:
        found = []
    if not found:
        sys.exit(4)
    return found


def named(action):
    return action.name(action.NameBase_DEMANGLED)


def by_address(action):
    values = {}
    for column in COLUMNS:
        metric = action.metric_by_name(column)
        if metric is None or not metric.has_correlation_ids():
            continue
        addresses = metric.correlation_ids()
        for i in range(metric.num_instances()):
            values.setdefault(addresses.as_uint64(i), {})[column] = metric.as_uint64(i)
    return values


def print_source(actions, out):
    for action in actions:
        out.writerow(["Kernel Name", named(action)])
        out.writerow(["Line No", "Source", "Address", "Source"] + COLUMNS)
        last = None
        for address, values in sorted(by_address(action).items()):
            place = action.source_info(address)
            file, line = ("", 0) if place is None else (place.file_name(), place.line())
            if file != last:
                out.writerow(["File Path", file])
                last = file
            numbers = [values.get(column, "") for column in COLUMNS]
            out.writerow([line, "", hex(address), action.sass_by_pc(address)] + numbers)


def value(action, name):
    metric = action.metric_by_name(name)
    if metric is None:
        return ""
    text = metric.as_string()
    return metric.as_double() if text is None else text


def size(action, prefix):
    sizes = [value(action, prefix + axis) for axis in "xyz"]
    return "" if "" in sizes else "({:.0f}, {:.0f}, {:.0f})".format(*sizes)


def print_raw(actions, out):
    units = {}
    for action in actions:
        for name in action.metric_names():
            units[name] = action.metric_by_name(name).unit()
    out.writerow(["ID", "Kernel Name", "Block Size", "Grid Size"] + list(units))
    out.writerow(["", "", "", ""] + list(units.values()))
    for i, action in enumerate(actions):
        place = [size(action, "launch__block_dim_"), size(action, "launch__grid_dim_")]
        out.writerow([i, named(action)] + place + [value(action, name) for name in units])


page, file = sys.argv[1:]
printer = print_source if page == "source" else print_raw
printer(launches(file), csv.writer(sys.stdout, quoting=csv.QUOTE_ALL))
)py";

}  // namespace warplens::explain
