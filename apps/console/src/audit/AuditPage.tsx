/**
 * The audit log of an organization, or of what belongs to none: who changed what, and when; also as a file.
 */
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { type KnownNames, useClientNames, useOrganizationNames } from "../api/KnownNames.ts"
import { cursorOf, fetchPage, useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { choices } from "../api/Routes.ts"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { csvText, saveText } from "../parts/Csv.ts"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { FilterBar, type FilterField } from "../parts/FilterBar.tsx"
import { Empty, FailureNotice } from "../parts/Notice.tsx"
import { Time } from "../parts/Time.tsx"
import { PageHead } from "../shell/PageTitle.tsx"
import styles from "./AuditPage.module.css"

type Entry = Item<"auditLog.list">
type Names = ReadonlyMap<string, string>

/** What narrows the list. */
export const auditFilters = ["action", "organization_id", "client_id", "operator_id", "since", "until"] as const

type Filter = { readonly [_ in (typeof auditFilters)[number]]?: string }

/** The most entries of a file: as many as a spreadsheet is at ease with. */
const fileMax = 10_000

const actorOf = ({ actor, client_id, operator_id }: Entry, names: Names): string =>
  actor ?? (operator_id === undefined ? (client_id ?? "command line") : (names.get(operator_id) ?? operator_id))

interface Known {
  readonly names: Names
  readonly clients: KnownNames
  readonly organizations: KnownNames
}

const fieldsOf = ({
  clients,
  names,
  organizations
}: Known): ReadonlyArray<FilterField<(typeof auditFilters)[number]>> => [
  { name: "organization_id", label: "Organization", placeholder: "none", suggestions: organizations },
  { name: "action", label: "Action", options: choices.auditActions.map((action) => [action, action] as const) },
  { name: "client_id", label: "Client", placeholder: "cli_…", suggestions: clients },
  { name: "operator_id", label: "Operator", options: [...names] },
  { name: "since", label: "Since", kind: "moment" },
  { name: "until", label: "Until", kind: "moment" }
]

const columnsOf = (names: Names): ReadonlyArray<Column<Entry>> => [
  {
    name: "Time",
    isTime: true,
    show: ({ occurred_at }) => (
      <span className={styles.time}>
        <Time at={occurred_at} />
      </span>
    )
  },
  {
    name: "Who",
    show: (entry) =>
      entry.client_id !== undefined && entry.actor === undefined ? (
        <Link to="/clients/$clientId" params={{ clientId: entry.client_id }}>
          <code>{entry.client_id}</code>
        </Link>
      ) : (
        actorOf(entry, names)
      )
  },
  { name: "Action", show: ({ action }) => <Badge>{action}</Badge> },
  {
    name: "What",
    show: ({ resource_id }) => {
      const name = names.get(resource_id)
      return name === undefined ? <code>{resource_id}</code> : <span title={resource_id}>{name}</span>
    }
  },
  {
    name: "Organization",
    show: ({ organization_id }) =>
      organization_id === undefined ? null : (
        <Link to="/organizations/$organizationId" params={{ organizationId: organization_id }}>
          <code>{organization_id}</code>
        </Link>
      )
  },
  {
    name: "Changed",
    show: ({ after, before, changed }) =>
      changed.length === 0 ? null : (
        <span className={styles.changed}>
          {changed.join(", ")}
          {before === undefined && after === undefined ? null : (
            <details>
              <summary>Values</summary>
              <pre>{JSON.stringify({ before, after }, null, 2)}</pre>
            </details>
          )}
        </span>
      )
  },
  {
    name: "Request",
    show: ({ client_id, request_id }) =>
      // The log of requests has those of partners alone.
      request_id === undefined || client_id === undefined ? null : (
        <Link to="/requests" search={{ request_id }} title={request_id}>
          show
        </Link>
      )
  }
]

const fileNames = ["occurred_at", "who", "action", "resource_id", "organization_id", "changed", "request_id", "id"]

const cellsOf = (entry: Entry, names: Names): ReadonlyArray<string> => [
  entry.occurred_at,
  actorOf(entry, names),
  entry.action,
  entry.resource_id,
  entry.organization_id ?? "",
  entry.changed.join(" "),
  entry.request_id ?? "",
  entry.id
]

/** Loads all entries that fit the filter, and saves them as a file. */
const Download = ({ filter, names }: { readonly filter: Filter; readonly names: Names }) => {
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
        entries.map((entry) => cellsOf(entry, names))
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
  const operators = useList("auditLog.operators", { query: {} })
  const clients = useClientNames()
  const organizations = useOrganizationNames()
  const names: Names = new Map(operators.rows.map(({ id, name }) => [id, name]))
  return (
    <>
      <PageHead
        title="Audit"
        about={
          search.organization_id === undefined
            ? "Who changed clients, secrets and operators. Choose an organization to see who changed its records."
            : `Who changed what in ${search.organization_id}.`
        }
        actions={<Download filter={search} names={names} />}
      />
      <FilterBar
        fields={fieldsOf({ names, clients, organizations })}
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
              <p>Each change of a record, a client or a secret is noted here.</p>
            </Empty>
          )
        }
      />
    </>
  )
}
