// Native rivals of the kernels: `peers <method> <file> [numbers]` times one batch of a method on the file's values or text.
#include <cstring>
#include "lanes.h"
#include "plain.h"
#include "regimes.h"
#include "sweep.h"
#include "timing.h"

static int parse(const char* path, bool table) {
  const auto text = read_values<char>(path);
  const char *start = text.data(), *end = start + text.size() - PADDING;
  std::vector<double> times(text.size() / 2), values(text.size() / 2);
  return time_batch([&] {
    const std::size_t rows = table ? parse_table(start, end, times.data(), values.data()) : parse_list(start, end, values.data());
    return values[rows - 1];
  });
}

int main(int count, char** words) {
  if (count < 3) return 1;
  const char* method = words[1];
  const auto is = [&](const char* name) { return std::strcmp(method, name) == 0; };
  if (is("parse-list") || is("parse-table")) return parse(words[2], is("parse-table"));

  const auto x = read_values<double>(words[2]);
  const std::size_t n = x.size() - PADDING;
  std::vector<double> y(n), scratch(n);
  const auto number = [&](int place) { return count > 3 + place ? std::atof(words[3 + place]) : 0; };
  const int period = static_cast<int>(number(0));
  if (is("copy")) return time_batch([&] { std::memcpy(y.data(), x.data(), n * sizeof(double)); return y[n - 1]; });
  if (is("ema")) return time_batch([&] { ema(x.data(), y.data(), n, period); return y[n - 1]; });
  if (is("sma")) return time_batch([&] { sma(x.data(), y.data(), n, period); return y[n - 1]; });
  if (is("rsi")) return time_batch([&] { rsi(x.data(), y.data(), n, period); return y[n - 1]; });
  if (is("rsi-lanes")) return time_batch([&] { rsi_lanes(x.data(), y.data(), n, period); return y[n - 1]; });
  if (is("divisions")) return time_batch([&] { divisions(x.data(), y.data(), n); return y[n / 2]; });
  if (is("log-returns")) return time_batch([&] { log_returns(x.data(), y.data(), n); return y[n - 1]; });
  if (is("rolling-volatility")) {
    return time_batch([&] { rolling_volatility(x.data(), y.data(), scratch.data(), n, period); return y[n - 1]; });
  }
  if (is("ema-pairs")) return time_batch([&] { return ema_pairs(x.data(), n, number(0)); });
  if (is("garch")) return time_batch([&] { return garch(x.data(), n, number(0), number(1), number(2), number(3)); });
  if (is("garch-lanes")) return time_batch([&] { return garch_lanes(x.data(), n, number(0), number(1), number(2), number(3)); });
  const TwoRegimes regimes{{number(0), number(1)}, {number(2), number(3)}, {number(4), number(5)}};
  if (is("regime-filter")) return time_batch([&] { return regime_filter(x.data(), n, regimes, nullptr, nullptr); });
  if (is("regime-expectation")) return time_batch([&] { return regime_expectation(x.data(), n, regimes, y.data(), scratch.data()); });
  return 1;
}
