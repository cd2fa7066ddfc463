/**
 * Names a client or an organization, with a link to its page: in a list, and among the facts of a page.
 */
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Names } from "../api/KnownNames.ts"
import { Named, NamedWhole } from "./Named.tsx"

interface RecordNameProps {
  readonly id: string
  readonly names: Names
}

/** A kind of record: what its id is called, and the link to its page. */
interface RecordKind {
  readonly idLabel: string
  readonly linkTo: (id: string) => (shown: ReactNode) => ReactNode
}

const clients: RecordKind = {
  idLabel: "client id",
  linkTo: (id) => (shown) => (
    <Link to="/clients/$clientId" params={{ clientId: id }}>
      {shown}
    </Link>
  )
}

const organizations: RecordKind = {
  idLabel: "organization id",
  linkTo: (id) => (shown) => (
    <Link to="/organizations/$organizationId" params={{ organizationId: id }}>
      {shown}
    </Link>
  )
}

const nameIn = ({ linkTo }: RecordKind) =>
  function RecordName({ id, names }: RecordNameProps) {
    return (
      <Named id={id} name={names.get(id)}>
        {linkTo(id)}
      </Named>
    )
  }

const factIn = ({ idLabel, linkTo }: RecordKind) =>
  function RecordFact({ id, names }: RecordNameProps) {
    return (
      <NamedWhole id={id} name={names.get(id)} label={idLabel}>
        {linkTo(id)}
      </NamedWhole>
    )
  }

/** In a list. */
export const ClientName = nameIn(clients)
export const OrganizationName = nameIn(organizations)

/** Among the facts of a page. */
export const ClientFact = factIn(clients)
export const OrganizationFact = factIn(organizations)
