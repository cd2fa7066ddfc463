/**
 * Jobs that another system hands over: what a line may have, and what it makes of the job that is there (docs, import; decisions,
 * Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { JobId, externalIdMax } from "../src/Ids.ts"
import type { Job } from "../src/Job.ts"
import {
  changedJobOf,
  decodeJobLine,
  jobDescriptionMax,
  type JobLine,
  jobLocationMax,
  jobTitleMax,
  newJobOf,
  openingsMax
} from "../src/JobImport.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"

const nowMs = 1_767_225_600_000
const at = (offsetMs: number) => timestampFromMillis(nowMs + offsetMs)
const required = { external_id: "REQ-1", title: "Engineer", description: "Builds engines." }
const id = JobId.make("job_1")

/** What is wrong with a line: `"/title length"`. */
const faults = (line: unknown): ReadonlyArray<string> =>
  Result.match(decodeJobLine(line, nowMs), {
    onFailure: (problems) => problems.map(({ path, code }) => `${path} ${code}`),
    onSuccess: () => []
  })
const decoded = (line: unknown): JobLine => Result.getOrThrow(decodeJobLine(line, nowMs))

describe("a line of a file of jobs", () => {
  it("is a job without its id, its title trimmed and its times normalised (import)", () => {
    const line = decoded({
      ...required,
      title: "  Engineer ",
      status: "OPEN",
      location: "Zürich",
      employment_type: "FULL_TIME",
      openings: 2,
      salary_min_cents: 1,
      salary_max_cents: 1,
      currency: "EUR",
      created_at: "2025-01-01T01:00:00+01:00"
    })
    assert.deepStrictEqual([line.title, line.created_at], ["Engineer", "2025-01-01T00:00:00.000Z"])
  })

  it("may have what lists show and the service writes, which is not imported (docs/files.md)", () =>
    assert.deepStrictEqual(decoded({ ...required, id: "job_1", hired_count: 3 }), decoded(required)))

  it.for<[what: string, line: unknown, faults: ReadonlyArray<string>]>([
    ["nothing in it", {}, ["/title required", "/description required", "/external_id required"]],
    ["another value", "job", [" type"]],
    ["what is no identifier", { ...required, id: "job 1" }, ["/id format"]],
    ["a misspelt member", { ...required, titel: "x" }, ["/titel unknown"]],
    ["null for a member", { ...required, location: null }, ["/location type"]],
    ["a title of blanks", { ...required, title: "  " }, ["/title length"]],
    ["a title that is too long", { ...required, title: "x".repeat(jobTitleMax + 1) }, ["/title length"]],
    ["an empty description", { ...required, description: "" }, ["/description length"]],
    [
      "a description that is too long",
      { ...required, description: "x".repeat(jobDescriptionMax + 1) },
      ["/description length"]
    ],
    ["a location that is too long", { ...required, location: "x".repeat(jobLocationMax + 1) }, ["/location length"]],
    ["an empty external_id", { ...required, external_id: "" }, ["/external_id length"]],
    [
      "an external_id that is too long",
      { ...required, external_id: "x".repeat(externalIdMax + 1) },
      ["/external_id length"]
    ],
    ["a number for its external_id", { ...required, external_id: 1 }, ["/external_id type"]],
    ["another status", { ...required, status: "open" }, ["/status not_allowed"]],
    ["another employment", { ...required, employment_type: "BOTH" }, ["/employment_type not_allowed"]],
    ["half an opening", { ...required, openings: 0.5 }, ["/openings type"]],
    ["openings below none", { ...required, openings: -1 }, ["/openings range"]],
    ["too many openings", { ...required, openings: openingsMax + 1 }, ["/openings range"]],
    ["a salary in text", { ...required, salary_min_cents: "1", currency: "EUR" }, ["/salary_min_cents type"]],
    ["a salary without currency", { ...required, salary_max_cents: 1 }, ["/currency required"]],
    [
      "a range upside down",
      { ...required, salary_min_cents: 2, salary_max_cents: 1, currency: "EUR" },
      ["/salary_max_cents range"]
    ],
    ["no such currency", { ...required, currency: "EURO" }, ["/currency format"]],
    ["no such country", { ...required, country_code: "UK" }, ["/country_code format"]],
    ["a custom field of another name", { ...required, custom_fields: { Team: "x" } }, ["/custom_fields/Team format"]],
    ["a reason of a close of an open job", { ...required, close_reason: "FILLED" }, ["/close_reason not_allowed"]],
    ["no such day", { ...required, created_at: "2025-02-30T00:00:00Z" }, ["/created_at format"]],
    ["a time to come", { ...required, updated_at: at(600_000) }, ["/updated_at range"]],
    [
      "all mistakes at once",
      { ...required, salary_max_cents: 1, created_at: at(0), updated_at: at(-1) },
      ["/currency required", "/updated_at range"]
    ]
  ])("is refused with %s (import)", ([, line, expected]) => assert.deepStrictEqual(faults(line), expected))

  it("may be as large as its bounds (import)", () =>
    assert.deepStrictEqual(
      faults({
        external_id: "x".repeat(externalIdMax),
        title: "x".repeat(jobTitleMax),
        description: "ü".repeat(jobDescriptionMax),
        location: "x".repeat(jobLocationMax),
        openings: openingsMax,
        currency: "EUR"
      }),
      []
    ))
})

