/**
 * The columns of the audit log: who has changed what, each by its name where it has one.
 */
import { Link } from "@tanstack/react-router"
import type { Names } from "../api/KnownNames.ts"
import type { Item } from "../api/Operations.ts"
import { Badge } from "../parts/Badge.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { Named } from "../parts/Named.tsx"
import { ClientName, OrganizationName } from "../parts/RecordName.tsx"
import { Time } from "../parts/Time.tsx"
import styles from "./AuditColumns.module.css"

/** An entry of the audit log. */
export type Entry = Item<"auditLog.list">

/** The names that entries need. */
export interface AuditNames {
  readonly operators: Names
  readonly clients: Names
  readonly organizations: Names
  readonly endpoints: Names
}

/** The actor of an entry, as a text: an operator by name, a client by its id. */
export const actorOf = ({ actor, client_id, operator_id }: Entry, operators: Names): string =>
  actor ?? (operator_id === undefined ? (client_id ?? "command line") : (operators.get(operator_id) ?? operator_id))

/** The kind of a resource, by the first word of the action. */
export const resourceKindOf = ({ action }: Pick<Entry, "action">) => {
  switch (action.split(".")[0]) {
    case "client":
    case "grant":
    case "secret":
      return "client"
    case "operator":
      return "operator"
    case "organization":
      return "organization"
    case "webhook_endpoint":
      return "endpoint"
    default:
      return "record"
  }
}

const Resource = ({ entry, names }: { readonly entry: Entry; readonly names: AuditNames }) => {
  const { resource_id: id } = entry
  switch (resourceKindOf(entry)) {
    case "client":
      return <ClientName id={id} names={names.clients} />
    case "operator":
      return (
        <Named id={id} name={names.operators.get(id)}>
          {(shown) => shown}
        </Named>
      )
    case "organization":
      return <OrganizationName id={id} names={names.organizations} />
    case "endpoint":
      return (
        <Named id={id} name={names.endpoints.get(id)}>
          {(shown) => (
            <Link to="/webhooks/$webhookEndpointId" params={{ webhookEndpointId: id }}>
              {shown}
            </Link>
          )}
        </Named>
      )
    case "record":
      return <code>{id}</code>
  }
}

/** The members that were changed, with the values that the journal keeps. */
const Changed = ({ entry: { after, before, changed } }: { readonly entry: Entry }) =>
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

/** The person on whose behalf a client did it. */
const Person = ({ entry: { recruiter_id, user_id } }: { readonly entry: Entry }) => {
  const id = user_id ?? recruiter_id
  return id === undefined ? null : (
    <>
      {" "}
      for <code>{id}</code>
    </>
  )
}

/** The columns. All entries are of the organization that is chosen, or of none. */
export const columnsOf = (names: AuditNames): ReadonlyArray<Column<Entry>> => [
  { name: "Time", phone: "aside", isTime: true, width: "tight", show: ({ occurred_at }) => <Time at={occurred_at} /> },
  {
    name: "Who",
    phone: "bare",
    width: "name",
    show: (entry) =>
      entry.client_id !== undefined && entry.actor === undefined ? (
        <>
          <ClientName id={entry.client_id} names={names.clients} />
          <Person entry={entry} />
        </>
      ) : (
        actorOf(entry, names.operators)
      )
  },
  { name: "Action", phone: "lead", width: "tight", show: ({ action }) => <Badge>{action}</Badge> },
  { name: "What", phone: "bare", show: (entry) => <Resource entry={entry} names={names} /> },
  { name: "Changed", show: (entry) => (entry.changed.length === 0 ? null : <Changed entry={entry} />) },
  {
    name: "Request",
    width: "tight",
    show: ({ client_id, request_id }) =>
      // The log of requests has those of partners alone.
      request_id === undefined || client_id === undefined ? null : (
        <Link to="/requests" search={{ request_id }} title={request_id}>
          show
        </Link>
      )
  }
]
