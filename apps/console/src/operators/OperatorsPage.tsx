/**
 * The people who run the service: who may sign in and who did last. An admin invites them and revokes them.
 */
import { useState } from "react"
import { useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { useWrite } from "../api/Single.ts"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { Named } from "../parts/Named.tsx"
import { Empty } from "../parts/Notice.tsx"
import { Time } from "../parts/Time.tsx"
import { useSession } from "../session/Session.ts"
import { PageHead } from "../shell/PageTitle.tsx"
import { InviteDialog } from "./InviteDialog.tsx"
import styles from "./OperatorsPage.module.css"

type Row = Item<"operators.list">

const columns: ReadonlyArray<Column<Row>> = [
  {
    name: "Name",
    phone: "lead",
    show: ({ id, name }) => (
      <Named id={id} name={name}>
        {(shown) => shown}
      </Named>
    )
  },
  { name: "Role", phone: "aside", show: ({ role }) => <Badge>{role}</Badge> },
  {
    name: "State",
    phone: "bare",
    show: ({ revoked_at, sessions }) =>
      revoked_at !== undefined ? (
        <Badge tone="bad">revoked</Badge>
      ) : sessions > 0 ? (
        <Badge tone="good">signed in</Badge>
      ) : (
        <Badge>signed out</Badge>
      )
  },
  {
    name: "Last seen",
    isTime: true,
    show: ({ last_used_at }) => (last_used_at === undefined ? "never" : <Time at={last_used_at} />)
  },
  { name: "Created", isTime: true, phone: "hide", show: ({ created_at }) => <Time at={created_at} /> }
]

const RevokeOperator = ({ onClose, operator }: { readonly operator: Row; readonly onClose: () => void }) => {
  const revoke = useWrite("operators.revoke", onClose)
  return (
    <ConfirmDialog
      title={`Revoke ${operator.name}`}
      action="Revoke the operator"
      tone="bad"
      typed={operator.name}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { operatorId: operator.id } })}
      onClose={onClose}
    >
      <p>The links and sessions of {operator.name} end at once, for good, and the name stays taken.</p>
      <p>A person who signs in with an identity provider has to leave its groups first.</p>
    </ConfirmDialog>
  )
}

/** The actions of an admin on an operator: everything but with itself. */
const actionsOf = (ownId: string, revoke: (operator: Row) => void): Column<Row> => ({
  name: "Action",
  phone: "bare",
  align: "end",
  show: (operator) =>
    operator.revoked_at !== undefined || operator.id === ownId ? null : (
      <Button tone="quiet" aria-label={`Revoke ${operator.name}`} onClick={() => revoke(operator)}>
        Revoke
      </Button>
    )
})

/** The people who run the service. */
export const OperatorsPage = () => {
  const { operator: own } = useSession()
  const isAdmin = own.role === "admin"
  const list = useList("operators.list", { query: {} })
  const [isInviting, setInviting] = useState(false)
  const [revoked, setRevoked] = useState<Row>()
  return (
    <>
      <PageHead
        title="Operators"
        about="A viewer reads every page; an admin changes too."
        actions={
          isAdmin ? (
            <Button tone="main" onClick={() => setInviting(true)}>
              Invite an operator
            </Button>
          ) : undefined
        }
      />
      <DataTable
        caption="Operators, by id"
        columns={isAdmin ? [...columns, actionsOf(own.id, setRevoked)] : columns}
        list={list}
        keyOf={({ id }) => id}
        empty={<Empty title="There is no operator." />}
      />
      <p className={styles.hint}>
        The name of an operator is erased with <code>partner-api console erase --operator NAME</code>.
      </p>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {revoked === undefined ? null : <RevokeOperator operator={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  )
}
