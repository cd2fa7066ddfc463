/**
 * The backups of the database: when the last one was made, and the files of the schedule.
 */
import type { Answer } from "../api/Operations.ts"
import { DataTable } from "../parts/DataTable.tsx"
import { Fact, Facts, Section } from "../parts/Facts.tsx"
import { Empty } from "../parts/Notice.tsx"
import { durationText, Time } from "../parts/Time.tsx"
import { bytesText } from "./Bytes.ts"

/** The backups; PostgreSQL has tools of its own. */
export const Backups = ({ backups }: { readonly backups: Answer<"health.get">["backups"] | undefined }) => (
  <Section title="Backups">
    {backups === undefined ? (
      <Empty title="PostgreSQL is backed up with its own tools.">
        <p>
          The guide to PostgreSQL shows <code>pg_dump</code>, and backups of the whole server.
        </p>
      </Empty>
    ) : (
      <>
        <Facts>
          <Fact name="Last backup">
            {backups.last_at === undefined ? "none is known" : <Time at={backups.last_at} />}
          </Fact>
          {backups.schedule === undefined ? (
            <Fact name="Schedule">
              none: set <code>BACKUP_EVERY</code>, or run <code>partner-api backup FILE</code>
            </Fact>
          ) : (
            <>
              <Fact name="Schedule">
                every {durationText(backups.schedule.every_ms)}, the newest {backups.schedule.keep} are kept
              </Fact>
              <Fact name="Folder">
                <code>{backups.schedule.folder}</code>
              </Fact>
            </>
          )}
        </Facts>
        {backups.schedule === undefined ? null : (
          <DataTable
            caption="Backups of the schedule, the newest first"
            columns={[
              { name: "File", phone: "lead", show: ({ name }) => <code>{name}</code> },
              { name: "Made", isTime: true, show: ({ made_at }) => <Time at={made_at} /> },
              { name: "Size", align: "end", show: ({ bytes }) => bytesText(bytes) }
            ]}
            list={{ rows: backups.files, isLoading: false }}
            keyOf={({ name }) => name}
            empty={<Empty title="The schedule has made no backup yet." />}
          />
        )}
      </>
    )}
  </Section>
)
