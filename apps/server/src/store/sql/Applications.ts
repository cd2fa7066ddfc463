/**
 * {@link ApplicationStore} in a table. A row has the JSON of the application in answers, which a write serializes once. Columns repeat the members by which
 * queries find it; `email_key` is the normalized email, and `rejected_from` the state to which a rejected application can return.
 */
import { Application, reasonIdOf, type StoredApplication } from "@partner-api/domain/Application"
import { onlyClientOf } from "@partner-api/domain/ApplicationAccess"
import type { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { ActiveState, ApplicationState } from "@partner-api/domain/ApplicationState"
import { countsAsSubmission } from "@partner-api/domain/commands/JobAssignment"
import { normalizeEmail, personalEmail } from "@partner-api/domain/Email"
import { AgencyId, ApplicationId, ClientId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { unconfirmedKind } from "@partner-api/domain/UnconfirmedApplication"
import { operatorViewer, type Viewer } from "@partner-api/domain/Viewer"
import {
  type Applicant,
  ApplicationStore,
  contactsPerRead,
  unconfirmedPerLook,
  unconfirmedPerRead
} from "@partner-api/service/store/ApplicationStore"
import type { StoredJson } from "@partner-api/service/store/StoredJson"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { confirmationMark } from "../../platform/Version.ts"
import { ofApplicant, openStates, selectApplicants } from "./Applicants.ts"
import { applicantText } from "./kit/ApplicantText.ts"
import { makeAgencyJobs } from "./AgencyJobs.ts"
import { seenBy, seenPlan } from "./SeenApplications.ts"
import { orConflict, orStoreError } from "./kit/Errors.ts"
import {
  filteredPage,
  indexedTable,
  type IndexCondition,
  jsonText,
  longTexts,
  type FilterPlan,
  placeColumns,
  shortText,
  limitClause
} from "./kit/Lists.ts"
import { ViewerParts } from "./kit/OnlyClient.ts"
import { makeMayHide } from "./kit/ReleaseGate.ts"
import { namedStatement, type PlaceOf, ReadSql, type StatementValue } from "./kit/Statements.ts"
import { allRows, firstRow } from "./kit/Rows.ts"
import { changedResource, firstText } from "./kit/StoredValues.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { batchesByKey, type NewRows, rowInsert, selectKeyed, updated } from "./kit/Writes.ts"

/** The columns of an application that is read whole, in their order. */
const storedColumns = ["json", "rejected_from", "submitted_by"] as const
const StoredRow = Schema.Tuple([Schema.String, Schema.NullOr(ActiveState), Schema.NullOr(ClientId)])
const storedRow = firstRow(StoredRow)
const storedRows = allRows(StoredRow)

const PageRow = Schema.Struct({ ...placeColumns, json: Schema.String })
const encodeApplication = jsonTextOf(Application)

const decodeApplication = changedResource(Application)

/** The application of a row; `before` is the one that was read before. */
const toStored = ([json, rejectedFrom, submittedBy]: typeof StoredRow.Type, before?: Application) =>
  Effect.mapEager(decodeApplication(json, before), (application): StoredApplication => ({
    application,
    rejectedFrom: rejectedFrom ?? undefined,
    ...(submittedBy === null ? {} : { submittedBy })
  }))

/** The columns of a row that a write of a stored application may change: it keeps its job, its agency and its submitter. */
const toChangeable = (stored: StoredApplication) => {
  const { application, rejectedFrom } = stored
  return {
    email_key: application.candidate === undefined ? null : normalizeEmail(application.candidate.email),
    external_id: application.external_id ?? null,
    state: application.state,
    rejected_from: rejectedFrom ?? null,
    only_client_id: onlyClientOf(stored) ?? null,
    reason_id: reasonIdOf(application) ?? null,
    json: encodeApplication(application)
  }
}

const toRow = (stored: StoredApplication) => ({
  job_id: stored.application.job_id,
  agency_id: stored.application.agency_id,
  submitted_by: stored.submittedBy ?? null,
  ...toChangeable(stored)
})

/** The states of each kind of applications that were never confirmed. */
const unconfirmedStates = { WAITING: ["UNCONFIRMED"], ENDED: ["DECLINED", "WITHDRAWN"] } as const

const countedStates = ApplicationState.literals.filter(countsAsSubmission)

const ContactRow = Schema.Struct({
  id: ApplicationId,
  agency_id: AgencyId,
  phone: Schema.NullOr(Schema.String),
  linkedin_url: Schema.NullOr(Schema.String)
})

/** The candidate within the stored JSON. */
const candidateJson = (sql: SqlClient.SqlClient): string =>
  sql.onDialectOrElse({
    sqlite: () => "(json -> 'candidate')",
    orElse: () => "(CAST(json AS JSON) ->> 'candidate')"
  })

const JobAndPerson = Schema.Tuple([Schema.String, Schema.String])
const OpenRow = Schema.Struct({
  job_id: JobId,
  agency_id: AgencyId,
  person: Schema.String,
  state: ApplicationState,
  holds_claim: Schema.Int
})

/** The key of an application. */
interface Key {
  readonly organizationId: string
  readonly id: string
}

/** The viewer of an application. */
interface Viewing {
  readonly agencyId: string
  readonly clientId: string
}

/** The person and the job of applications. */
interface Person {
  readonly organizationId: string
  readonly jobId: string
  readonly emailKey: string
}

const personOf = ({ email, jobId, organizationId }: Applicant) => ({
  organizationId,
  jobId,
  emailKey: personalEmail(email)
})

/** The application of a statement. */
const oneOf = <E, R>(found: Effect.Effect<ReadonlyArray<unknown>, E, R>, before?: Application) =>
  orStoreError(
    Effect.flatMap(
      storedRow(found),
      Option.match({
        onNone: () => Effect.succeedNone,
        onSome: (row) => Effect.mapEager(toStored(row, before), Option.some)
      })
    )
  )

/** The applications of a statement. */
const allOf = <E, R>(found: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  orStoreError(Effect.flatMap(storedRows(found), (rows) => Effect.forEach(rows, (row) => toStored(row))))

type Changeable = ReturnType<typeof toChangeable>

/** The values of the statement that saves an application. */
interface SavedRow extends Key, Changeable {
  readonly isUnconfirmed: 0 | 1
  readonly nowMs: number
}

const toSaved = (organizationId: OrganizationId, stored: StoredApplication, nowMs: number): SavedRow => ({
  organizationId,
  id: stored.application.id,
  ...toChangeable(stored),
  isUnconfirmed: unconfirmedKind(stored.application) === undefined ? 0 : 1,
  nowMs
})

/** The columns that a save writes. */
const changeableColumns = Struct.keys({
  email_key: true,
  external_id: true,
  state: true,
  rejected_from: true,
  only_client_id: true,
  reason_id: true,
  json: true
} satisfies Record<keyof Changeable, true>)

/** The schema from which on programs read which applications the employer sees. */
const confirmationSchema = 40

export const layer = Layer.effect(
  ApplicationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)
    const columns = sql.literal(storedColumns.join(", "))
    /** The statement of whole applications that meet a condition. */
    const selecting = <Values extends Readonly<Record<keyof Values, StatementValue>>>(
      from: SqlClient.SqlClient,
      condition: (place: PlaceOf<keyof Values>) => Fragment,
      table: Fragment = from.literal("applications")
    ) => namedStatement<Values>(from, (place) => from`SELECT ${columns} FROM ${table} WHERE ${condition(place)}`)

    const byKey = (place: PlaceOf<keyof Key>) =>
      sql`organization_id = ${place("organizationId")} AND id = ${place("id")}`
    const find = selecting<Key>(read, byKey)
    /** The statement of the stored JSON of an application that a viewer sees. */
    const text = <Values extends Key & Readonly<Record<keyof Values, StatementValue>>>(
      seen: (place: PlaceOf<keyof Values>) => Fragment
    ) =>
      namedStatement<Values>(
        read,
        (place) => read`SELECT json FROM applications WHERE ${byKey(place)} AND ${seen(place)}`
      )
    const textForAgency = text<Key & Pick<Viewing, "agencyId">>((place) =>
      seenBy(read, { agencyId: place("agencyId"), clientId: undefined })
    )
    const textForClient = text<Key & Pick<Viewing, "clientId">>((place) =>
      seenBy(read, { agencyId: undefined, clientId: place("clientId") })
    )
    const textForOperator = text<Key>(() => seenBy(read, operatorViewer))
    const textFor = ({ agencyId, clientId }: Viewer, key: Key) => {
      if (agencyId !== undefined) return textForAgency({ ...key, agencyId })
      return clientId === undefined ? textForOperator(key) : textForClient({ ...key, clientId })
    }
    const lock = selecting<Key>(sql, (place) => sql`${byKey(place)} ${locks.forUpdate}`)
    /** The applications of a person for a job. */
    const ofPerson = (place: PlaceOf<keyof Person>) => sql`
      organization_id = ${place("organizationId")} AND job_id = ${place("jobId")}
      AND ${applicantText(sql)} = ${place("emailKey")}`
    const unconfirmed = selecting<Person>(
      sql,
      (place) => sql`${ofPerson(place)} AND state = 'UNCONFIRMED'
        ORDER BY id ${limitClause(sql, unconfirmedPerRead)} ${locks.forUpdate}`,
      ofApplicant(sql)
    )
    const contacts = SqlSchema.findAll({
      Request: Schema.Struct({
        organizationId: Schema.String,
        jobId: Schema.String,
        before: Schema.UndefinedOr(Schema.String),
        ...ViewerParts.fields
      }),
      Result: ContactRow,
      execute: ({ agencyId, before, clientId, jobId, organizationId }) => sql`
        SELECT id, agency_id, ${jsonText(sql, "phone", candidateJson(sql))} AS phone,
          ${jsonText(sql, "linkedin_url", candidateJson(sql))} AS linkedin_url
        FROM ${indexedTable(sql, "applications", agencyId === undefined ? "applications_job" : "applications_of_agency")}
        WHERE organization_id = ${organizationId} AND job_id = ${jobId} AND ${seenBy(sql, { agencyId, clientId })}
          ${before === undefined ? sql.literal("") : sql`AND id < ${before}`}
        ORDER BY id DESC ${limitClause(sql, contactsPerRead)}`
    })
    const countSubmissions = SqlSchema.findOne({
      Request: Schema.Struct({ organizationId: Schema.String, jobId: Schema.String, agencyId: Schema.String }),
      Result: Schema.Struct({ count: Schema.Int }),
      execute: ({ agencyId, jobId, organizationId }) => sql`
        SELECT count(*) AS count FROM ${indexedTable(sql, "applications", "applications_of_agency")}
        WHERE organization_id = ${organizationId} AND job_id = ${jobId} AND agency_id = ${agencyId}
          AND state IN ${sql.in(countedStates)}`
    })
    const lockAll = selecting<{ readonly organizationId: string; readonly emailKey: string }>(
      sql,
      (place) => sql`
        organization_id = ${place("organizationId")} AND email_key = ${place("emailKey")} ORDER BY id ${locks.forUpdate}`,
      indexedTable(sql, "applications", "applications_email")
    )
    const byExternalId = selecting<{
      readonly organizationId: string
      readonly agencyId: string
      readonly externalId: string
    }>(
      sql,
      (place) => sql`organization_id = ${place("organizationId")} AND agency_id = ${place("agencyId")}
        AND external_id = ${place("externalId")}`
    )
    const lockNamed = (keyed: {
      readonly organizationId: string
      readonly values: ReadonlyArray<ReadonlyArray<string>>
    }) =>
      sql`${selectKeyed(sql, { name: "applications", columns: storedColumns, keys: ["agency_id", "external_id"] }, keyed)}
        ${locks.forUpdateOf("found")}`.values
    const openAll = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: Schema.String, people: Schema.Array(JobAndPerson) }),
      Result: OpenRow,
      execute: (request) => selectApplicants(sql, { ...request, states: openStates })
    })
    const found = filteredPage(
      read,
      { name: "applications", columns: shortText("json") },
      PageRow,
      ({ json, place_id }): StoredJson => ({ id: place_id, json })
    )
    const whole = longTexts<StoredJson>(read, {
      name: "applications",
      key: "id",
      keyOf: ({ id }) => id,
      column: "json"
    })

    /** Reads an index alone: a row has the column behind a text that may be long. */
    const onlyClients = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId, ids: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ id: ApplicationId, only_client_id: ClientId }),
      execute: ({ ids, organizationId }) => read`
        SELECT id, only_client_id FROM ${indexedTable(read, "applications", "applications_hidden")}
        WHERE organization_id = ${organizationId} AND only_client_id IS NOT NULL AND id IN ${read.in(ids)}`
    })

    const planOf = (viewer: Viewer, filter: ApplicationFilter): FilterPlan => {
      const { agency_id, email, external_id, job_id, state, updated_since } = filter
      const lead = (column: string, index: string, value: string | undefined): ReadonlyArray<IndexCondition> =>
        value === undefined ? [] : [{ condition: read`${read(column)} = ${value}`, index }]
      return seenPlan(read, viewer, {
        table: "applications",
        leads: [
          ...lead("external_id", "applications_named", external_id),
          ...lead("email_key", "applications_email", email === undefined ? undefined : normalizeEmail(email)),
          ...lead("job_id", "applications_job", job_id),
          ...lead("agency_id", "applications_agency", agency_id)
        ],
        choice: state === undefined ? undefined : { column: "state", values: state },
        updated_since
      })
    }

    const unconfirmedSince = SqlSchema.findAll({
      Request: Schema.Struct({ states: Schema.Array(ApplicationState), beforeMs: Schema.Int }),
      Result: Schema.Struct({ organization_id: OrganizationId, id: ApplicationId }),
      execute: ({ beforeMs, states }) => read`
        SELECT organization_id, id FROM ${indexedTable(read, "applications", "applications_unconfirmed")}
        WHERE state IN ${read.in(states)} AND unconfirmed_since_ms < ${beforeMs} ${limitClause(read, unconfirmedPerLook)}`
    })

    const rowOf = (organizationId: OrganizationId, nowMs: number) => (stored: StoredApplication) => ({
      organization_id: organizationId,
      id: stored.application.id,
      ...toRow(stored),
      unconfirmed_since_ms: unconfirmedKind(stored.application) === undefined ? null : nowMs,
      written_at_ms: nowMs
    })
    // An older program would show the application to the employer.
    const mayHide = makeMayHide(sql, { schema: confirmationSchema, mark: confirmationMark })
    const { apply } = makeAgencyJobs(sql)
    const applyOne = (organizationId: OrganizationId, { agency_id: agencyId, job_id: jobId }: Application) =>
      apply({ organizationId, agencyId, jobId })

    const intoApplications = (rows: NewRows) => sql`INSERT INTO applications ${sql.insert(rows)}`
    const insertNew = rowInsert<"applications">(
      sql,
      ({ applications }) => sql`${intoApplications(applications)} ON CONFLICT DO NOTHING RETURNING id`
    )

    // Since when an application that was never confirmed stands so: a write that leaves its state leaves the moment.
    const save = namedStatement<SavedRow>(
      sql,
      (place) => sql`
        UPDATE applications SET ${sql.csv(changeableColumns.map((column) => sql`${sql.literal(column)} = ${place(column)}`))},
          written_at_ms = ${updated(sql, place("nowMs"))},
          unconfirmed_since_ms = CASE WHEN ${place("isUnconfirmed")} = 0 THEN NULL
            WHEN state = ${place("state")} AND unconfirmed_since_ms IS NOT NULL THEN unconfirmed_since_ms
            ELSE CAST(${place("nowMs")} AS BIGINT) END
        WHERE ${byKey(place)}`,
      { isDeferred: true }
    )

    return ApplicationStore.of({
      mayHide: orStoreError(mayHide),
      page: (organizationId, viewer, filter, request) =>
        orStoreError(
          Effect.flatMap(found(organizationId, planOf(viewer, filter), request), (rows) => whole(organizationId, rows))
        ),
      onlyClients: (organizationId, ids) =>
        ids.length === 0
          ? Effect.succeed(new Map())
          : orStoreError(
              Effect.map(
                onlyClients({ organizationId, ids }),
                (rows) => new Map(rows.map(({ id, only_client_id }) => [id, only_client_id]))
              )
            ),
      shown: (organizationId, viewer, id) => orStoreError(firstText(textFor(viewer, { organizationId, id }))),
      find: (organizationId, id) => oneOf(find({ organizationId, id })),
      lock: (organizationId, id, before) => oneOf(lock({ organizationId, id }), before),
      lockApplicant: ({ email, jobId, organizationId }) =>
        orStoreError(locks.named("applicant", organizationId, jobId, personalEmail(email))),
      unconfirmed: (applicant) => allOf(unconfirmed(personOf(applicant))),
      contacts: (organizationId, jobId, { agencyId, clientId }, before) =>
        orStoreError(
          Effect.map(contacts({ organizationId, jobId, agencyId, clientId, before }), (rows) =>
            rows.map(({ agency_id, id, linkedin_url, phone }) => ({
              applicationId: id,
              agencyId: agency_id,
              phone: phone ?? undefined,
              linkedinUrl: linkedin_url ?? undefined
            }))
          )
        ),
      countSubmissions: (organizationId, jobId, agencyId) =>
        orStoreError(Effect.map(countSubmissions({ organizationId, jobId, agencyId }), ({ count }) => count)),
      lockAll: (organizationId, email) => allOf(lockAll({ organizationId, emailKey: normalizeEmail(email) })),
      byExternalId: (organizationId, agencyId, externalId) =>
        oneOf(byExternalId({ organizationId, agencyId, externalId })),
      lockNamed: (organizationId, names) =>
        names.length === 0
          ? Effect.succeed([])
          : allOf(
              lockNamed({
                organizationId,
                values: names.map(({ agencyId, externalId }) => [agencyId, externalId])
              })
            ),
      openAll: (organizationId, people) =>
        people.length === 0
          ? Effect.succeed([])
          : orStoreError(
              Effect.map(
                openAll({
                  organizationId,
                  people: people.map(({ email, jobId }) => [jobId, personalEmail(email)] as const)
                }),
                (rows) =>
                  rows.map(({ agency_id, holds_claim, job_id, person, state }) => ({
                    jobId: job_id,
                    agencyId: agency_id,
                    email: person,
                    state,
                    holdsClaim: holds_claim === 1
                  }))
              )
            ),
      unconfirmedSince: (kind, beforeMs) =>
        orStoreError(
          Effect.map(unconfirmedSince({ states: unconfirmedStates[kind], beforeMs }), (rows) =>
            rows.map(({ id, organization_id }) => ({ organizationId: organization_id, id }))
          )
        ),
      insertAll: (organizationId, added) =>
        orStoreError(
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            Effect.forEach(
              batchesByKey(added, ({ application }) => application.id),
              (batch) =>
                Effect.andThen(
                  orConflict(intoApplications(Arr.map(batch, rowOf(organizationId, nowMs)))),
                  Effect.forEach(batch, ({ application }) => applyOne(organizationId, application), { discard: true })
                ),
              { discard: true }
            )
          )
        ),
      insert: (organizationId, stored) =>
        orStoreError(
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            Effect.flatMap(insertNew({ applications: [rowOf(organizationId, nowMs)(stored)] }), (rows) =>
              rows.length === 0 ? Effect.succeed(false) : Effect.as(applyOne(organizationId, stored.application), true)
            )
          )
        ),
      // Where another application has become the owner meanwhile, the transaction runs again and finds it.
      save: (organizationId, stored) =>
        orStoreError(
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            Effect.asVoid(orConflict(save(toSaved(organizationId, stored, nowMs))))
          )
        )
    })
  })
)
