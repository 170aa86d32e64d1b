//===- runtime/analysis/lib/svg_plot.cpp - a plot as one SVG file ---------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "svg_plot.h"

#include "maquette/sim/assert.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

constexpr double kWidth = 720, kHeight = 440, kLeft = 90, kRight = 20, kTop = 50, kBottom = 60;
constexpr double kLogarithmicFrom = 8; ///< Ratio of largest to smallest value.
constexpr const char *kColours[] = {"#2166ac", "#b2182b", "#4d9221", "#762a83"};

/// Maps values to 0..1.
class Axis {
public:
  explicit Axis(const std::vector<double> &values) {
    MAQUETTE_ASSERT(!values.empty() &&
                    std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }));
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    low_ = *least;
    high_ = *most;
    logarithmic_ = low_ > 0 && high_ / low_ >= kLogarithmicFrom;
    if (logarithmic_) {
      low_ = std::log10(low_);
      high_ = std::log10(high_);
    }
    if (low_ == high_) {
      low_ -= std::max(0.5 * std::fabs(low_), 1e-300);
      high_ += std::max(0.5 * std::fabs(high_), 1e-300);
    }
    const double margin = 0.05 * (high_ - low_);
    low_ -= margin;
    high_ += margin;
  }
  double place(double value) const { return ((logarithmic_ ? std::log10(value) : value) - low_) / (high_ - low_); }
  /// Round values inside the axis.
  std::vector<double> ticks() const {
    std::vector<double> all;
    if (logarithmic_ && high_ - low_ >= 1) {
      for (double exponent = std::ceil(low_); exponent <= high_; ++exponent)
        all.push_back(std::pow(10, exponent));
      return all;
    }
    const double first = logarithmic_ ? std::pow(10, low_) : low_;
    const double last = logarithmic_ ? std::pow(10, high_) : high_;
    const double rough = (last - first) / 5;
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / decade;
    const double step = decade * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
    for (double value = std::ceil(first / step) * step; value <= last; value += step)
      all.push_back(std::fabs(value) < step * 1e-9 ? 0 : value);
    return all;
  }

private:
  double low_ = 0;
  double high_ = 1;
  bool logarithmic_ = false;
};

struct Frame {
  Axis x;
  Axis y;
  double across(double value) const { return kLeft + x.place(value) * (kWidth - kLeft - kRight); }
  double down(double value) const { return kHeight - kBottom - y.place(value) * (kHeight - kTop - kBottom); }
};

Frame frameOf(const Plot &plot) {
  std::vector<double> x, y;
  for (const PlotSeries &series : plot.series)
    for (const PlotPoint &point : series.points) {
      x.push_back(point.x);
      y.push_back(point.y);
      if (point.low != point.high) {
        y.push_back(point.low);
        y.push_back(point.high);
      }
    }
  return {Axis(x), Axis(y)};
}

std::string text(double x, double y, const char *anchor, const std::string &content, const char *more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     escapedMarkup(content));
}

std::string lineBetween(double x1, double y1, double x2, double y2, const char *colour) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2, y2,
                     colour);
}

std::string axesSvg(const Plot &plot, const Frame &frame) {
  std::string svg;
  const double bottom = kHeight - kBottom;
  for (const double tick : frame.x.ticks()) {
    const double x = frame.across(tick);
    svg += lineBetween(x, kTop, x, bottom, "#ddd") + text(x, bottom + 18, "middle", plot.x_text(tick));
  }
  for (const double tick : frame.y.ticks()) {
    const double y = frame.down(tick);
    svg += lineBetween(kLeft, y, kWidth - kRight, y, "#ddd") + text(kLeft - 8, y + 4, "end", plot.y_text(tick));
  }
  svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#888\"/>\n", kLeft,
                     kTop, kWidth - kLeft - kRight, bottom - kTop);
  svg += text((kLeft + kWidth - kRight) / 2, kHeight - 14, "middle", plot.x_label);
  svg += text(0, 0, "middle", plot.y_label,
              fmt::format(" transform=\"translate(18 {:.1f}) rotate(-90)\"", (kTop + bottom) / 2).c_str());
  return svg;
}

std::string seriesSvg(const PlotSeries &series, const Frame &frame, const char *colour) {
  std::string svg;
  if (series.line) {
    svg += fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" points=\"", colour);
    for (const PlotPoint &point : series.points)
      svg += fmt::format("{:.1f},{:.1f} ", frame.across(point.x), frame.down(point.y));
    return svg + "\"/>\n";
  }
  for (const PlotPoint &point : series.points) {
    const double x = frame.across(point.x);
    if (point.low != point.high)
      svg += lineBetween(x, frame.down(point.low), x, frame.down(point.high), colour);
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", x, frame.down(point.y), colour);
  }
  return svg;
}

} // namespace

std::string escapedMarkup(const std::string &text) {
  std::string safe;
  for (const char c : text)
    switch (c) {
    case '&':
      safe += "&amp;";
      break;
    case '<':
      safe += "&lt;";
      break;
    case '>':
      safe += "&gt;";
      break;
    case '"':
      safe += "&quot;";
      break;
    default:
      safe += c;
    }
  return safe;
}

std::string toSvg(const Plot &plot) {
  const Frame frame = frameOf(plot);
  std::string svg = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
                                "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
                                "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
                                kWidth, kHeight);
  svg += text(kLeft, 20, "start", plot.title, " font-size=\"15\"");
  svg += axesSvg(plot, frame);
  double legend = kLeft;
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    const char *const colour = kColours[s % std::size(kColours)];
    svg += seriesSvg(plot.series[s], frame, colour);
    svg += text(legend, 40, "start", plot.series[s].name, fmt::format(" fill=\"{}\"", colour).c_str());
    legend += 24 + 7 * static_cast<double>(plot.series[s].name.size());
  }
  return svg + "</svg>\n";
}

} // namespace maquette::runtime
