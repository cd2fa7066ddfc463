/**
 * The targets of each kind of record: they find the records that lines concern, apply a line to them, and save them.
 * The rules are the domain's.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { type AgencyLine, agencyOfLine } from "@partner-api/domain/AgencyImport"
import type { Agency } from "@partner-api/domain/Agency"
import { agencyImported } from "@partner-api/domain/commands/Agency"
import { jobImported } from "@partner-api/domain/commands/Job"
import { userImported } from "@partner-api/domain/commands/User"
import { normalizeEmail } from "@partner-api/domain/Email"
import { AgencyId, JobId, type OrganizationId, UserId } from "@partner-api/domain/Ids"
import type { JournalEntry } from "@partner-api/domain/Journal"
import { type Job, usersNamedIn, userProblems } from "@partner-api/domain/Job"
import { changedJobOf, type JobLine, newJobOf } from "@partner-api/domain/JobImport"
import { lacksRecruiter } from "@partner-api/domain/Recruiter"
import type { User } from "@partner-api/domain/User"
import { changedUserOf, newUserOf, type UserLine, userLineProblems } from "@partner-api/domain/UserImport"
import type { AgencyAccess } from "@partner-api/domain/OrganizationSettings"
import { makeId } from "@partner-api/service/crypto/Secrets"
import { record } from "@partner-api/service/services/Journal"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { makeForgetAnswers } from "@partner-api/service/services/ForgottenAnswers"
import { JobAssignmentStore } from "@partner-api/service/store/JobAssignmentStore"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import { JobStore } from "@partner-api/service/store/JobStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { agencyLines, type ImportKind, jobLines, userLines } from "./ImportKind.ts"
import { type KnownRows, knownRowsOf } from "./KnownRows.ts"
import type { Decide, GoodLine, Upserted } from "./Upsert.ts"

/** The stored records of lines, and the changes that the lines make. */
interface Found<Line, Row> {
  readonly known: KnownRows<Row>
  readonly decide: Decide<Line, Row>
}

/** Looks up the stored records that lines concern. The transaction under way may change them: nobody else does before it ends. */
export type Finder<Line, Row> = (
  lines: ReadonlyArray<GoodLine<Line>>,
  nowMs: number
) => Effect.Effect<Found<Line, Row>, StoreError>

export interface ImportTarget<Line, Row> {
  readonly kind: ImportKind<Line>
  /** Whether only the stored records show whether a line is good: of every line, or of those that meet the condition. */
  readonly needsRecords: boolean | ((line: Line) => boolean)
  /** Whether lines bring identifiers along, which later lines can meet again. */
  readonly bringsIds: boolean
  /** The finder of one transaction, or of a pass that writes nothing: then it remembers what it has to of the lines before. */
  readonly finder: (organizationId: OrganizationId) => Finder<Line, Row>
  /** Saves records, and records an entry for each. `before` has the stored ones. */
  readonly save: (
    organizationId: OrganizationId,
    rows: Pick<Upserted<Row>, "added" | "changed">,
    before: KnownRows<Row>
  ) => Effect.Effect<void, StoreError, CurrentWrite>
}

/** The names of lines. */
const namesOf = (lines: ReadonlyArray<GoodLine<unknown>>): ReadonlyArray<string> => lines.map(({ name }) => name)

/** Records the entries of records: of each that is new, and of each that is another than the one that was known. */
const recordEach = <Row>(
  organizationId: OrganizationId,
  { added, changed }: Pick<Upserted<Row>, "added" | "changed">,
  before: KnownRows<Row>,
  entriesOf: (organizationId: OrganizationId, before: Row | undefined, after: Row) => ReadonlyArray<JournalEntry>
) =>
  record([
    ...[...added.values()].flatMap((row) => entriesOf(organizationId, undefined, row)),
    ...[...changed].flatMap(([name, row]) => entriesOf(organizationId, before.named(name), row))
  ])

/** Records that any line may make or change. */
const upserting =
  <Line, Row>(make: (line: Line) => Effect.Effect<Row>, change: (line: Line, row: Row) => Row): Decide<Line, Row> =>
  (line, row) =>
    Effect.map(row === undefined ? make(line) : Effect.succeed(change(line, row)), (after) => Result.succeed(after))

/** The facts by which lines of jobs are judged, beside the job of their name. */
interface JobLineFacts {
  readonly activeUsers: ReadonlySet<string>
  /** The access of a new job whose line has none. */
  readonly access: AgencyAccess
  /** Whether jobs may be hidden from agencies (`AssignedAccess.ts` of the service). */
  readonly mayHide: boolean
}

/** A server of the release before shows every job to every agency. */
const hiding = [
  {
    in: "body",
    path: "/agency_access",
    code: "conflict",
    message: "must be ALL while a server of the release before runs on the database"
  }
] as const

