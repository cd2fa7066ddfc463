/**
 * What every engine of the store ports does alike. Each law runs on empty stores, over two connections to one storage; a race is two
 * effects at once, one on each. The tests of an engine run all of them.
 */
import { assert } from "@effect/vitest"
import type { Agency } from "@partner-api/domain/Agency"
import { AgencyId, ClientId, JobId, OrganizationId, UserId } from "@partner-api/domain/Ids"
import { initialFees } from "@partner-api/domain/AgencyFees"
import type { AuditEntry } from "@partner-api/domain/Audit"
import { grantsMax } from "@partner-api/domain/Client"
import { Job as JobSchema, type Job } from "@partner-api/domain/Job"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { FoundRows } from "@partner-api/domain/Pagination"
import { newSettings } from "@partner-api/domain/OrganizationSettings"
import { permissions } from "@partner-api/domain/Permission"
import { recruitersOf } from "@partner-api/domain/Recruiter"
import type { User } from "@partner-api/domain/User"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import { CursorKeys } from "@partner-api/service/store/CursorKeys"
import { hasBody } from "@partner-api/service/store/AnswerInEvent"
import {
  answerBytesPerForgetting,
  answersPerForgetting,
  IdempotencyStore
} from "@partner-api/service/store/IdempotencyStore"
import { JobPages } from "@partner-api/service/store/JobPages"
import { JobStore } from "@partner-api/service/store/JobStore"
import { JournalStore, type NumberedEntry } from "@partner-api/service/store/JournalStore"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import { type StoredBytes, StoredBytesStore } from "@partner-api/service/store/StoredBytesStore"
import { StoreHealth } from "@partner-api/service/store/StoreHealth"
import type { StoreError } from "@partner-api/service/store/StoreError"
import type { Stores } from "@partner-api/service/store/Stores"
import { tokensPerPurge, TokenStore } from "@partner-api/service/store/TokenStore"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import { agencyInvitationLaws } from "./AgencyInvitationLaws.ts"
import { claimLaws } from "./ClaimLaws.ts"
import { confirmationLaws } from "./ConfirmationLaws.ts"
import { mailLaws } from "./MailLaws.ts"
import { messageLaws } from "./MessageLaws.ts"
import { attachmentLaws } from "./AttachmentLaws.ts"
import { applicationAccessLaws } from "./ApplicationAccessLaws.ts"
import { applicationLaws } from "./ApplicationLaws.ts"
import { deliveryLaws } from "./DeliveryLaws.ts"
import { erasureRequestLaws } from "./ErasureRequestLaws.ts"
import { eventLaws } from "./EventLaws.ts"
import { filterLaws } from "./FilterLaws.ts"
import { jobAccessLaws } from "./JobAccessLaws.ts"
import { leakedSecretLaws } from "./LeakedSecretLaws.ts"
import { lostLeaseLaws } from "./LostLeaseLaws.ts"
import { placementLaws } from "./PlacementLaws.ts"
import { pageLaws } from "./PageLaws.ts"
import { rejectionReasonLaws } from "./RejectionReasonLaws.ts"
import { scanLaws } from "./ScanLaws.ts"
import { searchLaws } from "./SearchLaws.ts"
import { togetherLaws } from "./TogetherLaws.ts"
import { webhookOperatorLaws } from "./WebhookOperatorLaws.ts"
import { webhookReaderLaws } from "./WebhookReaderLaws.ts"
import {
  anAgency,
  at,
  client,
  clientId,
  foundIds,
  furnish,
  type Law,
  one,
  onOne,
  race,
  transaction,
  two
} from "./Furnished.ts"

const user = (id: string, email = `${id}@example.com`): User => ({
  id: UserId.make(id),
  created_at: at,
  updated_at: at,
  first_name: "Ada",
  last_name: "King",
  email,
  status: "ACTIVE"
})
const job = (id: string, changes: Partial<Job> = {}): Job => ({
  id: JobId.make(id),
  title: "Engineer",
  description: "Builds",
  ...changes
})
const entry = (id: string): AuditEntry => ({
  id,
  occurred_at: at,
  action: "user.created",
  resource_id: "usr_a",
  changed: []
})
const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

const numbered = ({ rows }: FoundRows<NumberedEntry>) => rows.map(({ row }) => `${row.sequence} ${row.entry.id}`)

const scope = { organizationId: one, callerId: clientId, method: "POST", path: "path", key: "k" }
const reservation = { fingerprint: "same", nowMs: 1_000, expiresAtMs: 2_000 }
const answer = { status: 201, headers: { "content-type": "application/json" }, body: "{}" }

const transactions: ReadonlyArray<Law> = [
  onOne(
    "a transaction that fails leaves nothing",
    Effect.gen(function* () {
      const users = yield* UserStore
      const journal = yield* JournalStore
      const failed = yield* Effect.result(
        transaction(
          Effect.gen(function* () {
            yield* users.insert(one, user("usr_a"))
            yield* journal.append([{ organizationId: one, entry: entry("aud_1") }])
            return yield* Effect.fail("no")
          })
        )
      )
      assert.isTrue(Result.isFailure(failed))
      assert.isTrue(Option.isNone(yield* users.find(one, "usr_a")))
      assert.deepStrictEqual(numbered(yield* journal.page(one, { after: 0, limit: 10 })), [])
    })
  ),
  [
    "a transaction sees what it has written, and others do not before it ends",
    (first, second) =>
      Effect.gen(function* () {
        yield* first(furnish)
        const look = Effect.flatMap(UserStore, (users) => users.find(one, "usr_a"))
        const seen = yield* first(
          transaction(
            Effect.gen(function* () {
              yield* (yield* UserStore).insert(one, user("usr_a"))
              return [Option.isSome(yield* look), Option.isSome(yield* second(look))]
            })
          )
        )
        assert.deepStrictEqual([...seen, Option.isSome(yield* second(look))], [true, false, true])
      })
  ]
]

