/**
 * One client: what it may do, its secrets by name and age, and its latest requests.
 */
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { type Names, useOrganizationNames } from "../api/KnownNames.ts"
import { useList } from "../api/Lists.ts"
import type { Answer } from "../api/Operations.ts"
import { useRead } from "../api/Single.ts"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Id } from "../parts/CopyButton.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import { Fact, Facts, Section } from "../parts/Facts.tsx"
import { Empty, FailureNotice, Loading, Remark } from "../parts/Notice.tsx"
import { OrganizationName } from "../parts/RecordName.tsx"
import { Time } from "../parts/Time.tsx"
import { requestColumns } from "../requests/RequestsPage.tsx"
import { useIsAdmin } from "../session/Session.ts"
import { PageHead } from "../shell/PageTitle.tsx"
import { RevokeClient, RotateSecret, type RotationStep, WithdrawGrant } from "./ClientDialogs.tsx"
import { GrantDialog } from "./GrantDialog.tsx"
import styles from "./ClientPage.module.css"

type Client = Answer<"clients.get">
type Grant = Client["grants"][number]
type Secret = Client["secrets"][number]

/** The name of an organization, where it is known; else its id. */
const calledIn = (names: Names, organizationId: string): string => names.get(organizationId) ?? organizationId

/** The dialog that is open. */
type Open =
  | { readonly dialog: "revoke" }
  | { readonly dialog: "rotate"; readonly step: RotationStep; readonly secretId?: string }
  | { readonly dialog: "grant"; readonly grant?: Grant }
  | { readonly dialog: "ungrant"; readonly organizationId: string }

const OpenDialog = ({
  client,
  names,
  onClose,
  open
}: {
  readonly client: Client
  readonly names: Names
  readonly open: Open | undefined
  readonly onClose: () => void
}) => {
  switch (open?.dialog) {
    case undefined:
      return null
    case "revoke":
      return <RevokeClient client={client} onClose={onClose} />
    case "rotate":
      return <RotateSecret client={client} step={open.step} secretId={open.secretId} onClose={onClose} />
    case "grant":
      return (
        <GrantDialog
          clientId={client.id}
          grant={open.grant}
          name={open.grant === undefined ? undefined : calledIn(names, open.grant.organization_id)}
          onClose={onClose}
        />
      )
    case "ungrant":
      return (
        <WithdrawGrant
          client={client}
          organizationId={open.organizationId}
          name={calledIn(names, open.organizationId)}
          onClose={onClose}
        />
      )
  }
}

interface PartProps {
  readonly client: Client
  readonly mayChange: boolean
  readonly open: (dialog: Open) => void
}

const Grants = ({ client, mayChange, names, open }: PartProps & { readonly names: Names }) => (
  <Section
    title="Organizations"
    actions={mayChange ? <Button onClick={() => open({ dialog: "grant" })}>Grant an organization</Button> : undefined}
  >
    <DataTable
      caption="What the client may do, by organization"
      columns={[
        {
          name: "Organization",
          phone: "lead",
          show: ({ organization_id }) => (
            <span className={styles.words}>
              <OrganizationName id={organization_id} names={names} />
              {client.default_organization_id === organization_id ? <Badge tone="accent">default</Badge> : null}
            </span>
          )
        },
        {
          name: "Permissions",
          phone: "bare",
          show: ({ permissions }) => (
            <span className={styles.words}>
              {permissions.map((permission) => (
                <Badge key={permission}>{permission}</Badge>
              ))}
            </span>
          )
        },
        { name: "View", show: ({ agency_id }) => (agency_id === undefined ? "employer" : <code>{agency_id}</code>) },
        ...(mayChange
          ? [
              {
                name: "Change",
                phone: "bare" as const,
                align: "end" as const,
                show: (grant: Grant) => (
                  <span className={styles.buttons}>
                    <Button
                      tone="quiet"
                      aria-label={`Change the grant of ${calledIn(names, grant.organization_id)}`}
                      onClick={() => open({ dialog: "grant", grant })}
                    >
                      Change
                    </Button>
                    <Button
                      tone="quiet"
                      aria-label={`Withdraw the grant of ${calledIn(names, grant.organization_id)}`}
                      onClick={() => open({ dialog: "ungrant", organizationId: grant.organization_id })}
                    >
                      Withdraw
                    </Button>
                  </span>
                )
              }
            ]
          : [])
      ]}
      list={{ rows: client.grants, isLoading: false }}
      keyOf={({ organization_id }) => organization_id}
      empty={
        <Empty title="The client has no grant.">
          <p>Grant it an organization: each token is for one.</p>
        </Empty>
      }
    />
  </Section>
)

/** The precision of the last use of a secret. */
const hourMs = 3_600_000

/** The hour in which a secret was used last. */
const LastUsed = ({ hour }: { readonly hour: string }) =>
  Date.now() - Date.parse(hour) < hourMs ? "in the last hour" : <Time at={hour} ago />

