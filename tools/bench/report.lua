-- What wrk measured, as one line that a program can read. Times are in microseconds.
done = function(summary, latency, requests)
  io.write(string.format(
    'RESULT {"requests": %d, "microseconds": %d, "p99": %d, "refused": %d, "broken": %d}\n',
    summary.requests, summary.duration, latency:percentile(99.0), summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
