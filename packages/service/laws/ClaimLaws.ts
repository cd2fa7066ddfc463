/**
 * The laws of stores of claims: one claim on a person for a job, held by its application and lasting beyond it (recruiting 7).
 */
import { assert } from "@effect/vitest"
import type { Application, StoredApplication } from "@partner-api/domain/Application"
import { AgencyId, ApplicationId, ClientId, JobId } from "@partner-api/domain/Ids"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { CheckStore } from "@partner-api/service/store/CheckStore"
import { type Claimant, ClaimStore } from "@partner-api/service/store/ClaimStore"
import { PlacementStore } from "@partner-api/service/store/PlacementStore"
import type { Placement } from "@partner-api/domain/Placement"
import type { Viewer } from "@partner-api/domain/Viewer"
import * as Effect from "effect/Effect"
import { at, clientId, furnish, type Law, one, onOne, transaction, two } from "./Furnished.ts"
import { storedPlacement } from "./PlacementLaws.ts"

const [agency, rival] = [AgencyId.make("agy_a"), AgencyId.make("agy_b")]
const jobId = JobId.make("job_a")
const candidate = { first_name: "Ada", last_name: "King", email: "ada@example.com" }

const application = (id: string, more: Partial<Application> = {}): StoredApplication => ({
  application: {
    id: ApplicationId.make(id),
    job_id: jobId,
    agency_id: agency,
    candidate,
    state: "AWAITING_SORT",
    state_entered_at: at,
    version: 1,
    created_at: at,
    updated_at: at,
    ...more
  },
  rejectedFrom: undefined
})

const claimant: Claimant = {
  organizationId: one,
  jobId,
  email: candidate.email,
  key: { keyId: "k1", digest: "digest-ada" },
  formerDigests: []
}

/** A claim from 1,000 to 2,000 ms. */
const claimOf = (id: string, more: { readonly agencyId?: AgencyId; readonly expiresAtMs?: number } = {}) => ({
  ...claimant,
  agencyId: agency,
  applicationId: ApplicationId.make(id),
  sinceMs: 1_000,
  expiresAtMs: 2_000,
  ...more
})

const found = (of: Claimant = claimant) =>
  Effect.gen(function* () {
    const store = yield* ClaimStore
    const { claim } = yield* transaction(store.standing(of, agency))
    return claim === undefined
      ? undefined
      : [String(claim.applicationId), claim.agencyId, claim.expiresAtMs, claim.isHeld]
  })

const insert = (...some: ReadonlyArray<StoredApplication>) =>
  Effect.flatMap(ApplicationStore, (store) => transaction(store.insertAll(one, some)))
const save = (stored: StoredApplication) =>
  Effect.flatMap(ApplicationStore, (store) => transaction(store.save(one, stored)))
/** The placement of the application `app_a`. */
const placementOf = (more: Partial<Placement>) =>
  storedPlacement("plc_a", { application_id: ApplicationId.make("app_a"), ...more })
const place = (more: Partial<Placement>) =>
  Effect.flatMap(PlacementStore, (store) => transaction(store.insertAll(one, [placementOf(more)])))
const placed = (more: Partial<Placement>) =>
  Effect.flatMap(PlacementStore, (store) => transaction(store.save(one, placementOf(more))))
const take = (...args: Parameters<ClaimStore["Service"]["take"]>) =>
  Effect.flatMap(ClaimStore, (store) => transaction(store.take(...args)))

