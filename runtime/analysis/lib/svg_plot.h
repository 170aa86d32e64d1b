//===- runtime/analysis/lib/svg_plot.h - a plot as one SVG file -----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Points with error bars, and lines, on axes that are logarithmic where all values are positive and span a factor
/// of 8.
#ifndef MAQUETTE_ANALYSIS_SVG_PLOT_H
#define MAQUETTE_ANALYSIS_SVG_PLOT_H

#include <functional>
#include <string>
#include <vector>

namespace maquette::runtime {

struct PlotPoint {
  double x = 0;
  double y = 0;
  double low = 0; ///< Of the error bar; with low == high there is none.
  double high = 0;
};

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;
  bool line = false; ///< A line through the points in their order, instead of marks.
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::function<std::string(double)> x_text; ///< Of a tick's value.
  std::function<std::string(double)> y_text;
  std::vector<PlotSeries> series;
};

/// \pre there is at least one point, and all numbers are finite.
std::string toSvg(const Plot &plot);

/// \p text with what XML and HTML take for markup written out.
std::string escapedMarkup(const std::string &text);

} // namespace maquette::runtime

#endif
