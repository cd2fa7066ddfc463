/**
 * `partner-api clients grant CLIENT ORGANIZATION`: opens an organization to a client, or changes what it may do there.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { OperatorClients } from "../../services/OperatorClients.ts"
import { agencyId, clientId, grantedPermissions, json, organizationId } from "../Inputs.ts"
import { onDatabase, print } from "../Operator.ts"
import { clientJson, clientLines } from "./ClientText.ts"

export const grant = Command.make(
  "grant",
  {
    clientId,
    organizationId,
    permissions: grantedPermissions,
    agency: agencyId,
    asDefault: Flag.Boolean("default").pipe(
      Flag.withDescription("Make it the organization that tokens of POST /v1/auth/token are for"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const details = yield* onDatabase(
      Effect.flatMap(OperatorClients, (clients) =>
        Effect.andThen(
          clients.grant(
            input.clientId,
            {
              organizationId: input.organizationId,
              permissions: input.permissions,
              ...Option.match(input.agency, { onNone: () => ({}), onSome: (given) => ({ agencyId: given }) })
            },
            input.asDefault
          ),
          clients.show(input.clientId)
        )
      )
    )
    yield* print(input.json, clientJson(details), clientLines(details))
  })
).pipe(Command.withDescription("Grant an organization to a client, or change the grant"))
