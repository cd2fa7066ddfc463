/**
 * The number of requests that the service has answered, and its speed: numbers of a period beside those of the period before, their course, the errors that
 * partners get most, and the clients that cost most.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { call } from "../api/Call.ts"
import type { Answer } from "../api/Operations.ts"
import { useClientNames } from "../api/KnownNames.ts"
import { readKey, useRead } from "../api/Single.ts"
import { DataTable } from "../parts/DataTable.tsx"
import { Section } from "../parts/Facts.tsx"
import { Empty, FailureNotice, Loading } from "../parts/Notice.tsx"
import { Plot } from "../parts/Plot.tsx"
import { ClientName } from "../parts/RecordName.tsx"
import { Segments } from "../parts/Segments.tsx"
import { durationText, Time } from "../parts/Time.tsx"
import { FindRequest } from "../requests/FindRequest.tsx"
import { PageHead } from "../shell/PageTitle.tsx"
import styles from "./OverviewPage.module.css"
import { Tiles } from "./Tiles.tsx"
import { number } from "../parts/Numbers.ts"

type Traffic = Answer<"requests.traffic">

/** The periods, with what they are called. */
const periods = [
  ["1h", "1 hour"],
  ["24h", "24 hours"],
  ["7d", "7 days"]
] as const

/** The time after which the numbers are requested again. */
const everyMs = 30_000

const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 })

const Plots = ({ traffic: { points } }: { readonly traffic: Traffic }) => {
  const at = points.map((point) => point.at)
  return (
    <div className={styles.plots}>
      <Plot
        title="Requests"
        at={at}
        isCount
        format={(value) => short.format(value)}
        lines={[
          { name: "All", colour: "--accent", values: points.map(({ requests }) => requests) },
          { name: "Refused", colour: "--look", values: points.map(({ refused }) => refused) },
          { name: "Limited", colour: "--third", values: points.map(({ limited }) => limited) },
          { name: "Failed", colour: "--bad", values: points.map(({ failed }) => failed) }
        ]}
      />
      <Plot
        title="Duration"
        at={at}
        format={durationText}
        lines={[
          { name: "p50", colour: "--accent", values: points.map(({ p50_ms }) => p50_ms) },
          { name: "p99", colour: "--look", values: points.map(({ p99_ms }) => p99_ms) }
        ]}
      />
      <Plot
        title="Webhook deliveries"
        at={at}
        isCount
        format={(value) => short.format(value)}
        lines={[
          { name: "Attempts", colour: "--accent", values: points.map(({ deliveries }) => deliveries) },
          { name: "Failed", colour: "--bad", values: points.map(({ failed_deliveries }) => failed_deliveries) }
        ]}
      />
    </div>
  )
}

const TopErrors = ({ traffic: { errors, errors_since, since } }: { readonly traffic: Traffic }) => {
  const names = useClientNames(errors.map(({ client_id }) => client_id))
  return (
    <Section title="Errors that partners get most">
      {errors_since === undefined ? null : (
        <p className={styles.about}>
          Counted since <Time at={errors_since} />: the log begins there, or has too many requests.
        </p>
      )}
      <DataTable
        caption="Errors of the period, by client"
        columns={[
          {
            name: "Error",
            phone: "lead",
            show: ({ client_id, error }) => (
              <Link
                to="/requests"
                search={{ error, since: errors_since ?? since, ...(client_id === undefined ? {} : { client_id }) }}
                data-row
              >
                <code>{error}</code>
              </Link>
            )
          },
          {
            name: "Client",
            phone: "bare",
            show: ({ client_id }) =>
              client_id === undefined ? "not known" : <ClientName id={client_id} names={names} />
          },
          { name: "Requests", align: "end", show: ({ requests }) => number.format(requests) }
        ]}
        list={{ rows: errors, isLoading: false }}
        keyOf={({ client_id, error }) => `${error} ${client_id ?? ""}`}
        empty={
          <Empty title="No partner got an error.">
            <p>Every request of the period was answered.</p>
          </Empty>
        }
      />
    </Section>
  )
}

/** The cost of the clients whose requests cost most, whether or not requests are logged. */
const ExpensiveClients = () => {
  const { data, error, refetch } = useRead("clients.costs", {}, { everyMs })
  const names = useClientNames((data?.clients ?? []).map(({ client_id }) => client_id))
  return (
    <Section title="Most expensive clients">
      {data === undefined ? null : (
        <p className={styles.about}>
          Since <Time at={data.since} />, of this node. Its CPU time, work between requests included, is divided by the
          cost of requests.
        </p>
      )}
      <DataTable
        caption="Clients with the most CPU time of the last hour"
        columns={[
          {
            name: "Client",
            phone: "lead",
            show: ({ client_id }) => <ClientName id={client_id} names={names} />
          },
          { name: "CPU time", align: "end", show: ({ cpu_ms }) => durationText(cpu_ms) },
          { name: "Points", align: "end", show: ({ points }) => number.format(points) }
        ]}
        list={{
          rows: data?.clients ?? [],
          isLoading: data === undefined && error === null,
          error,
          refresh: () => void refetch()
        }}
        keyOf={({ client_id }) => client_id}
        empty={
          <Empty title="No client has cost anything yet.">
            <p>Requests of partners are counted here within ten seconds of their end.</p>
          </Empty>
        }
      />
    </Section>
  )
}

const route = getRouteApi("/signed-in/")

/** The traffic of a period, the errors in it, and the clients that cost most. */
export const OverviewPage = () => {
  const { period: requested } = route.useSearch()
  const period = periods.find(([one]) => one === requested)?.[0] ?? "1h"
  const { data, error, refetch } = useQuery({
    queryKey: readKey("requests.traffic", { period }),
    queryFn: ({ signal }) => call("requests.traffic", { query: { period } }, { signal }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData
  })
  return (
    <>
      <PageHead
        title="Overview"
        actions={
          <Segments label="Period">
            {periods.map(([one, name]) => (
              <Link key={one} to="/" search={{ period: one }} aria-current={one === period ? "true" : undefined}>
                {name}
              </Link>
            ))}
          </Segments>
        }
      />
      <FindRequest />
      {error === null ? null : <FailureNotice error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Loading what="the traffic" />
        ) : null
      ) : data.is_logged ? (
        <>
          <Tiles traffic={data} />
          <Plots traffic={data} />
          <TopErrors traffic={data} />
        </>
      ) : (
        <Empty title="The request log is off.">
          <p>
            Requests and deliveries are neither kept nor counted. Set <code>REQUEST_LOG</code> to <code>on</code> and
            restart the server.
          </p>
        </Empty>
      )}
      <ExpensiveClients />
    </>
  )
}
