/**
 * The access log of the running program: one line of JSON for each answer, with the members that are allowed and no other
 * (decisions, Limits; issue 3), whoever gave the answer.
 */
import { Timestamp } from "@partner-api/domain/Timestamp"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { answersOf, exchange } from "../HttpCall.ts"
import { startChildServer } from "./ChildServer.ts"

const Line = Schema.Struct({
  time: Timestamp,
  method: Schema.optionalKey(Schema.String),
  route: Schema.optionalKey(Schema.String),
  status: Schema.Int,
  duration_ms: Schema.Number,
  request_id: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/)),
  client_id: Schema.optionalKey(Schema.String),
  organization_id: Schema.optionalKey(Schema.String)
})
const decodeLine = Schema.decodeUnknownSync(Line, { onExcessProperty: "error" })
const readLines = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => decodeLine(JSON.parse(line)))

const client = { client_id: "sandbox-client", client_secret: "sandbox-secret" }
const server = await startChildServer({ command: "sandbox" })
const primary = await server.token("/v1/auth/token", client)
const scoped = await server.token("/v1/organizations/org_acme/token", undefined).catch(() => "")

/** What was sent, in order, with the id that its answer carried and what its line must say besides. */
const expected: Array<{ readonly id: string; readonly line: Readonly<Record<string, unknown>> }> = []

const send = async (bytes: string, ...lines: ReadonlyArray<Readonly<Record<string, unknown>>>): Promise<void> => {
  const answers = answersOf(await exchange(server.port, bytes))
  assert.lengthOf(answers, lines.length, bytes)
  answers.forEach(({ status, headers }, index) =>
    expected.push({ id: String(headers["x-request-id"]), line: { status, ...lines[index] } })
  )
}
