/**
 * What a test server knows, read from the memory of the service.
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import type { Memory } from "@partner-api/service/store/memory/Memory"
import { recordsOf } from "@partner-api/service/store/memory/MemoryState"
import type { TestItem } from "./Options.ts"
import type { TestData } from "./TestServer.ts"

export const dataOf = ({ current }: Memory["Service"]): TestData => {
  const records = (id: string) => recordsOf(current(), OrganizationId.make(id))
  const items: Readonly<Record<string, (id: string) => ReadonlyArray<TestItem>>> = {
    jobs: (id) => records(id).jobs.rows,
    users: (id) => records(id).users.rows,
    agencies: (id) => records(id).agencies.rows.map(({ agency }) => agency),
    applications: (id) => records(id).applications.rows.map(({ application }) => application),
    auditLog: (id) => current().journals.find(id)?.entries ?? []
  }
  return {
    get organizations() {
      return current().organizations.rows.map(({ id, name }) => ({ id, name }))
    },
    users: (id) => records(id).users.rows,
    fees: (id, agencyId) => records(id).agencies.find(agencyId)?.fees,
    items: (id, group) => items[group]?.(id) ?? []
  }
}