/** Applies a line to the job of its name, where the users that it names are active. A new job has the access that the organization has set. */
const decideJob = (nowMs: number, { access, activeUsers, mayHide }: JobLineFacts): Decide<JobLine, Job> => {
  const decide = upserting<JobLine, Job>(
    (line) => Effect.map(makeId("job_"), (id) => newJobOf(line, { id: JobId.make(id), nowMs, access })),
    (line, job) => changedJobOf(line, job, nowMs)
  )
  return (line, job, withId) => {
    const problems = userProblems(line, job ?? {}, activeUsers)
    if (problems.length > 0) return Effect.succeed(Result.fail(problems))
    return Effect.map(decide(line, job, withId), (decided) =>
      Result.flatMap(decided, (after) =>
        after.agency_access === "ASSIGNED" && job?.agency_access !== "ASSIGNED" && !mayHide
          ? Result.fail(hiding)
          : Result.succeed(after)
      )
    )
  }
}

export const jobTarget = Effect.gen(function* () {
  const store = yield* JobStore
  const users = yield* UserStore
  const organizations = yield* OrganizationStore
  const assignments = yield* JobAssignmentStore
  const target: ImportTarget<JobLine, Job> = {
    kind: jobLines,
    needsRecords: (line) => usersNamedIn(line).length > 0,
    bringsIds: false,
    finder: (organizationId) =>
      Effect.fnUntraced(function* (lines, nowMs) {
        const activeUsers = yield* users.activeAmong(
          organizationId,
          lines.flatMap(({ value }) => usersNamedIn(value))
        )
        const known = knownRowsOf(yield* store.byExternalId(organizationId, namesOf(lines)))
        const { agency_access: access } = yield* organizations.settings(organizationId)
        return { known, decide: decideJob(nowMs, { access, activeUsers, mayHide: yield* assignments.mayHide }) }
      }),
    save: (organizationId, made, before) =>
      Effect.andThen(
        store.saveAll(organizationId, [...made.added.values(), ...made.changed.values()]),
        recordEach(organizationId, made, before, jobImported)
      )
  }
  return target
})

export const agencyTarget = Effect.gen(function* () {
  const store = yield* AgencyStore
  const forgetAnswers = yield* makeForgetAnswers

  const decide: Decide<AgencyLine, Agency> = (line, agency) =>
    Effect.map(Effect.all({ id: makeId("agy_"), recruiters: makeId("rec_") }), ({ id, recruiters }) =>
      agencyOfLine(line, agency, { id: AgencyId.make(id), recruiters })
    )

  /** Forgets the stored answers of agencies that lack a recruiter now. */
  const forgetRemoved = (
    organizationId: OrganizationId,
    changed: ReadonlyMap<string, Agency>,
    before: KnownRows<Agency>
  ) =>
    Effect.forEach(
      changed,
      ([name, agency]) =>
        lacksRecruiter(before.named(name)?.recruiters ?? [], agency.recruiters)
          ? forgetAnswers(organizationId, agency.id)
          : Effect.void,
      { discard: true }
    )

  const target: ImportTarget<AgencyLine, Agency> = {
    kind: agencyLines,
    needsRecords: true,
    bringsIds: false,
    finder: (organizationId) => (lines) =>
      Effect.map(store.byExternalId(organizationId, namesOf(lines)), (rows) => ({
        known: knownRowsOf(rows),
        decide
      })),
    save: (organizationId, made, before) =>
      store
        .saveAll(organizationId, [...made.added.values(), ...made.changed.values()])
        .pipe(
          Effect.andThen(forgetRemoved(organizationId, made.changed, before)),
          Effect.andThen(recordEach(organizationId, made, before, (...change) => [agencyImported(...change)]))
        )
  }
  return target
})

/** Applies a line to the user of its email, where its id is not another one's. */
const decideUser = (nowMs: number): Decide<UserLine, User> => {
  const decide = upserting<UserLine, User>(
    (line) => Effect.map(makeId("usr_"), (id) => newUserOf(line, { id: UserId.make(id), nowMs })),
    (line, user) => changedUserOf(line, user, nowMs)
  )
  return (line, ofEmail, withId) => {
    const ofId = line.id === undefined ? undefined : withId(line.id)
    const problems = userLineProblems(line, { ofEmail, ofId })
    return problems.length > 0 ? Effect.succeed(Result.fail(problems)) : decide(line, ofEmail, withId)
  }
}

export const userTarget = Effect.map(UserStore, (store): ImportTarget<UserLine, User> => ({
  kind: userLines,
  needsRecords: true,
  bringsIds: true,
  finder: (organizationId) => (lines, nowMs) => {
    const ids = lines.flatMap(({ value }) => (value.id === undefined ? [] : [value.id]))
    return Effect.map(store.lockHolders(organizationId, { ids, emails: namesOf(lines) }), (users) => ({
      known: knownRowsOf(users.map((user) => [normalizeEmail(user.email), user])),
      decide: decideUser(nowMs)
    }))
  },
  save: (organizationId, made, before) =>
    store
      .insertAll(organizationId, [...made.added.values()])
      .pipe(
        Effect.andThen(
          Effect.forEach(made.changed.values(), (user) => store.save(organizationId, user), { discard: true })
        ),
        Effect.andThen(recordEach(organizationId, made, before, (...change) => [userImported(...change)]))
      )
}))
