/**
 * Answers in lines, such as the export of a person: records as they come, and a failure where the last line is missing (docs/api.md, Subject exports).
 */
import { assert, describe, it } from "vitest"
import type { SubjectRecord } from "../src/index.ts"
import { failureOf, partnership } from "./Partnership.ts"

const email = "emmy@example.com"

const met = async () => {
  const { partner, server } = partnership()
  const acme = partner.organization("org_1")
  const candidate = { first_name: "Emmy", last_name: "Noether", email }
  const { id } = await acme.applications.submit({ job_id: "job_1", agency_id: "agy_1", candidate })
  return { acme, id, server }
}

const collect = async (records: AsyncIterable<SubjectRecord>) => {
  const read: Array<SubjectRecord> = []
  for await (const record of records) read.push(record)
  return read
}

const line = (type: string) => `${JSON.stringify({ type, application_id: "app_1", record: {}, records: 1 })}\n`
const end = line("end")

/** Pieces that do not end where lines end, and the number of those that were taken. */
const inPieces = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  const seen = { pieces: 0, isCancelled: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const piece = bytes.subarray(seen.pieces * 7, ++seen.pieces * 7)
        if (piece.length === 0) controller.close()
        else controller.enqueue(piece)
      },
      cancel: () => {
        seen.isCancelled = true
      }
    },
    { highWaterMark: 0 }
  )
  return { seen, stream }
}

describe("an answer in lines (docs/api.md)", () => {
  it("gives its records, the end among them", async () => {
    const { acme, id } = await met()
    const records = await collect(await acme.subjectExports.create({ email: email.toUpperCase() }))
    const [application] = records
    assert.isTrue(application?.type === "application" && application.record.candidate?.email === email)
    assert.isTrue(records.every((record) => record.type === "end" || record.application_id === id))
    assert.deepStrictEqual(records.at(-1), { type: "end", records: records.length - 1 })
  })

  it("is read piece by piece, keeps kinds of lines that the library does not know, and ends with who reads it", async () => {
    const { acme, server } = await met()
    const { seen, stream } = inPieces(`${line("é-kind")}${line("other").repeat(50)}${end}`)
    server.failNext("subjectExports.create", { body: stream })
    for await (const record of await acme.subjectExports.create({ email })) {
      assert.strictEqual(record.type, "é-kind")
      break
    }
    assert.isTrue(seen.isCancelled)
    assert.isBelow(seen.pieces, 30)
  })

  it.for([
    ["has no end", line("other")],
    ["ends within a line", `${line("other")}${end.slice(0, 9)}`],
    ["goes on after its end", `${end}${line("other")}`],
    ["has a line that is no JSON", `nothing\n${end}`],
    ["lacks a member", `{"type":"link","application_id":"app_1"}\n${end}`]
  ])("that %s fails", async ([, body = ""]) => {
    const { acme, server } = await met()
    server.failNext("subjectExports.create", { body })
    const records = acme.subjectExports.create({ email }).then(collect)
    const { _tag, outcome } = await failureOf(records)
    assert.deepStrictEqual([_tag, outcome], ["UnexpectedResponse", "unknown"])
  })
})
