/**
 * A client by its name, which leads to its page.
 */
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Names } from "../api/KnownNames.ts"
import { Named, NamedWhole } from "../parts/Named.tsx"

interface ClientNameProps {
  readonly id: string
  readonly names: Names
}

const linkTo = (id: string) => (shown: ReactNode) => (
  <Link to="/clients/$clientId" params={{ clientId: id }}>
    {shown}
  </Link>
)

/** In a list. */
export const ClientName = ({ id, names }: ClientNameProps) => (
  <Named id={id} name={names.get(id)}>
    {linkTo(id)}
  </Named>
)

/** Among the facts of a page. */
export const ClientFact = ({ id, names }: ClientNameProps) => (
  <NamedWhole id={id} name={names.get(id)} label="client id">
    {linkTo(id)}
  </NamedWhole>
)
