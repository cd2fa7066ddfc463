/**
 * The specification broken, one rule at a time: for each documented rule at least one server that keeps all others.
 *
 * Where a rule cannot be broken without another one (a list without `content` is no envelope either), `also` names it. Rules that
 * cannot be judged any more are "not run", and need no mention.
 */
import {
  bodyOf,
  type Change,
  clientId,
  clientSecret,
  membersOf,
  type PlainAnswer,
  type PlainRequest
} from "./PlainServer.ts"

export interface Variant {
  /** The rule that is broken: the first name of its scenario. */
  readonly rule: string
  readonly change: Change
  /** Rules that break with it. */
  readonly also?: ReadonlyArray<string>
}

type Members = Record<string, unknown>

const primary = /^POST \/oauth\/token$/
const partner = /^POST \/v1\/auth\/token$/
const organizations = /^GET \/v1\/organizations$/
const mint = /^POST \/v1\/organizations\/[^/]+\/token$/
const jobs = /^GET \/v1\/jobs$/
const fees = /^POST \/v1\/agencies\/[^/]+\/fees$/
const users = /^POST \/v1\/users$/

const at =
  (place: RegExp, change: Change): Change =>
  (request, next) =>
    place.test(`${request.method} ${request.path}`) ? change(request, next) : next(request)

const isSuccess = ({ status }: PlainAnswer) => status < 300

/** Changes the answers of a place that are successes. */
const success = (place: RegExp, edit: (answer: PlainAnswer, request: PlainRequest) => PlainAnswer): Change =>
  at(place, (request, next) => {
    const answer = next(request)
    return isSuccess(answer) ? edit(answer, request) : answer
  })

/** Gives members of a success other values; `undefined` leaves them out. */
const members = (place: RegExp, values: Members) =>
  success(place, (answer) => ({ ...answer, body: { ...membersOf(answer.body), ...values } }))

/** Changes the body of a success. */
const body = (place: RegExp, edit: (body: unknown) => unknown) =>
  success(place, (answer) => ({ ...answer, body: edit(answer.body) }))

const status = (place: RegExp, value: number) => success(place, (answer) => ({ ...answer, status: value }))

/** Changes the items of a list of jobs. */
const items = (edit: (item: Members) => unknown) =>
  body(jobs, (page) => {
    const { content, ...rest } = membersOf(page)
    return { ...rest, content: Array.isArray(content) ? content.map((item) => edit(membersOf(item))) : content }
  })

/** Changes the custom fees that are answered. */
const customFees = (edit: (fees: ReadonlyArray<Members>) => unknown) =>
  body(fees, (answer) => {
    const { customFees: list, ...rest } = membersOf(answer)
    return { ...rest, customFees: edit(Array.isArray(list) ? list.map(membersOf) : []) }
  })

/** Changes the errors of a place. */
const failure = (place: RegExp, edit: (body: Members, request: PlainRequest) => unknown, status?: number): Change =>
  at(place, (request, next) => {
    const answer = next(request)
    return isSuccess(answer) ? answer : { status: status ?? answer.status, body: edit(membersOf(answer.body), request) }
  })

/** Answers some requests to a path in the place of the server. */
const instead = (place: RegExp, when: (request: PlainRequest) => boolean, answer: PlainAnswer): Change =>
  at(place, (request, next) => (when(request) ? answer : next(request)))

/** Changes the request before the server gets it. */
const withRequest = (place: RegExp, edit: (request: PlainRequest) => PlainRequest): Change =>
  at(place, (request, next) => next(edit(request)))

const always = () => true
const hasToken = ({ headers }: PlainRequest) =>
  headers.authorization !== undefined || headers["x-auth-token"] !== undefined
const error = (code: number): PlainAnswer => ({ status: code, body: { error: "broken", message: "Broken." } })
const empty: PlainAnswer = { status: 200, body: {} }
const formOf = (request: PlainRequest) => new URLSearchParams(request.body)
const withForm = (request: PlainRequest, name: string, value: string): PlainRequest => {
  const form = formOf(request)
  form.set(name, value)
  return { ...request, body: form.toString() }
}
const withJson = (request: PlainRequest, values: Members): PlainRequest => ({
  ...request,
  body: JSON.stringify({ ...bodyOf(request), ...values })
})
/** Gives members of a JSON body values where they have none. */
const withDefaults = (request: PlainRequest, values: Members): PlainRequest =>
  withJson(request, { ...values, ...bodyOf(request) })
const withQuery = (request: PlainRequest, edit: (query: URLSearchParams) => void): PlainRequest => {
  const query = new URLSearchParams(request.query)
  edit(query)
  return { ...request, query }
}

