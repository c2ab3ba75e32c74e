// One contestant of the bench (answering.mjs has the other side's face): training steps of a
// document, or products of a shape, over JSON lines. Built natively, and as wasm for the products.
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "core/document/read_experiment.hpp"
#include "core/numerics/product.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

using Object = nlohmann::json;

struct Contest {
  std::function<double()> step;
  std::function<std::string()> trajectory;
  double first_gradient_norm = 0;
};

std::unique_ptr<Contest> PrepareRun(const Object& document) {
  const ExperimentReading reading = ReadExperiment(document.dump());
  if (!reading.ok()) return nullptr;
  auto contest = std::make_unique<Contest>();
  const auto run = std::make_shared<Run>(reading.experiment);
  contest->step = [run, made = contest.get()] {
    const Record* record = run->Step();
    if (record == nullptr) return 0.0;
    if (run->StepsDone() == 1) made->first_gradient_norm = record->gradient_norm;
    return record->loss;
  };
  contest->trajectory = [run] { return TrajectoryText(run->TrajectoryHash()); };
  return contest;
}

std::unique_ptr<Contest> PrepareProduct(Index rows, Index inner, Index columns) {
  struct Operands {
    Matrix<float> x, weight, y;
  };
  auto operands = std::make_shared<Operands>();
  operands->x = Matrix<float>::Constant(rows, inner, 0.5F);
  operands->weight = Matrix<float>::Constant(columns, inner, 0.25F);
  operands->y.resize(rows, columns);
  auto contest = std::make_unique<Contest>();
  contest->step = [operands] {
    MultiplyTransposed<float>(operands->x, operands->weight, nullptr, operands->y);
    return static_cast<double>(operands->y(0, 0));
  };
  return contest;
}

std::unique_ptr<Contest> Prepare(const Object& row) {
  if (!row.contains("product")) return PrepareRun(row.at("document"));
  const Object& sizes = row.at("product");
  return PrepareProduct(sizes.at(0), sizes.at(1), sizes.at(2));
}

Object Train(const Contest& contest, int steps) {
  const auto start = std::chrono::steady_clock::now();
  double loss = 0;
  for (int i = 0; i < steps; ++i) loss = contest.step();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  return {{"loss", loss}, {"milliseconds", time.count()}};
}

void Serve() {
  std::unique_ptr<Contest> contest;
  std::cout << "{}" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    const Object request = Object::parse(line);
    Object answer = Object::object();
    if (request.contains("prepare")) {
      contest = Prepare(request.at("prepare"));
      if (!contest) answer["error"] = "the document is refused";
    } else if (!contest || request.contains("dispose")) {
      contest.reset();
    } else if (request.contains("steps")) {
      answer = Train(*contest, request.at("steps"));
    } else if (request.contains("trajectory")) {
      answer["trajectory"] = contest->trajectory();
    } else {
      answer["firstGradientNorm"] = contest->first_gradient_norm;
    }
    std::cout << answer.dump() << std::endl;
  }
}

}  // namespace
}  // namespace normlab

int main() { normlab::Serve(); }
