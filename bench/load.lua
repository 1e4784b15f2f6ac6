-- Asks for the paths given as arguments in turn, and prints what was seen as JSON. Requests are put together once, except
-- where a path contains NUMBER, which is another number each time.
local requests = {}
local at = 0
local number = os.time() * 100000

function init(paths)
  for _, path in ipairs(paths) do
    table.insert(requests, path:find("NUMBER") and { path = path } or wrk.format("GET", path))
  end
end

function request()
  at = at % #requests + 1
  local request = requests[at]
  if type(request) == "string" then return request end
  number = number + 1
  return wrk.format("GET", (request.path:gsub("NUMBER", string.format("%d", number))))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"microseconds":%d,"refused":%d,"late":%d,"broken":%d,"p99":%d}\n',
    summary.requests, summary.duration, errors.status, errors.timeout, errors.connect + errors.read + errors.write,
    latency:percentile(99)))
end
