/**
 * One request: what came of it and when, what was wrong with it, what its body looked like, and what was left of the rate limit.
 */
import { getRouteApi, Link } from "@tanstack/react-router"
import { useClientNames, useOrganizationNames } from "../api/KnownNames.ts"
import { useRead } from "../api/Single.ts"
import type { Answer } from "../api/Operations.ts"
import { remedies } from "../api/Routes.ts"
import { Badge, toneOfStatus } from "../parts/Badge.tsx"
import { Id } from "../parts/CopyButton.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import { Fact, Facts, Section } from "../parts/Facts.tsx"
import { FailureNotice, Loading, Remark } from "../parts/Notice.tsx"
import { Prose } from "../parts/Prose.tsx"
import { ClientFact, OrganizationFact } from "../parts/RecordName.tsx"
import { durationText, Time } from "../parts/Time.tsx"
import { PageHead } from "../shell/PageTitle.tsx"
import { Endpoint } from "./RequestsPage.tsx"
import styles from "./RequestPage.module.css"
import { TimeLine } from "./TimeLine.tsx"

/** The allowance of the rate limit that was left when the request came. */
const RateLimit = ({
  allowance: { burst, remaining },
  status
}: {
  readonly allowance: { readonly remaining: number; readonly burst: number }
  readonly status: number
}) => (
  <span className={styles.rateLimit}>
    <meter min={0} max={burst} low={burst / 5} value={remaining} aria-label="Left of the rate limit" />
    {status === 429 ? `used up: ${remaining} of ${burst} left` : `${remaining} of ${burst} left`}
  </span>
)

type Request = Answer<"requests.get">

/** The meanings of the kinds of mistakes, for those who read them first here. */
const meanings: Readonly<Record<Request["problems"][number]["code"], string>> = {
  required: "The member is missing.",
  unknown: "The API has no such member or parameter.",
  type: "The value has another type, such as a text in place of a number.",
  format: "The value does not have the documented form, such as a date that is no date.",
  range: "The value is too small or too large.",
  length: "The value is too short or too long.",
  duplicate: "The value occurs twice.",
  conflict: "The value contradicts what is stored.",
  not_allowed: "The value is none of the allowed ones, or this caller may not set it."
}

const Mistakes = ({ problems }: Pick<Request, "problems">) => (
  <DataTable
    caption="What was wrong with the request"
    columns={[
      {
        name: "Where",
        phone: "lead",
        show: ({ in: part, path }) => (
          <>
            <span className={styles.part}>{part}</span> <code>{path}</code>
          </>
        )
      },
      { name: "Mistake", phone: "aside", show: ({ code }) => <Badge tone="look">{code}</Badge> },
      { name: "Meaning", phone: "bare", show: ({ code }) => meanings[code] }
    ]}
    list={{ rows: problems, isLoading: false }}
    keyOf={({ code, in: part, path }) => `${part} ${path} ${code}`}
    empty={null}
  />
)

/** The depth of a member, by its JSON Pointer. */
const depthOf = (path: string): number => path.split("/").length - 1

const Members = ({ body, problems }: Pick<Request, "body" | "problems">) => {
  const wrong = new Set(problems.filter((problem) => problem.in === "body").map(({ path }) => path))
  return (
    <ul className={styles.members}>
      {body.map(({ path, type }) => (
        <li key={path} data-depth={Math.min(depthOf(path), 5)} data-wrong={wrong.has(path) || undefined}>
          <code>{path === "" ? "body" : path.slice(path.lastIndexOf("/") + 1)}</code> <span>{type}</span>
          {wrong.has(path) ? <Badge tone="look">mistake</Badge> : null}
        </li>
      ))}
    </ul>
  )
}

const Outcome = ({ request }: { readonly request: Request }) => {
  const { error, problems } = request
  if (error === undefined) return null
  const remedy = remedies[error]
  return (
    <Section title="Error">
      <Remark tone={request.status >= 500 ? "bad" : "look"}>
        <p>
          <code>
            <strong>{error}</strong>
          </code>
        </p>
        {remedy === undefined ? null : (
          <p>
            What the partner can do: <Prose>{remedy}</Prose>
          </p>
        )}
      </Remark>
      {problems.length === 0 ? null : <Mistakes problems={problems} />}
    </Section>
  )
}

const route = getRouteApi("/signed-in/requests/$loggedRequestId")

/** One request. */
export const RequestPage = () => {
  const { loggedRequestId } = route.useParams()
  const { data: request, error, refetch } = useRead("requests.get", { params: { loggedRequestId } })
  const clients = useClientNames([request?.client_id])
  const organizations = useOrganizationNames([request?.organization_id])
  if (request === undefined) {
    return (
      <>
        <PageHead title="Request" />
        {error === null ? <Loading what="the request" /> : <FailureNotice error={error} retry={() => void refetch()} />}
      </>
    )
  }
  const { at, body, client_id, duration_ms, is_replay, method, organization_id, query, status, steps } = request
  return (
    <>
      <PageHead
        name={`${request.status} ${request.method} ${request.route}`}
        title={
          <span className={styles.title}>
            <Badge tone={toneOfStatus(status)}>{status}</Badge> <Endpoint method={method} route={request.route} />
          </span>
        }
        about={
          <>
            <Time at={at} /> · {durationText(duration_ms)}
            {is_replay === true ? " · a stored answer, repeated for an Idempotency-Key" : ""}
          </>
        }
      />
      <Facts>
        <Fact name="Request id">
          <Id label="request id">{request.request_id}</Id>
        </Fact>
        <Fact name="Client">{client_id === undefined ? undefined : <ClientFact id={client_id} names={clients} />}</Fact>
        <Fact name="Organization">
          {organization_id === undefined ? undefined : <OrganizationFact id={organization_id} names={organizations} />}
        </Fact>
        <Fact name="Trace id">
          {request.trace_id === undefined ? undefined : <Id label="trace id">{request.trace_id}</Id>}
        </Fact>
        <Fact name="Query">
          {query.length === 0 ? undefined : query.map((name) => <code key={name}>{name} </code>)}
        </Fact>
        <Fact name="Rate limit">
          {request.rate_limit === undefined ? undefined : <RateLimit allowance={request.rate_limit} status={status} />}
        </Fact>
      </Facts>
      <Outcome request={request} />
      <Section title="Time line">
        <TimeLine durationMs={duration_ms} steps={steps} />
      </Section>
      {body.length === 0 ? null : (
        <Section title="Body">
          <p className={styles.soft}>Names and types alone: the log keeps no value.</p>
          <Members body={body} problems={request.problems} />
        </Section>
      )}
      {client_id === undefined ? null : (
        <p>
          <Link to="/requests" search={{ client_id, route: request.route }}>
            Other requests of this client to this route
          </Link>
        </p>
      )}
    </>
  )
}
