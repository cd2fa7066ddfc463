/**
 * The faults by their names, each with the options that it takes, and the refusal of one that does not exist.
 */
import { errorStatus, partnerErrors } from "@partner-api/contract/PartnerErrors"
import { problem } from "@partner-api/domain/Problem"
import * as Schema from "effect/Schema"
import { readName, readOptions } from "../Mistakes.ts"
import { AnyFunction, Headers, Integer, NotNegative, optional, Status } from "../OptionShapes.ts"
import type { Fault } from "./Fault.ts"

type Named = Extract<Fault, string>

/** The members that a fault must have: each fault has one, its name. */
type NameOf<One> = One extends object
  ? { [Name in keyof One]-?: object extends Pick<One, Name> ? never : Name }[keyof One]
  : never

/** The faults that are a word. The compiler refuses a list that lacks one. */
const words: Readonly<Record<Named, true>> = { refused: true, reset: true, "reset-after": true, hang: true }

const isBody = (value: unknown): value is string | object =>
  typeof value === "string" ||
  typeof value === "function" ||
  value instanceof Uint8Array ||
  value instanceof ReadableStream

/** The faults with options, by the member that is their name. The compiler refuses a list that lacks one. */
const records = {
  html: Schema.Struct({ html: Status }),
  redirect: Schema.Struct({ redirect: Schema.String, status: optional(Status, "must be a number") }),
  body: Schema.Struct({
    body: Schema.declare(isBody, problem("type", "must be a string, bytes, a stream or a function that makes one")),
    status: optional(Status, "must be a number"),
    headers: optional(Headers, "must be an object")
  }),
  status: Schema.Struct({
    status: Status,
    error: optional(Schema.String, "must be a string"),
    retryAfterSeconds: optional(NotNegative, "must be a number"),
    headers: optional(Headers, "must be an object")
  }),
  truncated: Schema.Struct({ truncated: Schema.Literal(true).annotate(problem("type", "must be true")) }),
  next: Schema.Struct({ next: Schema.NullOr(Schema.String) }),
  delayMs: Schema.Struct({ delayMs: NotNegative }),
  change: Schema.Struct({ change: AnyFunction })
} satisfies Readonly<Record<NameOf<Fault>, Schema.ConstraintDecoder<unknown>>>

const schemas: ReadonlyMap<string, Schema.ConstraintDecoder<unknown>> = new Map(Object.entries(records))

/** Every fault, with the names of its options; none for one that is a word. */
export const faultOptions: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ...Object.keys(words).map((name): [string, ReadonlyArray<string>] => [name, []]),
  ...Object.entries(records).map(([name, { fields }]): [string, ReadonlyArray<string>] => [name, Object.keys(fields)])
])

/** The codes of the errors that the contract has for a status. */
const codesOf = (status: number): ReadonlyArray<string> =>
  partnerErrors
    .filter(({ fields }) => errorStatus[fields._tag.schema.literal] === status)
    .map(({ fields }) => fields.code.schema.literal)

const Often = Schema.Struct({
  times: optional(Integer, "must be a number"),
  skip: optional(Integer, "must be a number")
})

/** Checks a fault, how often it occurs and after how many requests. Throws where there is none of that name, or an option of it is wrong. */
export const checkFault = (fault: Fault, often: object): void => {
  readOptions(Often, often, "failNext")
  if (typeof fault !== "object" || fault === null) return void readName(fault, Object.keys(words), "fault")
  const given = Object.keys(fault)
  const name = [...schemas.keys()].find((one) => given.includes(one))
  const schema = name === undefined ? undefined : schemas.get(name)
  if (schema === undefined) return void readName(given[0] ?? "", [...schemas.keys()], "fault")
  readOptions(schema, fault, `The fault ${name}`)
  if ("status" in fault && "error" in fault && fault.error !== undefined) {
    readName(fault.error, codesOf(fault.status), `${fault.status} error`)
  }
}