const users: ReadonlyArray<Law> = [
  onOne(
    "an id and an email are one user's in an organization, whatever the case of the email",
    Effect.gen(function* () {
      const store = yield* UserStore
      assert.isTrue(yield* store.insert(one, user("usr_a", "ada@example.com")))
      assert.isFalse(yield* store.insert(one, user("usr_a", "other@example.com")))
      assert.isFalse(yield* store.insert(one, user("usr_b", "ADA@example.com")))
      assert.isTrue(yield* store.insert(two, user("usr_a", "ada@example.com")))
      const taken = { id: "usr_b", email: "Ada@Example.com" }
      assert.deepStrictEqual(ids(yield* store.holders(one, taken)), ["usr_a"])
    })
  ),
  onOne(
    "a page is in the order of code points and has one row more where there are more",
    Effect.gen(function* () {
      const store = yield* UserStore
      const inOrder = ["usr_10", "usr_2", "usr_B", "usr__", "usr_a", "usr_b"]
      for (const [index, id] of inOrder.toReversed().entries())
        yield* store.insert(one, user(id, `${index}@example.com`))
      assert.deepStrictEqual(foundIds(yield* store.page(one, {}, { after: undefined, limit: 10 })), inOrder)
      assert.deepStrictEqual(foundIds(yield* store.page(one, {}, { after: "usr_2", limit: 2 })), inOrder.slice(2, 5))
      assert.deepStrictEqual(foundIds(yield* store.page(two, {}, { after: undefined, limit: 10 })), [])
    })
  ),
  onOne(
    "a user is saved in its place, and its email is free for others when it has another one",
    Effect.gen(function* () {
      const store = yield* UserStore
      const id = UserId.make("usr_a")
      yield* store.insert(one, user("usr_a", "ada@example.com"))
      yield* store.insert(two, user("usr_a", "ada@example.com"))
      const changed: User = { ...user("usr_a", "New@example.com"), last_name: "Byron", status: "DISABLED" }
      yield* transaction(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* store.lock(one, id), Option.some(user("usr_a", "ada@example.com")))
          yield* store.save(one, changed)
        })
      )
      assert.deepStrictEqual(yield* store.find(one, id), Option.some(changed))
      assert.deepStrictEqual(yield* store.page(one, {}, { after: undefined, limit: 10 }), {
        rows: [{ position: id, row: changed }],
        lookedTo: undefined
      })
      assert.deepStrictEqual(yield* store.find(two, id), Option.some(user("usr_a", "ada@example.com")))
      assert.isFalse(yield* store.insert(one, user("usr_b", "new@EXAMPLE.com")))
      assert.isTrue(yield* store.insert(one, user("usr_b", "ada@example.com")))
      assert.isTrue(Option.isNone(yield* transaction(store.lock(one, UserId.make("usr_c")))))
    })
  ),
  [
    "of two users who take one email at once, one has it, and the other finds the holder",
    (first, second) =>
      Effect.gen(function* () {
        const take = (id: string) =>
          transaction(
            Effect.gen(function* () {
              const store = yield* UserStore
              yield* store.lock(one, UserId.make(id))
              const taken = user(id, "one@example.com")
              const others = (yield* store.holders(one, taken)).filter((holder) => holder.id !== id)
              if (others.length === 0) yield* store.save(one, taken)
              return others.length === 0
            })
          )
        yield* first(furnish)
        for (const id of ["usr_a", "usr_b"])
          yield* first(Effect.flatMap(UserStore, (store) => store.insert(one, user(id))))
        const done = yield* Effect.all([first(take("usr_a")), second(take("usr_b"))], { concurrency: 2 })
        assert.deepStrictEqual(done.toSorted(), [false, true])
      })
  ],
  onOne(
    "a user who was removed is there no more",
    Effect.gen(function* () {
      const store = yield* UserStore
      yield* store.insert(one, user("usr_a"))
      assert.isTrue(yield* store.remove(one, UserId.make("usr_a")))
      assert.isFalse(yield* store.remove(one, UserId.make("usr_a")))
      assert.isTrue(yield* store.insert(one, user("usr_b", "usr_a@example.com")))
    })
  ),
  onOne(
    "active users are found among ids, in their organization alone",
    Effect.gen(function* () {
      const store = yield* UserStore
      yield* store.insert(one, user("usr_active"))
      yield* store.insert(one, { ...user("usr_left"), status: "DISABLED" })
      yield* store.insert(two, user("usr_other"))
      const among = (ids: ReadonlyArray<string>) =>
        Effect.map(transaction(store.activeAmong(one, ids)), (found) => [...found])
      assert.deepStrictEqual(yield* among(["usr_left", "usr_active", "usr_other", "usr_nobody", "usr_active"]), [
        "usr_active"
      ])
      assert.deepStrictEqual(yield* among([]), [])
    })
  ),
  onOne(
    "users are added many at once, and found by any of their ids and emails, each once",
    Effect.gen(function* () {
      const store = yield* UserStore
      const added = Array.from({ length: 1_200 }, (_, index) => user(`usr_${index}`, `User.${index}@example.com`))
      yield* transaction(store.insertAll(one, added))
      yield* transaction(store.insertAll(one, []))
      const holders = (ids: ReadonlyArray<string>, emails: ReadonlyArray<string>) =>
        transaction(
          Effect.map(store.lockHolders(one, { ids, emails }), (found) => found.map(({ id }) => id).toSorted())
        )
      assert.deepStrictEqual(
        yield* holders(
          ["usr_7", "usr_8", "usr_x"],
          ["user.7@EXAMPLE.com", "USER.1199@example.com", "nobody@example.com"]
        ),
        ["usr_1199", "usr_7", "usr_8"]
      )
      assert.deepStrictEqual(yield* holders([], ["user.3@example.com"]), ["usr_3"])
      assert.deepStrictEqual(yield* holders(["usr_3"], []), ["usr_3"])
      assert.deepStrictEqual(yield* holders([], []), [])
      assert.deepStrictEqual(yield* transaction(store.lockHolders(two, { ids: ["usr_7"], emails: [] })), [])
    })
  ),
  [
    "an email stays one user's when two import it at once: the second finds the first",
    (first, second) =>
      Effect.gen(function* () {
        const upsert = (id: string) =>
          transaction(
            Effect.gen(function* () {
              const store = yield* UserStore
              const found = yield* store.lockHolders(one, { ids: [id], emails: ["ada@example.com"] })
              if (found.length === 0) yield* store.insertAll(one, [user(id, "Ada@example.com")])
              return found.length
            })
          )
        yield* first(furnish)
        const found = yield* Effect.all([first(upsert("usr_a")), second(upsert("usr_b"))], { concurrency: 2 })
        assert.deepStrictEqual(found.toSorted(), [0, 1])
      })
  ],
  [
    "of two users with one email at once, one is added",
    (first, second) =>
      Effect.gen(function* () {
        const add = transaction(Effect.flatMap(UserStore, (store) => store.insert(one, user("usr_a"))))
        assert.deepStrictEqual((yield* race(first, second, add)).toSorted(), [false, true])
      })
  ]
]

