/**
 * The tokens of a test server: issues them, finds out what they allow, and ends them. Their lives are measured by the clock of the
 * server; what they may do is decided by the domain.
 */
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { Forbidden, RateLimited } from "@partner-api/domain/Errors"
import { ClientId, type OrganizationId } from "@partner-api/domain/Ids"
import type { Permission } from "@partner-api/domain/Permission"
import {
  type Access,
  checkAccess,
  checkLifetime,
  primaryLifetimeSeconds,
  refusedToken,
  scopedLifetimeSeconds
} from "@partner-api/domain/Token"
import * as Result from "effect/Result"
import { makeSecret } from "../Digest.ts"
import type { TestServerOptions } from "../Options.ts"
import type { State } from "../data/State.ts"

/** The largest number of tokens that are remembered; beyond it the oldest is invalid. No test needs more. */
const tokensMax = 100_000

/** The largest number of wrong logins within a minute, as in the service (decisions, Errors). */
const failedLoginsMax = 20
const failedLoginWindowMs = 60_000

/** What is known of a token. */
export interface Token {
  readonly tokenId: string
  readonly primary: boolean
  readonly organizationId: OrganizationId | undefined
  readonly permissions: ReadonlyArray<Permission> | undefined
  readonly expiresAtMs: number
  /** The primary token that it was minted with; it ends with that one. */
  readonly parentId: string | undefined
}

/** A token as it is handed out. */
interface Issued {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
}

export interface Tokens {
  readonly clientId: string
  readonly clientSecret: string
  /** Compares credentials; after too many wrong ones, wrong ones have to wait. */
  readonly check: (clientId: string, clientSecret: string, nowMs: number) => "right" | "wrong" | RateLimited
  readonly issue: (nowMs: number, organizationId: OrganizationId | undefined) => Issued
  readonly mint: (
    parent: Token,
    organizationId: OrganizationId,
    permissions: ReadonlyArray<Permission> | undefined,
    nowMs: number
  ) => Issued & { readonly scope: string }
  /** Finds a token that is alive; the refusal says nothing of why there is none. */
  readonly find: (text: string, nowMs: number) => Token | PartnerError
  /** Refuses what a token may not do; nothing when it may. */
  readonly refusal: (token: Token, access: Access) => PartnerError | undefined
  readonly revoke: (text: string) => void
  readonly revokeAll: () => void
}

export const makeTokens = (options: TestServerOptions, state: State): Tokens => {
  const clientId = ClientId.make("cli_test")
  const clientSecret = makeSecret()
  const primarySeconds = options.tokens?.primaryLifetimeSeconds ?? primaryLifetimeSeconds
  const scopedSeconds = options.tokens?.scopedLifetimeSeconds ?? scopedLifetimeSeconds
  const known = new Map<string, Token>()
  const failures: Array<number> = []
  let issued = 0

  const keep = (token: Omit<Token, "tokenId">): string => {
    const text = makeSecret()
    known.set(text, { ...token, tokenId: `token_${++issued}` })
    const [oldest] = known.size > tokensMax ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    return text
  }

  /** What a token is together with its client and its grant, as the domain decides on it. */
  const factsOf = (token: Token) => ({
    ...token,
    clientId,
    granted: (token.organizationId === undefined ? undefined : state.find(token.organizationId))?.granted ?? [],
    agencyId: undefined,
    mayCreateOrganizations: options.mayCreateOrganizations ?? true
  })

  const failed = (nowMs: number): "wrong" | RateLimited => {
    while (failures[0] !== undefined && failures[0] + failedLoginWindowMs <= nowMs) failures.shift()
    if (failures.length < failedLoginsMax) {
      failures.push(nowMs)
      return "wrong"
    }
    const retryAfterSeconds = Math.ceil(((failures[0] ?? nowMs) + failedLoginWindowMs - nowMs) / 1_000)
    return new RateLimited({
      message: `Too many wrong credentials from this address; wait ${retryAfterSeconds} s. Right ones still work.`,
      retryAfterSeconds
    })
  }

  return {
    clientId,
    clientSecret,
    check: (id, secret, nowMs) => (id === clientId && secret === clientSecret ? "right" : failed(nowMs)),
    issue: (nowMs, organizationId) => ({
      access_token: keep({
        primary: true,
        organizationId,
        permissions: undefined,
        expiresAtMs: nowMs + primarySeconds * 1_000,
        parentId: undefined
      }),
      token_type: "bearer",
      expires_in: primarySeconds
    }),
    mint: (parent, organizationId, permissions, nowMs) => ({
      access_token: keep({
        primary: false,
        organizationId,
        permissions,
        expiresAtMs: nowMs + scopedSeconds * 1_000,
        parentId: parent.tokenId
      }),
      token_type: "Bearer",
      expires_in: scopedSeconds,
      scope: organizationId
    }),
    find: (text, nowMs) => {
      const token = known.get(text)
      return token !== undefined && Result.isSuccess(checkLifetime(factsOf(token), nowMs)) ? token : refusedToken
    },
    refusal: (token, access) =>
      Result.match(checkAccess(factsOf(token), access), { onFailure: (error) => error, onSuccess: () => undefined }),
    revoke: (text) => {
      const ended = known.get(text)
      if (ended === undefined) return
      for (const [other, { tokenId, parentId }] of known) {
        if (tokenId === ended.tokenId || parentId === ended.tokenId) known.delete(other)
      }
    },
    revokeAll: () => known.clear()
  }
}

/** The refusal of an organization that is not granted, or is none: the same for both. */
export const notGranted = new Forbidden({ message: "This client has no grant for the organization." })
