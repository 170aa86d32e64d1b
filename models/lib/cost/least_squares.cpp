//===- models/lib/cost/least_squares.cpp - non-negative least squares --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/cost_model.h"
#include "maquette/sim/assert.h"

#include <Eigen/Dense>

namespace maquette::models {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kNone = -1;

/// Least squares over the columns in \p active only; the others are 0.
VectorXd solveActive(const MatrixXd &a, const VectorXd &b, const std::vector<bool> &active) {
  std::vector<Index> columns;
  for (Index j = 0; j < a.cols(); ++j)
    if (active[static_cast<std::size_t>(j)])
      columns.push_back(j);
  MatrixXd part(a.rows(), static_cast<Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j)
    part.col(static_cast<Index>(j)) = a.col(columns[j]);
  const VectorXd solution = part.completeOrthogonalDecomposition().solve(b);
  VectorXd full = VectorXd::Zero(a.cols());
  for (std::size_t j = 0; j < columns.size(); ++j)
    full(columns[j]) = solution(static_cast<Index>(j));
  return full;
}

/// The inactive column that would lower the residual most, or kNone.
Index steepest(const VectorXd &gradient, const std::vector<bool> &active, double tolerance) {
  Index best = kNone;
  for (Index j = 0; j < gradient.size(); ++j)
    if (!active[static_cast<std::size_t>(j)] && gradient(j) > tolerance &&
        (best == kNone || gradient(j) > gradient(best)))
      best = j;
  return best;
}

/// Moves from x towards s until the first active coefficient reaches 0; those that do become inactive.
void moveToBoundary(VectorXd &x, const VectorXd &s, std::vector<bool> &active) {
  double alpha = 1;
  Index blocking = kNone;
  for (Index j = 0; j < x.size(); ++j)
    if (active[static_cast<std::size_t>(j)] && s(j) <= 0) {
      const double step = x(j) / (x(j) - s(j));
      if (blocking == kNone || step < alpha) {
        alpha = step;
        blocking = j;
      }
    }
  x += alpha * (s - x);
  for (Index j = 0; j < x.size(); ++j)
    if (active[static_cast<std::size_t>(j)] && (j == blocking || x(j) <= 0)) {
      active[static_cast<std::size_t>(j)] = false;
      x(j) = 0;
    }
}

bool anyActiveNegative(const VectorXd &s, const std::vector<bool> &active) {
  for (Index j = 0; j < s.size(); ++j)
    if (active[static_cast<std::size_t>(j)] && s(j) <= 0)
      return true;
  return false;
}

} // namespace

std::vector<double> nonNegativeLeastSquares(const std::vector<std::vector<double>> &rows,
                                            const std::vector<double> &targets) {
  MAQUETTE_ASSERT(std::all_of(rows.begin(), rows.end(), [&](const auto &row) { return row.size() == rows[0].size(); }));
  const Index columns = static_cast<Index>(rows.front().size());
  MatrixXd a(static_cast<Index>(rows.size()), columns);
  VectorXd b(a.rows());
  for (Index i = 0; i < a.rows(); ++i) {
    b(i) = targets[static_cast<std::size_t>(i)];
    for (Index j = 0; j < columns; ++j)
      a(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  }
  const double tolerance = 1e-10 * (a.transpose() * b).cwiseAbs().maxCoeff();
  VectorXd x = VectorXd::Zero(columns);
  std::vector<bool> active(static_cast<std::size_t>(columns), false);
  // Each round adds one column; three rounds per column are more than the method needs in practice.
  for (Index round = 0; round < 3 * columns; ++round) {
    const Index next = steepest(a.transpose() * (b - a * x), active, tolerance);
    if (next == kNone)
      break;
    active[static_cast<std::size_t>(next)] = true;
    VectorXd s = solveActive(a, b, active);
    if (s(next) <= 0) { // Rounding: the column is a combination of active ones.
      active[static_cast<std::size_t>(next)] = false;
      break;
    }
    while (anyActiveNegative(s, active)) {
      moveToBoundary(x, s, active);
      s = solveActive(a, b, active);
    }
    x = s;
  }
  return {x.data(), x.data() + x.size()};
}

} // namespace maquette::models
