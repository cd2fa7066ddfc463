/**
 * `partner-api secrets rewrap`: seals every secret and every waiting mail with SECRETS_KEY, and puts the claims on persons under it. Those that SECRETS_KEY_PREVIOUS has sealed stay the same secrets: partners
 * notice nothing. One that no key opens stays as it is, and the command fails at its end.
 */
import { operator } from "@partner-api/domain/Journal"
import { rewrapClaims } from "@partner-api/service/services/Claims"
import { rewrapMails } from "@partner-api/service/services/mail/Outbox"
import { SecretsKeys } from "@partner-api/service/services/webhooks/WebhookSecrets"
import { Journal } from "@partner-api/service/services/Journal"
import {
  endpointsPerRewrap,
  type LostSecret,
  WebhookAdministration
} from "@partner-api/service/services/administration/WebhookAdministration"
import { showProgress } from "@partner-api/cli-kit/ProgressBar"
import * as Arr from "effect/Array"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { OperatorError } from "../../platform/OperatorError.ts"
import { readSettings } from "../../platform/Settings.ts"
import { json } from "../Inputs.ts"
import { onDatabase, print } from "../Operator.ts"
import { defaultFile } from "../ServeCommand.ts"

const noKey = new OperatorError({
  message: "SECRETS_KEY is not set, so nothing can be sealed.",
  remedy: "Set SECRETS_KEY to the new key and SECRETS_KEY_PREVIOUS to the one before, here and for every server."
})

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`

const lostKeys = (lost: ReadonlyArray<LostSecret>): string => [...new Set(lost.map(({ keyId }) => keyId))].join(", ")

const notOpened = (lost: ReadonlyArray<LostSecret>) =>
  new OperatorError({
    message: `${counted(lost.length, "secret")} could not be opened, sealed with the key ${lostKeys(lost)}.`,
    remedy:
      "Set SECRETS_KEY_PREVIOUS to that key and run this again. Where it is lost, the partners replace the secrets: POST /v1/webhook_endpoints/{id}/rotate_secret."
  })

/** Seals the secrets of all endpoints, some of them in each transaction. */
const rewrapAll = Effect.gen(function* () {
  const webhooks = yield* WebhookAdministration
  const journal = yield* Journal
  const ids = yield* webhooks.sealed
  let [done, sealed] = [0, 0]
  let lost: ReadonlyArray<LostSecret> = []
  for (const some of Arr.chunksOf(ids, endpointsPerRewrap)) {
    const made = yield* journal.write(operator, webhooks.rewrap(some))
    sealed += made.sealed
    lost = [...lost, ...made.lost]
    done += some.length
    yield* showProgress("endpoints", { done, total: ids.length, step: some.length })
  }
  return { endpoints: ids.length, sealed, lost }
})

export const rewrap = Command.make(
  "rewrap",
  { json },
  Effect.fnUntraced(function* (input) {
    const { secretsKeys } = (yield* readSettings(defaultFile)).webhooks
    const [key] = secretsKeys
    if (key === undefined) return yield* noKey
    const [{ endpoints, lost, sealed }, mails, claims] = yield* onDatabase(
      Effect.all([
        rewrapAll,
        Effect.provideService(rewrapMails, SecretsKeys, secretsKeys),
        Effect.provideService(rewrapClaims, SecretsKeys, secretsKeys)
      ])
    )
    yield* print(
      input.json,
      {
        key_id: key.id,
        endpoints,
        sealed,
        not_opened: lost.map(({ endpointId, keyId, version }) => ({ id: endpointId, version, key_id: keyId })),
        mails: { sealed: mails.sealed, not_opened: mails.lost },
        claims: { rekeyed: claims.rekeyed, left: claims.left }
      },
      [
        `${counted(sealed, "secret")} of ${counted(endpoints, "endpoint")} sealed anew with the key ${key.id}; ${lost.length.toLocaleString("en")} not opened.`,
        ...lost.map(({ endpointId, keyId, version }) => `  ${endpointId}  version ${version}  key ${keyId}`),
        ...(mails.sealed === 0 ? [] : [`${counted(mails.sealed, "waiting mail")} sealed anew.`]),
        ...(mails.lost === 0
          ? []
          : [
              `${counted(mails.lost, "waiting mail")} not opened: what no key opens is given up, and its link is requested again.`
            ]),
        ...(claims.rekeyed === 0 ? [] : [`${counted(claims.rekeyed, "claim")} put under the key ${key.id}.`]),
        ...(claims.left === 0
          ? []
          : [
              `${counted(claims.left, "claim")} of erased persons left under a former key: keep SECRETS_KEY_PREVIOUS until they are over, or nobody finds them.`
            ]),
        ...(lost.length + mails.lost + claims.left === 0
          ? ["SECRETS_KEY_PREVIOUS is not needed any more: remove it where it is set."]
          : [])
      ]
    )
    if (lost.length > 0) return yield* notOpened(lost)
  })
).pipe(
  Command.withDescription(
    "Seal the secrets of webhooks and the waiting mails with SECRETS_KEY, after the key was replaced"
  )
)
