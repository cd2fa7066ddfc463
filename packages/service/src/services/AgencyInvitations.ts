/**
 * Invitations of agencies (recruiting 2, Invitations): the employer makes and ends links, and whoever has a link accepts: a client, or where the
 * operator allows it a person without one, who gets a client. Counts no wrong links: the handler does, by address.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { initialFees } from "@partner-api/domain/AgencyFees"
import {
  type AcceptedInvitation,
  type AgencyInvitation,
  type AgencyInvitationFilter,
  AgencyInvitationId,
  invitedClientId,
  type NewAgencyInvitation,
  renderInvitation,
  type ShownInvitation,
  type StoredAgencyInvitation
} from "@partner-api/domain/AgencyInvitation"
import * as Commands from "@partner-api/domain/commands/AgencyInvitation"
import {
  Conflict,
  type Forbidden,
  type NotFound,
  type RateLimited,
  Unauthorized,
  type Unavailable,
  UnprocessableEntity
} from "@partner-api/domain/Errors"
import type { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { Decision } from "@partner-api/domain/Journal"
import { type FoundRows, mapFound, type PageRequest } from "@partner-api/domain/Pagination"
import { invitationMail } from "@partner-api/domain/Mail"
import { boundPermissions } from "@partner-api/domain/Permission"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { effectivePermissions } from "@partner-api/domain/Token"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { digestOf, makeId, makeSecret, secretPattern } from "../crypto/Secrets.ts"
import { AgencyInvitationStore } from "../store/AgencyInvitationStore.ts"
import { AgencyStore } from "../store/AgencyStore.ts"
import { ClientStore } from "../store/ClientStore.ts"
import { OrganizationStore } from "../store/OrganizationStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Together } from "../store/Together.ts"
import { TokenStore } from "../store/TokenStore.ts"
import { Agencies } from "./Agencies.ts"
import { Clients } from "./access/Clients.ts"
import { Grants } from "./access/Grants.ts"
import { liveToken } from "./access/LiveToken.ts"
import { InvitationPolicy } from "./InvitationPolicy.ts"
import { record } from "./Journal.ts"
import { HasMail } from "./mail/HasMail.ts"
import { makeOutbox } from "./mail/Outbox.ts"
import { orNotFound, orRefuse } from "./OrNotFound.ts"

const invitationOrNotFound = orNotFound("invitation")

const turnedOff = new Conflict({
  message: "The operator of this service has turned invitations off. Ask the operator to add the agency."
})

const needsClient = new Unauthorized({
  message:
    "An access token is required: at this service an invitation is accepted with a client. Ask its operator for one, then accept with a primary token."
})

const unknownAgency = new UnprocessableEntity({
  message: "The invitation names what does not exist.",
  details: [
    { in: "body", path: "/agency_id", code: "unknown", message: "must be the id of an agency of this organization" }
  ]
})

/** The inviter: a client with a token in an organization. */
interface Inviter {
  readonly organizationId: OrganizationId
  readonly clientId: ClientId
  readonly tokenId: string
}

/** The address of a token. */
type UrlOf = (token: Redacted.Redacted) => string

/** The client that accepts, by its primary token. */
interface Accepter {
  readonly clientId: ClientId
  readonly tokenId: string
}

type AcceptError = NotFound | Conflict | UnprocessableEntity | StoreError

