/**
 * Writes the Postman collection from the OpenAPI document, in the format v2.1 (docs/decisions/0147): a folder for each tag, and a folder that walks from the
 * credentials to a write. A script of the collection fetches the tokens, and repeats a request that gets 429 after the wait that the service asks for.
 */
import { type Document, jsonType, type Level, type Operation, operationsIn, operationWith } from "./OpenApi.ts"

/** Before each request: the token that it needs, fetched a minute before the one at hand expires. */
const prerequest = (tokenPath: string, organizationTokenPath: string): string => `
const now = Date.now()
const read = (name) => pm.variables.get(name)
const isCurrent = (name) => Number(read(name + "Until") || 0) > now
const keep = (name, body) => {
  pm.collectionVariables.set(name, body.access_token)
  pm.collectionVariables.set(name + "Until", String(now + (body.expires_in - 60) * 1000))
}
const fetchToken = (name, request, next) =>
  pm.sendRequest(request, (error, response) => {
    if (error || response.code !== 200) throw new Error("No " + name + ": " + (error || response.text()))
    keep(name, response.json())
    next()
  })
const scoped = () => {
  if (!read("organizationId") || isCurrent("token")) return
  const url = read("baseUrl") + ${JSON.stringify(organizationTokenPath)}.replace("{}", read("organizationId"))
  fetchToken("token", { url, method: "POST", header: { Authorization: "Bearer " + read("primaryToken") } }, () => {})
}
if (isCurrent("primaryToken")) scoped()
else {
  const credentials = [read("clientId"), read("clientSecret")].map(encodeURIComponent).join(":")
  const header = { Authorization: "Basic " + btoa(credentials), "Content-Type": "application/x-www-form-urlencoded" }
  const body = { mode: "raw", raw: "grant_type=client_credentials" }
  fetchToken("primaryToken", { url: read("baseUrl") + ${JSON.stringify(tokenPath)}, method: "POST", header, body }, scoped)
}
`

/** After each request: one that gets 429 is sent again after the wait. */
const waitOut = `
if (pm.response.code === 429) {
  const seconds = Number(pm.response.headers.get("Retry-After") || 1)
  pm.execution.setNextRequest(pm.info.requestId)
  setTimeout(() => {}, seconds * 1000)
}
`

const event = (listen: "prerequest" | "test", text: string) => ({
  listen,
  script: { type: "text/javascript", exec: text.trim().split("\n") }
})

const authOf: Readonly<Record<Level, object>> = {
  public: { type: "noauth" },
  primary: { type: "bearer", bearer: [{ key: "token", value: "{{primaryToken}}", type: "string" }] },
  scoped: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
  basic: {
    type: "basic",
    basic: [
      { key: "username", value: "{{clientId}}", type: "string" },
      { key: "password", value: "{{clientSecret}}", type: "string" }
    ]
  }
}

/** A request. `body` replaces the example of the document, and `query` names the parameters that are sent. */
const requestOf = (operation: Operation, body: unknown, query: Readonly<Record<string, string>> = {}) => {
  const { bodyTypes, description, headers, isKeyed, level, method, parameters, path } = operation
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1")
  const given = operation.query.map(({ description: text, example, name }) => ({
    key: name,
    value: query[name] ?? (example === undefined ? "" : String(example)),
    ...(text === undefined ? {} : { description: text }),
    disabled: query[name] === undefined
  }))
  const sent = given.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`)
  return {
    method,
    description,
    auth: authOf[level],
    header: [
      ...(isKeyed ? [{ key: "Idempotency-Key", value: "{{$guid}}" }] : []),
      ...headers.map((key) => ({ key, value: "", disabled: true })),
      ...(bodyTypes[0] === undefined ? [] : [{ key: "Content-Type", value: bodyTypes[0] }])
    ],
    url: {
      raw: `{{baseUrl}}/${segments}${sent.length === 0 ? "" : `?${sent.join("&")}`}`,
      host: ["{{baseUrl}}"],
      path: segments.split("/"),
      ...(given.length === 0 ? {} : { query: given }),
      variable: parameters
        .filter((one) => one.in === "path")
        .map(({ example, name }) => ({
          key: name,
          value: name === "organizationId" ? "{{organizationId}}" : String(example ?? "")
        }))
    },
    ...(body === undefined
      ? {}
      : { body: { mode: "raw", raw: JSON.stringify(body, null, 2), options: { raw: { language: "json" } } } })
  }
}

const itemOf = (operation: Operation) => ({
  name: operation.summary,
  request: requestOf(operation, operation.bodyTypes.includes(jsonType) ? (operation.bodyExample ?? {}) : undefined)
})

const expects = (status: number, ...lines: ReadonlyArray<string>) =>
  event(
    "test",
    [
      "if (pm.response.code !== 429) {",
      `  pm.test(${JSON.stringify(`answers ${status}`)}, () => pm.response.to.have.status(${status}))`,
      ...lines.map((line) => `  ${line}`),
      "}"
    ].join("\n")
  )

/** The way from the credentials to a write. */
const walkOf = (find: (id: string) => Operation) => {
  const user = { first_name: "Ada", last_name: "Lovelace", email: "{{$guid}}@example.com" }
  return [
    {
      name: "1. The organizations of the client",
      event: [expects(200, 'pm.collectionVariables.set("organizationId", pm.response.json()[0].id)')],
      request: requestOf(find("organizations.list"), undefined)
    },
    {
      name: "2. A page of jobs",
      event: [expects(200, 'pm.test("has a next page", () => pm.expect(pm.response.json().next).to.be.a("string"))')],
      request: requestOf(find("jobs.list"), undefined, { limit: "50" })
    },
    { name: "3. A write with its key", event: [expects(201)], request: requestOf(find("users.create"), user) },
    {
      name: "4. A refusal that names each mistake",
      event: [
        expects(
          422,
          'pm.test("names the member", () => pm.expect(pm.response.json().details[0].path).to.equal("/email"))'
        )
      ],
      request: requestOf(find("users.create"), { ...user, email: "nobody" })
    }
  ]
}

/** The collection. */
export const postmanCollection = (document: Document): object => {
  const operations = operationsIn(document)
  const find = (id: string) => operationWith(operations, id)
  const folders = Map.groupBy(
    operations.filter(({ isToken }) => !isToken),
    ({ tag }) => tag
  )
  const variable = (key: string, value = "") => ({ key, value, type: "string" })
  return {
    info: {
      name: document.info.title,
      description:
        "Set clientId and clientSecret; the first folder finds the organization. Tokens are fetched and replaced by a script.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    },
    variable: [
      variable("baseUrl", document.servers[0]?.url),
      ...["clientId", "clientSecret", "organizationId", "primaryToken", "token"].map((key) => variable(key))
    ],
    event: [
      event(
        "prerequest",
        prerequest(find("oauth.token").path, find("organizations.token").path.replace(/\{\w+\}/, "{}"))
      ),
      event("test", waitOut)
    ],
    item: [
      { name: "First steps", item: walkOf(find) },
      ...[...folders].map(([name, its]) => ({ name, item: its.map(itemOf) }))
    ]
  }
}