const jobs: ReadonlyArray<Law> = [
  onOne(
    "a job is replaced under its id, and found by the name that another system has for it",
    Effect.gen(function* () {
      const store = yield* JobStore
      const saved = [job("job_a", { external_id: "A" }), job("job_b", { external_id: "B" })]
      yield* transaction(store.saveAll(one, saved))
      yield* transaction(store.saveAll(one, [job("job_a", { title: "Smith", external_id: "A" })]))
      const found = yield* store.byExternalId(one, ["A", "C"])
      assert.deepStrictEqual(
        [...found].map(([name, { title }]) => [name, title]),
        [["A", "Smith"]]
      )
      assert.isTrue(Option.isNone(yield* store.find(two, JobId.make("job_a"))))
    })
  ),
  onOne(
    "what jobs are called and where they stand is found by ids and external ids, each once",
    Effect.gen(function* () {
      const store = yield* JobStore
      const saved = Array.from({ length: 1_200 }, (_, index) => job(`job_${index}`, { external_id: `E-${index}` }))
      yield* transaction(store.saveAll(one, [...saved, job("job_x", { status: "DRAFT" })]))
      const identities = (organizationId: typeof one, ids: ReadonlyArray<string>, externalIds: ReadonlyArray<string>) =>
        transaction(store.identities(organizationId, { ids, externalIds }))
      assert.sameDeepMembers(
        [...(yield* identities(one, ["job_x", "job_7", "E-9"], ["E-7", "E-1199", "job_8"]))],
        [
          { id: JobId.make("job_x"), status: "DRAFT" },
          { id: JobId.make("job_7"), external_id: "E-7" },
          { id: JobId.make("job_1199"), external_id: "E-1199" }
        ]
      )
      assert.deepStrictEqual(yield* identities(one, [], []), [])
      assert.deepStrictEqual(yield* identities(two, ["job_7"], ["E-7"]), [])
    })
  ),
  onOne(
    "a job is added unless its id or the name that another system has for it is taken",
    Effect.gen(function* () {
      const store = yield* JobStore
      assert.isTrue(yield* store.insert(one, job("job_a", { external_id: "A" })))
      assert.isFalse(yield* store.insert(one, job("job_a", { title: "Other" })))
      assert.isFalse(yield* store.insert(one, job("job_b", { external_id: "A" })))
      assert.isTrue(yield* store.insert(one, job("job_b")))
      assert.isTrue(yield* store.insert(one, job("job_c")))
      assert.isTrue(yield* store.insert(two, job("job_a", { external_id: "A" })))
      assert.deepStrictEqual(
        yield* store.find(one, JobId.make("job_a")),
        Option.some(job("job_a", { external_id: "A" }))
      )
      assert.isTrue(Option.isNone(yield* transaction(store.lock(two, JobId.make("job_b")))))
      yield* transaction(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* store.lock(one, JobId.make("job_b")), Option.some(job("job_b")))
          yield* store.saveAll(one, [job("job_a")])
        })
      )
      assert.isTrue(yield* store.insert(one, job("job_d", { external_id: "A" })))
    })
  ),
  [
    "of two jobs with one name of another system at once, one is added",
    (first, second) =>
      Effect.gen(function* () {
        const add = (id: string) =>
          transaction(Effect.flatMap(JobStore, (store) => store.insert(one, job(id, { external_id: "A" }))))
        yield* first(furnish)
        const added = yield* Effect.all([first(add("job_a")), second(add("job_b"))], { concurrency: 2 })
        assert.deepStrictEqual(added.toSorted(), [false, true])
      })
  ],
  [
    "two transactions that lock one job and change it do so one after the other",
    (first, second) =>
      Effect.gen(function* () {
        const id = JobId.make("job_a")
        const append = (mark: string) =>
          transaction(
            Effect.gen(function* () {
              const store = yield* JobStore
              const { title } = Option.getOrThrow(yield* store.lock(one, id))
              yield* store.saveAll(one, [job(id, { title: title + mark })])
            })
          )
        yield* first(furnish)
        yield* first(Effect.flatMap(JobStore, (store) => store.insert(one, job(id, { title: "" }))))
        const marks = ["a", "b", "c", "d"]
        yield* Effect.forEach(marks, (mark, index) => (index % 2 === 0 ? first : second)(append(mark)), {
          concurrency: marks.length
        })
        const stored = yield* first(Effect.flatMap(JobStore, (store) => store.find(one, id)))
        assert.sameMembers([...Option.getOrThrow(stored).title], marks)
      })
  ],
  onOne(
    "agencies are shown every job but drafts",
    Effect.gen(function* () {
      const pages = yield* JobPages
      const all = ["job_1", "job_2", "job_3", "job_4"].map((id, index) =>
        job(id, { status: index % 2 === 0 ? "DRAFT" : "OPEN" })
      )
      yield* transaction(Effect.flatMap(JobStore, (store) => store.saveAll(one, all)))
      const found = yield* pages.all(one, { after: "job_1", limit: 1 })
      assert.deepStrictEqual(foundIds(found), ["job_2", "job_3"])
      const ofAgency = yield* pages.seenBy(one, anAgency, { after: undefined, limit: 1 })
      assert.deepStrictEqual(foundIds(ofAgency), ["job_2", "job_4"])
      assert.deepStrictEqual(JSON.parse(found.rows[0]?.row.json ?? ""), all[1])
    })
  )
]

const agencies: ReadonlyArray<Law> = [
  onOne(
    "an agency keeps its fees when it is written again, and shows which kind of them applies",
    Effect.gen(function* () {
      const store = yield* AgencyStore
      const id = AgencyId.make("agy_a")
      const agency = {
        id,
        name: "First",
        external_id: "A",
        status: "ACTIVE",
        optimizedFee: true,
        recruiters: []
      } as const
      const agreed = {
        optimizedFee: false,
        customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }]
      } as const
      const fees = { ...agreed, guarantee: { days: 90, refund: "PRORATED" }, paymentTermsDays: 0 } as const
      yield* store.insert(one, agency, initialFees)
      yield* transaction(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* store.lockFees(one, id), Option.some(initialFees))
          yield* store.saveFees(one, id, fees)
        })
      )
      yield* store.insert(one, { ...agency, name: "Ignored" }, initialFees)
      yield* transaction(store.saveAll(one, [{ ...agency, name: "Second" }]))
      assert.deepStrictEqual(yield* store.fees(one, id), Option.some(fees))
      assert.deepStrictEqual(yield* store.standing(one, id), Option.some({ status: "ACTIVE", fees }))
      const found = yield* store.find(one, id)
      assert.deepStrictEqual(
        yield* store.name(one, id),
        Option.map(found, ({ name }) => name)
      )
      assert.deepStrictEqual(yield* store.name(two, id), Option.none())
      const shown = { ...agency, name: "Second", optimizedFee: false }
      assert.deepStrictEqual(yield* store.find(one, id), Option.some(shown))
      const text = Option.getOrUndefined(yield* store.shown(one, id))
      assert.deepStrictEqual({ ...text, json: JSON.parse(text?.json ?? "") }, { id, json: shown })
      assert.isTrue(Option.isNone(yield* store.shown(two, id)))
      assert.deepStrictEqual([...(yield* store.byExternalId(one, ["A"]))], [["A", shown]])
      assert.deepStrictEqual(
        (yield* store.page(one, {}, { after: undefined, limit: 1 })).rows.map(({ row }) => row),
        [{ id, json: JSON.stringify(shown) }]
      )
      assert.isTrue(Option.isNone(yield* store.lockFees(two, id)))
      yield* transaction(store.saveFees(one, id, agreed))
      assert.deepStrictEqual(yield* store.fees(one, id), Option.some(agreed))
    })
  ),
  onOne(
    "an agency is added unless its id or its external id is taken, and changed as a whole (recruiting 2)",
    Effect.gen(function* () {
      const store = yield* AgencyStore
      const [id, other] = [AgencyId.make("agy_a"), AgencyId.make("agy_b")]
      const robin = { first_name: "Robin", last_name: "Doe", email: "robin@example.com", phone: "+4915112345678" }
      const agency: Agency = {
        id,
        name: "First",
        external_id: "A",
        status: "ACTIVE",
        optimizedFee: true,
        recruiters: recruitersOf(id, [robin])
      }
      const nameless = Struct.omit(agency, ["external_id"])
      assert.isTrue(yield* store.insert(one, agency, initialFees))
      assert.isFalse(yield* store.insert(one, { ...agency, id: other }, initialFees))
      assert.isTrue(yield* store.insert(two, agency, initialFees))
      assert.isTrue(yield* store.insert(one, { ...nameless, id: other }, initialFees))
      const changed: Agency = { ...nameless, status: "INACTIVE", recruiters: [] }
      const within = Effect.gen(function* () {
        assert.deepStrictEqual(yield* store.lock(one, id), Option.some(agency))
        yield* store.saveAll(one, [changed])
        return yield* store.status(one, id)
      })
      assert.deepStrictEqual(yield* transaction(within), Option.some("INACTIVE"))
      assert.deepStrictEqual(yield* store.find(one, id), Option.some(changed))
      assert.deepStrictEqual([...(yield* store.byExternalId(one, ["A"]))], [])
      assert.deepStrictEqual(yield* store.find(two, id), Option.some(agency))
      assert.isTrue(Option.isNone(yield* store.status(one, AgencyId.make("agy_c"))))
    })
  )
]

