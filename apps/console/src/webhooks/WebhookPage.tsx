/**
 * One webhook endpoint: how it stands, its deliveries with their attempts, and having events sent again.
 */
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { useClientNames, useOrganizationNames } from "../api/KnownNames.ts"
import { useList } from "../api/Lists.ts"
import type { Answer, Item } from "../api/Operations.ts"
import { choices } from "../api/Routes.ts"
import { useRead, useWrite } from "../api/Single.ts"
import { Badge, type Tone } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { Id } from "../parts/CopyButton.tsx"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { Fact, Facts, Section } from "../parts/Facts.tsx"
import { FilterBar } from "../parts/FilterBar.tsx"
import { Empty, FailureNotice, Loading } from "../parts/Notice.tsx"
import { ClientFact, OrganizationFact } from "../parts/RecordName.tsx"
import { Time } from "../parts/Time.tsx"
import { useIsAdmin } from "../session/Session.ts"
import { PageHead } from "../shell/PageTitle.tsx"
import { Attempts } from "./Attempts.tsx"
import { EndpointState, reasonOf } from "./EndpointState.tsx"
import { RecoverDialog } from "./RecoverDialog.tsx"

type Endpoint = Answer<"webhookEndpoints.get">
type Delivery = Item<"webhookEndpoints.deliveries">

const tones: Readonly<Record<Delivery["status"], Tone>> = {
  pending: "plain",
  succeeded: "good",
  parked: "look",
  failed: "bad"
}

/** The interval of the requests for an endpoint while a delivery to it is under way, in milliseconds. */
const busyMs = 3_000

const columns: ReadonlyArray<Column<Delivery>> = [
  { name: "State", phone: "mark", show: ({ status }) => <Badge tone={tones[status]}>{status}</Badge> },
  { name: "Event", phone: "lead", show: ({ type }) => type },
  { name: "Event id", phone: "bare", show: ({ event_id }) => <code>{event_id}</code> },
  { name: "Attempts", show: ({ attempts }) => <Attempts attempts={attempts} /> },
  {
    name: "Next attempt",
    isTime: true,
    show: ({ next_attempt_at }) => (next_attempt_at === undefined ? null : <Time at={next_attempt_at} />)
  }
]

const Redeliver = ({ delivery, endpointId }: { readonly delivery: Delivery; readonly endpointId: string }) => {
  const redeliver = useWrite("webhookEndpoints.redeliver")
  return (
    <>
      <Button
        tone="quiet"
        aria-label={`Send ${delivery.event_id} again`}
        isBusy={redeliver.isPending}
        onClick={() => redeliver.mutate({ params: { webhookEndpointId: endpointId, eventId: delivery.event_id } })}
      >
        Send again
      </Button>
      {redeliver.error === null ? null : <span role="alert">{redeliver.error.message}</span>}
    </>
  )
}

const route = getRouteApi("/signed-in/webhooks/$webhookEndpointId")

const Deliveries = ({ endpointId }: { readonly endpointId: string }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useIsAdmin()
  const list = useList("webhookEndpoints.deliveries", {
    params: { webhookEndpointId: endpointId },
    query: { ...search, limit: "50" }
  })
  return (
    <Section
      title="Deliveries"
      actions={
        <Button onClick={list.refresh} isBusy={list.isRefreshing}>
          Refresh
        </Button>
      }
    >
      <FilterBar
        fields={[
          { name: "status", label: "State", options: choices.deliveryStatuses.map((one) => [one, one] as const) }
        ]}
        values={search}
        onChange={(values) => void navigate({ search: values })}
      />
      <DataTable
        caption="Deliveries of the last 30 days, those of the newest events first"
        columns={
          isAdmin
            ? [
                ...columns,
                {
                  name: "Action",
                  phone: "bare",
                  align: "end",
                  // A ping is no event: another one is sent when the endpoint is enabled.
                  show: (delivery) =>
                    delivery.type === "ping" ? null : <Redeliver delivery={delivery} endpointId={endpointId} />
                }
              ]
            : columns
        }
        list={list}
        keyOf={({ event_id }) => event_id}
        empty={
          <Empty
            title={
              search.status === undefined ? "Nothing was sent in the last 30 days." : "No delivery has this state."
            }
          />
        }
      />
    </Section>
  )
}

