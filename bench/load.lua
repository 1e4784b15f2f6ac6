-- Asks for the paths given as arguments in turn, and prints what was seen as JSON. Requests are put together once.
local requests = {}
local at = 0

function init(paths)
  for _, path in ipairs(paths) do
    table.insert(requests, wrk.format("GET", path))
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"microseconds":%d,"refused":%d,"late":%d,"broken":%d,"p99":%d}\n',
    summary.requests, summary.duration, errors.status, errors.timeout, errors.connect + errors.read + errors.write,
    latency:percentile(99)))
end
