#include "app/tour/tour_page.h"

#include <algorithm>

#include "app/texts/metric_names.h"
#include "app/tour/html.h"
#include "app/tour/page_writer.h"

namespace warplens::ui {
namespace {

std::string percent(int part, int whole) { return fmt::format("{:.4f}%", 100.0 * part / whole); }

// The picture, and over it what differs.
void image(Writer& out, const TourPicture& picture, std::string_view alt) {
  out.add(
      "<span class=\"layers\"><img src=\"{}\" alt=\"{}\" width=\"{}\" height=\"{}\" "
      "loading=\"lazy\">",
      address_of(picture.file), escaped(alt), picture.width, picture.height);
  if (const auto& part = picture.part) {
    out.add(
        "<img src=\"{}\" alt=\"\" width=\"{}\" height=\"{}\" loading=\"lazy\" "
        "style=\"left:{};top:{};width:{}\">",
        address_of(part->file), part->width, part->height, percent(part->x, picture.width),
        percent(part->y, picture.height), percent(part->width, picture.width));
  }
  out.add("</span>");
}

void heading(Writer& out, Str words) { out.add("<h4>{}</h4>\n", out.say(words)); }

void event_table(Writer& out, const KernelFigures& figures) {
  out.add("<table class=\"event\"><caption>{}<br>{}</caption>\n", out.say(Str::this_access),
          escaped(figures.access));
  for (const scene::MetricRow& row : figures.event) {
    out.add("<tr><th>{}</th><td{}>{}</td></tr>\n", out.say(name_of(row.label)),
            row.costly ? " class=\"costly\"" : "", escaped(row.value));
  }
  out.add("</table>\n");
}

std::vector<scene::MetricLabel> labels_of(const std::vector<scene::MetricTable>& tables) {
  std::vector<scene::MetricLabel> labels;
  for (const scene::MetricTable& table : tables) {
    for (const scene::MetricRow& row : table.rows) labels.push_back(row.label);
  }
  std::ranges::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

void totals_row(Writer& out, const scene::MetricTable& table,
                const std::vector<scene::MetricLabel>& labels) {
  out.add("<tr data-kind=\"{}\"><th>{}</th>", key_of(table.of), out.say(name_of(table.of)));
  for (const scene::MetricLabel label : labels) {
    const auto row = std::ranges::find(table.rows, label, &scene::MetricRow::label);
    if (row == table.rows.end()) {
      out.add("<td></td>");
    } else {
      out.add("<td{}>{}</td>", row->costly ? " class=\"costly\"" : "", escaped(row->value));
    }
  }
  out.add("</tr>\n");
}

void totals_table(Writer& out, const KernelFigures& figures) {
  const auto labels = labels_of(figures.totals);
  out.add("<table class=\"totals\" data-kernel=\"{}\" data-parameters=\"{}\" data-launch=\"{}\">",
          escaped(figures.kernel), escaped(figures.parameters), figures.launch);
  out.add("<caption>{} · <code>{} {}</code></caption>\n<tr><td></td>", out.say(Str::whole_kernel),
          escaped(figures.kernel), escaped(figures.parameters));
  for (const scene::MetricLabel label : labels) {
    out.add("<th data-figure=\"{}\">{}</th>", key_of(label), out.say(name_of(label)));
  }
  out.add("</tr>\n");
  for (const scene::MetricTable& table : figures.totals) totals_row(out, table, labels);
  out.add("<tr><th>{}</th><td colspan=\"{}\">{}</td></tr>\n</table>\n", out.say(Str::shared_memory),
          labels.size(), escaped(figures.shared_bytes));
}

void findings(Writer& out, const KernelFigures& figures) {
  out.add("<div class=\"findings\"><p{}>{}</p>\n", figures.is_wrong ? " class=\"costly\"" : "",
          escaped(figures.verdict));
  for (const std::string& finding : figures.findings) {
    out.add("<p class=\"costly\">{}</p>\n", escaped(finding));
  }
  if (figures.findings.empty()) out.add("<p>{}</p>\n", out.say(Str::no_findings));
  out.add("</div>\n");
}

void moment(Writer& out, const TourMoment& shown) {
  out.add("<figure>");
  image(out, shown.picture, shown.picture.caption);
  out.add("<figcaption>{}</figcaption></figure>\n", escaped(shown.picture.caption));
  for (const KernelFigures& figures : shown.figures) {
    out.add("<div class=\"figures\">\n");
    event_table(out, figures);
    totals_table(out, figures);
    findings(out, figures);
    out.add("</div>\n");
  }
}

// What would give the prediction's answer away.
void outcome(Writer& out, const TourStep& step) {
  for (const TourMoment& each : step.then) moment(out, each);
  if (step.text.seen.empty()) return;
  heading(out, Str::seen);
  out.add("{}", html_of(step.text.seen, DocumentLinks::beside));
}

void prediction(Writer& out, const TourStep& step) {
  heading(out, Str::predict);
  out.add("{}{}<details><summary>{}</summary>\n<p class=\"answer\">{}</p>\n",
          html_of(step.text.question, DocumentLinks::beside),
          html_of(step.text.options, DocumentLinks::beside), out.say(Str::tour_show_answer),
          escaped(out.say(Str::tour_answer, step.answer)));
  if (!step.text.reasons.empty()) out.add("{}", html_of(step.text.reasons, DocumentLinks::beside));
  outcome(out, step);
  out.add("</details>\n");
}

void write_step(Writer& out, const TourLesson& lesson, const TourStep& step, std::size_t number) {
  const std::string id = step_anchor(lesson.id + "/" + step.id);
  out.add("<section class=\"step\" id=\"{}\" aria-labelledby=\"{}.title\">\n", id, id);
  out.add("<p class=\"number\">{}</p>\n<h3 id=\"{}.title\">{}</h3>\n",
          out.say(Str::step_of, number, lesson.steps.size()), id, escaped(step.title));
  out.add("<div class=\"text\">\n{}", html_of(step.text.body, DocumentLinks::beside));
  if (!step.text.todo.empty()) {
    heading(out, Str::to_do);
    out.add("{}", html_of(step.text.todo, DocumentLinks::beside));
  }
  out.add("</div>\n");
  moment(out, step.begins);
  !step.answer.empty() ? prediction(out, step) : outcome(out, step);
  out.add("</section>\n");
}

void contents(Writer& out, const TourPage& page) {
  out.add("<nav aria-label=\"{}\">\n<h2>{}</h2>\n", out.say(Str::contents), out.say(Str::contents));
  for (const TourLesson& lesson : page.lessons) {
    out.add("<p><a href=\"#{}\">{} · {}</a></p>\n<ol>\n", address_of(lesson.id),
            out.say(Str::lesson_of, lesson.number), escaped(lesson.title));
    for (const TourStep& step : lesson.steps) {
      out.add("<li><a href=\"#{}\">{}</a></li>\n", step_anchor(lesson.id + "/" + step.id),
              escaped(step.title));
    }
    out.add("</ol>\n");
  }
  out.add("</nav>\n");
}

}  // namespace

std::string html_of(const TourPage& page) {
  Writer out(page.language);
  page_head(out, page.language, Str::tour_title);
  out.add("<body>\n<header><h1>{}</h1>\n<p>{}</p>\n", out.say(Str::tour_title),
          out.say(Str::tour_about));
  out.add("<p><a href=\"{}\">{}</a></p></header>\n", kDocumentsPage, out.say(Str::documents_title));
  contents(out, page);
  out.add("<main>\n");
  for (const TourLesson& lesson : page.lessons) {
    out.add("<article id=\"{}\">\n<h2>{} · {}</h2>\n", address_of(lesson.id),
            out.say(Str::lesson_of, lesson.number), escaped(lesson.title));
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      write_step(out, lesson, lesson.steps[i], i + 1);
    }
    out.add("</article>\n");
  }
  out.add("</main>\n<script>\n{}</script>\n</body>\n</html>\n", tour_script());
  return out.take();
}

std::string unfinished_page(Language language) {
  Writer out(language);
  page_head(out, language, Str::tour_title);
  out.add("<body><p>{}</p></body>\n</html>\n", out.say(Str::tour_unfinished));
  return out.take();
}

}  // namespace warplens::ui