const clients: ReadonlyArray<Law> = [
  onOne(
    "a client keeps its default organization when it is saved again",
    Effect.gen(function* () {
      const store = yield* ClientStore
      yield* store.setDefaultOrganization(clientId, one)
      yield* store.save({ ...client, name: "B", mayCreateOrganizations: true })
      assert.deepStrictEqual(
        yield* store.find(clientId),
        Option.some({ ...client, name: "B", mayCreateOrganizations: true, defaultOrganizationId: one })
      )
      assert.deepInclude((yield* store.all)[0], { id: clientId, grants: 1, secrets: 1 })
      yield* store.save({ ...client, id: ClientId.make("cli_b") })
      // A page has one row of look-ahead.
      assert.deepStrictEqual(yield* store.page({ after: undefined, limit: 1 }), yield* store.all)
      assert.deepStrictEqual(ids(yield* store.page({ after: clientId, limit: 1 })), ["cli_b"])
      assert.isFalse(yield* store.isEmpty)
    })
  ),
  onOne(
    "of two secrets the older one is ended, and a revoked client has none",
    Effect.gen(function* () {
      const store = yield* ClientStore
      yield* store.addDigest(clientId, "newer", "2026-01-02T00:00:00.000Z")
      const secrets = yield* store.secretsOfClient(clientId)
      assert.deepStrictEqual(
        secrets.map(({ createdAt, lastUsedAt }) => [createdAt, lastUsedAt]),
        [
          [at, undefined],
          ["2026-01-02T00:00:00.000Z", undefined]
        ]
      )
      yield* transaction(store.addDigest(clientId, "third", "2026-01-03T00:00:00.000Z"))
      yield* transaction(store.endDigest("third"))
      yield* transaction(store.endDigest("none"))
      assert.deepStrictEqual(yield* store.secretsOfClient(clientId), secrets)
      yield* transaction(store.endDigest("secret"))
      assert.isTrue(Option.isNone(yield* store.secretOf("secret")))
      const usedAt = "2026-01-03T09:00:00.000Z"
      yield* transaction(store.noteUse("newer", usedAt))
      assert.deepStrictEqual(
        yield* store.secretOf("newer"),
        Option.some({ digest: "newer", clientId, createdAt: "2026-01-02T00:00:00.000Z", lastUsedAt: usedAt, client })
      )
      yield* transaction(store.replaceDigest(clientId, "newest", at))
      assert.isTrue(Option.isNone(yield* store.secretOf("newer")))
      yield* transaction(store.revoke(clientId, at))
      assert.isTrue(Option.isNone(yield* store.secretOf("newest")))
      assert.deepStrictEqual(yield* store.find(clientId), Option.some({ ...client, revokedAt: at }))
    })
  ),
  onOne(
    "an organization keeps the settings that were saved of it last (recruiting 1)",
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const named = { id: one, name: "One", settings: newSettings }
      assert.deepStrictEqual(yield* store.own(one), named)
      const settings = { ...newSettings, agency_access: "ALL", consent: "REQUIRED" } as const
      const within = Effect.gen(function* () {
        assert.deepStrictEqual(yield* store.lock(one), named)
        yield* store.saveSettings(one, settings, 1_000)
        return yield* store.settings(one)
      })
      assert.deepStrictEqual(yield* transaction(within), settings)
      assert.deepStrictEqual(yield* store.own(one), { ...named, settings })
      assert.deepStrictEqual((yield* store.own(two)).settings, newSettings)
    })
  ),
  onOne(
    "the work of retention_days is due from the setting on, and again after each look (recruiting 9)",
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const set = (id: OrganizationId, retention_days: number, nowMs: number) =>
        transaction(store.saveSettings(id, { ...newSettings, retention_days }, nowMs))
      assert.deepStrictEqual(yield* store.retention, { organizations: 0, oldestMs: undefined })
      yield* set(one, 30, 1_000)
      yield* set(two, 60, 3_000)
      // Other days begin no new wait.
      yield* set(one, 90, 2_000)
      assert.deepStrictEqual(yield* store.retention, { organizations: 2, oldestMs: 1_000 })
      yield* transaction(store.retained(one, 5_000))
      assert.deepStrictEqual(yield* store.retention, { organizations: 2, oldestMs: 3_000 })
      yield* set(two, 0, 6_000)
      assert.deepStrictEqual(yield* store.retention, { organizations: 1, oldestMs: 5_000 })
    })
  ),
  onOne(
    "a grant is changed, found and taken back",
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const bound = { organizationId: two, permissions: ["jobs:read"], agencyId: AgencyId.make("agy_a") } as const
      assert.isTrue(yield* store.grant(clientId, bound))
      assert.deepStrictEqual(yield* store.findGrant(clientId, two), Option.some(bound))
      assert.deepStrictEqual(ids(yield* store.granted(clientId)), [one, two])
      yield* store.ungrant(clientId, one)
      assert.deepStrictEqual(yield* store.grants(clientId), [bound])
      assert.isFalse(yield* store.insert({ id: two, name: "Again", settings: newSettings }, at))
      yield* transaction(store.rename({ id: one, name: "First" }))
      // A page has one row of look-ahead.
      assert.deepStrictEqual(yield* store.page({ after: undefined, limit: 1 }), yield* store.all)
      assert.deepStrictEqual(ids(yield* store.page({ after: one, limit: 1 })), [two])
      assert.deepStrictEqual(
        (yield* store.all).map(({ id, name, clients: granted }) => [id, name, granted]),
        [
          [one, "First", 0],
          [two, "Two", 1]
        ]
      )
    })
  )
]

const token = {
  digest: "t",
  clientId,
  primary: true,
  organizationId: undefined,
  secretDigest: "secret",
  expiresAtMs: 9
}
const scopedToken = {
  digest: "s",
  clientId,
  organizationId: one,
  permissions: undefined,
  parentId: "t",
  expiresAtMs: 8
}

