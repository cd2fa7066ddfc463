/**
 * The records of a test server, read from the memory of the service.
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import { EventJson } from "@partner-api/service/store/EventStore"
import type { Memory } from "@partner-api/service/store/memory/Memory"
import { agencies } from "@partner-api/service/store/memory/MemoryAgencyStore"
import { applications } from "@partner-api/service/store/memory/MemoryApplicationStore"
import { jobs } from "@partner-api/service/store/memory/MemoryJobStore"
import { type RecordKind, tableOf } from "@partner-api/service/store/memory/MemoryState"
import { users } from "@partner-api/service/store/memory/MemoryUserStore"
import * as Schema from "effect/Schema"
import { readName } from "./Mistakes.ts"
import type { TestItem } from "./Options.ts"
import type { TestData } from "./TestServer.ts"

const readEvent = Schema.decodeSync(EventJson)

export const dataOf = ({ current }: Memory["Service"]): TestData => {
  const table = <Row>(id: string, kind: RecordKind<Row>) => tableOf(current(), OrganizationId.make(id), kind)
  const items: Readonly<Record<string, (id: string) => ReadonlyArray<TestItem>>> = {
    jobs: (id) => table(id, jobs).rows,
    users: (id) => table(id, users).rows,
    agencies: (id) => table(id, agencies).rows.map(({ agency }) => agency),
    applications: (id) => table(id, applications).rows.map(({ application }) => application),
    events: (id) => (current().journals.find(id)?.events ?? []).map(({ json }) => readEvent(json)),
    auditLog: (id) => current().journals.find(id)?.entries ?? []
  }
  return {
    get organizations() {
      return current().organizations.rows.map(({ id, name }) => ({ id, name }))
    },
    users: (id) => table(id, users).rows,
    fees: (id, agencyId) => table(id, agencies).find(agencyId)?.fees,
    items: (id, group) => items[readName(group, Object.keys(items), "group of records")]?.(id) ?? []
  }
}