describe("a new job of a line", () => {
  it("has what the line says, and what is made (import)", () =>
    assert.deepStrictEqual(newJobOf(decoded({ ...required, created_at: at(-5) }), { id, nowMs, access: "ALL" }), {
      ...required,
      id,
      agency_access: "ALL",
      created_at: at(-5),
      updated_at: at(-5)
    }))
})

describe("the stored job after a line", () => {
  const stored: Job = { id, ...required, location: "Bern", created_at: at(-100), updated_at: at(-50) }
  const same = { ...required, location: "Bern" }

  it.for<[what: string, line: object]>([
    ["nothing new", same],
    ["the time that is stored", { ...same, updated_at: at(-50) }],
    ["another time of making, which is kept", { ...same, created_at: at(-70) }]
  ])("is the very same when the line says %s (import)", ([, line]) =>
    assert.strictEqual(changedJobOf(decoded(line), stored, nowMs), stored)
  )

  it.for<[what: string, line: object, expected: object]>([
    ["a new title", { ...same, title: "Pilot" }, { ...stored, title: "Pilot", updated_at: at(0) }],
    [
      "a new title and its time",
      { ...same, title: "Pilot", updated_at: at(-10) },
      { ...stored, title: "Pilot", updated_at: at(-10) }
    ],
    ["a later time alone", { ...same, updated_at: at(-10) }, { ...stored, updated_at: at(-10) }],
    ["a time before the job was made", { ...same, updated_at: at(-200) }, { ...stored, updated_at: at(-100) }]
  ])("takes on %s (import)", ([, line, expected]) =>
    assert.deepStrictEqual(changedJobOf(decoded(line), stored, nowMs), expected)
  )

  it("loses what the line leaves out: the line is the whole job (import)", () =>
    assert.notProperty(changedJobOf(decoded(required), stored, nowMs), "location"))

  it("does not change when the same line comes again, whatever it says (import)", () => {
    for (const line of [same, { ...required, updated_at: at(-200) }, { ...required, created_at: at(-10) }]) {
      const once = changedJobOf(decoded(line), stored, nowMs)
      assert.strictEqual(changedJobOf(decoded(line), once, nowMs + 1_000), once)
    }
  })

  it("keeps the number of its hires (recruiting 4)", () => {
    const hired: Job = { ...stored, hired_count: 2 }
    assert.strictEqual(changedJobOf(decoded(same), hired, nowMs), hired)
    assert.strictEqual(changedJobOf(decoded({ ...same, title: "Pilot" }), hired, nowMs).hired_count, 2)
  })

  it("may be closed with a reason, and with another one later (recruiting 4)", () => {
    const closed = (close_reason: string) => decoded({ ...same, status: "CLOSED", close_reason })
    const once = changedJobOf(closed("FILLED"), stored, nowMs)
    assert.strictEqual(once.close_reason, "FILLED")
    assert.strictEqual(changedJobOf(closed("OTHER"), once, nowMs).close_reason, "OTHER")
  })

  it("keeps an unknown time of making unknown, unless the line has one (import)", () => {
    const timeless: Job = { id, ...required }
    assert.strictEqual(changedJobOf(decoded(required), timeless, nowMs), timeless)
    assert.strictEqual(changedJobOf(decoded({ ...required, created_at: at(-9) }), timeless, nowMs).created_at, at(-9))
  })
})

describe("a salary that contradicts itself", () => {
  it("is reported with its member and what to send instead (import)", () => {
    const problemsOf = (line: object) =>
      Result.match(decodeJobLine({ ...required, ...line }, nowMs), {
        onFailure: (problems) => problems,
        onSuccess: () => []
      })
    assert.deepStrictEqual(problemsOf({ salary_min_cents: 2, salary_max_cents: 1 }), [
      { in: "body", path: "/salary_max_cents", code: "range", message: "must not be less than salary_min_cents" },
      { in: "body", path: "/currency", code: "required", message: "is required with a salary" }
    ])
    assert.deepStrictEqual(problemsOf({ salary_min_cents: 1 }), [
      { in: "body", path: "/currency", code: "required", message: "is required with a salary" }
    ])
  })
})
