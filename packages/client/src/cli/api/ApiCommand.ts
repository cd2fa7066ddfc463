/**
 * `partner api METHOD PATH`: calls any path of the API with the right token, and prints the JSON that it answers.
 *
 * Tokens are fetched as needed and never printed: the endpoints that hand them out are refused.
 */
import * as Output from "@partner-api/cli-kit/Output"
import type { Access } from "@partner-api/domain/Token"
import * as Argument from "effect/cli/Argument"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import type { RequestMethod } from "../../core/CallOptions.ts"
import { requestMethods } from "../../core/FreeRequest.ts"
import { CommandFailure } from "../CommandFailure.ts"
import { type Credentials, readCredentials } from "../credentials/Credentials.ts"
import { idempotencyKey, scoped, textFlag } from "../Inputs.ts"
import { chooseOrganization, withCredentials } from "../Session.ts"
import { write } from "../Write.ts"
import { callApi, configOf, endpointOf, targetOf } from "./ApiCall.ts"
import { type ApiField, bodyOf, readField, searchOf } from "./ApiFields.ts"
import { readInput } from "./ApiInput.ts"

const invalid = (message: string) => new CliError.ValidationError({ message })

const fieldFlag = (name: string, alias: string, isRaw: boolean, what: string) =>
  textFlag(name, "NAME=VALUE", what).pipe(
    Flag.withAlias(alias),
    Flag.mapEffect((text) =>
      Effect.mapError(Effect.fromResult(readField(text, isRaw)), (mistake) => invalid(`--${name} ${mistake}.`))
    ),
    Flag.atLeast(0)
  )

const inputs = {
  method: Argument.String("method").pipe(
    Argument.withDescription(requestMethods.join(", ")),
    Argument.mapEffect((text) => {
      const method = requestMethods.find((one) => one === text.toUpperCase())
      return method === undefined
        ? Effect.fail(invalid(`<method> must be one of ${requestMethods.join(", ")}; it is ${JSON.stringify(text)}.`))
        : Effect.succeed(method)
    })
  ),
  path: Argument.String("path").pipe(
    Argument.withDescription("A path such as /v1/jobs, with its query; or an address of the service, such as next")
  ),
  input: textFlag("input", "FILE", "The body: a file of JSON, or - for standard input").pipe(Flag.optional),
  field: fieldFlag(
    "field",
    "F",
    false,
    "A member of the body, or of the query of a GET; an integer, true, false or null is a value, anything else text"
  ),
  rawField: fieldFlag("raw-field", "f", true, "The same, and the value is text"),
  ifMatch: textFlag("if-match", "ETAG", "The resource must have this ETag").pipe(Flag.optional),
  idempotencyKey,
  ...scoped
}

interface Given {
  readonly method: RequestMethod
  readonly input: Option.Option<string>
  readonly field: ReadonlyArray<ApiField>
  readonly rawField: ReadonlyArray<ApiField>
}

/** The input that the fields make: members of the query of a GET, else the body. */
const readFields = Effect.fnUntraced(function* ({ field, input, method, rawField }: Given) {
  const fields = [...field, ...rawField]
  if (Option.isSome(input) && fields.length > 0) {
    return yield* invalid("--input is the whole body; --field and --raw-field make one. Give one or the other.")
  }
  if (method === "GET") {
    return Option.isSome(input)
      ? yield* invalid("--input is a body, and a GET has none: leave it out, or name another method.")
      : { query: fields, body: undefined }
  }
  const body = yield* Effect.mapError(Effect.fromResult(bodyOf(fields)), (mistake) => invalid(`--field ${mistake}.`))
  return { query: [], body }
})

/** The members that hold a credential, wherever they stand. */
const secretNames = new Set(["access_token", "refresh_token", "client_secret"])

/** The answer without credentials. Its nesting is that of JSON which was read. */
const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  return Predicate.isObject(value)
    ? Record.map(value, (member, name) => (secretNames.has(name) ? "(not shown)" : withoutSecrets(member)))
    : value
}

/** The organization of a call: the one requested; else, where the endpoint needs one, that of any other command. */
const organizationOf = (
  credentials: Credentials,
  requested: Option.Option<string>,
  level: Access["level"] | undefined
) => {
  if (Option.isSome(requested)) return Effect.succeed(requested.value)
  if (level === "scoped") {
    return withCredentials(credentials, (partner) => chooseOrganization(partner, credentials, requested))
  }
  // Of an endpoint that this program does not know, the configured organization is the better guess.
  return Effect.succeed(level === undefined ? credentials.organization : undefined)
}

export const api = Command.make(
  "api",
  inputs,
  Effect.fnUntraced(function* (input) {
    const { method } = input
    const credentials = yield* readCredentials(input.config)
    const { baseUrl } = yield* configOf(credentials)
    const target = yield* Effect.mapError(
      Effect.fromResult(targetOf(method, baseUrl, input.path)),
      (mistake) =>
        new CommandFailure({
          code: "not_allowed",
          message: `The path ${mistake}.`,
          remedy: "Give a path of the service, such as /v1/jobs."
        })
    )
    const endpoint = endpointOf(method, target)
    if (endpoint?.metadata.credentials === true) {
      return yield* new CommandFailure({
        code: "not_allowed",
        message: `${method} ${target.path} takes credentials or hands out tokens, and this program prints none.`,
        remedy: "Name the path that you want to call: its token is fetched as needed."
      })
    }
    const { body, query } = yield* readFields(input)
    const organization = yield* organizationOf(credentials, input.organization, endpoint?.metadata.access.level)
    const request = {
      method,
      target: { ...target, search: searchOf(target.search, query) },
      body: Option.isSome(input.input) ? yield* readInput(input.input.value) : body,
      organization
    }
    const options = Record.getSomes({ ifMatch: input.ifMatch })
    const takesKey = endpoint === undefined ? method !== "GET" : endpoint.acceptsIdempotencyKey
    const answer = takesKey
      ? yield* write(endpoint?.id ?? "api", input.idempotencyKey, (key) =>
          callApi(credentials, { ...request, options: { ...options, idempotencyKey: key } })
        )
      : yield* callApi(credentials, { ...request, options })
    if (answer === undefined) return
    const shown = withoutSecrets(answer)
    yield* (yield* Output.isSeen).results
      ? Output.print(JSON.stringify(shown, undefined, 2).split("\n"))
      : Output.printJson([shown])
  })
).pipe(
  Command.validate((input) => Effect.asVoid(readFields(input))),
  Command.withDescription(
    "Call any path of the API with the token it needs, and print the JSON it answers. Tokens are never printed"
  ),
  Command.withShortDescription("Call any path of the API"),
  Command.withExamples([
    { command: "partner api GET /v1/organizations", description: "With the primary token" },
    {
      command: "partner api GET /v1/jobs --organization org_acme --field status=OPEN --field limit=5",
      description: "With the token of an organization, and a query"
    },
    {
      command: "partner api PATCH /v1/jobs/job_7 --organization org_acme --field openings=2 --field location=Berlin",
      description: "A body of fields"
    },
    {
      command: "partner api POST /v1/users --organization org_acme --input user.json",
      description: "A body from a file; - is standard input"
    }
  ])
)