type Open = "recover" | "disable" | "enable"

const Switch = ({
  endpoint,
  onClose,
  to
}: {
  readonly endpoint: Endpoint
  readonly to: "disable" | "enable"
  readonly onClose: () => void
}) => {
  const change = useWrite(to === "enable" ? "webhookEndpoints.enable" : "webhookEndpoints.disable", onClose)
  return (
    <ConfirmDialog
      title={to === "enable" ? `Enable ${endpoint.host}` : `Disable ${endpoint.host}`}
      action={to === "enable" ? "Enable the endpoint" : "Disable the endpoint"}
      tone={to === "enable" ? "main" : "bad"}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ params: { webhookEndpointId: endpoint.id } })}
      onClose={onClose}
    >
      <p>
        {to === "enable"
          ? "A ping is sent to its address. Once that is answered, deliveries resume where they stopped."
          : "Nothing is sent to it any more, and its client cannot enable it. What is due waits until it is enabled again."}
      </p>
    </ConfirmDialog>
  )
}

/** One webhook endpoint. */
export const WebhookPage = () => {
  const { webhookEndpointId } = route.useParams()
  const [everyMs, setEveryMs] = useState<number>()
  const { data, error, refetch } = useRead("webhookEndpoints.get", { params: { webhookEndpointId } }, { everyMs })
  const isAdmin = useIsAdmin()
  const [open, setOpen] = useState<Open>()
  const clients = useClientNames([data?.client_id])
  const organizations = useOrganizationNames([data?.organization_id])
  if (data === undefined) {
    return (
      <>
        <PageHead title="Webhook endpoint" />
        {error === null ? (
          <Loading what="the endpoint" />
        ) : (
          <FailureNotice error={error} retry={() => void refetch()} />
        )}
      </>
    )
  }
  const { deliveries } = data
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title={data.host}
        about={
          <>
            <EndpointState endpoint={data} /> {reasonOf(data)}
          </>
        }
        actions={
          isAdmin ? (
            <>
              <Button tone="main" onClick={() => setOpen("recover")}>
                Recover failed deliveries
              </Button>
              {data.status === "disabled" ? (
                <Button onClick={() => setOpen("enable")}>Enable</Button>
              ) : (
                <Button tone="risk" onClick={() => setOpen("disable")}>
                  Disable
                </Button>
              )}
            </>
          ) : undefined
        }
      />
      <Facts>
        <Fact name="Endpoint id">
          <Id label="endpoint id">{data.id}</Id>
        </Fact>
        <Fact name="Organization">
          <OrganizationFact id={data.organization_id} names={organizations} />
        </Fact>
        <Fact name="Client">
          <ClientFact id={data.client_id} names={clients} />
        </Fact>
        <Fact name="Permissions">{data.permissions.join(" · ")}</Fact>
        <Fact name="Failing since">
          {data.failing_since === undefined ? undefined : <Time at={data.failing_since} />}
        </Fact>
        <Fact name="Next attempt">
          {data.next_attempt_at === undefined ? undefined : <Time at={data.next_attempt_at} />}
        </Fact>
        <Fact name="Behind by">{data.waiting === 0 ? undefined : `${data.waiting} journal entries`}</Fact>
        <Fact name="Deliveries">
          {deliveries.pending} pending · {deliveries.parked} parked · {deliveries.failed} failed
        </Fact>
      </Facts>
      <Deliveries endpointId={data.id} />
      {open === "recover" ? (
        <RecoverDialog endpoint={data} onStarted={() => setEveryMs(busyMs)} onClose={close} />
      ) : open === undefined ? null : (
        <Switch endpoint={data} to={open} onClose={close} />
      )}
    </>
  )
}
