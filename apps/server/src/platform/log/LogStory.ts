/**
 * The log of one request as text for people: its answer, the reason of a refusal with its remedy, and the faults on the way. Reads lines
 * of JSON, those of the access log and of the log of events, with or without the prefix of another program; skips all others.
 */
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { explanationOf } from "@partner-api/domain/Errors"
import { clientClosedStatus } from "@partner-api/service/http/AccessLog"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The longest line that is read: longer than any line of this program but a fault with a long cause. */
const lineLengthMax = 65_536

const text = Schema.optionalKey(Schema.String)

/** A line of the log with the id of a request. Members that are new to this program are kept out. */
const LogLine = Schema.Struct({
  time: Schema.String,
  request_id: Schema.String,
  level: text,
  method: text,
  route: text,
  status: Schema.optionalKey(Schema.Int),
  error: text,
  duration_ms: Schema.optionalKey(Schema.Finite),
  trace_id: text,
  client_id: text,
  organization_id: text,
  client_address: text,
  message: text,
  cause: text
})
type LogLine = typeof LogLine.Type

const decodeLine = Schema.decodeUnknownOption(Schema.fromJsonString(LogLine))

/** The JSON of a line. journalctl, syslog and Docker put a time, a host and a program before it. */
const jsonIn = (line: string): string => line.slice(Math.max(0, line.indexOf("{")))

/** The line of the log in a text, where it is about a request. */
export const readLine = (line: string, requestId: string): Option.Option<LogLine> =>
  // Most lines are of other requests.
  line.length <= lineLengthMax && line.includes(requestId)
    ? Option.filter(decodeLine(jsonIn(line)), ({ request_id }) => request_id === requestId)
    : Option.none()

const explanationOfCode = (code: string): ReadonlyArray<string> => {
  const found = partnerErrors.find((error) => error.fields.code.schema.literal === code)
  if (found === undefined) return []
  const { description, remedy } = explanationOf(found)
  return [`  meaning       ${description}`, `  remedy        ${remedy}`, `  page          docs/errors.md#${code}`]
}

const member = (name: string, value: string | undefined): ReadonlyArray<string> =>
  value === undefined ? [] : [`  ${name.padEnd(14)}${value}`]

const answered = ({ duration_ms, method, route, status }: LogLine): string => {
  const request = `${method ?? "a request"} ${route ?? ""}`.trim()
  return status === clientClosedStatus
    ? `${request}: the client closed the connection after ${duration_ms ?? 0} ms, before the answer`
    : `${request} was answered with ${status} after ${duration_ms ?? 0} ms`
}

/** The story of one line. */
const storyOfLine = (line: LogLine): ReadonlyArray<string> =>
  line.status === undefined
    ? [`${line.time}  ${line.level ?? "event"}: ${line.message ?? ""}`, ...member("cause", line.cause)]
    : [
        `${line.time}  ${answered(line)}`,
        ...member("client", line.client_id),
        ...member("organization", line.organization_id),
        ...member("address", line.client_address),
        ...member("trace", line.trace_id),
        ...member("error", line.error),
        ...(line.error === undefined ? [] : explanationOfCode(line.error))
      ]

/** The story of a request, its lines in the order of their times. */
export const storyOf = (lines: ReadonlyArray<LogLine>): ReadonlyArray<string> =>
  lines.toSorted((left, right) => (left.time < right.time ? -1 : left.time > right.time ? 1 : 0)).flatMap(storyOfLine)
