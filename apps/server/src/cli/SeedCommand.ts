/**
 * `partner-api seed`: fills a database with organizations, jobs and applications, the same for the same numbers, and grants them all to one
 * client whose secret it prints once.
 */
import { showProgress } from "@partner-api/cli-kit/ProgressBar"
import type { Agency } from "@partner-api/domain/Agency"
import { grantsMax } from "@partner-api/domain/Client"
import { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { operator } from "@partner-api/domain/Journal"
import { permissions } from "@partner-api/domain/Permission"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { makeSecret } from "@partner-api/service/crypto/Secrets"
import { readSettings } from "../platform/Settings.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { sampleJobs, samplesBeginMs } from "../samples/SampleJob.ts"
import { writeSampleAgencies, writeSampleApplications, writeSampleJobs } from "../samples/SampleRecords.ts"
import { Clients } from "@partner-api/service/services/access/Clients"
import { Journal } from "@partner-api/service/services/Journal"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { OrganizationAdministration } from "@partner-api/service/services/administration/OrganizationAdministration"
import { confirm, yes } from "./Confirmation.ts"
import { onDatabase, print } from "./Operator.ts"
import { nameOf } from "../platform/DatabaseTarget.ts"
import { defaultFile } from "./ServeCommand.ts"

const clientId = ClientId.make("seed-client")

/** More jobs than this would need wider numbers in their identifiers. */
const jobsMax = 99_999_999

/** The number of jobs written in one transaction: enough to be fast, few enough for the bar to move. */
const jobsPerTransaction = 10_000

/** Each application is several statements. */
const applicationsPerTransaction = 500

/** Applications are for this many jobs at most, the first ones. */
const jobsWithApplications = 1_000

/** The moment that seeded organizations were created. */
const seededAt = timestampFromMillis(samplesBeginMs)

const bounded = (name: string, value: number, max: number): Effect.Effect<void, OperatorError> =>
  value >= 1 && value <= max
    ? Effect.void
    : Effect.fail(new OperatorError({ message: `--${name} is ${value}.`, remedy: `Give a number from 1 to ${max}.` }))

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** The number of `total` records that the organization with this index gets: the first ones get one more when it does not divide. */
const shareOf = (index: number, organizations: number, total: number): number =>
  Math.floor(total / organizations) + (index < total % organizations ? 1 : 0)

/** Applications for the first jobs of an organization, and the two agencies that submitted them. */
const fillApplications = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  jobs: number,
  { count, onProgress }: { readonly count: number; readonly onProgress: (step: number) => Effect.Effect<void> }
) {
  const journal = yield* Journal
  const agencies = ["Hirewell", "Northwind Talent"].map((name, index): Agency => ({
    id: AgencyId.make(`agy_${organizationId.slice("org_".length)}_${index + 1}`),
    name,
    status: "ACTIVE",
    optimizedFee: true,
    recruiters: []
  }))
  yield* journal.write(operator, writeSampleAgencies(organizationId, agencies))
  const first = sampleJobs({ first: 1, count: Math.min(jobs, jobsWithApplications) })
  for (let written = 0; written < count; written += applicationsPerTransaction) {
    const step = Math.min(applicationsPerTransaction, count - written)
    const numbers = { first: written, count: step }
    yield* journal.write(operator, writeSampleApplications(organizationId, first, agencies, numbers))
    yield* onProgress(step)
  }
})

const fill = Effect.fnUntraced(function* (organizations: number, total: number, applications: number) {
  const store = yield* OrganizationAdministration
  const journal = yield* Journal
  const ids = Array.from({ length: organizations }, (_, index) => OrganizationId.make(`org_seed_${index + 1}`))
  // Of more organizations than jobs, the last ones have none that applications could be for. The first sample job is open.
  const withJobs = Math.min(organizations, total)
  let done = 0
  let submitted = 0
  for (const [index, id] of ids.entries()) {
    yield* journal.write(operator, store.create({ id, name: `Seed ${index + 1}` }, seededAt))
    const share = shareOf(index, organizations, total)
    for (let written = 0; written < share; written += jobsPerTransaction) {
      const step = Math.min(jobsPerTransaction, share - written)
      yield* journal.write(operator, writeSampleJobs(id, sampleJobs({ first: written + 1, count: step })))
      done += step
      yield* showProgress("jobs", { done, total, step })
    }
    const count = index < withJobs ? shareOf(index, withJobs, applications) : 0
    if (count === 0) continue
    yield* fillApplications(id, share, {
      count,
      onProgress: (step) => {
        submitted += step
        return showProgress("applications", { done: submitted, total: applications, step })
      }
    })
  }
  return ids
})

export const seed = Command.make(
  "seed",
  {
    organizations: Flag.Int("organizations").pipe(
      Flag.withDescription("The number of organizations"),
      Flag.withDefault(1)
    ),
    jobs: Flag.Int("jobs").pipe(Flag.withDescription("The number of jobs in all"), Flag.withDefault(1_000)),
    applications: Flag.Int("applications").pipe(
      Flag.withDescription("The number of applications in all, in every state; with two agencies in each organization"),
      Flag.withDefault(0)
    ),
    yes,
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print the result as JSON"), Flag.withDefault(false))
  },
  Effect.fnUntraced(function* ({ applications, organizations, jobs, json, yes: isGiven }) {
    yield* bounded("organizations", organizations, grantsMax)
    yield* bounded("jobs", jobs, jobsMax)
    if (applications !== 0) yield* bounded("applications", applications, jobsMax)
    const settings = yield* readSettings(defaultFile)
    const work = Effect.gen(function* () {
      const clients = yield* (yield* ClientAdministration).all
      // Sample data beside data of partners is hard to take out again.
      if (clients.some(({ id }) => id !== clientId)) {
        yield* confirm(isGiven, `Add sample data to ${nameOf(settings.database)}, which has clients of partners?`)
      }
      const ids = yield* fill(organizations, jobs, applications)
      const credentials = yield* Clients
      const journal = yield* Journal
      const secret = yield* makeSecret
      yield* journal.write(
        operator,
        credentials.create({
          id: clientId,
          name: "Seed",
          secret,
          grants: ids.map((organizationId) => ({ organizationId, permissions })),
          mayCreateOrganizations: false,
          defaultOrganization: undefined,
          isSandbox: false
        })
      )
      // The one moment at which the secret is shown.
      return { client_id: clientId, client_secret: Redacted.value(secret), organizations: ids }
    })
    const result = yield* onDatabase(work)
    yield* print(json, result, [
      `${counted(jobs, "job")}${applications === 0 ? "" : ` and ${counted(applications, "application")}`} in ${counted(organizations, "organization")}, in ${nameOf(settings.database)}.`,
      `client_id      ${result.client_id}`,
      `client_secret  ${result.client_secret}  (shown once)`
    ])
  })
).pipe(Command.withDescription("Fill a database with organizations, jobs and applications"))
