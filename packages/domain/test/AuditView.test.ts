/**
 * Which entries of the audit log meet a filter of an operator: those that meet all of it.
 */
import { assert, describe, it } from "@effect/vitest"

import type { AuditEntry } from "../src/Audit.ts"
import { ClientId } from "../src/Ids.ts"
import { meetsAuditFilter, type OperatorAuditFilter } from "../src/operator/AuditView.ts"
import { OperatorId } from "../src/operator/OperatorId.ts"
import { NormalTimestamp } from "../src/Timestamp.ts"

const at = (second: number) => NormalTimestamp.make(`2026-01-31T09:30:0${second}.000Z`)
const clientId = ClientId.make("cli_1")
const operatorId = OperatorId.make("opr_1")

const entry: AuditEntry = {
  id: "aud_1",
  occurred_at: at(5),
  action: "client.created",
  resource_id: "cli_2",
  client_id: clientId,
  operator_id: operatorId,
  changed: ["name"]
}

describe("an entry of the audit log", () => {
  const met: ReadonlyArray<OperatorAuditFilter> = [
    {},
    { action: "client.created" },
    { client_id: clientId },
    { operator_id: operatorId },
    { since: at(5) },
    { until: at(6) },
    { action: "client.created", client_id: clientId, operator_id: operatorId, since: at(4), until: at(6) }
  ]
  it.for(met)("meets %j", (filter) => assert.isTrue(meetsAuditFilter(filter, entry)))

  const missed: ReadonlyArray<OperatorAuditFilter> = [
    { action: "client.revoked" },
    { client_id: ClientId.make("cli_2") },
    { operator_id: OperatorId.make("opr_2") },
    { since: at(6) },
    { until: at(5) },
    { action: "client.created", client_id: ClientId.make("cli_2") }
  ]
  it.for(missed)("does not meet %j", (filter) => assert.isFalse(meetsAuditFilter(filter, entry)))
})
