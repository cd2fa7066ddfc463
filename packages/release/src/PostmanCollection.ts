/**
 * Writes the Postman collection from the OpenAPI document, in the format v2.1 (docs/decisions/0147): a folder for each tag, and a folder that walks from the
 * credentials to a write. The scripts of the collection are in `PostmanScripts.ts`.
 */
import { type Document, jsonType, type Level, type Operation, operationsIn, operationWith } from "./OpenApi.ts"
import { afterResponse, beforeRequest, expects, tokenVariables } from "./PostmanScripts.ts"

/** The folder whose writes are sent in every run. */
const firstSteps = "First steps"

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
const requestOf = (operation: Operation, body: object | undefined, query: Readonly<Record<string, string>> = {}) => {
  const { bodyTypes, description, headers, isKeyed, level, method, parameters, path } = operation
  const sentHeaders = parameters.filter((one) => one.in === "header" && headers.includes(one.name))
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
      ...sentHeaders.map(({ example, name, required = false }) => ({
        key: name,
        value: String(example ?? ""),
        disabled: !required
      })),
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
    ...(body === undefined ? {} : { body })
  }
}

const jsonBody = (value: unknown) => ({
  mode: "raw",
  raw: JSON.stringify(value, null, 2),
  options: { raw: { language: "json" } }
})

/** The body of the document's example; a file, which Postman requests of its user, where it is no JSON. */
const bodyOf = ({ bodyExample, bodyTypes }: Operation) => {
  if (bodyTypes.includes(jsonType)) return jsonBody(bodyExample ?? {})
  return bodyTypes.length === 0 ? undefined : { mode: "file", file: { src: "" } }
}

const itemOf = (operation: Operation) => ({ name: operation.summary, request: requestOf(operation, bodyOf(operation)) })

/** The way from the credentials to a write. */
const walkOf = (find: (id: string) => Operation) => {
  const user = { first_name: "Ada", last_name: "Lovelace", email: "{{$guid}}@example.com" }
  return [
    {
      name: "1. The organizations of the client",
      event: [
        event(
          "test",
          expects(
            200,
            "const [first] = pm.response.json()",
            'pm.test("lists an organization", () => pm.expect(first, "a grant of the client").to.be.an("object"))',
            'if (first && !pm.variables.get("organizationId")) pm.collectionVariables.set("organizationId", first.id)'
          )
        )
      ],
      request: requestOf(find("organizations.list"), undefined)
    },
    {
      name: "2. A page of jobs",
      event: [
        event(
          "test",
          expects(
            200,
            "const { content, next } = pm.response.json()",
            'pm.test("has jobs", () => pm.expect(content).to.be.an("array"))',
            `pm.test("names the next page, or null at the last one", () => pm.expect(next === null || typeof next === "string").to.equal(true))`
          )
        )
      ],
      request: requestOf(find("jobs.list"), undefined, { limit: "50" })
    },
    {
      name: "3. A write with its key",
      event: [event("test", expects(201))],
      request: requestOf(find("users.create"), jsonBody(user))
    },
    {
      name: "4. A refusal that names each mistake",
      event: [
        event(
          "test",
          expects(
            422,
            'pm.test("names the member", () => pm.expect(pm.response.json().details[0].path).to.equal("/email"))'
          )
        )
      ],
      request: requestOf(find("users.create"), jsonBody({ ...user, email: "nobody" }))
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
      description: `Set clientId and clientSecret; "${firstSteps}" finds the organization. A script fetches the tokens and replaces them. Outside of "${firstSteps}", requests other than GET are skipped until allowWrites is true.`,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    },
    variable: [
      variable("baseUrl", document.servers[0]?.url),
      ...["clientId", "clientSecret", "organizationId", "allowWrites", ...tokenVariables].map((key) => variable(key))
    ],
    event: [
      event(
        "prerequest",
        beforeRequest({
          firstSteps,
          tokenPath: find("oauth.token").path,
          organizationTokenPath: find("organizations.token").path
        })
      ),
      event("test", afterResponse)
    ],
    item: [
      { name: firstSteps, item: walkOf(find) },
      ...[...folders].map(([name, its]) => ({ name, item: its.map(itemOf) }))
    ]
  }
}
