/**
 * The scripts of the Postman collection (docs/decisions/0147): which requests are sent, the tokens that they need, and what follows a refusal.
 *
 * They run in Postman and in newman, with `pm` alone. A request that gets no token is not sent: its test fails with a sentence.
 */

/** A token is replaced this long before it expires, so that no request arrives with one that has just expired. */
const marginSeconds = 60

/** A refusal for now is waited out up to this long: a longer one is a quota of the day, and a run that waits for midnight looks dead. */
const waitMaxSeconds = 60

const tokens = ["primaryToken", "token"]

/** The variables of the collection that hold the tokens: each with the moment of its end, and whom it is for. */
export const tokenVariables: ReadonlyArray<string> = tokens.flatMap((name) => [name, `${name}Until`, `${name}For`])

/** The sources of the tokens, and the folder whose writes are always sent. */
export interface BeforeRequest {
  readonly firstSteps: string
  readonly tokenPath: string
  readonly organizationTokenPath: string
}

/** Before each request: whether it is sent, and the token that it needs. */
export const beforeRequest = ({ firstSteps, organizationTokenPath, tokenPath }: BeforeRequest): string => `
const read = (name) => String(pm.variables.get(name) || "")
const stop = (sentence) => {
  pm.test(sentence, () => { throw new Error("the request is not sent") })
  pm.execution.skipRequest()
}
const set = (name, token, until, owner) => {
  pm.collectionVariables.set(name, token)
  pm.collectionVariables.set(name + "Until", until)
  pm.collectionVariables.set(name + "For", owner)
}
const isCurrent = (name, owner) => read(name + "For") === owner && Number(read(name + "Until")) > Date.now()
const reasonOf = (error, response) => {
  if (error) return String(error.message || error)
  let message = ""
  try {
    const body = response.json()
    message = body.error_description || body.message || ""
  } catch {}
  return [response.code, message].join(" ").trim()
}
const fetchToken = (name, owner, request, next) => {
  set(name, "", "", "")
  pm.sendRequest(request, (error, response) => {
    if (error || response.code !== 200) return stop("no " + name + " for " + owner + ": " + reasonOf(error, response))
    const body = response.json()
    set(name, body.access_token, String(Date.now() + (body.expires_in - ${marginSeconds}) * 1000), owner)
    next()
  })
}
const client = [read("baseUrl"), read("clientId")].join(" ")
const fetchPrimary = (next) => {
  if (isCurrent("primaryToken", client)) return next()
  if (!read("clientId") || !read("clientSecret")) return stop("clientId and clientSecret are set")
  const url = read("baseUrl") + ${JSON.stringify(tokenPath)}
  const auth = { type: "basic", basic: ["clientId", "clientSecret"].map((name, at) => ({ key: ["username", "password"][at], value: read(name) })) }
  const header = { "Content-Type": "application/x-www-form-urlencoded" }
  const body = { mode: "raw", raw: "grant_type=client_credentials" }
  fetchToken("primaryToken", client, { url, method: "POST", auth, header, body }, next)
}
const fetchScoped = () => {
  const organization = read("organizationId")
  if (!organization) return stop(${JSON.stringify(`organizationId is set: the first request of ${firstSteps} sets it`)})
  const owner = [client, organization].join(" ")
  if (isCurrent("token", owner)) return
  fetchPrimary(() => {
    const url = read("baseUrl") + ${JSON.stringify(organizationTokenPath)}.replace(/\\{\\w+\\}/, encodeURIComponent(organization))
    const header = { Authorization: "Bearer " + pm.collectionVariables.get("primaryToken") }
    fetchToken("token", owner, { url, method: "POST", header }, () => {})
  })
}
const isSent = pm.request.method === "GET" || pm.execution.location.includes(${JSON.stringify(firstSteps)}) || read("allowWrites") === "true"
if (!isSent) {
  console.log(pm.info.requestName + " is skipped: set allowWrites to true to send it.")
  pm.execution.skipRequest()
} else {
  const auth = JSON.stringify(pm.request.auth || {})
  if (auth.includes("{{primaryToken}}")) fetchPrimary(() => {})
  if (auth.includes("{{token}}")) fetchScoped()
}
`

/** After each request: a refused token is forgotten, and one that gets 429 is sent again after the wait. */
export const afterResponse = `
if (pm.response.code === 401) {
  for (const name of ${JSON.stringify(tokenVariables)}) pm.collectionVariables.set(name, "")
  console.log("The credentials of the request are refused. The next request fetches new tokens.")
}
if (pm.response.code === 429) {
  const seconds = Number(pm.response.headers.get("Retry-After") || 1)
  if (seconds > ${waitMaxSeconds}) pm.test("is refused for " + seconds + " seconds", () => { throw new Error("no wait is that long") })
  else {
    pm.execution.setNextRequest(pm.info.requestId)
    setTimeout(() => {}, seconds * 1000)
  }
}
`

/** The test of a request that gets this status. It ignores a 429: that request is sent again. `lines` follow it. */
export const expects = (status: number, ...lines: ReadonlyArray<string>): string =>
  [
    "if (pm.response.code !== 429) {",
    `  pm.test(${JSON.stringify(`answers ${status}`)}, () => pm.response.to.have.status(${status}))`,
    ...lines.map((line) => `  ${line}`),
    "}"
  ].join("\n")
