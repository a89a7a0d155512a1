// What a C++ compiler makes of the same methods: plain loops as one writes them, and (…_lanes) the kernels' own algorithm in
// 128-bit vectors. Prints one "name nanoseconds-per-item" line each. Built and run by kernels.bench.ts where g++ is there.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

typedef double v2 __attribute__((vector_size(16)));
typedef std::int64_t i2 __attribute__((vector_size(16)));
using Clock = std::chrono::steady_clock;

static volatile double sink;

template <class Work> static void time_it(const char* name, double items, Work work) {
  work();
  std::vector<double> samples;
  for (int round = 0; round < 9; round++) {
    int calls = 0;
    auto started = Clock::now();
    double spent = 0;
    do {
      work();
      calls++;
      spent = std::chrono::duration<double, std::nano>(Clock::now() - started).count();
    } while (spent < 25e6);
    samples.push_back(spent / calls);
  }
  std::sort(samples.begin(), samples.end());
  std::printf("%s %.4f\n", name, samples[samples.size() / 2] / items);
}

static std::vector<double> price_path(std::size_t n) {
  std::uint32_t state = 1;
  auto uniform = [&] {
    state = state * 1664525u + 1013904223u;
    return state / 4294967296.0;
  };
  std::vector<double> prices(n);
  double price = 100;
  for (auto& slot : prices) {
    double a = uniform(), b = uniform(), c = uniform();
    price *= 1 + (a + b + c - 1.5) * 0.02 + 1e-4 * (1 - price / 100);
    slot = price;
  }
  return prices;
}

static void ema(const double* x, double* y, std::size_t n, int period) {
  double k = 2.0 / (period + 1), value = x[0];
  for (std::size_t t = 0; t < n; t++) y[t] = value += (x[t] - value) * k;
}

static void sma(const double* x, double* y, std::size_t n, std::size_t period) {
  double sum = 0;
  for (std::size_t t = 0; t < n; t++) {
    sum += x[t];
    if (t >= period) sum -= x[t - period];
    y[t] = sum / period;
  }
}

static void rsi(const double* x, double* y, std::size_t n, int period) {
  double gain = 0, loss = 0, keep = period - 1;
  for (std::size_t t = 1; t < n; t++) {
    double change = x[t] - x[t - 1];
    gain = (gain * keep + (change > 0 ? change : 0)) / period;
    loss = (loss * keep + (change < 0 ? -change : 0)) / period;
    y[t] = 100 * gain / (gain + loss);
  }
}

static void log_returns(const double* x, double* y, std::size_t n) {
  for (std::size_t t = 1; t < n; t++) y[t] = std::log(x[t] / x[t - 1]);
}

static void rolling_volatility(const double* x, double* y, double* scratch, std::size_t n, std::size_t period) {
  double sum = 0, squares = 0, scale = std::sqrt(252.0);
  scratch[0] = 0;
  for (std::size_t t = 1; t < n; t++) {
    double r = scratch[t] = std::log(x[t] / x[t - 1]);
    sum += r;
    squares += r * r;
    if (t > period) {
      double old = scratch[t - period];
      sum -= old;
      squares -= old * old;
    }
    y[t] = std::sqrt(std::max(0.0, (squares - sum * sum / period) / (period - 1))) * scale;
  }
}

static double garch_plain(const double* e2, std::size_t n, double w, double a, double b) {
  double s = 1, shock = 1, total = 0;
  for (std::size_t t = 0; t < n; t++) {
    s = w + a * shock + b * s;
    total += std::log(s) + e2[t] / s;
    shock = e2[t];
  }
  return total;
}

// Four steps ahead in two vectors; logarithms as one product whose exponent is stripped every eight observations.
static double garch_lanes(const double* e2, std::size_t n, double w, double a, double b) {
  double s[4], shock = 1, prior = 1;
  for (int t = 0; t < 4; t++) {
    prior = s[t] = w + a * shock + b * prior;
    shock = e2[t];
  }
  auto load = [](const double* from) {
    v2 value;
    std::memcpy(&value, from, sizeof value);
    return value;
  };
  v2 s0 = {s[0], s[1]}, s1 = {s[2], s[3]};
  const v2 vw = {w, w}, va = {a, a}, vb = {b, b}, vb2 = vb * vb, vb4 = vb2 * vb2;
  v2 product = {1, 1}, quotients = {0, 0};
  i2 exponents = {0, 0};
  v2 w1 = (vw + va * load(e2 + 1)) + vb * (vw + va * load(e2));
  for (std::size_t t = 0; t + 16 < n; t += 8) {
    for (int half = 0; half < 2; half++) {
      const double* at = e2 + t + 4 * half;
      v2 pair = s0 * s1;
      quotients += (load(at) * s1 + load(at + 2) * s0) / pair;
      product *= pair;
      v2 w2 = (vw + va * load(at + 3)) + vb * (vw + va * load(at + 2));
      v2 w3 = (vw + va * load(at + 5)) + vb * (vw + va * load(at + 4));
      s0 = (w2 + vb2 * w1) + vb4 * s0;
      s1 = (w3 + vb2 * w2) + vb4 * s1;
      w1 = w3;
    }
    i2 bits = (i2)product;
    exponents += (bits >> 52) - 1023;
    product = (v2)((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  }
  return std::log(product[0] * product[1]) + (exponents[0] + exponents[1]) * M_LN2 + quotients[0] + quotients[1];
}

int main() {
  const std::size_t n = 1000000, big = 10000000;
  auto x = price_path(big);
  std::vector<double> y(big), scratch(big), e2(n + 64);
  for (std::size_t t = 0; t < n; t++) {
    double r = 100 * std::log(x[t + 1] / x[t]);
    e2[t] = r * r;
  }
  time_it("copy-1M", n, [&] { std::memcpy(y.data(), x.data(), n * 8); sink = y[n / 2]; });
  time_it("copy-10M", big, [&] { std::memcpy(y.data(), x.data(), big * 8); sink = y[big / 2]; });
  time_it("ema", n, [&] { ema(x.data(), y.data(), n, 20); sink = y[n - 1]; });
  time_it("sma", n, [&] { sma(x.data(), y.data(), n, 20); sink = y[n - 1]; });
  time_it("rsi", n, [&] { rsi(x.data(), y.data(), n, 14); sink = y[n - 1]; });
  time_it("log-returns", n, [&] { log_returns(x.data(), y.data(), n); sink = y[n - 1]; });
  time_it("rolling-volatility", n, [&] { rolling_volatility(x.data(), y.data(), scratch.data(), n, 20); sink = y[n - 1]; });
  time_it("garch", 20000, [&] { sink = garch_plain(e2.data(), 20000, 0.02, 0.08, 0.9); });
  time_it("garch-lanes", 20000, [&] { sink = garch_lanes(e2.data(), 20000, 0.02, 0.08, 0.9); });
  std::string text;
  char line[32];
  for (std::size_t t = 0; t < n; t++) text.append(line, std::snprintf(line, sizeof line, "%.2f\n", x[t]));
  time_it("parse-bytes", text.size(), [&] {
    const char *at = text.data(), *end = at + text.size();
    double* out = y.data();
    while (at < end) at = std::from_chars(at, end, *out++).ptr + 1;
    sink = y[n - 1];
  });
}