/** Removes every token that has ended. */
const purgeAll = Effect.flatMap(TokenStore, (store) =>
  Effect.repeat(store.purge(0), { until: (removed) => removed < tokensPerPurge })
)

const tokens: ReadonlyArray<Law> = [
  onOne(
    "a token needs a live secret, a scoped one a grant and a live parent",
    Effect.gen(function* () {
      const store = yield* TokenStore
      assert.isUndefined(yield* store.insert({ ...token, secretDigest: "ended" }, 0))
      assert.isUndefined(yield* store.insertScoped(scopedToken, 0))
      assert.strictEqual(yield* store.insert(token, 0), 0)
      assert.isUndefined(yield* store.insertScoped({ ...scopedToken, organizationId: two }, 0))
      assert.strictEqual(yield* store.insertScoped(scopedToken, 0), 1)
      const found = Option.getOrThrow(yield* store.find("s"))
      assert.deepInclude(found, { tokenId: "s", primary: false, organizationId: one, granted: permissions })
      yield* (yield* OrganizationStore).ungrant(clientId, one)
      assert.deepInclude(Option.getOrThrow(yield* store.find("s")), { granted: [] })
    })
  ),
  onOne(
    "a token ends with those minted with it, and with its client",
    Effect.gen(function* () {
      const store = yield* TokenStore
      yield* store.insert(token, 0)
      yield* store.insertScoped(scopedToken, 0)
      yield* store.revoke(ClientId.make("cli_b"), "t")
      assert.strictEqual(yield* store.countLive(clientId, 0), 2)
      yield* store.revoke(clientId, "t")
      assert.strictEqual(yield* store.countLive(clientId, 0), 0)
      yield* store.insert(token, 0)
      yield* transaction(Effect.flatMap(ClientStore, (store) => store.revoke(clientId, at)))
      assert.isTrue(Option.isNone(yield* store.find("t")))
    })
  ),
  onOne(
    "a new token tells how many live ones its client had",
    Effect.gen(function* () {
      const store = yield* TokenStore
      for (const expiresAtMs of [2, 3, 7]) yield* store.insert({ ...token, digest: `t${expiresAtMs}`, expiresAtMs }, 0)
      assert.strictEqual(yield* store.insert(token, 2), 2)
      assert.strictEqual(yield* store.insertScoped(scopedToken, 3), 2)
    })
  ),
  onOne(
    "of two new tokens of one moment, the one that is older by its digest may end, and the other lives",
    Effect.gen(function* () {
      const store = yield* TokenStore
      for (const digest of ["t1", "t2"]) yield* store.insert({ ...token, digest }, 0)
      assert.isFalse(yield* store.endOldest({ ...token, digest: "t1" }, 0))
      assert.isTrue(yield* store.endOldest({ ...token, digest: "t2" }, 0))
      assert.isTrue(Option.isNone(yield* store.find("t1")))
      assert.isTrue(Option.isSome(yield* store.find("t2")))
    })
  ),
  onOne(
    "a revoked token ends every token that was minted with it, however many there are, and a purge removes them all",
    Effect.gen(function* () {
      const store = yield* TokenStore
      const count = 2 * tokensPerPurge + 1
      for (const digest of ["t", "u"]) yield* store.insert({ ...token, digest }, 0)
      for (let number = 0; number < count; number++) {
        yield* store.insertScoped({ ...scopedToken, digest: `s${number}` }, 0)
      }
      yield* store.insertScoped({ ...scopedToken, digest: "another", parentId: "u" }, 0)
      yield* store.revoke(clientId, "t")
      for (let number = 0; number < count; number++) {
        assert.isTrue(Option.isNone(yield* store.find(`s${number}`)), `s${number}`)
      }
      assert.isTrue(Option.isNone(yield* store.find("t")))
      // A token that is not the client's ends nothing.
      yield* store.revoke(ClientId.make("cli_other"), "u")
      yield* Effect.repeat(store.purge(0), { until: (removed) => removed < tokensPerPurge })
      assert.strictEqual(yield* store.countLive(clientId, 0), 2)
      assert.isTrue(Option.isSome(yield* store.find("another")))
    })
  ),
  onOne(
    "the oldest live token of a kind before a new one is ended, and expired ones are purged",
    Effect.gen(function* () {
      const store = yield* TokenStore
      for (const expiresAtMs of [5, 3, 7]) yield* store.insert({ ...token, digest: `t${expiresAtMs}`, expiresAtMs }, 0)
      yield* store.insertScoped({ ...scopedToken, parentId: "t7", expiresAtMs: 4 }, 0)
      const newest = { ...token, digest: "t7", expiresAtMs: 7 }
      assert.isTrue(yield* store.endOldest(newest, 3))
      assert.isTrue(Option.isNone(yield* store.find("t5")))
      assert.isFalse(yield* store.endOldest(newest, 3))
      assert.isFalse(yield* store.endOldest({ ...newest, organizationId: one }, 3))
      assert.strictEqual(yield* store.purge(4), 2)
      assert.strictEqual(yield* store.countLive(clientId, 0), 1)
    })
  ),
  onOne(
    "all tokens of a client end at once, and those that are issued afterwards live",
    Effect.gen(function* () {
      const store = yield* TokenStore
      const count = tokensPerPurge + 1
      for (let number = 0; number < count; number++) yield* store.insert({ ...token, digest: `t${number}` }, 0)
      yield* store.insertScoped({ ...scopedToken, parentId: "t0" }, 0)
      const isFound = (digest: string) => Effect.map(store.find(digest), Option.isSome)
      // What is not committed ends nothing.
      yield* Effect.ignore(transaction(Effect.andThen(store.endOfClient(clientId, "mark_0"), Effect.fail("no"))))
      assert.isTrue(yield* isFound("t0"))
      yield* transaction(store.endOfClient(clientId, "mark_1"))
      assert.deepStrictEqual(yield* Effect.forEach(["t0", `t${count - 1}`, "s"], isFound), [false, false, false])
      assert.strictEqual(yield* store.countLive(clientId, 0), 0)
      // An ended token mints none, a later one does.
      assert.isUndefined(yield* store.insertScoped({ ...scopedToken, digest: "none", parentId: "t0" }, 0))
      assert.strictEqual(yield* store.insert({ ...token, digest: "later" }, 0), 0)
      assert.strictEqual(yield* store.insertScoped({ ...scopedToken, digest: "minted", parentId: "later" }, 0), 1)
      assert.isTrue(yield* isFound("minted"))
      yield* purgeAll
      assert.deepStrictEqual(yield* Effect.forEach(["later", "minted", "t1"], isFound), [true, true, false])
      assert.strictEqual(yield* store.countLive(clientId, 0), 2)
      // A second ending ends what was issued since the first one, before and after the purge.
      yield* transaction(store.endOfClient(clientId, "mark_2"))
      yield* store.insert({ ...token, digest: "last" }, 0)
      yield* transaction(store.endOfClient(clientId, "mark_3"))
      assert.deepStrictEqual(yield* Effect.forEach(["later", "minted", "last"], isFound), [false, false, false])
      yield* purgeAll
      assert.strictEqual(yield* store.countLive(clientId, 0), 0)
      assert.strictEqual(yield* store.insert({ ...token, digest: "later" }, 0), 0)
    })
  )
]