const Secrets = ({ client, mayChange, open }: PartProps) => {
  const rotate = (step: RotationStep) => () => open({ dialog: "rotate", step })
  return (
    <Section
      title="Secrets"
      actions={
        mayChange ? (
          <>
            {client.secrets.length > 1 ? (
              <Button tone="risk" onClick={rotate("end_older")}>
                End the older secret
              </Button>
            ) : (
              <Button onClick={rotate("add")}>Add a secret</Button>
            )}
            <Button tone="risk" onClick={rotate("replace")}>
              Replace a leaked secret
            </Button>
          </>
        ) : undefined
      }
    >
      <DataTable
        caption="Live secrets, the oldest first"
        columns={[
          { name: "Secret", phone: "lead", show: ({ id }) => <code>{id}</code> },
          { name: "Created", isTime: true, show: ({ created_at }) => <Time at={created_at} /> },
          {
            name: "Last used",
            show: ({ last_used_at }) => (last_used_at === undefined ? "never" : <LastUsed hour={last_used_at} />)
          },
          { name: "Made by", show: ({ made_by }) => made_by ?? "unknown" },
          ...(mayChange && client.secrets.length > 1
            ? [
                {
                  name: "Change",
                  phone: "bare" as const,
                  align: "end" as const,
                  show: ({ id }: Secret) => (
                    <Button
                      tone="quiet"
                      aria-label={`End the secret ${id}`}
                      onClick={() => open({ dialog: "rotate", step: "end", secretId: id })}
                    >
                      End
                    </Button>
                  )
                }
              ]
            : [])
        ]}
        list={{ rows: client.secrets, isLoading: false }}
        keyOf={({ id }) => id}
        empty={<Empty title="The client has no secret." />}
      />
      {client.secrets.length > 1 ? (
        <Remark tone="accent">
          <p>
            A rotation is under way. End the older secret once the newer one is used, and the older one no more. A
            secret that the client has made and nobody uses may be the one to end.
          </p>
        </Remark>
      ) : null}
    </Section>
  )
}

const LatestRequests = ({ clientId }: { readonly clientId: string }) => {
  const list = useList("requests.list", { query: { client_id: clientId, limit: "10" } })
  return (
    <Section
      title="Latest requests"
      actions={
        <Link to="/requests" search={{ client_id: clientId }}>
          All requests of the client
        </Link>
      }
    >
      <DataTable
        caption="The latest requests of the client"
        columns={requestColumns}
        list={{ rows: list.rows, isLoading: list.isLoading, error: list.error, refresh: list.refresh }}
        keyOf={({ id }) => id}
        empty={<Empty title="The request log has no request of this client." />}
      />
    </Section>
  )
}

const route = getRouteApi("/signed-in/clients/$clientId")

/** One client. */
export const ClientPage = () => {
  const { clientId } = route.useParams()
  const { data: client, error, refetch } = useRead("clients.get", { params: { clientId } })
  const names = useOrganizationNames((client?.grants ?? []).map(({ organization_id }) => organization_id))
  const isAdmin = useIsAdmin()
  const [open, setOpen] = useState<Open>()
  if (client === undefined) {
    return (
      <>
        <PageHead title="Client" />
        {error === null ? <Loading what="the client" /> : <FailureNotice error={error} retry={() => void refetch()} />}
      </>
    )
  }
  const mayChange = isAdmin && client.revoked_at === undefined
  const part = { client, mayChange, open: setOpen }
  return (
    <>
      <PageHead
        title={client.name}
        about={client.revoked_at === undefined ? undefined : <Badge tone="bad">revoked</Badge>}
        actions={
          mayChange ? (
            <Button tone="risk" onClick={() => setOpen({ dialog: "revoke" })}>
              Revoke the client
            </Button>
          ) : undefined
        }
      />
      <Facts>
        <Fact name="Client id">
          <Id label="client id">{client.id}</Id>
        </Fact>
        <Fact name="Created">
          <Time at={client.created_at} />
        </Fact>
        <Fact name="Revoked">{client.revoked_at === undefined ? undefined : <Time at={client.revoked_at} />}</Fact>
        <Fact name="Live tokens">{client.use.live_tokens}</Fact>
        <Fact name="Webhooks">
          <Link to="/webhooks" search={{ client_id: client.id }}>
            {client.use.webhook_endpoints}
          </Link>
        </Fact>
        <Fact name="Last request">
          {client.use.last_request_at === undefined ? (
            client.use.is_logged ? (
              "not in the log"
            ) : (
              "not known: the log is off"
            )
          ) : (
            <Time at={client.use.last_request_at} ago />
          )}
        </Fact>
        <Fact name="May create">{client.may_create_organizations ? "organizations" : undefined}</Fact>
      </Facts>
      <Grants {...part} names={names} />
      <Secrets {...part} />
      <LatestRequests clientId={client.id} />
      <OpenDialog client={client} names={names} open={open} onClose={() => setOpen(undefined)} />
    </>
  )
}
