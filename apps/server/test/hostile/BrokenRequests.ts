/**
 * Requests that no client would send, as a table: what must come back, and what becomes of the connection.
 */

/**
 * The statuses that come back, in their order; whether the connection is still good for another request; what it is; its bytes.
 * With `half`, the sender says after them that no more will come.
 */
export type BrokenRequest = [
  statuses: ReadonlyArray<number>,
  after: "open" | "closed",
  what: string,
  bytes: string,
  half?: "half"
]

const host = "Host: partners.example"
const lines = (...all: ReadonlyArray<string>): string => `${all.join("\r\n")}\r\n\r\n`
const live = "GET /health/live HTTP/1.1"
const get = (target: string, ...headers: ReadonlyArray<string>) => lines(`GET ${target} HTTP/1.1`, host, ...headers)
const header = (...headers: ReadonlyArray<string>) => get("/health/live", ...headers)
const form = "Content-Type: application/x-www-form-urlencoded"
const post = (...headers: ReadonlyArray<string>) => lines("POST /oauth/token HTTP/1.1", host, form, ...headers)
const oldPost = (...headers: ReadonlyArray<string>) =>
  lines("POST /oauth/token HTTP/1.0", host, form, "Connection: keep-alive", ...headers)
const chunked = (body: string) => post("Transfer-Encoding: chunked") + body
const many = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: 1`)
const upgrade = (protocol: string) => ["Connection: Upgrade", `Upgrade: ${protocol}`]
const webSocket = ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"]

const requestLines: ReadonlyArray<BrokenRequest> = [
  [[400], "closed", "garbage", "garbage\r\n\r\n"],
  [[400], "closed", "a hundred NULs", "\0".repeat(100)],
  [[400], "closed", "the hello of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  [[400], "closed", "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  [[400], "closed", "the request line of HTTP/2.0", lines("GET /health/live HTTP/2.0", host)],
  [[400], "closed", "the request line of HTTP/3.0", lines("GET /health/live HTTP/3.0", host)],
  [[400], "closed", "the request line of HTTP/0.9", "GET /health/live\r\n\r\n"],
  [[400], "closed", "version 1.2", lines("GET /health/live HTTP/1.2", host)],
  [[400], "closed", "a version of two digits", lines("GET /health/live HTTP/1.10", host)],
  [[400], "closed", "a version in small letters", lines("GET /health/live http/1.1", host)],
  [[400], "closed", "another protocol", lines("GET /health/live SIP/2.0", host)],
  [[400], "closed", "RTSP", lines("DESCRIBE / RTSP/1.0")],
  [[400], "closed", "a method in small letters", lines("get /health/live HTTP/1.1", host)],
  [[400], "closed", "an unknown method", lines("STEAL /health/live HTTP/1.1", host)],
  [[400], "closed", "a method of 20 kB", lines(`${"A".repeat(20_000)} / HTTP/1.1`, host)],
  [[400], "closed", "a method alone", "GET\r\n\r\n"],
  [[400], "closed", "tabs for spaces", lines("GET\t/health/live\tHTTP/1.1", host)],
  [[400], "closed", "a space behind the version", lines("GET /health/live HTTP/1.1 ", host)],
  [[400], "closed", "a space before the first header", `${live}\r\n ${host}\r\n\r\n`],
  [[400], "closed", "line feeds alone", `${live}\n${host}\n\n`],
  [[400], "closed", "carriage returns alone", `${live}\r${host}\r\r`],
  [[200], "open", "empty lines before it (RFC 9112 §2.2)", `\r\n\r\n${header()}`],
  [[400], "closed", "half a request line", "GET /hea", "half"],
  [[400], "closed", "half a head", `${live}\r\nHos`, "half"]
]

const targets: ReadonlyArray<BrokenRequest> = [
  [[200], "open", "scheme and host (RFC 9112 §3.2.2)", get("http://partners.example/health/live")],
  [[302], "open", "scheme and host without a path", get("http://partners.example")],
  [[404], "open", "a scheme without a host", get("http://")],
  [[404], "open", "another scheme", get("ftp://partners.example/health/live")],
  [[400], "closed", "host and port alone", get("partners.example:80")],
  [[400], "closed", "no slash at the beginning", get("health/live")],
  [[404], "open", "two slashes at the beginning", get("//health/live")],
  [[404], "open", "two slashes and half an IPv6 address", get("//[")],
  [[400], "closed", "a query alone", get("?limit=1")],
  [[404], "open", "an asterisk", get("*")],
  [[404], "open", "an asterisk of OPTIONS", lines("OPTIONS * HTTP/1.1", host)],
  [[404], "open", "a fragment", get("/health/live#top")],
  [[404], "open", "a parameter behind a semicolon", get("/health/live;a=1")],
  [[404], "open", "a token behind a semicolon", get("/v1/jobs;access_token=abc")],
  [[404], "open", "dot segments", get("/v1/../health/live")],
  [[404], "open", "escaped dot segments", get("/v1/%2e%2e/health/live")],
  [[404], "open", "an escaped slash", get("/health%2flive")],
  [[400], "closed", "backslashes for slashes", get("\\health\\live")],
  [[404], "open", "a backslash inside", get("/health\\live")],
  [[404], "open", "an escaped NUL", get("/health/live%00")],
  [[404], "open", "an escaped line break", get("/health/live%0d%0aX-Evil:%201")],
  [[400], "closed", "a byte beyond ASCII", get("/health/liv\xe9")],
  [[400], "open", "a percent sign without digits", get("/v1/jobs/%")],
  [[400], "open", "a percent sign with wrong digits", get("/v1/jobs/%zz")],
  [[400], "open", "escaped bytes that are not UTF-8", get("/v1/jobs/%c3%28")],
  [[400], "open", "an overlong slash", get("/v1/jobs/%c0%af")],
  [[404], "open", "a percent sign where nothing is", get("/nope%")],
  [[401], "open", "a segment of 8,000 bytes", get(`/v1/jobs/${"a".repeat(8_000)}`)],
  [[414], "open", "a path of 9,000 bytes", get(`/${"a".repeat(9_000)}`)],
  [[414], "open", "a query of 9,000 bytes", get(`/health/live?${"a".repeat(9_000)}`)],
  [[431], "closed", "an address of 20 kB", get(`/${"a".repeat(20_000)}`)]
]

const methods: ReadonlyArray<BrokenRequest> = [
  [[405], "open", "TRACE", lines("TRACE /health/live HTTP/1.1", host)],
  [[405], "open", "QUERY", lines("QUERY /v1/jobs HTTP/1.1", host)],
  [[404], "open", "SOURCE of Icecast", lines("SOURCE / HTTP/1.1", host)],
  [[405], "closed", "CONNECT", lines("CONNECT partners.example:443 HTTP/1.1", host)],
  [[405], "closed", "CONNECT with bytes for the tunnel", `${lines("CONNECT a:1 HTTP/1.1", host)}\x16\x03\x01`]
]

const headers: ReadonlyArray<BrokenRequest> = [
  [[400], "open", "no Host", lines(live)],
  [[400], "open", "two Hosts", lines(live, host, host)],
  [[200], "open", "an empty Host (RFC 9112 §3.2)", lines(live, "Host:")],
  [[400], "open", "a Host with a space", lines(live, "Host: a b")],
  [[400], "open", "a Host with a path", lines(live, "Host: a/b")],
  [[400], "open", "a Host with a user", lines(live, "Host: me@partners.example")],
  [[400], "open", "a Host with a port that is no number", lines(live, "Host: a:b")],
  [[400], "open", "two Authorizations", header("Authorization: Bearer a", "Authorization: Bearer b")],
  [[400], "open", "two X-Auth-Tokens", header("X-Auth-Token: a", "x-auth-token: b")],
  [[400], "open", "two media types", header("Content-Type: a/b", "Content-Type: a/b")],
  [[400], "open", "two codings", header("Content-Encoding: gzip", "Content-Encoding: identity")],
  [[400], "open", "two Idempotency-Keys", header("Idempotency-Key: a", "Idempotency-Key: b")],
  [[400], "closed", "a folded header", header("X-A: 1", " 2")],
  [[400], "closed", "a NUL", header("X-A: \0")],
  [[400], "closed", "a control character", header("X-A: \x01")],
  [[400], "closed", "a line feed alone", header("X-A: 1\nX-B: 2")],
  [[400], "closed", "a carriage return alone", header("X-A: 1\rX-B: 2")],
  [[400], "closed", "a space before the colon", header("X-A : 1")],
  [[400], "closed", "a space in a name", header("X A: 1")],
  [[400], "closed", "a bracket in a name", header("X(A): 1")],
  [[400], "closed", "a colon without a name", header(": 1")],
  [[400], "closed", "a name without a colon", header("X-A")],
  [[200], "open", "bytes beyond ASCII", header("X-A: \xff\xfe")],
  [[431], "open", "101 of them and more", header(...many(101))],
  [[431], "closed", "2,500 of them", header(...many(2_500))],
  [[431], "closed", "20 kB of one", header(`X-A: ${"a".repeat(20_000)}`)],
  [[431], "closed", "20 kB of a name", header(`${"a".repeat(20_000)}: 1`)],
  [[417], "closed", "an unknown expectation", header("Expect: 200-ok")],
  [[417], "closed", "an empty expectation", header("Expect:")],
  [[417], "closed", "an expectation and a body", `${post("Expect: magic", "Content-Length: 2")}{}`],
  [[200], "closed", "100-continue without a body", header("Expect: 100-continue", "Connection: close")]
]

const bodies: ReadonlyArray<BrokenRequest> = [
  [[400], "closed", "a length and chunks", post("Content-Length: 5", "Transfer-Encoding: chunked")],
  [[400], "closed", "chunks and a length", post("Transfer-Encoding: chunked", "Content-Length: 5")],
  [[400], "closed", "two lengths", post("Content-Length: 1", "Content-Length: 2")],
  [[400], "closed", "one length twice", post("Content-Length: 0", "Content-Length: 0")],
  [[400], "closed", "a list of lengths", post("Content-Length: 0, 0")],
  [[400], "closed", "a length below zero", post("Content-Length: -1")],
  [[400], "closed", "a length with a sign", post("Content-Length: +1")],
  [[400], "closed", "a length in hexadecimal", post("Content-Length: 0x1")],
  [[400], "closed", "an empty length", post("Content-Length:")],
  [[400], "closed", "a length beyond 64 bits", post("Content-Length: 99999999999999999999")],
  [[413], "closed", "a length beyond 53 bits", post("Content-Length: 9007199254740993")],
  [[400], "closed", "half a body", `${post("Content-Length: 10")}a`, "half"],
  [[400], "closed", "a coding that is none", post("Transfer-Encoding: identity")],
  [[400], "closed", "an unknown coding", post("Transfer-Encoding: xchunked")],
  [[400], "closed", "an unknown coding, nowhere", get("/nope", "Transfer-Encoding: xchunked")],
  [[400], "closed", "a coding behind chunks", post("Transfer-Encoding: chunked, gzip")],
  [[400], "closed", "chunks twice", post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked")],
  [[400], "closed", "a coding before chunks", `${header("Transfer-Encoding: gzip, chunked")}0\r\n\r\n`],
  [
    [400],
    "closed",
    "a coding before chunks that take a body",
    `${post("Transfer-Encoding: gzip,chunked")}1\r\na\r\n0\r\n\r\n`
  ],
  [[400], "closed", "chunks over HTTP/1.0", `${oldPost("Transfer-Encoding: chunked")}1\r\na\r\n0\r\n\r\n`],
  [
    [400],
    "closed",
    "chunks over HTTP/1.0 and a request behind",
    `${oldPost("Transfer-Encoding: chunked")}0\r\n\r\n${header()}`
  ],
  [[400], "open", "a length over HTTP/1.0", `${oldPost("Content-Length: 1")}a`],
  [[400], "open", "chunks with extensions", chunked('1;a="b";c\r\na\r\n0;d\r\n\r\n')],
  [[400], "closed", "20 kB of a chunk's extension", chunked(`1;${"a".repeat(20_000)}\r\na\r\n0\r\n\r\n`)],
  [[400], "open", "a trailer that would authenticate", chunked("1\r\na\r\n0\r\nAuthorization: Basic YTpi\r\n\r\n")],
  [[400], "closed", "a chunk of no hexadecimal length", chunked("zz\r\n")],
  [[400], "closed", "a chunk of a length below zero", chunked("-1\r\na\r\n0\r\n\r\n")],
  [[400], "closed", "a chunk of a length with 0x", chunked("0x1\r\na\r\n0\r\n\r\n")],
  [[400], "closed", "a chunk of a length beyond 64 bits", chunked("FFFFFFFFFFFFFFFFF\r\na")],
  [[400], "closed", "a chunk longer than it says", chunked("1\r\nabc\r\n0\r\n\r\n")],
  [[400], "closed", "chunks with line feeds alone", chunked("1\na\n0\n\n")],
  [[400], "closed", "chunks without an end", chunked("1\r\na\r\n"), "half"]
]

const upgrades: ReadonlyArray<BrokenRequest> = [
  [[200], "open", "WebSocket", header(...upgrade("websocket"), ...webSocket)],
  [[200], "open", "half of WebSocket", header(...upgrade("websocket"))],
  [[200], "open", "h2c", header("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk")],
  [[200], "open", "TLS", header(...upgrade("TLS/1.0"))],
  [[200], "open", "an empty protocol", header(...upgrade(""))],
  [[401], "open", "h2c where a token is needed", get("/v1/jobs", ...upgrade("h2c"))],
  [[400], "open", "h2c with a body", `${post(...upgrade("h2c"), "Content-Length: 3")}a=b`],
  [[400], "open", "h2c with chunks", `${post(...upgrade("h2c"), "Transfer-Encoding: chunked")}3\r\na=b\r\n0\r\n\r\n`]
]

/** The table, in groups. */
export const brokenRequests: Readonly<Record<string, ReadonlyArray<BrokenRequest>>> = {
  "request line": requestLines,
  "target of GET": targets,
  method: methods,
  header: headers,
  body: bodies,
  "offer of another protocol": upgrades
}
