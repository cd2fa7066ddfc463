/**
 * `partner-api clients grant CLIENT ORGANIZATION`: opens an organization to a client, or changes what it may do there. The flags of
 * this command replace the grant: without `--agency` it is bound to none, and the result shows the agency that it had.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { clientId, grantFlags, json, organizationId, readGrant } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { clientJson, clientLines } from "./ClientText.ts"

export const grant = Command.make(
  "grant",
  {
    clientId,
    organizationId,
    ...grantFlags,
    asDefault: Flag.Boolean("default").pipe(
      Flag.withDescription("Make it the organization that tokens of POST /v1/auth/token are for"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const given = yield* readGrant(input.organizationId, input)
    const { before, details } = yield* writeToDatabase(
      Effect.flatMap(ClientAdministration, (clients) =>
        Effect.all({
          before: clients.grant(input.clientId, given, input.asDefault),
          details: clients.show(input.clientId)
        })
      )
    )
    const unboundFrom = given.agencyId === undefined ? Option.getOrUndefined(before)?.agencyId : undefined
    yield* print(
      input.json,
      { ...clientJson(details), ...(unboundFrom === undefined ? {} : { unbound_agency_id: unboundFrom }) },
      [
        ...(yield* clientLines(details)),
        ...(unboundFrom === undefined
          ? []
          : [
              `The grant for ${given.organizationId} was bound to the agency ${unboundFrom} and is not any more: it is the employer's now.`
            ])
      ]
    )
  })
).pipe(Command.withDescription("Grant an organization to a client, or change the grant"))