/** How many reads one of two races waits before it begins: each moment of the other one is met. */
const delays = [0, 1, 2, 3, 4, 5, 6, 7]

const after = (delay: number): Effect.Effect<void, StoreError, ClientStore> =>
  Effect.flatMap(ClientStore, ({ find }) => Effect.repeat(find(clientId), { times: delay }))

/** Ends something of the client on one connection while a token is added on the other, at every moment; it may not outlive that. */
const endsAll = (
  name: string,
  prepare: Effect.Effect<unknown, StoreError, Stores>,
  end: Effect.Effect<unknown, StoreError, Stores>,
  add: Effect.Effect<unknown, StoreError, Stores>,
  digest: string
): Law => [
  name,
  (first, second) =>
    Effect.gen(function* () {
      yield* first(furnish)
      for (const delay of delays) {
        yield* first(transaction(Effect.andThen(lockClient, prepare)))
        yield* Effect.all([first(end), second(Effect.andThen(after(delay), add))], { concurrency: 2 })
        const left = yield* first(Effect.flatMap(TokenStore, (store) => store.find(digest)))
        assert.isTrue(Option.isNone(left), `after ${delay} reads`)
      }
    })
]

const lockClient = Effect.flatMap(ClientStore, (store) => store.lock(clientId))
const renew = Effect.flatMap(ClientStore, (store) => store.replaceDigest(clientId, "secret", at))
const insertToken = Effect.flatMap(TokenStore, (store) => store.insert(token, 0))
const insertScopedToken = Effect.flatMap(TokenStore, (store) => store.insertScoped(scopedToken, 0))
let marks = 0
const endTokens = Effect.flatMap(TokenStore, (store) => store.endOfClient(clientId, `mark_${++marks}`))
/** Each round issues tokens with the digests of the one before. */
const removeTokens = Effect.andThen(endTokens, purgeAll)
const replaceSecret = transaction(
  Effect.gen(function* () {
    yield* lockClient
    yield* (yield* ClientStore).replaceDigest(clientId, "other", at)
    yield* endTokens
  })
)

export const raceLaws: ReadonlyArray<Law> = [
  endsAll(
    "a token that is issued while its secret is replaced does not outlive it",
    Effect.andThen(renew, removeTokens),
    replaceSecret,
    insertToken,
    "t"
  ),
  endsAll(
    "a token that is minted while the tokens of its client end does not outlive them",
    Effect.andThen(renew, Effect.andThen(removeTokens, insertToken)),
    replaceSecret,
    insertScopedToken,
    "s"
  ),
  endsAll(
    "a token that is minted while its parent is revoked does not outlive it",
    Effect.andThen(renew, Effect.andThen(removeTokens, insertToken)),
    Effect.flatMap(TokenStore, (store) => store.revoke(clientId, "t")),
    insertScopedToken,
    "s"
  ),
  [
    "of two secrets added at once beside one, one is added",
    (first, second) =>
      Effect.gen(function* () {
        const add = (digest: string) =>
          transaction(
            Effect.gen(function* () {
              const store = yield* ClientStore
              yield* lockClient
              const { length } = yield* store.secretsOfClient(clientId)
              if (length < 2) yield* store.addDigest(clientId, digest, at)
              return length < 2
            })
          )
        yield* first(furnish)
        const added = yield* Effect.all([first(add("b")), second(add("c"))], { concurrency: 2 })
        assert.deepStrictEqual(added.toSorted(), [false, true])
      })
  ],
  [
    "of two grants at once, one is made where one more is allowed",
    (first, second) =>
      Effect.gen(function* () {
        const grant = (id: string) =>
          transaction(
            Effect.flatMap(OrganizationStore, (store) =>
              store.grant(clientId, { organizationId: OrganizationId.make(id), permissions })
            )
          )
        yield* first(furnish)
        yield* first(
          transaction(
            Effect.gen(function* () {
              const store = yield* OrganizationStore
              // The client has one of them already.
              for (let number = 0; number < grantsMax; number++) {
                const organizationId = OrganizationId.make(`org_${number}`)
                yield* store.insert({ id: organizationId, name: "N", settings: newSettings }, at)
                if (number < grantsMax - 2) yield* store.grant(clientId, { organizationId, permissions })
              }
            })
          )
        )
        const ends = [grant(`org_${grantsMax - 2}`), grant(`org_${grantsMax - 1}`)] as const
        const made = yield* Effect.all([first(ends[0]), second(ends[1])], { concurrency: 2 })
        assert.deepStrictEqual(made.toSorted(), [false, true])
      })
  ],
  [
    "two transactions that write the same jobs in opposite orders are both done",
    (first, second) =>
      Effect.gen(function* () {
        const all = Array.from({ length: 600 }, (_, number) => job(`job_${number}`))
        const save = (written: ReadonlyArray<Job>) =>
          transaction(Effect.flatMap(JobStore, (store) => store.saveAll(one, written)))
        yield* first(furnish)
        for (const title of ["a", "b", "c"]) {
          const jobs = all.map((each) => ({ ...each, title }))
          yield* Effect.all([first(save(jobs)), second(save(jobs.toReversed()))], { concurrency: 2 })
        }
      })
  ],
  [
    "a name that another system has for a job stays one job's when two import it at once",
    (first, second) =>
      Effect.gen(function* () {
        const upsert = (id: string, title: string) =>
          transaction(
            Effect.gen(function* () {
              const store = yield* JobStore
              const stored = (yield* store.byExternalId(one, ["A"])).get("A")
              yield* store.saveAll(one, [job(stored?.id ?? id, { title, external_id: "A" })])
            })
          )
        yield* first(furnish)
        for (const round of ["1", "2", "3"]) {
          const ends = [upsert(`job_a${round}`, "First"), upsert(`job_b${round}`, "Second")] as const
          yield* Effect.all([first(ends[0]), second(ends[1])], { concurrency: 2 })
        }
        const { rows } = yield* first(
          Effect.flatMap(JobPages, ({ all: read }) => read(one, { after: undefined, limit: 10 }))
        )
        assert.lengthOf(rows, 1)
      })
  ],
  [
    "two transactions that wait for each other are both done",
    (first, second) =>
      Effect.gen(function* () {
        const agency = (id: string): Agency => ({
          id: AgencyId.make(id),
          name: id,
          status: "ACTIVE",
          optimizedFee: true,
          recruiters: []
        })
        const both = ["agy_a", "agy_b"].map(agency)
        const lockBoth = (agencies: typeof both) =>
          transaction(
            Effect.flatMap(AgencyStore, (store) => Effect.forEach(agencies, ({ id }) => store.lockFees(one, id)))
          )
        yield* first(furnish)
        yield* first(
          Effect.flatMap(AgencyStore, (store) => Effect.forEach(both, (each) => store.insert(one, each, initialFees)))
        )
        const locked = yield* Effect.all([first(lockBoth(both)), second(lockBoth(both.toReversed()))], {
          concurrency: 2
        })
        assert.deepStrictEqual(
          locked.map((found) => found.filter(Option.isSome).length),
          [2, 2]
        )
      })
  ]
]