export class AgencyInvitations extends Context.Service<
  AgencyInvitations,
  {
    readonly page: (
      organizationId: OrganizationId,
      filter: AgencyInvitationFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<AgencyInvitation>, StoreError>
    readonly get: (
      organizationId: OrganizationId,
      id: AgencyInvitationId
    ) => Effect.Effect<AgencyInvitation, NotFound | StoreError>
    /** Invites an agency and makes its link, which is mailed where there is mail. */
    readonly create: (
      inviter: Inviter,
      input: NewAgencyInvitation,
      urlOf: UrlOf
    ) => Effect.Effect<
      AgencyInvitation,
      Conflict | Forbidden | RateLimited | Unauthorized | Unavailable | UnprocessableEntity | StoreError,
      CurrentWrite
    >
    /** Makes another link of an invitation; the one before ends. */
    readonly resend: (
      inviter: Omit<Inviter, "tokenId">,
      id: AgencyInvitationId,
      urlOf: UrlOf
    ) => Effect.Effect<AgencyInvitation, Conflict | NotFound | RateLimited | Unavailable | StoreError, CurrentWrite>
    readonly revoke: (
      organizationId: OrganizationId,
      id: AgencyInvitationId
    ) => Effect.Effect<AgencyInvitation, Conflict | NotFound | StoreError, CurrentWrite>
    /** The invitation as the holder of its link reads it. */
    readonly show: (link: Redacted.Redacted) => Effect.Effect<ShownInvitation, NotFound | StoreError>
    /** Accepts the invitation of a link: the client gets a grant that is bound to its agency. */
    readonly accept: (
      link: Redacted.Redacted,
      client: Accepter
    ) => Effect.Effect<AcceptedInvitation, AcceptError | Unauthorized, CurrentWrite>
    /** The client that acts where a link is accepted without a token: the one that is made. Fails where that is not allowed. */
    readonly clientOf: (link: Redacted.Redacted) => Effect.Effect<ClientId, NotFound | Unauthorized | StoreError>
    /** Accepts the invitation of a link with a client that is made, or gives that client another secret in the place of one that was never used. */
    readonly acceptAsNew: (link: Redacted.Redacted) => Effect.Effect<AcceptedInvitation, AcceptError, CurrentWrite>
  }
>()("@partner-api/service/AgencyInvitations") {
  static readonly layer = Layer.effect(
    AgencyInvitations,
    Effect.gen(function* () {
      const store = yield* AgencyInvitationStore
      const agencyStore = yield* AgencyStore
      const agencies = yield* Agencies
      const organizations = yield* OrganizationStore
      const clientStore = yield* ClientStore
      const tokens = yield* TokenStore
      const clients = yield* Clients
      const grants = yield* Grants
      const policy = yield* InvitationPolicy
      const hasMail = yield* HasMail
      const outbox = yield* makeOutbox
      const together = yield* Together

      const requireOn = policy === "off" ? Effect.fail(turnedOff) : Effect.void

      const lock = (organizationId: OrganizationId, id: AgencyInvitationId) =>
        invitationOrNotFound(store.lock(organizationId, id))

      const saved = Effect.fnUntraced(function* ({ entries, next }: Decision<StoredAgencyInvitation>) {
        yield* store.save(next)
        yield* record(entries)
        return renderInvitation(next, yield* Clock.currentTimeMillis)
      })

      /** An invitation with its new link, which is mailed to its person where there is mail. */
      const withLink = Effect.fnUntraced(function* (
        clientId: ClientId,
        { companyName, expiresAtMs, id, organizationId, person }: StoredAgencyInvitation,
        invitation: AgencyInvitation,
        url: string
      ) {
        if (hasMail && person !== undefined) {
          const { name } = yield* organizations.own(organizationId)
          const mail = invitationMail(person.email, url, {
            organization_name: name,
            company_name: companyName,
            first_name: person.first_name,
            expires_at: timestampFromMillis(expiresAtMs)
          })
          yield* outbox.post({ organizationId, subjectId: id, clientId, kind: "INVITATION" }, mail)
        }
        return { ...invitation, url }
      })

      const create = Effect.fn("AgencyInvitations.create")(function* (
        inviter: Inviter,
        input: NewAgencyInvitation,
        urlOf: UrlOf
      ) {
        yield* requireOn
        const { organizationId } = inviter
        const permissions = effectivePermissions(yield* liveToken(tokens, inviter.tokenId))
        if (input.agency_id !== undefined && Option.isNone(yield* agencyStore.fees(organizationId, input.agency_id))) {
          return yield* unknownAgency
        }
        const nowMs = yield* Clock.currentTimeMillis
        const token = yield* makeSecret
        const made = { id: AgencyInvitationId.make(yield* makeId("inv_")), digest: digestOf(token), nowMs }
        const by = { permissions, use: yield* store.lockUse(organizationId, nowMs) }
        const { entries, next } = yield* Effect.fromResult(Commands.inviteAgency(organizationId, input, by, made))
        yield* store.insert(next)
        yield* record(entries)
        return yield* withLink(inviter.clientId, next, renderInvitation(next, nowMs), urlOf(token))
      })

      const resend = Effect.fn("AgencyInvitations.resend")(function* (
        { clientId, organizationId }: Omit<Inviter, "tokenId">,
        id: AgencyInvitationId,
        urlOf: UrlOf
      ) {
        yield* requireOn
        const stored = yield* lock(organizationId, id)
        const nowMs = yield* Clock.currentTimeMillis
        const token = yield* makeSecret
        const use = yield* store.lockUse(organizationId, nowMs)
        const made = { digest: digestOf(token), nowMs }
        const decision = yield* Effect.fromResult(Commands.resendInvitation(stored, use, made))
        return yield* withLink(clientId, decision.next, yield* saved(decision), urlOf(token))
      })

      const revoke = Effect.fn("AgencyInvitations.revoke")(function* (
        organizationId: OrganizationId,
        id: AgencyInvitationId
      ) {
        const stored = yield* lock(organizationId, id)
        yield* outbox.forget(organizationId, id)
        return yield* saved(yield* Effect.fromResult(Commands.revokeInvitation(stored, yield* Clock.currentTimeMillis)))
      })

      /** The invitation of a link that works for a person without a client: an open one, or one that has made a client that never logged in. */
      const usable = Effect.fnUntraced(function* (stored: StoredAgencyInvitation) {
        const nowMs = yield* Clock.currentTimeMillis
        if (Commands.isOpen(stored, nowMs)) return true
        return (
          policy === "new" &&
          Commands.isRepeatable(stored, yield* clientStore.secretsOfClient(invitedClientId(stored)), nowMs)
        )
      })

      /** The invitation of a link. Its token is looked up where it has the form of one. */
      const ofLink = (
        link: Redacted.Redacted,
        find: (digest: string) => Effect.Effect<Option.Option<StoredAgencyInvitation>, StoreError>
      ) =>
        policy !== "off" && secretPattern.test(Redacted.value(link))
          ? orRefuse(Commands.noInvitation)(find(digestOf(link)))
          : Effect.fail(Commands.noInvitation)

      const usableOfLink = Effect.fnUntraced(function* (link: Redacted.Redacted) {
        const stored = yield* ofLink(link, store.ofLink)
        return (yield* usable(stored)) ? stored : yield* Commands.noInvitation
      })

      const show = Effect.fn("AgencyInvitations.show")(function* (link: Redacted.Redacted) {
        const stored = yield* usableOfLink(link)
        const { person } = stored
        const organization = Option.getOrUndefined(yield* organizations.find(stored.organizationId))
        if (organization === undefined || person === undefined) return yield* Commands.noInvitation
        const isFirst = stored.state === "PENDING"
        return {
          organization_name: organization.name,
          company_name: stored.companyName,
          first_name: person.first_name,
          last_name: person.last_name,
          expires_at: timestampFromMillis(stored.expiresAtMs),
          ways: [...(isFirst ? ["CLIENT" as const] : []), ...(policy === "new" ? ["NEW_CLIENT" as const] : [])]
        }
      })

      /** The agency of an invitation: the one that it is for, or a new one with the person as its recruiter. */
      const agencyOf = Effect.fnUntraced(function* (stored: StoredAgencyInvitation) {
        const { agencyId, companyName, optimizedFee = true, organizationId, person } = stored
        if (agencyId !== undefined) return agencyId
        const input = { name: companyName, recruiters: person === undefined ? [] : [person] }
        const { id } = yield* agencies.create(organizationId, input, { ...initialFees, optimizedFee })
        return id
      })

      const accept = Effect.fn("AgencyInvitations.accept")(function* (
        link: Redacted.Redacted,
        { clientId, tokenId }: Accepter
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        const open = Effect.filterOrFail(
          ofLink(link, store.lockOfLink),
          (stored) => Commands.isOpen(stored, nowMs),
          () => Commands.noInvitation
        )
        // A grant outlives the token.
        const [stored] = yield* together(open, together(liveToken(tokens, tokenId), clientStore.lock(clientId)))
        const { organizationId } = stored
        if (Option.isSome(yield* organizations.findGrant(clientId, organizationId))) {
          return yield* Commands.grantedAlready(organizationId)
        }
        const agencyId = yield* agencyOf(stored)
        yield* grants.set(clientId, { organizationId, agencyId, permissions: boundPermissions })
        yield* saved(Commands.acceptInvitation(stored, { agencyId, secretDigest: undefined, nowMs }))
        return { organization_id: organizationId, agency_id: agencyId }
      })

      const clientOf = Effect.fn("AgencyInvitations.clientOf")(function* (link: Redacted.Redacted) {
        if (policy === "existing") return yield* needsClient
        // Whether the link works is decided under the lock: an acceptance at the same time may just have replaced the secret.
        return invitedClientId(yield* ofLink(link, store.ofLink))
      })

      /** Makes the client of an invitation with its grant, or gives it another secret: its grant is what the operator has made of it. */
      const giveSecret = Effect.fnUntraced(function* (stored: StoredAgencyInvitation, agencyId: AgencyId) {
        const { companyName, organizationId, state } = stored
        const secret = yield* makeSecret
        yield* clients.create({
          id: invitedClientId(stored),
          name: companyName,
          grants: state === "PENDING" ? [{ organizationId, agencyId, permissions: boundPermissions }] : [],
          defaultOrganization: organizationId,
          mayCreateOrganizations: false,
          isSandbox: false,
          secret
        })
        return secret
      })

      const acceptAsNew = Effect.fn("AgencyInvitations.acceptAsNew")(function* (link: Redacted.Redacted) {
        const stored = yield* ofLink(link, store.lockOfLink)
        const clientId = invitedClientId(stored)
        // A login notes its use at the same client.
        yield* clientStore.lock(clientId)
        if (!(yield* usable(stored))) return yield* Commands.noInvitation
        const { organizationId, state } = stored
        const nowMs = yield* Clock.currentTimeMillis
        const agencyId = yield* agencyOf(stored)
        const secret = yield* giveSecret(stored, agencyId)
        const secretDigest = digestOf(secret)
        if (state === "PENDING") yield* saved(Commands.acceptInvitation(stored, { agencyId, secretDigest, nowMs }))
        else yield* store.save({ ...stored, secretDigest })
        return {
          organization_id: organizationId,
          agency_id: agencyId,
          client_id: clientId,
          client_secret: Redacted.value(secret)
        }
      })

      return AgencyInvitations.of({
        page: Effect.fnUntraced(function* (organizationId, filter, request) {
          const nowMs = yield* Clock.currentTimeMillis
          const found = yield* store.page(organizationId, { filter, nowMs }, request)
          return mapFound(found, (stored) => renderInvitation(stored, nowMs))
        }),
        get: (organizationId, id) =>
          Effect.zipWith(
            invitationOrNotFound(store.find(organizationId, id)),
            Clock.currentTimeMillis,
            renderInvitation
          ),
        create,
        resend,
        revoke,
        show,
        accept,
        clientOf,
        acceptAsNew
      })
    })
  ).pipe(Layer.provide([Agencies.layer, Clients.layer, Grants.layer]))
}
