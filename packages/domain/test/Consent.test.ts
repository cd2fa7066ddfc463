/**
 * Consents: their shape and their times (recruiting, Confirmation and consent).
 */
import { assert, describe, it } from "@effect/vitest"

import { consentProblems, NewConsent } from "../src/Consent.ts"
import { clockToleranceMs } from "../src/RecordTimes.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import { faults } from "./support.ts"

const usedAtMs = Date.UTC(2026, 1, 3)
const at = (offsetMs: number) => timestampFromMillis(usedAtMs + offsetMs)

describe("a consent (recruiting 6)", () => {
  it.for<[unknown, ReadonlyArray<string>]>([
    [{ obtained_at: at(0), method: "VERBAL" }, []],
    [{}, ["/method required", "/obtained_at required"]],
    [{ obtained_at: "yesterday", method: "LINK" }, ["/method not_allowed", "/obtained_at format"]],
    [{ obtained_at: at(0), method: "FORM", attachment_id: "" }, ["/attachment_id format"]]
  ])("%j has its shape", ([input, expected]) => assert.sameMembers([...faults(NewConsent, input)], [...expected]))

  it.for<[number, number | undefined, ReadonlyArray<string>]>([
    [0, undefined, []],
    [clockToleranceMs, undefined, []],
    [clockToleranceMs + 1, undefined, ["/consent/obtained_at"]],
    [-1, 1, []],
    [-1, 0, ["/consent/expires_at"]],
    [2, 1, ["/consent/expires_at"]]
  ])("obtained at %i and ending at %i, in milliseconds from its use, is judged", ([obtained, ends, paths]) => {
    const consent = { obtained_at: at(obtained), ...(ends === undefined ? {} : { expires_at: at(ends) }) }
    assert.deepStrictEqual(
      consentProblems(consent, usedAtMs).map(({ path }) => path),
      paths
    )
  })
})
