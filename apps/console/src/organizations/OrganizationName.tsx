/**
 * An organization by its name, which leads to its page.
 */
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Names } from "../api/KnownNames.ts"
import { Named, NamedWhole } from "../parts/Named.tsx"

interface OrganizationNameProps {
  readonly id: string
  readonly names: Names
}

const linkTo = (id: string) => (shown: ReactNode) => (
  <Link to="/organizations/$organizationId" params={{ organizationId: id }}>
    {shown}
  </Link>
)

/** In a list. */
export const OrganizationName = ({ id, names }: OrganizationNameProps) => (
  <Named id={id} name={names.get(id)}>
    {linkTo(id)}
  </Named>
)

/** Among the facts of a page. */
export const OrganizationFact = ({ id, names }: OrganizationNameProps) => (
  <NamedWhole id={id} name={names.get(id)} label="organization id">
    {linkTo(id)}
  </NamedWhole>
)
