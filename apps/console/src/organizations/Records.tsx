/**
 * The records of an organization, as support looks at them beside a request.
 */
import { useState } from "react"
import type { Names } from "../api/KnownNames.ts"
import { useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { Named } from "../parts/Named.tsx"
import { Empty } from "../parts/Notice.tsx"
import { Time } from "../parts/Time.tsx"
import { FeesDialog, TermsDialog } from "./Fees.tsx"

interface RecordsProps {
  readonly organizationId: string
}

const jobColumns: ReadonlyArray<Column<Item<"organizations.jobs">>> = [
  { name: "Title", phone: "lead", show: ({ title }) => title },
  { name: "State", phone: "aside", show: ({ status }) => (status === undefined ? null : <Badge>{status}</Badge>) },
  { name: "Id", phone: "hide", show: ({ id }) => <code>{id}</code> },
  { name: "Agencies", show: ({ agency_access }) => agency_access ?? null },
  { name: "Location", phone: "bare", show: ({ location }) => location ?? null },
  { name: "Openings", align: "end", show: ({ openings }) => openings ?? null }
]

/** The jobs. */
export const Jobs = ({ organizationId }: RecordsProps) => (
  <DataTable
    caption="Jobs of the organization"
    columns={jobColumns}
    list={useList("organizations.jobs", { params: { organizationId }, query: {} })}
    keyOf={({ id }) => id}
    empty={<Empty title="The organization has no job." />}
  />
)

const userColumns: ReadonlyArray<Column<Item<"organizations.users">>> = [
  { name: "Name", phone: "lead", show: ({ first_name, last_name }) => `${first_name} ${last_name}` },
  { name: "Email", phone: "bare", show: ({ email }) => email },
  { name: "State", phone: "aside", show: ({ status }) => (status === undefined ? null : <Badge>{status}</Badge>) },
  { name: "Id", phone: "hide", show: ({ id }) => <code>{id}</code> },
  { name: "Changed", align: "end", isTime: true, show: ({ updated_at }) => <Time at={updated_at} /> }
]

/** The users. */
export const Users = ({ organizationId }: RecordsProps) => (
  <DataTable
    caption="Users of the organization"
    columns={userColumns}
    list={useList("organizations.users", { params: { organizationId }, query: {} })}
    keyOf={({ id }) => id}
    empty={<Empty title="The organization has no user." />}
  />
)

/** The agency of a record, by its name where that is known. */
const agencyColumn = (agencies: Names): Column<{ readonly agency_id: string }> => ({
  name: "Agency",
  show: ({ agency_id }) => (
    <Named id={agency_id} name={agencies.get(agency_id)}>
      {(shown) => shown}
    </Named>
  )
})

/** The names of the first page of agencies: an organization works with a few. */
const useAgencyNames = (organizationId: string): Names =>
  new Map(
    useList("organizations.agencies", { params: { organizationId }, query: {} }).rows.map(({ id, name }) => [id, name])
  )

type ApplicationRow = Item<"organizations.applications">

const personOf = ({ candidate, erased_at }: ApplicationRow): string => {
  if (candidate !== undefined) return `${candidate.first_name} ${candidate.last_name}`
  return erased_at === undefined ? "not known" : "erased"
}

const applicationColumnsOf = (
  agencies: Names,
  onTerms: (shown: ApplicationRow) => void
): ReadonlyArray<Column<ApplicationRow>> => [
  { name: "Person", phone: "lead", show: personOf },
  {
    name: "State",
    phone: "aside",
    show: ({ only_client_id, state }) => (
      <>
        <Badge>{state}</Badge>
        {only_client_id === undefined ? null : (
          <span title={`Of the employer, ${only_client_id} alone sees it until the person confirms`}>
            {" "}
            <Badge tone="look">hidden</Badge>
          </span>
        )}
      </>
    )
  },
  { name: "Since", isTime: true, show: ({ state_entered_at }) => <Time at={state_entered_at} /> },
  { name: "Job", show: ({ job_id }) => <code>{job_id}</code> },
  agencyColumn(agencies),
  {
    name: "Terms",
    show: (application) =>
      application.terms === undefined ? null : (
        <Button tone="quiet" aria-label={`Terms of ${personOf(application)}`} onClick={() => onTerms(application)}>
          {application.terms.binding === "AT_CONFIRMATION" ? "Binding" : "Not binding"}
        </Button>
      )
  },
  { name: "Id", phone: "hide", show: ({ id }) => <code>{id}</code> }
]

/** The applications, with the names of their agencies and the terms of each. */
export const Applications = ({ organizationId }: RecordsProps) => {
  const agencies = useAgencyNames(organizationId)
  const [shown, setShown] = useState<ApplicationRow>()
  return (
    <>
      <DataTable
        caption="Applications of the organization"
        columns={applicationColumnsOf(agencies, setShown)}
        list={useList("organizations.applications", { params: { organizationId }, query: {} })}
        keyOf={({ id }) => id}
        empty={<Empty title="The organization has no application." />}
      />
      {shown?.terms === undefined ? null : (
        <TermsDialog person={personOf(shown)} terms={shown.terms} onClose={() => setShown(undefined)} />
      )}
    </>
  )
}

type PlacementRow = Item<"organizations.placements">

/** An amount of the fee, as the API has it. */
const Amount = ({ placement: { currency, fee, fee_amount_cents } }: { readonly placement: PlacementRow }) =>
  fee_amount_cents === undefined ? (
    <>not known</>
  ) : (
    <>
      {fee_amount_cents} {fee.feeType === "FLAT_FEE" ? fee.currency : currency}
    </>
  )

const placementColumnsOf = (agencies: Names): ReadonlyArray<Column<PlacementRow>> => [
  { name: "Person", phone: "lead", show: ({ candidate_name }) => candidate_name ?? "erased" },
  { name: "Status", phone: "aside", show: ({ status }) => <Badge>{status}</Badge> },
  { name: "Starts", show: ({ start_date }) => start_date },
  { name: "Guaranteed until", show: ({ guarantee_ends_on }) => guarantee_ends_on ?? null },
  {
    name: "Settlement",
    show: ({ settlement }) => (settlement === undefined ? null : <Badge>{settlement.status}</Badge>)
  },
  { name: "Due", show: ({ settlement }) => settlement?.due_on ?? null },
  { name: "Fee, minor units", align: "end", show: (placement) => <Amount placement={placement} /> },
  agencyColumn(agencies),
  { name: "Id", phone: "hide", show: ({ id }) => <code>{id}</code> }
]

/** The placements, with the names of their agencies. */
export const Placements = ({ organizationId }: RecordsProps) => {
  const agencies = useAgencyNames(organizationId)
  return (
    <DataTable
      caption="Placements of the organization"
      columns={placementColumnsOf(agencies)}
      list={useList("organizations.placements", { params: { organizationId }, query: {} })}
      keyOf={({ id }) => id}
      empty={<Empty title="Nobody was hired in the organization." />}
    />
  )
}

/** The agencies, each with its fees. */
export const Agencies = ({ organizationId }: RecordsProps) => {
  const list = useList("organizations.agencies", { params: { organizationId }, query: {} })
  const [shown, setShown] = useState<Item<"organizations.agencies">>()
  return (
    <>
      <DataTable
        caption="Agencies of the organization"
        columns={[
          { name: "Name", phone: "lead", show: ({ name }) => name },
          { name: "Id", phone: "hide", show: ({ id }) => <code>{id}</code> },
          { name: "Status", show: ({ status }) => status },
          { name: "Recruiters", align: "end", show: ({ recruiters }) => recruiters.length },
          {
            name: "Fees",
            align: "end",
            show: (agency) => (
              <Button tone="quiet" aria-label={`Fees of ${agency.name}`} onClick={() => setShown(agency)}>
                {agency.optimizedFee ? "Optimized" : "Custom"}
              </Button>
            )
          }
        ]}
        list={list}
        keyOf={({ id }) => id}
        empty={<Empty title="No agency works for the organization." />}
      />
      {shown === undefined ? null : (
        <FeesDialog agency={shown} organizationId={organizationId} onClose={() => setShown(undefined)} />
      )}
    </>
  )
}

const invitationColumns: ReadonlyArray<Column<Item<"organizations.invitations">>> = [
  { name: "Agency", phone: "lead", show: ({ company_name }) => company_name },
  {
    name: "Person",
    phone: "bare",
    show: ({ first_name, last_name }) => (first_name === undefined ? "erased" : `${first_name} ${last_name}`)
  },
  { name: "Status", phone: "aside", show: ({ status }) => <Badge>{status}</Badge> },
  { name: "Id", phone: "hide", show: ({ id }) => <code>{id}</code> },
  { name: "Link ends", align: "end", isTime: true, show: ({ expires_at }) => <Time at={expires_at} /> }
]

/** The invitations of agencies, without their links. */
export const Invitations = ({ organizationId }: RecordsProps) => (
  <DataTable
    caption="Invitations of the organization"
    columns={invitationColumns}
    list={useList("organizations.invitations", { params: { organizationId }, query: {} })}
    keyOf={({ id }) => id}
    empty={<Empty title="The organization has invited no agency." />}
  />
)
