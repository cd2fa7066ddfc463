/**
 * The requests that are measured.
 */

/** A request, and the status of its answer. */
export interface Operation {
  readonly name: string
  readonly status: number
  readonly request: string
  /** Whether the database is asked at all. */
  readonly asksDatabase: boolean
}

const requestText = (method: string, path: string, headers: Record<string, string>, body = ""): string =>
  [
    `${method} ${path} HTTP/1.1`,
    "host: partners.example.com",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    body
  ].join("\r\n")

export const operationsWith = (token: string): ReadonlyArray<Operation> => {
  const authorization = `Bearer ${token}`
  const user = '{"first_name":"Ada","last_name":"Löwe","email":"ada.{n}@example.com"}'
  // The number takes more bytes than its place.
  const length = String(Buffer.byteLength(user) + 12 - "{n}".length)
  return [
    {
      name: "GET /v1/jobs?limit=100",
      status: 200,
      asksDatabase: true,
      request: requestText("GET", "/v1/jobs?limit=100", { authorization })
    },
    {
      name: "GET /v1/jobs?limit=10",
      status: 200,
      asksDatabase: true,
      request: requestText("GET", "/v1/jobs?limit=10", { authorization })
    },
    {
      name: "GET /v1/jobs, no token: 401",
      status: 401,
      asksDatabase: false,
      request: requestText("GET", "/v1/jobs", {})
    },
    {
      name: "POST /v1/users",
      status: 201,
      asksDatabase: true,
      request: requestText(
        "POST",
        "/v1/users",
        { authorization, "content-type": "application/json", "content-length": length },
        user
      )
    }
  ]
}
