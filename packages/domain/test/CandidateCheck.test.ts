/**
 * The check of a person: what each caller is answered, and what two contacts have in common (recruiting 7).
 */
import { assert, describe, it } from "@effect/vitest"

import {
  type CheckFacts,
  checksReached,
  isSimilar,
  judgeCheck,
  namedApplicationsMax,
  profileOf
} from "../src/CandidateCheck.ts"
import { AgencyId, ApplicationId } from "../src/Ids.ts"

const [agencyId, rival] = [AgencyId.make("agy_a"), AgencyId.make("agy_b")]
const id = (name: string) => ApplicationId.make(`app_${name}`)
const nowMs = Date.UTC(2026, 5, 1, 12)
const facts: CheckFacts = { agencyId, isEmployer: false, claim: undefined, open: undefined, similar: [], nowMs }
const claim = { applicationId: id("claim"), agencyId, sinceMs: 0, expiresAtMs: nowMs + 1_000, isHeld: false }

describe("a check (recruiting 7)", () => {
  const until = new Date(nowMs + 1_000).toISOString()
  const own = [{ applicationId: id("own"), agencyId }]
  const others = [{ applicationId: id("other"), agencyId: rival }]

  it.for<[what: string, facts: Partial<CheckFacts>, answer: object]>([
    ["nobody", {}, { result: "AVAILABLE" }],
    ["a claim that is over", { claim: { ...claim, agencyId: rival, expiresAtMs: nowMs } }, { result: "AVAILABLE" }],
    ["a rival's claim", { claim: { ...claim, agencyId: rival } }, { result: "TAKEN" }],
    ["the employer's claim", { claim: { ...claim, agencyId: undefined } }, { result: "TAKEN" }],
    ["its own claim", { claim }, { result: "YOURS", application_ids: ["app_claim"], until }],
    [
      "its own claim that is held beyond its end",
      { claim: { ...claim, expiresAtMs: nowMs, isHeld: true } },
      { result: "YOURS", application_ids: ["app_claim"] }
    ],
    [
      "an open application",
      { open: { id: id("open"), isShown: true } },
      { result: "YOURS", application_ids: ["app_open"] }
    ],
    ["one that it does not see", { open: { id: id("open"), isShown: false } }, { result: "AVAILABLE" }],
    ["the same number", { similar: [...own, ...others] }, { result: "POSSIBLE", application_ids: ["app_own"] }],
    ["a rival's number", { similar: others }, { result: "AVAILABLE" }],
    [
      "to the employer, a rival's claim",
      { isEmployer: true, claim: { ...claim, agencyId: rival } },
      { result: "TAKEN", application_ids: ["app_claim"] }
    ],
    [
      "to the employer, a rival's number",
      { isEmployer: true, similar: others },
      { result: "AVAILABLE", similar_application_ids: ["app_other"] }
    ]
  ])("finds %s", ([, given, answer]) => assert.deepEqual(judgeCheck({ ...facts, ...given }), answer))

  it("names a bounded number of applications", () => {
    const similar = Array.from({ length: 50 }, (_, index) => ({ applicationId: id(String(index)), agencyId }))
    const { application_ids, similar_application_ids } = judgeCheck({ ...facts, isEmployer: true, similar })
    assert.deepStrictEqual(
      [application_ids?.length, similar_application_ids?.length],
      [namedApplicationsMax, namedApplicationsMax]
    )
  })

  it("beyond those of the day is refused until the day ends", () =>
    assert.strictEqual(checksReached(nowMs).retryAfterSeconds, 43_200))
})

describe("two contacts (recruiting 7)", () => {
  it.for([
    ["https://www.linkedin.com/in/Ada-King/", "in/ada-king"],
    ["https://de.linkedin.com/in/ada-king?trk=x", "in/ada-king"],
    ["https://linkedin.com/pub/ada/1/2", "pub/ada"],
    ["https://linkedin.com.example/in/ada", undefined],
    ["https://www.linkedin.com/company/ada", undefined],
    [undefined, undefined]
  ] as const)("by the address %s are the profile %s", ([url, profile]) => assert.strictEqual(profileOf(url), profile))

  it("are similar by the number or by the profile, and not by what neither has", () => {
    const contact = { phone: "+4915112345678", linkedinUrl: "https://www.linkedin.com/in/ada" }
    assert.isTrue(isSimilar({ email: "a@example.com", phone: "+4915112345678" }, contact))
    assert.isTrue(isSimilar({ email: "a@example.com", linkedin_url: "https://linkedin.com/in/ADA" }, contact))
    assert.isFalse(isSimilar({ email: "a@example.com" }, { phone: undefined, linkedinUrl: undefined }))
    assert.isFalse(isSimilar({ email: "a@example.com", phone: "+4915112345679" }, contact))
  })
})