/** The first token of flow B is good, the later ones are of nobody. */
const spent = (): Change => {
  let given = 0
  return body(partner, (answer) => (++given === 1 ? answer : { ...membersOf(answer), access_token: "spent" }))
}

const walk = ["spec-4.4.cursor", "spec-4.8.next", "spec-4.8.end"]

export const variants: ReadonlyArray<Variant> = [
  {
    rule: "spec-1.json",
    change: success(organizations, (answer) => ({ ...answer, headers: { "content-type": "text/html" } }))
  },
  {
    rule: "spec-2.organization",
    change: body(organizations, () => [{ id: "one" }, { id: "two" }])
  },
  { rule: "spec-2.job", change: items((job) => ({ ...job, description: undefined })) },
  { rule: "spec-2.user", change: members(users, { updated_at: null }) },
  {
    rule: "spec-2.optimized-fee",
    change: body(fees, (answer) => ({ ...membersOf(answer), optimizedFee: String(membersOf(answer)["optimizedFee"]) })),
    also: ["spec-4.6.response", "spec-4.6.sets"]
  },
  { rule: "spec-2.optimized-fee", change: members(fees, { optimizedFee: false }), also: ["spec-4.6.sets"] },
  {
    rule: "spec-2.custom-fees",
    change: customFees((list) => list.map((fee) => ({ ...fee, feeType: undefined }))),
    also: ["spec-2.flat-fee", "spec-4.6.sets"]
  },
  {
    rule: "spec-2.flat-fee",
    change: customFees((list) => list.map((fee) => ({ ...fee, note: undefined }))),
    also: ["spec-4.6.sets"]
  },
  {
    rule: "spec-2.flat-fee",
    change: customFees((list) => list.map((fee) => ({ ...fee, feeCents: String(fee["feeCents"]) }))),
    also: ["spec-4.6.sets"]
  },
  { rule: "spec-2.token-response", change: members(mint, { expires_in: undefined }), also: ["spec-4.3.expires-in"] },
  { rule: "spec-2.token-scope", change: members(primary, { scope: "one" }) },
  {
    rule: "spec-2.list-content",
    change: body(jobs, (page) => ({ ...membersOf(page), content: undefined, items: membersOf(page)["content"] })),
    also: ["spec-4.4.envelope"]
  },
  { rule: "spec-2.list-next", change: members(jobs, { next: "/v1/jobs?cursor=1.1" }), also: walk },
  { rule: "spec-2.list-next", change: members(jobs, { next: undefined }), also: walk },
  {
    rule: "spec-2.error-code",
    change: failure(partner, ({ error: code, ...rest }) => ({ ...rest, code })),
    also: ["spec-4.5.unauthorized", "spec-7.unauthorized-body", "spec-7.error-body"]
  },
  {
    rule: "spec-2.error-message",
    change: failure(partner, (answer) => ({ ...answer, message: "" })),
    also: ["spec-4.5.unauthorized", "spec-7.unauthorized-body", "spec-7.error-body"]
  },

  {
    rule: "spec-4.auth-oauth-token",
    change: instead(primary, (request) => !hasToken(request), error(401)),
    also: ["spec-4.1.form"]
  },
  {
    rule: "spec-4.auth-organizations",
    change: instead(organizations, (request) => !hasToken(request), { status: 200, body: [] }),
    also: ["spec-5.missing-token"]
  },
  {
    rule: "spec-4.auth-mint",
    change: at(mint, (request, next) => (next(request).status === 403 ? empty : next(request)))
  },
  { rule: "spec-4.auth-jobs", change: instead(jobs, (request) => !hasToken(request), empty) },
  {
    rule: "spec-4.auth-jobs",
    change: at(jobs, (request, next) => (next(request).status === 403 ? empty : next(request))),
    also: ["spec-5.forbidden"]
  },
  {
    rule: "spec-4.auth-partner-token",
    change: instead(partner, (request) => !hasToken(request), error(401)),
    also: ["spec-4.5.json"]
  },
  {
    rule: "spec-4.auth-fees",
    change: at(fees, (request, next) => (next(request).status === 403 ? empty : next(request)))
  },
  { rule: "spec-4.auth-users", change: instead(users, (request) => !hasToken(request), empty) },

  { rule: "spec-4.1.form", change: instead(primary, always, error(415)), also: ["spec-4.auth-oauth-token"] },
  {
    rule: "spec-4.1.grant-type",
    change: withRequest(primary, (request) => withForm(request, "grant_type", "client_credentials"))
  },
  { rule: "spec-4.1.credentials", change: withRequest(primary, (request) => withForm(request, "client_id", clientId)) },
  {
    rule: "spec-4.1.credentials",
    change: withRequest(primary, (request) => withForm(request, "client_secret", clientSecret)),
    also: ["spec-5.invalid-credentials"]
  },
  {
    rule: "spec-4.1.response",
    change: members(primary, { expires_in: undefined }),
    also: ["spec-2.token-response", "spec-8.primary-lifetime"]
  },
  {
    rule: "spec-4.1.primary",
    change: instead(mint, hasToken, error(403)),
    also: ["spec-4.3.no-body"]
  },

  {
    rule: "spec-4.2.header",
    change: instead(organizations, ({ headers }) => headers.authorization !== undefined, error(403)),
    also: ["spec-4.1.primary"]
  },
  { rule: "spec-4.2.array", change: body(organizations, (list) => ({ organizations: list })) },
  {
    rule: "spec-4.2.accessible",
    change: body(organizations, (list) => [...(Array.isArray(list) ? list : []), { id: "ghost", name: "Ghost" }])
  },

  {
    rule: "spec-4.3.organization-id",
    change: withRequest(mint, (request) => ({ ...request, path: request.path.replace("conformance-nowhere", "one") }))
  },
  {
    rule: "spec-4.3.organization-id",
    change: instead(/^POST \/v1\/organizations\/\/token$/, always, empty)
  },
  {
    rule: "spec-4.3.header",
    change: instead(mint, (request) => !hasToken(request), empty),
    also: ["spec-4.auth-mint"]
  },
  {
    rule: "spec-4.3.no-body",
    change: instead(mint, (request) => hasToken(request) && request.body === "", error(400)),
    also: ["spec-4.1.primary"]
  },
  { rule: "spec-4.3.response", change: status(mint, 201) },
  { rule: "spec-4.3.token-type", change: members(mint, { token_type: "bearer" }) },
  { rule: "spec-4.3.expires-in", change: members(mint, { expires_in: 7_200 }) },
  { rule: "spec-4.3.scope", change: members(mint, { scope: undefined }), also: ["spec-2.token-scope"] },

  { rule: "spec-4.4.header", change: instead(jobs, hasToken, error(400)) },
  {
    rule: "spec-4.4.envelope",
    change: body(jobs, (page) => ({ jobs: membersOf(page)["content"] })),
    also: ["spec-2.list-content"]
  },
  {
    rule: "spec-4.4.limit-default",
    change: withRequest(jobs, (request) =>
      withQuery(request, (query) => (query.has("limit") || query.has("cursor") ? undefined : query.set("limit", "50")))
    )
  },
  {
    rule: "spec-4.4.limit-maximum",
    change: at(jobs, (request, next) => {
      const answer = next(request)
      const { content, ...rest } = membersOf(answer.body)
      return request.query.get("limit") === "101" && Array.isArray(content)
        ? { ...answer, body: { ...rest, content: [...content, { id: "more", title: "", description: "" }] } }
        : answer
    })
  },
  {
    rule: "spec-4.4.cursor",
    change: withRequest(jobs, (request) =>
      withQuery(request, (query) => (query.has("limit") ? query.delete("cursor") : undefined))
    )
  },
  {
    rule: "spec-4.4.cursor",
    change: body(jobs, (page) => {
      const { next, ...rest } = membersOf(page)
      return { ...rest, next: typeof next === "string" ? next.replace("cursor=", "from=") : next }
    }),
    also: ["spec-4.8.next", "spec-4.8.end"]
  },

  { rule: "spec-4.5.json", change: instead(partner, always, error(415)), also: ["spec-4.auth-partner-token"] },
  {
    rule: "spec-4.5.client-id",
    change: withRequest(partner, (request) => withDefaults(request, { client_id: clientId }))
  },
  {
    rule: "spec-4.5.client-secret",
    change: withRequest(partner, (request) => withDefaults(request, { client_secret: clientSecret }))
  },
  { rule: "spec-4.5.response", change: status(partner, 201) },
  { rule: "spec-4.5.token-type", change: members(partner, { token_type: "Bearer" }), also: ["spec-5.b-token"] },
  {
    rule: "spec-4.5.expires-in",
    change: members(partner, { expires_in: "3600" }),
    also: ["spec-2.token-response", "spec-5.b-token", "spec-8.primary-lifetime"]
  },
  {
    rule: "spec-4.5.unauthorized",
    change: at(partner, (request, next) =>
      bodyOf(request)["client_id"] === "conformance-nobody" ? error(404) : next(request)
    )
  },
  {
    rule: "spec-4.5.unauthorized",
    change: withRequest(partner, (request) =>
      withJson(request, { client_id: bodyOf(request)["client_id"] === undefined ? undefined : clientId })
    )
  },

  { rule: "spec-4.6.header", change: instead(fees, hasToken, error(415)), also: ["spec-4.auth-fees"] },
  { rule: "spec-4.6.agency-id", change: instead(/^POST \/v1\/agencies\/\/fees$/, always, empty) },
  {
    rule: "spec-4.6.body",
    change: instead(
      fees,
      (request) => hasToken(request) && "optimizedFee" in bodyOf(request) && request.body.includes("two"),
      error(400)
    )
  },
  { rule: "spec-4.6.optional", change: instead(fees, (request) => request.body === "{}", error(400)) },
  { rule: "spec-4.6.response", change: status(fees, 202) },
  {
    rule: "spec-4.6.response",
    change: success(fees, (answer, request) =>
      request.body.includes("shape") ? { ...answer, body: { fees: answer.body } } : answer
    )
  },
  { rule: "spec-4.6.sets", change: customFees((list) => list.toReversed()) },

  { rule: "spec-4.7.header", change: instead(users, hasToken, error(415)), also: ["spec-4.auth-users"] },
  { rule: "spec-4.7.body", change: body(users, (user) => ({ ...membersOf(user), first_name: "Zoe" })) },
  {
    rule: "spec-4.7.response",
    change: body(users, (user) => ({ user })),
    also: ["spec-2.user", "spec-4.7.body", "spec-4.7.adds"]
  },
  { rule: "spec-4.7.adds", change: members(users, { id: "the-same" }) },

  {
    rule: "spec-4.8.limit",
    change: withRequest(jobs, (request) =>
      withQuery(request, (query) => (query.get("limit") === "2" ? query.set("limit", "1") : undefined))
    )
  },
  {
    rule: "spec-4.8.next",
    change: withRequest(jobs, (request) =>
      withQuery(request, (query) => (query.has("limit") ? undefined : query.delete("cursor")))
    ),
    also: ["spec-4.8.end"]
  },
  {
    rule: "spec-4.8.end",
    change: body(jobs, (page) => {
      const { next, ...rest } = membersOf(page)
      return { ...rest, next: next === null ? "" : next }
    })
  },
  { rule: "spec-4.8.count", change: members(jobs, { count: 250 }) },

  { rule: "spec-5.a-primary-token", change: members(primary, { token_type: "Bearer" }) },
  {
    rule: "spec-5.a-scoped-token",
    change: at(organizations, (request, next) =>
      next(request).status === 403 ? { status: 200, body: [{ id: "one" }, { id: "two" }] } : next(request)
    ),
    also: ["spec-4.auth-organizations"]
  },
  {
    rule: "spec-5.a-scoped-actions",
    change: instead(/^POST \/v1\/users$|^POST .*\/fees$|^GET \/v1\/jobs$/, hasToken, error(403))
  },
  { rule: "spec-5.a-scoped-actions", change: instead(users, hasToken, error(401)), also: ["spec-4.7.header"] },
  {
    rule: "spec-5.b-header",
    change: (request, next) => next({ ...request, headers: { ...request.headers, "x-auth-token": undefined } }),
    also: ["spec-5.b-renewal"]
  },
  { rule: "spec-5.b-renewal", change: spent() },
  { rule: "spec-5.b-token", change: members(partner, { expires_in: 0 }), also: ["spec-8.primary-lifetime"] },
  {
    rule: "spec-5.invalid-credentials",
    change: failure(primary, (answer) => answer, 400)
  },
  {
    rule: "spec-5.missing-token",
    change: at(organizations, (request, next) => {
      const answer = next(request)
      return answer.status === 401 && request.headers["x-auth-token"] !== undefined ? error(403) : answer
    })
  },
  {
    rule: "spec-5.forbidden",
    change: at(jobs, (request, next) => (next(request).status === 403 ? error(401) : next(request)))
  },

  { rule: "spec-7.unauthorized-body", change: failure(partner, (answer) => ({ ...answer, error: "wrong" })) },
  { rule: "spec-7.error-body", change: failure(organizations, () => ({})) },

  { rule: "spec-8.primary-lifetime", change: members(primary, { expires_in: 0 }) },
  {
    rule: "spec-9.prefix",
    change: withRequest(/^GET \/jobs$/, (request) => ({ ...request, path: "/v1/jobs" }))
  },
  {
    rule: "spec-9.token-endpoint",
    change: withRequest(/^POST \/v1\/oauth\/token$/, (request) => ({ ...request, path: "/oauth/token" }))
  }
]