const answers: ReadonlyArray<Law> = [
  onOne(
    "a key is reserved once, and again when its answer has expired",
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      yield* transaction(
        Effect.gen(function* () {
          assert.isTrue(yield* Effect.flatten(store.reserve(scope, reservation)))
          yield* store.complete(scope, answer, "usr_a")
        })
      )
      assert.isFalse(yield* transaction(Effect.flatten(store.reserve(scope, reservation))))
      assert.deepStrictEqual(yield* store.find(scope, 1_999), Option.some({ fingerprint: "same", ...answer }))
      assert.isTrue(Option.isNone(yield* store.find(scope, 2_000)))
      assert.isTrue(Option.isNone(yield* store.find({ ...scope, organizationId: two }, 1_000)))
      assert.isTrue(
        yield* transaction(Effect.flatten(store.reserve(scope, { ...reservation, nowMs: 2_000, expiresAtMs: 3_000 })))
      )
    })
  ),
  onOne(
    "a reservation goes with the transaction that fails",
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      yield* Effect.ignore(
        transaction(Effect.andThen(Effect.flatten(store.reserve(scope, reservation)), Effect.fail("no")))
      )
      assert.isTrue(yield* transaction(Effect.flatten(store.reserve(scope, reservation))))
    })
  ),
  onOne(
    "answers about a resource are forgotten, and expired ones purged",
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const keep = (key: string, resourceId: string) =>
        transaction(
          Effect.andThen(
            Effect.flatten(store.reserve({ ...scope, key }, reservation)),
            store.complete({ ...scope, key }, answer, resourceId)
          )
        )
      // More than one statement removes.
      const keys = Array.from({ length: 25 }, (_, index) => `a${index}`)
      for (const key of keys) yield* keep(key, "usr_a")
      yield* keep("b", "usr_b")
      assert.strictEqual(yield* transaction(store.forgetSome(one, "usr_a")), answersPerForgetting)
      yield* store.forget(one, "usr_a")
      assert.strictEqual(yield* transaction(store.forgetSome(one, "usr_a")), 0)
      const found = yield* Effect.forEach(keys, (key) => store.find({ ...scope, key }, 1_000))
      assert.isTrue(found.every(Option.isNone))
      assert.strictEqual(yield* store.purge(1_999), 0)
      assert.strictEqual(yield* store.purge(2_000), 1)
    })
  ),
  onOne(
    "forgotten answers count as removed at once, are removed in batches, and their keys are free",
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const keep = (key: string, resourceId: string, body = answer.body, nowMs = 1_000) =>
        Effect.andThen(
          Effect.flatten(store.reserve({ ...scope, key }, { ...reservation, nowMs })),
          store.complete({ ...scope, key }, { ...answer, body }, resourceId)
        )
      const isFound = (key: string) => Effect.map(store.find({ ...scope, key }, 1_000), Option.isSome)
      const mark = (text: string) => ({ organizationId: one, resourceId: "agy_a", mark: text })
      const removeAll = Effect.gen(function* () {
        const counts: Array<number> = []
        do counts.push(yield* transaction(store.removeForgotten(one, "agy_a")))
        while (counts.at(-1) !== 0)
        return counts
      })
      const large = "x".repeat(answerBytesPerForgetting)
      for (const key of ["a", "b", "c", "d", "e", "f"]) yield* transaction(keep(key, "agy_a"))
      yield* transaction(keep("other", "agy_b"))
      // What is not committed forgets nothing.
      yield* Effect.ignore(transaction(Effect.andThen(store.forgetLater(mark("none")), Effect.fail("no"))))
      assert.isTrue(yield* isFound("a"))
      assert.strictEqual(yield* transaction(store.removeForgotten(one, "agy_a")), 0)
      // The answer of the write that forgets is stored after the mark.
      yield* transaction(Effect.andThen(store.forgetLater(mark("mark_1")), keep("by", "agy_a")))
      assert.deepStrictEqual(yield* Effect.forEach(["a", "f", "other", "by"], isFound), [false, false, true, true])
      // A forgotten key is free, and its new answer is kept.
      assert.isTrue(yield* transaction(Effect.flatten(store.reserve({ ...scope, key: "b" }, reservation))))
      yield* transaction(store.complete({ ...scope, key: "b" }, answer, "agy_a"))
      assert.isFalse(yield* transaction(Effect.flatten(store.reserve({ ...scope, key: "b" }, reservation))))
      assert.deepStrictEqual(yield* store.forgotten, [mark("mark_1")])
      assert.deepStrictEqual(yield* removeAll, [answersPerForgetting, 1, 0])
      assert.deepStrictEqual(yield* Effect.forEach(["b", "other", "by"], isFound), [true, true, true])
      // A later mark forgets what was stored under the one before, and a worker that has found that one does not remove it.
      yield* transaction(Effect.andThen(store.forgetLater(mark("mark_2")), keep("last", "agy_a")))
      assert.deepStrictEqual(yield* Effect.forEach(["b", "by", "last"], isFound), [false, false, true])
      yield* transaction(store.removeMark(mark("mark_1")))
      assert.deepStrictEqual(yield* store.forgotten, [mark("mark_2")])
      assert.deepStrictEqual(yield* removeAll, [2, 0])
      yield* transaction(store.removeMark(mark("mark_2")))
      assert.deepStrictEqual(yield* store.forgotten, [])
      assert.isTrue(yield* isFound("last"))
      // Without a mark nothing is forgotten, and the next one forgets all of it.
      yield* transaction(keep("large", "agy_a", large))
      yield* transaction(keep("larger", "agy_a", large))
      assert.isTrue(yield* isFound("larger"))
      yield* transaction(store.forgetLater(mark("mark_3")))
      assert.deepStrictEqual(yield* Effect.forEach(["large", "larger", "last"], isFound), [false, false, false])
      // A large answer ends its batch.
      const counts = yield* removeAll
      assert.isAtLeast(counts.length, 3)
      assert.strictEqual(
        counts.reduce((sum, count) => sum + count, 0),
        3
      )
    })
  ),
  onOne(
    "an answer whose body is in an event is read from there, whatever came before and after",
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const journal = yield* JournalStore
      const record = (id: string, title: string) => {
        const job: Job = { id: JobId.make("job_a"), title, description: 'Builds \u{20bb7} "engines"' }
        const body = jsonTextOf(JobSchema)(job)
        const change: AuditEntry = { ...entry(id), action: "job.updated", resource_id: job.id }
        return {
          body,
          record: {
            organizationId: one,
            entry: change,
            event: { type: "job.updated", data: { job, changed: ["title"] } } as const
          }
        }
      }
      const write = (key: string, title: string, id: string) =>
        transaction(
          Effect.gen(function* () {
            const { body, record: appended } = record(id, title)
            assert.isTrue(hasBody(appended, body))
            assert.isFalse(hasBody(appended, `${body} `))
            yield* Effect.flatten(store.reserve({ ...scope, key }, reservation))
            yield* store.completeFromEvent({ ...scope, key }, { ...answer, body }, "job_a")
            yield* journal.append([{ organizationId: one, entry: entry(`${id}u`) }, appended])
          })
        )
      yield* write("a", "First", "aud_0000000000001")
      yield* write("b", "Second", "aud_0000000000002")
      yield* write("c", "Third", "aud_0000000000003")
      for (const [key, title] of [
        ["a", "First"],
        ["b", "Second"],
        ["c", "Third"]
      ] as const) {
        assert.deepStrictEqual(
          yield* store.find({ ...scope, key }, 1_000),
          Option.some({ fingerprint: "same", ...answer, body: record("aud_0000000000000", title).body })
        )
      }
      // A key that is free again keeps nothing of what it was.
      yield* transaction(
        Effect.gen(function* () {
          yield* Effect.flatten(
            store.reserve({ ...scope, key: "a" }, { ...reservation, nowMs: 2_000, expiresAtMs: 3_000 })
          )
          yield* store.complete({ ...scope, key: "a" }, answer, "usr_a")
        })
      )
      assert.deepStrictEqual(
        yield* store.find({ ...scope, key: "a" }, 2_000),
        Option.some({ fingerprint: "same", ...answer })
      )
    })
  ),
  [
    "of two transactions that reserve one key at once, one has it",
    (first, second) =>
      Effect.gen(function* () {
        const reserve = transaction(
          Effect.flatMap(IdempotencyStore, (store) => Effect.flatten(store.reserve(scope, reservation)))
        )
        assert.deepStrictEqual((yield* race(first, second, reserve)).toSorted(), [false, true])
      })
  ]
]

