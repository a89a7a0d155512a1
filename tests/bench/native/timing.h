// Times one batch of a method on a column of numbers read from a file, and prints milliseconds a call and a value of its result.
#pragma once
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr double BATCH_MILLIS = 25;
/** Zeros behind what was read, for methods that look ahead. */
constexpr std::size_t PADDING = 64;

/** Keeps results alive, so that the compiler cannot drop the work as unused. */
inline volatile double sink;

/** `work` gives one number of its result. */
template <class Work> int time_batch(Work work) {
  using Clock = std::chrono::steady_clock;
  const double check = work();
  const auto started = Clock::now();
  double spent = 0;
  int calls = 0;
  do {
    sink = work();
    calls++;
    spent = std::chrono::duration<double, std::milli>(Clock::now() - started).count();
  } while (spent < BATCH_MILLIS);
  std::printf("%.17g %.17g\n", spent / calls, check);
  return 0;
}

/** All of a file as values of one type. */
template <class Value> std::vector<Value> read_values(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (!file) std::exit(2);
  std::fseek(file, 0, SEEK_END);
  const std::size_t count = std::ftell(file) / sizeof(Value);
  std::rewind(file);
  std::vector<Value> values(count + PADDING);
  if (std::fread(values.data(), sizeof(Value), count, file) != count) std::exit(2);
  std::fclose(file);
  return values;
}