export const claimLaws: ReadonlyArray<Law> = [
  onOne(
    "a claim is its agency's while its application holds it or it lasts, in its organization and job alone",
    Effect.gen(function* () {
      yield* insert(application("app_a"))
      assert.isTrue(yield* take(claimOf("app_a"), 1_000))
      assert.deepStrictEqual(yield* found(), ["app_a", agency, 2_000, true])
      const other = { ...claimant, jobId: JobId.make("job_b"), email: "eve@example.com" }
      assert.isUndefined(yield* found(other))
      assert.isUndefined(yield* found({ ...claimant, organizationId: two }))
      // Held: however late it is.
      assert.isFalse(yield* take(claimOf("app_b", { agencyId: rival }), 9_000))
      yield* save(application("app_a", { state: "REJECTED" }))
      assert.deepStrictEqual(yield* found(), ["app_a", agency, 2_000, false])
      assert.isFalse(yield* take(claimOf("app_b", { agencyId: rival }), 1_999))
      assert.isTrue(yield* take(claimOf("app_c", { expiresAtMs: 2_500 }), 1_999))
      assert.isFalse(yield* take(claimOf("app_b", { agencyId: rival }), 2_499))
      assert.isTrue(yield* take(claimOf("app_b", { agencyId: rival, expiresAtMs: 5_000 }), 2_500))
      assert.deepStrictEqual(yield* found(), ["app_b", rival, 5_000, false])
    })
  ),
  onOne(
    "a claim that is released is free, and one that is the employer's is nobody's until its end",
    Effect.gen(function* () {
      const store = yield* ClaimStore
      const id = ApplicationId.make("app_a")
      yield* insert(application("app_a", { state: "REJECTED" }))
      yield* take(claimOf("app_a"), 1_000)
      assert.isTrue(yield* transaction(store.isOf(one, id)))
      assert.isFalse(yield* transaction(store.isOf(two, id)))
      yield* transaction(store.release(one, id))
      assert.isFalse(yield* transaction(store.isOf(one, id)))
      assert.isUndefined(yield* found())
      yield* take(claimOf("app_a"), 1_000)
      yield* transaction(store.giveToEmployer(one, id))
      assert.deepStrictEqual(yield* found(), ["app_a", undefined, 2_000, false])
      assert.isFalse(yield* take(claimOf("app_b"), 1_999))
      assert.isTrue(yield* take(claimOf("app_b"), 2_000))
    })
  ),
  onOne(
    "an application from before claims holds its person under each tag of the email, and has no claim once it has ended",
    Effect.gen(function* () {
      const tagged = { ...candidate, email: "Ada+jobs@example.com" }
      yield* insert(application("app_a", { candidate: tagged, state: "OFFER" }))
      assert.deepStrictEqual(yield* found(), ["app_a", agency, 0, true])
      yield* save(application("app_a", { candidate: tagged, state: "REJECTED" }))
      assert.isUndefined(yield* found())
    })
  ),
  onOne(
    "an agency meets its own open application of a person whatever the case and the tag of the email, and a hire is one (recruiting 7)",
    Effect.gen(function* () {
      const store = yield* ClaimStore
      const ofEmail = (email: string) => ({ candidate: { ...candidate, email } })
      yield* insert(
        {
          ...application("app_a", { state: "UNCONFIRMED", ...ofEmail("Ada+Jobs@example.com") }),
          submittedBy: ClientId.make("cli_a")
        },
        application("app_b", { agency_id: rival, ...ofEmail("ada+a+b@example.com") }),
        application("app_c", { agency_id: rival, state: "REJECTED" }),
        application("app_d", { job_id: JobId.make("job_b") }),
        application("app_e", ofEmail("+ada@example.com")),
        application("app_f", { agency_id: rival, state: "HIRED", ...ofEmail("bob@example.com") })
      )
      const openOf = (email: string, agencyId: AgencyId) =>
        Effect.map(transaction(store.standing({ ...claimant, email }, agencyId)), ({ open }) => open)
      const shown = (id: string, agencyId: AgencyId, isHired = false) => ({
        id: ApplicationId.make(id),
        agencyId,
        onlyClientId: undefined,
        isHired
      })
      assert.deepStrictEqual(yield* openOf("ada+z@example.com", agency), [
        { ...shown("app_a", agency), onlyClientId: ClientId.make("cli_a") }
      ])
      assert.deepStrictEqual(yield* openOf("ADA@example.com", rival), [shown("app_b", rival)])
      assert.deepStrictEqual(yield* openOf("+ada@example.com", agency), [shown("app_e", agency)])
      assert.deepStrictEqual(yield* openOf("bob@example.com", rival), [shown("app_f", rival, true)])
      assert.deepStrictEqual(yield* openOf("bob@example.com", agency), [])
    })
  ),
  onOne(
    "the claim on an erased person lasts to its end without being held, and is removed then",
    Effect.gen(function* () {
      const store = yield* ClaimStore
      const erased = (id: string): StoredApplication => {
        const { candidate: _, ...rest } = application(id, { erased_at: at }).application
        return { application: rest, rejectedFrom: undefined }
      }
      yield* insert(application("app_a"), application("app_b", { candidate: { ...candidate, email: "b@example.com" } }))
      yield* take(claimOf("app_a"), 1_000)
      yield* save(erased("app_a"))
      yield* transaction(store.forget(one, ApplicationId.make("app_a"), 1_500))
      assert.deepStrictEqual(yield* found(), ["app_a", agency, 2_000, false])
      assert.strictEqual(yield* transaction(store.purge(1_999)), 0)
      assert.strictEqual(yield* transaction(store.purge(2_000)), 1)
      assert.isUndefined(yield* found())
      const other = { ...claimOf("app_b"), key: { keyId: "k1", digest: "digest-b" }, email: "b@example.com" }
      yield* take(other, 1_000)
      yield* save(erased("app_b"))
      yield* transaction(store.forget(one, ApplicationId.make("app_b"), 2_000))
      assert.isFalse(yield* transaction(store.isOf(one, ApplicationId.make("app_b"))))
    })
  ),
  onOne(
    "the claim of a hire is held until its start and its guarantee are over, and lasts to its end then (recruiting 7)",
    Effect.gen(function* () {
      yield* insert(application("app_a", { state: "HIRED" }))
      yield* place({ status: "AWAITING_START" })
      yield* take(claimOf("app_a"), 1_000)
      for (const status of ["AWAITING_START", "IN_GUARANTEE"] as const) {
        yield* placed({ status })
        assert.deepStrictEqual(yield* found(), ["app_a", agency, 2_000, true], status)
        assert.isFalse(yield* take(claimOf("app_b", { agencyId: rival }), 9_000), status)
      }
      for (const status of ["COMPLETED", "FELL_OFF", "CANCELLED"] as const) {
        yield* placed({ status })
        assert.deepStrictEqual(yield* found(), ["app_a", agency, 2_000, false], status)
        assert.isFalse(yield* take(claimOf("app_b", { agencyId: rival }), 1_999), status)
      }
      // Another application of the person is worked on beside a hire that is over, and one alone.
      assert.isTrue(yield* take(claimOf("app_b", { agencyId: rival, expiresAtMs: 5_000 }), 2_000))
      yield* insert(application("app_b", { agency_id: rival }))
      assert.deepStrictEqual(yield* found(), ["app_b", rival, 5_000, true])
    })
  ),
  onOne(
    "a hire without a claim holds its person as long, and one without a placement does not (recruiting 7)",
    Effect.gen(function* () {
      yield* insert(application("app_a", { state: "HIRED" }))
      assert.isUndefined(yield* found())
      yield* place({ status: "IN_GUARANTEE" })
      assert.deepStrictEqual(yield* found(), ["app_a", agency, 0, true])
      yield* placed({ status: "FELL_OFF" })
      assert.isUndefined(yield* found())
    })
  ),
  onOne(
    "the claim on an erased person whose hire holds it is removed once the hire does not (recruiting 7)",
    Effect.gen(function* () {
      const store = yield* ClaimStore
      const { candidate: _, ...erased } = application("app_a", { erased_at: at, state: "HIRED" }).application
      yield* insert(application("app_a", { state: "HIRED" }))
      yield* place({ status: "IN_GUARANTEE" })
      yield* take(claimOf("app_a", { expiresAtMs: 0 }), 1_000)
      yield* save({ application: erased, rejectedFrom: undefined })
      yield* transaction(store.forget(one, ApplicationId.make("app_a"), 1_500))
      assert.deepStrictEqual(yield* found(), ["app_a", agency, 0, true])
      assert.strictEqual(yield* transaction(store.purge(9_000)), 0)
      yield* placed({ status: "COMPLETED" })
      assert.strictEqual(yield* transaction(store.purge(9_000)), 1)
      assert.isUndefined(yield* found())
    })
  ),
  onOne(
    "a claim is found under a former key, and goes under the present one with the email of its application",
    Effect.gen(function* () {
      const store = yield* ClaimStore
      yield* insert(application("app_a", { state: "REJECTED" }))
      yield* take(claimOf("app_a"), 1_000)
      const now: Claimant = { ...claimant, key: { keyId: "k2", digest: "digest-2" }, formerDigests: ["digest-ada"] }
      assert.deepStrictEqual(yield* found(now), ["app_a", agency, 2_000, false])
      const id = ApplicationId.make("app_a")
      const foreign = { organizationId: one, applicationId: id, email: "ada@example.com" }
      assert.deepStrictEqual(yield* store.underOtherKey("k2", undefined), [foreign])
      assert.deepStrictEqual(yield* store.underOtherKey("k2", foreign), [])
      yield* transaction(store.rekey(one, id, now.key))
      assert.deepStrictEqual(yield* store.underOtherKey("k2", undefined), [])
      assert.isUndefined(yield* found())
      assert.deepStrictEqual(yield* found({ ...now, formerDigests: [] }), ["app_a", agency, 2_000, false])
    })
  ),
  onOne(
    "checks are counted by client, organization and day, and the counts of days before are removed",
    Effect.gen(function* () {
      const store = yield* CheckStore
      const day = { organizationId: one, clientId, dayAtMs: 0 }
      const counts = [day, day, { ...day, dayAtMs: 1 }, { ...day, organizationId: two }, day].map((each) =>
        transaction(store.count(each))
      )
      assert.deepStrictEqual(yield* Effect.all(counts), [1, 2, 1, 1, 3])
      assert.strictEqual(yield* transaction(store.purge(1)), 2)
      assert.deepStrictEqual(yield* Effect.all(counts.slice(1, 4)), [1, 2, 1])
    })
  ),
  onOne(
    "applications for a job are compared as far as a viewer sees them, the newest first, and an erased one by nothing",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const linkedin_url = "https://www.linkedin.com/in/ada"
      const { candidate: _, ...erased } = application("app_c", { erased_at: at, state: "REJECTED" }).application
      const submitter = ClientId.make("cli_b")
      yield* insert(
        application("app_a", { candidate: { ...candidate, phone: "+4915112345678", linkedin_url }, state: "REJECTED" }),
        { ...application("app_b", { agency_id: rival, state: "UNCONFIRMED" }), submittedBy: submitter },
        { application: erased, rejectedFrom: undefined },
        application("app_d", { job_id: JobId.make("job_b") })
      )
      const seen = (viewer: Viewer, before?: string) =>
        transaction(store.contacts(one, jobId, viewer, before === undefined ? undefined : ApplicationId.make(before)))
      const employer = { agencyId: undefined, clientId }
      const [a, c] = [
        {
          applicationId: ApplicationId.make("app_a"),
          agencyId: agency,
          phone: "+4915112345678",
          linkedinUrl: linkedin_url
        },
        { applicationId: ApplicationId.make("app_c"), agencyId: agency, phone: undefined, linkedinUrl: undefined }
      ]
      assert.deepStrictEqual(yield* seen(employer), [c, a])
      assert.deepStrictEqual(yield* seen(employer, "app_c"), [a])
      assert.deepStrictEqual(
        (yield* seen({ agencyId: undefined, clientId: submitter })).map(({ applicationId }) => String(applicationId)),
        ["app_c", "app_b", "app_a"]
      )
      assert.deepStrictEqual(
        (yield* seen({ agencyId: rival, clientId: undefined })).map(({ applicationId }) => String(applicationId)),
        ["app_b"]
      )
    })
  ),
  [
    "of two agencies that take a claim at the moment at which it lapses, one gets it",
    (first, second) =>
      Effect.gen(function* () {
        yield* first(furnish)
        yield* first(insert(application("app_a", { state: "REJECTED" })))
        yield* first(take(claimOf("app_a"), 1_000))
        const taken = yield* Effect.all(
          [
            first(take(claimOf("app_b", { agencyId: rival, expiresAtMs: 9_000 }), 2_000)),
            second(take(claimOf("app_c", { agencyId: AgencyId.make("agy_c"), expiresAtMs: 9_000 }), 2_000))
          ],
          { concurrency: 2 }
        )
        assert.sameMembers(taken, [true, false])
      })
  ]
]
