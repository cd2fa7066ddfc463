/**
 * `partner-api webhooks list`: the webhook endpoints of all partners, or of one organization or client, with how they stand.
 */
import { columns } from "@partner-api/cli-kit/Output"
import { makeTable } from "@partner-api/cli-kit/Table"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import {
  WebhookAdministration,
  type WebhookOverview
} from "@partner-api/service/services/administration/WebhookAdministration"
import * as Clock from "effect/Clock"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { visibleHost } from "@partner-api/service/services/webhooks/EndpointState"
import { json } from "../Inputs.ts"
import { onDatabase, print } from "../Operator.ts"
import { ageText, overviewJson, stateText } from "./WebhookText.ts"

const table = (nowMs: number, width: number | undefined) =>
  makeTable<WebhookOverview>(
    [
      { title: "id", cell: ({ found }) => found.endpoint.id, isWhole: true },
      { title: "organization", cell: ({ found }) => found.organizationId },
      { title: "client", cell: ({ found }) => found.clientId },
      { title: "host", cell: ({ found }) => visibleHost(found.endpoint.url) },
      { title: "state", cell: stateText, isWhole: true },
      {
        title: "waiting",
        cell: ({ endpointStatus: { waitingSinceMs } }) =>
          waitingSinceMs === undefined ? "" : ageText(nowMs - waitingSinceMs),
        isWhole: true
      },
      {
        title: "failing since",
        cell: ({ endpointStatus: { health } }) =>
          health.failingSinceMs === undefined ? "" : timestampFromMillis(health.failingSinceMs),
        isWhole: true
      }
    ],
    width
  )

export const list = Command.make(
  "list",
  {
    organization: Flag.String("organization").pipe(
      Flag.withDescription("Only endpoints in this organization"),
      Flag.withSchema(OrganizationId),
      Flag.optional
    ),
    client: Flag.String("client").pipe(
      Flag.withDescription("Only endpoints of this client"),
      Flag.withSchema(ClientId),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* ({ client, json: asJson, organization }) {
    const filter = {
      ...(Option.isSome(organization) ? { organizationId: organization.value } : {}),
      ...(Option.isSome(client) ? { clientId: client.value } : {})
    }
    const rows = yield* onDatabase(Effect.flatMap(WebhookAdministration, (webhooks) => webhooks.list(filter)))
    const shown = table(yield* Clock.currentTimeMillis, yield* columns)
    yield* print(asJson, rows.map(overviewJson), shown.lines(rows))
  })
).pipe(Command.withDescription("List webhook endpoints, with how their deliveries stand"))
