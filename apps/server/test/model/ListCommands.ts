/**
 * Commands that walk lists, with filters: the answer is what of the model's records meets them, in the order of ids.
 */
import { states } from "./ApplicationMoves.ts"
import { applicationNameOf, personOf } from "./ApplicationCommands.ts"
import type { Choices } from "./Choices.ts"
import type { Command, MakeCommand } from "./Command.ts"
import { jobNameOf, jobStatuses } from "./JobCommands.ts"
import { agencySeenBy, isSameEmail, jobSeenBy, submissionSeenBy } from "./Organization.ts"
import { shown } from "./Outcome.ts"

interface Row {
  readonly id: string
}

/** The filters of a list: what is asked, and whether a row meets it. */
interface Filter<R> {
  readonly name: string
  readonly values: ReadonlyArray<string>
  readonly meets: (row: R, values: ReadonlyArray<string>) => boolean
}

/** One or two of several values. */
const some = ({ oneIn, pick }: Choices, values: ReadonlyArray<string>): ReadonlyArray<string> =>
  oneIn(2) ? [pick(values)] : [...new Set([pick(values), pick(values)])]

const byId = (left: Row, right: Row): number => (left.id < right.id ? -1 : 1)

const listOf = <R extends Row>(
  { kind, needs, path }: Pick<Command, "kind" | "needs" | "path">,
  choices: Choices,
  {
    bad,
    filters,
    rows
  }: {
    readonly rows: () => ReadonlyArray<R>
    readonly filters: ReadonlyArray<Filter<R>>
    readonly bad: ReadonlyArray<string>
  }
): Command => {
  const isBad = choices.oneIn(12)
  const given = choices.oneIn(4) ? [] : filters.filter(() => choices.oneIn(2))
  const query = [
    `limit=${5 + choices.below(60)}`,
    ...given.flatMap(({ name, values }) => values.map((value) => `${name}=${encodeURIComponent(value)}`)),
    ...(isBad ? [choices.pick(["colour=red", "limit=0", ...bad])] : [])
  ]
  return {
    kind,
    needs,
    method: "GET",
    path: `${path}?${query.join("&")}`,
    isBad,
    isList: true,
    answer: () =>
      shown(
        rows()
          .filter((row) => given.every(({ meets, values }) => meets(row, values)))
          .toSorted(byId)
      )
  }
}

export const listUsers: MakeCommand = ({ choices, organization: { users } }) =>
  listOf({ kind: "listUsers", needs: ["users:read"], path: "/v1/users" }, choices, {
    rows: () => [...users.values()].map(({ shown }) => shown),
    filters: [
      {
        name: "email",
        values: [
          choices.recent(
            [...users.values()].map(({ shown }) => shown.email),
            "nobody@example.com"
          )
        ],
        meets: ({ email }, values) => values.some((value) => isSameEmail(value, email))
      },
      {
        name: "status",
        values: [choices.pick(["ACTIVE", "DISABLED"])],
        meets: ({ status }, values) => values.includes(status)
      }
    ],
    bad: ["email=nobody", "status=active"]
  })

export const listJobs: MakeCommand = ({ caller, choices, organization }) =>
  listOf({ kind: "listJobs", needs: ["jobs:read"], path: "/v1/jobs" }, choices, {
    rows: () => [...organization.jobs.keys()].flatMap((id) => jobSeenBy(organization, caller, id)?.shown ?? []),
    filters: [
      {
        name: "status",
        values: some(choices, jobStatuses),
        meets: ({ status }, values) => values.includes(status)
      },
      {
        name: "external_id",
        values: [jobNameOf(choices)],
        meets: ({ external_id = "" }, values) => values.includes(external_id)
      }
    ],
    bad: ["status=open", "external_id="]
  })

export const listAgencies: MakeCommand = ({ caller, choices, organization }) =>
  listOf({ kind: "listAgencies", needs: ["agencies:read"], path: "/v1/agencies" }, choices, {
    rows: () =>
      [...organization.agencies.keys()].flatMap((id) => {
        const agency = agencySeenBy(organization, caller, id)
        return agency === undefined ? [] : { id, optimizedFee: agency.fees.optimizedFee, status: "ACTIVE" }
      }),
    filters: [],
    bad: ["optimizedFee=true"]
  })

export const listApplications: MakeCommand = ({ caller, choices, organization }) =>
  listOf({ kind: "listApplications", needs: ["applications:read"], path: "/v1/applications" }, choices, {
    rows: () =>
      [...organization.submissions.keys()].flatMap((id) => submissionSeenBy(organization, caller, id)?.shown ?? []),
    filters: [
      { name: "state", values: some(choices, states), meets: ({ state }, values) => values.includes(state) },
      {
        name: "job_id",
        values: [choices.recent(organization.jobs.keys(), "job_none")],
        meets: ({ job_id }, values) => values.includes(job_id)
      },
      {
        name: "agency_id",
        values: [choices.pick([...organization.agencies.keys(), "agy_none"])],
        meets: ({ agency_id }, values) => values.includes(agency_id)
      },
      {
        name: "email",
        values: [personOf(choices)],
        meets: ({ candidate }, values) => values.some((value) => isSameEmail(value, candidate.email))
      },
      {
        name: "external_id",
        values: [applicationNameOf(choices)],
        meets: ({ external_id = "" }, values) => values.includes(external_id)
      }
    ],
    bad: ["state=hired", "email=nobody", "job_id=job%20none", "updated_since=yesterday"]
  })
