/**
 * The requests that are measured.
 */
import { copiedIdPrefix, copiedJobs } from "./CopiedJobs.ts"
import { freshIdPrefix, seededApplication } from "./FreshApplications.ts"
import { digitsOf, place } from "./Place.ts"
import { anyTokenClient, tokenClients } from "./TokenClients.ts"

/** A request, and the status of its answer. */
export interface Operation {
  readonly name: string
  readonly status: number
  readonly request: string
  /** Whether the request reads the database at all. */
  readonly usesDatabase: boolean
  /** Whether each request confirms another one of the fresh applications: the number in its place. */
  readonly takesFresh?: boolean
  /** The requests differ by a number below this one, and repeat. */
  readonly numbersBelow?: number
}

const requestText = (method: string, path: string, headers: Record<string, string>, body = ""): string =>
  [
    `${method} ${path} HTTP/1.1`,
    "host: partners.example.com",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    body
  ].join("\r\n")

const json = "application/json"
const form = "application/x-www-form-urlencoded"

/** A request with a body, as it is sent. */
export const postText = (path: string, headers: Record<string, string>, body: string): string => {
  const length = Buffer.byteLength(body.replaceAll(place, digitsOf(0)))
  return requestText("POST", path, { ...headers, "content-length": String(length) }, body)
}

/** A request with a token and a body of JSON, as it is sent. */
export const postJsonText = (path: string, token: string, body: object): string =>
  postText(path, { authorization: `Bearer ${token}`, "content-type": json }, JSON.stringify(body))

/** A job that every server has. */
export const jobPath = `/v1/jobs/${seededApplication.job_id}`

/** The requests of a token; `jobTag` names the state of the job at {@link jobPath}. */
export const operationsWith = (token: string, jobTag: string): ReadonlyArray<Operation> => {
  const authorization = `Bearer ${token}`
  const post = (path: string, body: object): string => postJsonText(path, token, body)
  const { agency_id, job_id } = seededApplication
  const candidate = { first_name: "Ada", last_name: "Löwe", email: `ada.${place}@example.com` }
  return [
    {
      name: "GET /v1/jobs?limit=100",
      status: 200,
      usesDatabase: true,
      request: requestText("GET", "/v1/jobs?limit=100", { authorization })
    },
    {
      name: "GET /v1/jobs?limit=10",
      status: 200,
      usesDatabase: true,
      request: requestText("GET", "/v1/jobs?limit=10", { authorization })
    },
    {
      name: "GET /v1/jobs/{id}",
      status: 200,
      usesDatabase: true,
      request: requestText("GET", jobPath, { authorization })
    },
    {
      name: "GET /v1/jobs/{id}, If-None-Match: 304",
      status: 304,
      usesDatabase: true,
      request: requestText("GET", jobPath, { authorization, "if-none-match": jobTag })
    },
    {
      name: "GET /v1/jobs/{id}, one of many",
      status: 200,
      usesDatabase: true,
      numbersBelow: copiedJobs,
      request: requestText("GET", `/v1/jobs/${copiedIdPrefix}${place}`, { authorization })
    },
    {
      name: "GET /v1/jobs, no token: 401",
      status: 401,
      usesDatabase: false,
      request: requestText("GET", "/v1/jobs", {})
    },
    {
      name: "POST /v1/users",
      status: 201,
      usesDatabase: true,
      request: post("/v1/users", candidate)
    },
    {
      name: "POST /v1/applications",
      status: 201,
      usesDatabase: true,
      request: post("/v1/applications", {
        job_id,
        agency_id,
        candidate,
        note: "Led payroll for two years; can start in March."
      })
    },
    {
      name: "POST /v1/applications/{id}/transitions: confirm",
      status: 200,
      usesDatabase: true,
      takesFresh: true,
      request: post(`/v1/applications/${freshIdPrefix}${place}/transitions`, { action: "confirm" })
    },
    {
      name: "POST /oauth/token",
      status: 200,
      usesDatabase: true,
      numbersBelow: tokenClients,
      request: postText(
        "/oauth/token",
        { "content-type": form },
        `grant_type=client_credentials&client_id=${anyTokenClient.id}&client_secret=${anyTokenClient.secret}`
      )
    }
  ]
}