const journals: ReadonlyArray<Law> = [
  onOne(
    "a journal is numbered in the order of its entries, read page by page, and apart from others",
    Effect.gen(function* () {
      const journal = yield* JournalStore
      const append = (organizationId: OrganizationId | undefined, ...of: ReadonlyArray<string>) =>
        transaction(journal.append(of.map((id) => ({ organizationId, entry: entry(id) }))))
      const page = (organizationId: OrganizationId | undefined, after: number, limit: number) =>
        Effect.map(journal.page(organizationId, { after, limit }), numbered)
      // Ids are made in another order than entries are committed, where two processes make them.
      yield* append(one, "aud_3", "aud_1")
      yield* append(undefined, "aud_4")
      yield* append(one, "aud_2")
      assert.deepStrictEqual(yield* page(one, 0, 10), ["1 aud_3", "2 aud_1", "3 aud_2"])
      assert.deepStrictEqual(yield* page(one, 1, 1), ["2 aud_1", "3 aud_2"])
      assert.deepStrictEqual(yield* page(undefined, 0, 10), ["1 aud_4"])
      assert.deepStrictEqual(yield* page(two, 0, 10), [])
      assert.deepStrictEqual(yield* journal.sequenceOf(one, "aud_2"), Option.some(3))
      assert.isTrue(Option.isNone(yield* journal.sequenceOf(two, "aud_2")))
    })
  ),
  [
    "entries appended at once are all there",
    (first, second) =>
      Effect.gen(function* () {
        const append = (id: string) =>
          transaction(
            Effect.flatMap(JournalStore, (store) => store.append([{ organizationId: one, entry: entry(id) }]))
          )
        yield* first(furnish)
        yield* Effect.all([first(append("aud_1")), second(append("aud_2"))], { concurrency: 2 })
        const page = Effect.flatMap(JournalStore, (store) => store.page(one, { after: 0, limit: 10 }))
        const found = yield* second(page)
        assert.deepStrictEqual(
          found.rows.map(({ row }) => row.sequence),
          [1, 2]
        )
        assert.sameMembers(
          found.rows.map(({ row }) => row.entry.id),
          ["aud_1", "aud_2"]
        )
      })
  ]
]

const day = (dayAtMs: number, bytes: number, of = clientId) => ({ clientId: of, dayAtMs, bytes })

const storedBytes: ReadonlyArray<Law> = [
  [
    "bytes are added up by client and day, over both connections",
    (first, second) =>
      Effect.gen(function* () {
        const other = ClientId.make("cli_b")
        const add = (...counted: ReadonlyArray<StoredBytes>) =>
          Effect.flatMap(StoredBytesStore, (store) => store.add(counted))
        const ofDay = (dayAtMs: number) =>
          Effect.flatMap(StoredBytesStore, (store) =>
            Effect.map(store.ofDay(dayAtMs), (rows) =>
              rows.toSorted((left, right) => (left.clientId < right.clientId ? -1 : 1))
            )
          )
        yield* first(add())
        yield* first(add(day(0, 1), day(86_400_000, 4_294_967_296)))
        const added = Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? first : second)(add(day(86_400_000, 3, other), day(86_400_000, 2)))
        )
        yield* Effect.all(added, { concurrency: 20 })
        assert.deepStrictEqual(yield* second(ofDay(86_400_000)), [
          day(86_400_000, 4_294_967_336),
          day(86_400_000, 60, other)
        ])
        yield* second(Effect.flatMap(StoredBytesStore, (store) => store.purge(86_400_000)))
        assert.deepStrictEqual(yield* first(ofDay(0)), [])
        assert.lengthOf(yield* first(ofDay(86_400_000)), 2)
      })
  ]
]

const others: ReadonlyArray<Law> = [
  [
    "both connections sign cursors with one key",
    (first, second) =>
      Effect.gen(function* () {
        const keys = Effect.flatMap(CursorKeys, ({ all }) => all)
        const found = yield* first(keys)
        assert.isNotEmpty(found)
        assert.deepStrictEqual(yield* second(keys), found)
      })
  ],
  onOne(
    "a store in order can be read and written",
    Effect.gen(function* () {
      const { canRead, canWrite } = yield* StoreHealth
      assert.deepStrictEqual([yield* canRead, yield* canWrite], [true, true])
    })
  )
]

/** All laws. */
export const storeLaws: ReadonlyArray<Law> = [
  ...transactions,
  ...users,
  ...jobs,
  ...agencies,
  ...agencyInvitationLaws,
  ...claimLaws,
  ...confirmationLaws,
  ...mailLaws,
  ...messageLaws,
  ...erasureRequestLaws,
  ...applicationLaws,
  ...attachmentLaws,
  ...rejectionReasonLaws,
  ...placementLaws,
  ...scanLaws,
  ...applicationAccessLaws,
  ...jobAccessLaws,
  ...filterLaws,
  ...searchLaws,
  ...pageLaws,
  ...clients,
  ...tokens,
  ...raceLaws,
  ...answers,
  ...journals,
  ...deliveryLaws,
  ...eventLaws,
  ...webhookOperatorLaws,
  ...webhookReaderLaws,
  ...leakedSecretLaws,
  ...lostLeaseLaws,
  ...storedBytes,
  ...togetherLaws,
  ...others
]
