/**
 * The clients that still use deprecated things: each with the thing, its replacement, the number of uses and the last one.
 */
import { useClientNames } from "../api/KnownNames.ts"
import type { Answer } from "../api/Operations.ts"
import { useRead } from "../api/Single.ts"
import { Button } from "../parts/Button.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import { Empty } from "../parts/Notice.tsx"
import { Prose } from "../parts/Prose.tsx"
import { ClientName } from "../parts/RecordName.tsx"
import { Time } from "../parts/Time.tsx"
import { PageHead } from "../shell/PageTitle.tsx"
import { number } from "../parts/Numbers.ts"

type Usage = Answer<"requests.deprecated">

const About = ({ usage: { left_out, since } }: { readonly usage: Usage }) => (
  <>
    {since === undefined ? null : (
      <p>
        Counted since <Time at={since} />, from the requests in the log. A process that answers very many requests in a
        second logs a part of them; the others are not counted, and neither are those that an earlier release has
        logged.
      </p>
    )}
    {left_out === 0 ? null : <p>{number.format(left_out)} less frequent uses are not shown.</p>}
  </>
)

const Nobody = ({ usage: { is_logged } }: { readonly usage: Usage }) =>
  is_logged ? (
    <Empty title="No request of the log uses what is deprecated.">
      <p>A client that seldom sends one may still use it: the log keeps the newest requests only.</p>
    </Empty>
  ) : (
    <Empty title="No requests are kept.">
      <p>
        <code>REQUEST_LOG</code> is off, so nobody knows who uses what is deprecated.
      </p>
    </Empty>
  )

/** The clients that still use deprecated things. */
export const DeprecationsPage = () => {
  const { data, error, isFetching, refetch } = useRead("requests.deprecated", {})
  const names = useClientNames((data?.uses ?? []).map(({ client_id }) => client_id))
  return (
    <>
      <PageHead
        title="Deprecations"
        about={
          <>
            <p>Clients that still use what is deprecated.</p>
            {data === undefined ? null : <About usage={data} />}
          </>
        }
        actions={
          <Button onClick={() => void refetch()} isBusy={isFetching}>
            Refresh
          </Button>
        }
      />
      <DataTable
        caption="Uses of what is deprecated, the most frequent first"
        columns={[
          {
            name: "Client",
            phone: "lead",
            show: ({ client_id }) =>
              client_id === undefined ? "not known" : <ClientName id={client_id} names={names} />
          },
          { name: "Uses", phone: "bare", show: ({ name }) => <code>{name}</code> },
          {
            name: "What to do",
            phone: "bare",
            show: ({ replacement }) => (replacement === undefined ? null : <Prose>{replacement}</Prose>)
          },
          { name: "Sunset", width: "tight", show: ({ sunset }) => sunset ?? null },
          { name: "Requests", align: "end", show: ({ requests }) => number.format(requests) },
          { name: "Last request", align: "end", isTime: true, show: ({ last_at }) => <Time at={last_at} /> }
        ]}
        list={{
          rows: data?.uses ?? [],
          isLoading: data === undefined && error === null,
          error,
          refresh: () => void refetch()
        }}
        keyOf={({ client_id, name }) => `${name} ${client_id ?? ""}`}
        empty={data === undefined ? null : <Nobody usage={data} />}
      />
    </>
  )
}
