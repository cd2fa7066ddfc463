/**
 * All clients: the credentials of partners.
 */
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useList } from "../api/Lists.ts"
import type { Item } from "../api/Operations.ts"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { type Column, DataTable } from "../parts/DataTable.tsx"
import { Empty } from "../parts/Notice.tsx"
import { Time } from "../parts/Time.tsx"
import { useIsAdmin } from "../session/Session.ts"
import { PageHead } from "../shell/PageTitle.tsx"
import { CreateClient } from "./CreateClient.tsx"

type Row = Item<"clients.list">

const columns: ReadonlyArray<Column<Row>> = [
  {
    name: "Name",
    show: ({ id, name }) => (
      <Link to="/clients/$clientId" params={{ clientId: id }} data-row>
        {name}
      </Link>
    )
  },
  { name: "Id", show: ({ id }) => <code>{id}</code> },
  {
    name: "State",
    show: ({ revoked_at, secrets }) =>
      revoked_at !== undefined ? (
        <Badge tone="bad">revoked</Badge>
      ) : secrets > 1 ? (
        <Badge tone="look">rotating</Badge>
      ) : (
        <Badge tone="good">live</Badge>
      )
  },
  { name: "Organizations", align: "end", show: ({ grants }) => grants },
  { name: "Created", align: "end", isTime: true, show: ({ created_at }) => <Time at={created_at} /> }
]

/** All clients. */
export const ClientsPage = () => {
  const list = useList("clients.list", { query: {} })
  const isAdmin = useIsAdmin()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button tone="main" onClick={() => setCreating(true)}>
      Create a client
    </Button>
  )
  return (
    <>
      <PageHead title="Clients" about="The credentials of partners." actions={isAdmin ? create : undefined} />
      <DataTable
        caption="Clients, by id"
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        empty={
          <Empty title="There is no client yet.">
            <p>A partner needs one to get a token. {isAdmin ? "Create the first one." : "An admin can create one."}</p>
          </Empty>
        }
      />
      {isCreating ? (
        <CreateClient
          onClose={(clientId) => {
            setCreating(false)
            if (clientId !== undefined) void navigate({ to: "/clients/$clientId", params: { clientId } })
          }}
        />
      ) : null}
    </>
  )
}
