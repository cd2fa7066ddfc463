/**
 * Tokens and organizations: each requested once, when a scenario first needs it.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { membersOf } from "./Expect.ts"
import { NotRun } from "./Outcome.ts"
import { itemsOf, type Shared, soundOr, textsOf } from "./Shared.ts"
import type { Answer, Call, Send } from "./Transport.ts"

export interface LoginOptions {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** The organization to work in; else the first one listed. */
  readonly organization: string | undefined
}

/** The beginning of the names of organizations that the kit makes. */
export const organizationName = "Conformance"

const tokenOf = (answer: Answer, rule: string): Effect.Effect<string, NotRun> => {
  const token = membersOf(answer.json)["access_token"]
  return Predicate.isString(token) && token !== ""
    ? Effect.succeed(token)
    : Effect.fail(new NotRun({ reason: `${answer.seen}, no access_token`, remedy: `mend ${rule} first` }))
}

export const openLogin = Effect.fnUntraced(function* (
  send: Send,
  options: LoginOptions,
  isOfThisProject: Shared<boolean>
) {
  const credentials = { client_id: options.clientId, client_secret: Redacted.value(options.clientSecret) }
  const form = { grant_type: "client_credentials", ...credentials }

  /** An answer that others build on: a success, or they are not run until `rule` is kept. */
  const sound = (rule: string, method: string, target: string, call: Call = {}): Shared<Answer> =>
    Effect.flatMap(send(method, target, call), (answer) => soundOr(rule, answer))

  const primaryAnswer = yield* Effect.cached(sound("spec-4.1.form", "POST", "/oauth/token", { form }))
  const primary = Effect.flatMap(primaryAnswer, (answer) => tokenOf(answer, "spec-4.1.response"))
  const partnerAnswer = yield* Effect.cached(sound("spec-4.5.json", "POST", "/v1/auth/token", { json: credentials }))
  const partner = Effect.flatMap(partnerAnswer, (answer) => tokenOf(answer, "spec-4.5.response"))

  /** Wrong credentials. A server of this project counts them by address, and may require a wait (decisions, Errors). */
  const showWrong = (target: string, call: Call): Shared<Answer> =>
    Effect.gen(function* () {
      const answer = yield* send("POST", target, call)
      const isThrottled = answer.status === 429 && answer.headers["retry-after"] !== undefined
      if (!isThrottled || !(yield* isOfThisProject)) return answer
      return yield* new NotRun({
        reason: `throttled: ${answer.seen}, since this address has shown too many wrong credentials`,
        remedy: "wait a minute"
      })
    })
  /** Each kind is shown once, after right ones were taken. */
  const once = (right: Shared<Answer>, target: string, call: Call) =>
    Effect.cached(Effect.andThen(right, showWrong(target, call)))
  const wrong = { ...credentials, client_secret: "conformance-wrong-secret" }
  const stranger = { ...credentials, client_id: "conformance-nobody" }
  const wrongSecrets = {
    primary: yield* once(primaryAnswer, "/oauth/token", { form: { ...form, ...wrong } }),
    partner: yield* once(partnerAnswer, "/v1/auth/token", { json: wrong })
  }
  const strangers = {
    primary: yield* once(primaryAnswer, "/oauth/token", { form: { ...form, ...stranger } }),
    partner: yield* once(partnerAnswer, "/v1/auth/token", { json: stranger })
  }
  /** An answer that should be an error: other scenarios look at its body. */
  const refusal = (rule: string, answer: Shared<Answer>): Shared<Answer> =>
    Effect.filterOrFail(
      answer,
      ({ status }) => status >= 400,
      ({ seen }) => new NotRun({ reason: `${seen}, which is no error`, remedy: `mend ${rule} first` })
    )

  const organizationsAnswer = yield* Effect.cached(
    Effect.flatMap(primary, (token) => sound("spec-4.2.header", "GET", "/v1/organizations", { token }))
  )
  /** Those that earlier runs made come last: nothing is in them. */
  const organizations = Effect.map(organizationsAnswer, (answer) => {
    const isOurs = (item: unknown) => String(membersOf(item)["name"]).startsWith(organizationName)
    const [ours, others] = [itemsOf(answer).filter(isOurs), itemsOf(answer).filter((item) => !isOurs(item))]
    return textsOf([...others, ...ours], "id")
  })
  const organization: Shared<string> =
    options.organization === undefined
      ? Effect.flatMap(organizations, ([first]) =>
          first === undefined
            ? Effect.fail(
                new NotRun({ reason: "no organization is listed", remedy: "grant the client an organization" })
              )
            : Effect.succeed(first)
        )
      : Effect.succeed(options.organization)
  const otherOrganization = Effect.flatMap(Effect.all([organization, organizations]), ([own, all]) => {
    const other = all.find((id) => id !== own)
    return other === undefined
      ? Effect.fail(
          new NotRun({ reason: "one organization is listed", remedy: "grant the client a second organization" })
        )
      : Effect.succeed(other)
  })

  /** Requests a token of an organization, with the primary token. */
  const mint = (id: string, call: Call = {}) =>
    Effect.flatMap(primary, (token) =>
      send("POST", `/v1/organizations/${encodeURIComponent(id)}/token`, { token, ...call })
    )
  /** A token of the organization that may do no more than this. */
  const narrowed = (...permissions: ReadonlyArray<string>): Shared<string> =>
    Effect.flatMap(organization, (id) => mint(id, { json: { permissions } })).pipe(
      Effect.flatMap((answer) => tokenOf(answer, "dec-tokens.mint-narrows"))
    )
  const mintSound = (id: string) =>
    Effect.flatMap(primary, (token) =>
      sound("spec-4.3.no-body", "POST", `/v1/organizations/${encodeURIComponent(id)}/token`, { token })
    )
  const scopedAnswer = yield* Effect.cached(Effect.flatMap(organization, mintSound))
  const scoped = Effect.flatMap(scopedAnswer, (answer) => tokenOf(answer, "spec-4.3.response"))
  const otherScoped = yield* Effect.cached(
    Effect.flatMap(Effect.flatMap(otherOrganization, mintSound), (answer) => tokenOf(answer, "spec-4.3.response"))
  )

  return {
    credentials,
    form,
    primaryAnswer,
    primary,
    partnerAnswer,
    partner,
    showWrong,
    wrongSecrets,
    strangers,
    wrongPrimary: refusal("spec-5.invalid-credentials", wrongSecrets.primary),
    wrongPartner: refusal("spec-4.5.unauthorized", wrongSecrets.partner),
    organizationsAnswer,
    organizations,
    organization,
    otherOrganization,
    mint,
    narrowed,
    scopedAnswer,
    scoped,
    otherScoped
  }
})
