/**
 * The audit log of an organization, or of what belongs to none: who changed what, and when; also as a file.
 */
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import {
  type Names,
  type Suggestions,
  useClientNames,
  useOrganizationNames,
  useSuggestedClients,
  useSuggestedOrganizations,
  useWebhookHosts
} from "../api/KnownNames.ts"
import { cursorOf, fetchPage, useList } from "../api/Lists.ts"
import { choices } from "../api/Routes.ts"
import { Button } from "../parts/Button.tsx"
import { csvText, saveText } from "../parts/Csv.ts"
import { DataTable } from "../parts/DataTable.tsx"
import { FilterBar, type FilterField } from "../parts/FilterBar.tsx"
import { Empty, FailureNotice } from "../parts/Notice.tsx"
import { PageHead } from "../shell/PageTitle.tsx"
import { actorOf, type AuditNames, columnsOf, type Entry, resourceKindOf } from "./AuditColumns.tsx"

/** The filters of the list. */
export const auditFilters = ["action", "organization_id", "client_id", "operator_id", "since", "until"] as const

type Filter = { readonly [_ in (typeof auditFilters)[number]]?: string }

/** The most entries of a file: as many as a spreadsheet is at ease with. */
const fileMax = 10_000

interface Known {
  readonly operators: Names
  readonly clients: Suggestions
  readonly organizations: Suggestions
}

const fieldsOf = ({
  clients,
  operators,
  organizations
}: Known): ReadonlyArray<FilterField<(typeof auditFilters)[number]>> => [
  { name: "organization_id", label: "Organization", placeholder: "none", suggestions: organizations },
  { name: "action", label: "Action", options: choices.auditActions.map((action) => [action, action] as const) },
  { name: "client_id", label: "Client", placeholder: "cli_…", suggestions: clients },
  { name: "operator_id", label: "Operator", options: [...operators] },
  { name: "since", label: "Since", kind: "moment" },
  { name: "until", label: "Until", kind: "moment" }
]

const fileNames = ["occurred_at", "who", "action", "resource_id", "organization_id", "changed", "request_id", "id"]

const cellsOf = (entry: Entry, operators: Names): ReadonlyArray<string> => [
  entry.occurred_at,
  actorOf(entry, operators),
  entry.action,
  entry.resource_id,
  entry.organization_id ?? "",
  entry.changed.join(" "),
  entry.request_id ?? "",
  entry.id
]

/** Loads all entries that fit the filter, and saves them as a file. */
const Download = ({ filter, operators }: { readonly filter: Filter; readonly operators: Names }) => {
  const [loaded, setLoaded] = useState<number>()
  const [outcome, setOutcome] = useState<Error | string>()
  const save = async () => {
    const entries: Array<Entry> = []
    let cursor: string | undefined
    setOutcome(undefined)
    setLoaded(0)
    do {
      const page = await fetchPage("auditLog.list", { query: filter }, cursor)
      entries.push(...page.content)
      cursor = cursorOf(page.next)
      setLoaded(entries.length)
    } while (cursor !== undefined && entries.length < fileMax)
    saveText(
      "audit.csv",
      csvText(
        fileNames,
        entries.map((entry) => cellsOf(entry, operators))
      ),
      "text/csv"
    )
    setOutcome(
      cursor === undefined
        ? `Saved ${entries.length} entries.`
        : `Saved the newest ${entries.length} entries. Narrow the time for the others.`
    )
  }
  return (
    <>
      <span role="status">
        {loaded === undefined ? (typeof outcome === "string" ? outcome : "") : `${loaded} entries loaded`}
      </span>
      <Button
        isBusy={loaded !== undefined}
        onClick={() =>
          void save()
            .catch((error: unknown) => setOutcome(error instanceof Error ? error : new Error(String(error))))
            .finally(() => setLoaded(undefined))
        }
      >
        Download CSV
      </Button>
      {outcome instanceof Error ? <FailureNotice error={outcome} /> : null}
    </>
  )
}

const route = getRouteApi("/signed-in/audit")

/** The audit log. */
export const AuditPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList("auditLog.list", { query: { ...search, limit: "50" } })
  const operators = useList("operators.list", { query: {} })
  const resources = (kind: ReturnType<typeof resourceKindOf>) =>
    list.rows.flatMap((entry) => (resourceKindOf(entry) === kind ? [entry.resource_id] : []))
  const names: AuditNames = {
    operators: new Map(operators.rows.map(({ id, name }) => [id, name])),
    clients: useClientNames([...list.rows.map(({ client_id }) => client_id), ...resources("client")]),
    organizations: useOrganizationNames([
      search.organization_id,
      ...list.rows.map(({ organization_id }) => organization_id),
      ...resources("organization")
    ]),
    endpoints: useWebhookHosts(resources("endpoint"))
  }
  const suggested = {
    operators: names.operators,
    clients: useSuggestedClients(),
    organizations: useSuggestedOrganizations()
  }
  return (
    <>
      <PageHead
        title="Audit"
        about={
          search.organization_id === undefined
            ? "Who changed clients, secrets and operators. Choose an organization to see who changed its records."
            : `Who changed what in ${names.organizations.get(search.organization_id) ?? search.organization_id}.`
        }
        actions={<Download filter={search} operators={names.operators} />}
      />
      <FilterBar
        fields={fieldsOf(suggested)}
        values={search}
        onChange={(values) => void navigate({ search: values })}
      />
      <DataTable
        caption="Audit log, the newest first"
        columns={columnsOf(names)}
        list={list}
        keyOf={({ id }) => id}
        empty={
          Object.keys(search).length > 0 ? (
            <Empty title="No entry fits these filters.">
              <p>
                {search.organization_id === undefined
                  ? "Choose the organization whose records were changed, widen the time, or clear a filter."
                  : "Widen the time, or clear a filter."}
              </p>
            </Empty>
          ) : (
            <Empty title="Nothing was changed yet.">
              <p>This list shows each change of a record, a client or a secret.</p>
            </Empty>
          )
        }
      />
    </>
  )
}
