/**
 * The reasons of an organization for rejections and withdrawals, and how many applications name each: as a plot, and as a table with all of them.
 */
import type { Answer } from "../api/Operations.ts"
import { useRead } from "../api/Single.ts"
import { Badge } from "../parts/Badge.tsx"
import { BarPlot } from "../parts/BarPlot.tsx"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { Empty } from "../parts/Notice.tsx"
import styles from "./Reasons.module.css"

type Reason = Answer<"organizations.reasons">["reasons"][number]

const columns: ReadonlyArray<Column<Reason>> = [
  { name: "Reason", phone: "lead", show: ({ text }) => text },
  { name: "Category", phone: "bare", show: ({ category }) => category },
  { name: "State", phone: "aside", show: ({ active }) => <Badge>{active ? "ACTIVE" : "INACTIVE"}</Badge> },
  { name: "Id", phone: "hide", show: ({ id }) => <code>{id}</code> },
  { name: "Rejections", align: "end", show: ({ rejections }) => rejections },
  { name: "Withdrawals", align: "end", show: ({ withdrawals }) => withdrawals }
]

/** The reasons. */
export const Reasons = ({ organizationId }: { readonly organizationId: string }) => {
  const { data, error, refetch } = useRead("organizations.reasons", { params: { organizationId } })
  const reasons = data?.reasons ?? []
  const named = reasons.filter(({ rejections, withdrawals }) => rejections + withdrawals > 0)
  return (
    <div className={styles.reasons}>
      {named.length === 0 ? null : (
        <BarPlot
          title="Applications by reason"
          parts={["Rejections", "Withdrawals"]}
          bars={named.map(({ rejections, text, withdrawals }) => ({ name: text, counts: [rejections, withdrawals] }))}
        />
      )}
      <DataTable
        caption="Reasons of the organization"
        columns={columns}
        list={{
          rows: reasons,
          isLoading: data === undefined && error === null,
          error,
          refresh: () => void refetch()
        }}
        keyOf={({ id }) => id}
        empty={<Empty title="The organization has no reason." />}
      />
    </div>
  )
}
