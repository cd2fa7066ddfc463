/**
 * The health of the service: bad checks first, then those worth a look, then good ones.
 */
import { useRead } from "../api/Single.ts"
import type { Answer } from "../api/Operations.ts"
import { Badge, type Tone } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import { Fact, Facts, Section } from "../parts/Facts.tsx"
import { Empty, FailureNotice, Loading } from "../parts/Notice.tsx"
import { Time } from "../parts/Time.tsx"
import { PageHead } from "../shell/PageTitle.tsx"
import { Backups } from "./Backups.tsx"
import styles from "./HealthPage.module.css"

type Finding = Answer<"health.get">["findings"][number]

const tones: Readonly<Record<Finding["state"], Tone>> = { bad: "bad", look: "look", good: "good" }
const words: Readonly<Record<Finding["state"], string>> = { bad: "bad", look: "worth a look", good: "good" }
const order: ReadonlyArray<Finding["state"]> = ["bad", "look", "good"]

/** The interval of the requests for it, in milliseconds. */
const everyMs = 60_000

/** The page of the service's health. */
export const HealthPage = () => {
  const { data, error, isFetching, refetch } = useRead("health.get", {}, { everyMs })
  return (
    <>
      <PageHead
        title="Health"
        about={
          data === undefined
            ? undefined
            : data.healthy
              ? "No check is bad."
              : "At least one check is bad: see what to do."
        }
        actions={
          <Button onClick={() => void refetch()} isBusy={isFetching}>
            Check again
          </Button>
        }
      />
      {error === null ? null : <FailureNotice error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Loading what="the checks" />
        ) : null
      ) : (
        <>
          <Facts>
            <Fact name="Version">{data.version}</Fact>
            <Fact name="Node.js">{data.node}</Fact>
            <Fact name="Database">
              <code>{data.database}</code>
            </Fact>
            <Fact name="Processes">{data.processes}</Fact>
            <Fact name="Started">
              <Time at={data.started_at} ago />
            </Fact>
            <Fact name="Last backup">
              {data.backups?.last_at === undefined ? undefined : <Time at={data.backups.last_at} ago />}
            </Fact>
          </Facts>
          <Section title="Checks">
            <DataTable
              caption="Checks, the worst first"
              columns={[
                {
                  name: "State",
                  phone: "mark",
                  show: ({ state }) => <Badge tone={tones[state]}>{words[state]}</Badge>
                },
                { name: "Check", phone: "lead", show: ({ check }) => <span className={styles.check}>{check}</span> },
                {
                  name: "Finding",
                  phone: "bare",
                  show: ({ remedy, seen }) => (
                    <span className={styles.seen}>
                      <span>{seen}</span>
                      {remedy === undefined ? null : <span className={styles.remedy}>{remedy}</span>}
                    </span>
                  )
                }
              ]}
              list={{
                rows: data.findings.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state)),
                isLoading: false
              }}
              keyOf={({ check, seen }) => `${check} ${seen}`}
              empty={<Empty title="There is no check." />}
            />
          </Section>
          <Backups backups={data.backups} />
        </>
      )}
    </>
  )
}
