/**
 * {@link WebhookStore} in memory.
 */
import { lookAhead } from "@partner-api/domain/Pagination"
import { healthy } from "@partner-api/domain/WebhookSchedule"
import { type WebhookEndpointId, webhookEndpointsMax } from "@partner-api/domain/WebhookEndpoint"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type WebhookOwner, WebhookStore } from "../WebhookStore.ts"
import { Memory } from "./Memory.ts"
import { withWebhook } from "./MemoryState.ts"
import { compareCodePoints } from "./Table.ts"
import { foundOf, type WebhookRow } from "./MemoryWebhooks.ts"

/** The progress of an endpoint whose deliveries have not begun. */
const nowhere: WebhookRow["place"] = {
  position: 0,
  health: healthy,
  isFailing: true,
  dueAtMs: 0,
  wakeAfter: Number.MAX_SAFE_INTEGER,
  wakes: 0,
  leaseToken: "",
  leaseUntilMs: 0,
  failedFrom: undefined
}

const isOf =
  ({ clientId, organizationId }: WebhookOwner) =>
  ({ owned }: WebhookRow): boolean =>
    owned.clientId === clientId && owned.organizationId === organizationId

/** Endpoints of a table, which has them in the order of their ids, in that of their organizations. */
const inOrder = (rows: ReadonlyArray<WebhookRow>) =>
  rows.map(foundOf).toSorted((left, right) => compareCodePoints(left.organizationId, right.organizationId))

export const layer = Layer.effect(
  WebhookStore,
  Effect.map(Memory, ({ read, write }) => {
    const find = (id: WebhookEndpointId, condition: (row: WebhookRow) => boolean = () => true) =>
      read(({ webhooks }) => {
        const row = webhooks.find(id)
        return row !== undefined && condition(row) ? Option.some(foundOf(row)) : Option.none()
      })
    return WebhookStore.of({
      page: (owner, { after = "", limit }) =>
        read(({ webhooks }) =>
          webhooks.rows
            .filter((row) => isOf(owner)(row) && row.owned.endpoint.id > after)
            .slice(0, lookAhead(limit))
            .map(foundOf)
        ),
      find: (owner, id) => find(id, isOf(owner)),
      lock: (id) => find(id),
      lockOwn: (owner, id) => find(id, isOf(owner)),
      findAny: (id) => find(id),
      ofClient: (clientId) =>
        read(({ webhooks }) => inOrder(webhooks.rows.filter(({ owned }) => owned.clientId === clientId))),
      all: read(({ webhooks }) => inOrder(webhooks.rows)),
      pageOfAll: ({ clientId, organizationId }, { after = "", limit }) =>
        read(({ webhooks }) =>
          webhooks.rows
            .filter(
              ({ owned }) =>
                owned.endpoint.id > after &&
                (clientId === undefined || owned.clientId === clientId) &&
                (organizationId === undefined || owned.organizationId === organizationId)
            )
            .slice(0, lookAhead(limit))
            .map(foundOf)
        ),
      countOfClient: (clientId) =>
        read(({ webhooks }) => webhooks.rows.filter(({ owned }) => owned.clientId === clientId).length),
      insert: (owned, secret) =>
        write((state) =>
          state.webhooks.rows.filter(isOf(owned)).length >= webhookEndpointsMax
            ? [state, false]
            : [
                {
                  ...state,
                  webhooks: state.webhooks.put({ owned, secrets: [secret], place: nowhere, deliveries: [] })
                },
                true
              ]
        ),
      save: (owned) =>
        write((state) => [withWebhook(state, owned.endpoint.id, (row) => ({ ...row, owned })), undefined]),
      remove: (id) =>
        write((state) => [
          { ...state, webhooks: state.webhooks.without(({ owned }) => owned.endpoint.id === id) },
          undefined
        ]),
      secrets: (id) => read(({ webhooks }) => webhooks.find(id)?.secrets ?? []),
      replaceSecrets: (id, secrets) =>
        write((state) => [withWebhook(state, id, (row) => ({ ...row, secrets })), undefined])
    })
  })
)
