/**
 * One organization: how many records stand where, and the records themselves, one kind at a time.
 */
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../api/Operations.ts"
import { useRead } from "../api/Single.ts"
import { Button } from "../parts/Button.tsx"
import { Id } from "../parts/CopyButton.tsx"
import { Fact, Facts } from "../parts/Facts.tsx"
import { FailureNotice, Loading } from "../parts/Notice.tsx"
import { Time } from "../parts/Time.tsx"
import { useIsAdmin } from "../session/Session.ts"
import { PageHead } from "../shell/PageTitle.tsx"
import { OrganizationCommands } from "./OrganizationCommands.tsx"
import { RenameOrganization } from "./OrganizationDialogs.tsx"
import { Reasons } from "./Reasons.tsx"
import { Agencies, Applications, Invitations, Jobs, Placements, Users } from "./Records.tsx"
import styles from "./OrganizationPage.module.css"

type Organization = Answer<"organizations.get">

/** The kinds of records. */
const kinds = [
  ["applications", "Applications", Applications],
  ["placements", "Placements", Placements],
  ["jobs", "Jobs", Jobs],
  ["users", "Users", Users],
  ["agencies", "Agencies", Agencies],
  ["invitations", "Invitations", Invitations],
  ["reasons", "Reasons", Reasons]
] as const

const total = (counts: ReadonlyArray<{ readonly count: number }>): number =>
  counts.reduce((sum, { count }) => sum + count, 0)

/** The number of records of each kind; placements, invitations and reasons are not counted. */
const countsOf = ({
  agencies,
  applications,
  jobs,
  users
}: Organization): Readonly<Partial<Record<(typeof kinds)[number][0], number>>> => ({
  applications: total(applications),
  jobs: total(jobs),
  users,
  agencies
})

const byState = (counts: ReadonlyArray<{ readonly state: string; readonly count: number }>): string =>
  counts.length === 0 ? "none" : counts.map(({ count, state }) => `${count} ${state}`).join(" · ")

const settingsText = (settings: Organization["settings"]): string =>
  Object.entries(settings)
    .map(([setting, value]) => `${setting} ${value}`)
    .join(" · ")

const route = getRouteApi("/signed-in/organizations/$organizationId")

/** One organization. */
export const OrganizationPage = () => {
  const { organizationId } = route.useParams()
  const { kind: requested } = route.useSearch()
  const isAdmin = useIsAdmin()
  const [isRenaming, setRenaming] = useState(false)
  const { data, error, refetch } = useRead("organizations.get", { params: { organizationId } })
  const [kind, name, Records] = kinds.find(([one]) => one === requested) ?? kinds[0]
  if (data === undefined) {
    return (
      <>
        <PageHead title="Organization" />
        {error === null ? (
          <Loading what="the organization" />
        ) : (
          <FailureNotice error={error} retry={() => void refetch()} />
        )}
      </>
    )
  }
  const counts = countsOf(data)
  return (
    <>
      <PageHead
        title={data.name}
        actions={isAdmin ? <Button onClick={() => setRenaming(true)}>Rename</Button> : undefined}
      />
      <Facts>
        <Fact name="Organization id">
          <Id label="organization id">{data.id}</Id>
        </Fact>
        <Fact name="Created">
          <Time at={data.created_at} />
        </Fact>
        <Fact name="Clients">{data.clients}</Fact>
        <Fact name="Settings">{settingsText(data.settings)}</Fact>
        <Fact name="Jobs">{byState(data.jobs)}</Fact>
        <Fact name="Applications">{byState(data.applications)}</Fact>
        <Fact name="See also">
          <Link to="/requests" search={{ organization_id: data.id }}>
            requests
          </Link>{" "}
          ·{" "}
          <Link to="/audit" search={{ organization_id: data.id }}>
            audit
          </Link>{" "}
          ·{" "}
          <Link to="/webhooks" search={{ organization_id: data.id }}>
            webhooks
          </Link>
        </Fact>
      </Facts>
      <nav aria-label="Records" className={styles.kinds}>
        {kinds.map(([one, called]) => (
          <Link
            key={one}
            to="/organizations/$organizationId"
            params={{ organizationId }}
            search={{ kind: one }}
            aria-current={one === kind ? "true" : undefined}
          >
            {called} {counts[one] === undefined ? null : <small>{counts[one]}</small>}
          </Link>
        ))}
      </nav>
      <section aria-label={name}>
        <Records organizationId={organizationId} />
      </section>
      <OrganizationCommands organizationId={organizationId} />
      {isRenaming ? <RenameOrganization organization={data} onClose={() => setRenaming(false)} /> : null}
    </>
  )
}
