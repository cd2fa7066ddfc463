/**
 * {@link TokenStore} in memory.
 */
import type { ClientId } from "@partner-api/domain/Ids"
import type { TokenInfo } from "@partner-api/domain/Token"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type ReplacingToken, tokensPerPurge, TokenStore } from "../TokenStore.ts"
import { Memory } from "./Memory.ts"
import { grantKey, type MemoryState, type TokenRow } from "./MemoryState.ts"

/** The info of a token, with its client and its grant as they are now; none once its client is revoked. */
const infoOf = (state: MemoryState, token: TokenRow): TokenInfo | undefined => {
  const client = state.clients.find(token.clientId)
  if (client === undefined || client.revokedAt !== undefined) return undefined
  const grant =
    token.organizationId === undefined
      ? undefined
      : state.grants.find(grantKey(token.clientId, token.organizationId))?.grant
  return {
    tokenId: token.digest,
    clientId: token.clientId,
    expiresAtMs: token.expiresAtMs,
    primary: token.primary,
    organizationId: token.organizationId,
    granted: grant?.permissions ?? [],
    permissions: token.permissions,
    agencyId: grant?.agencyId,
    mayCreateOrganizations: client.mayCreateOrganizations
  }
}

const liveOf = ({ tokens }: MemoryState, clientId: ClientId, nowMs: number): ReadonlyArray<TokenRow> =>
  tokens.rows.filter((token) => token.clientId === clientId && token.expiresAtMs > nowMs)

const isOlder = (token: ReplacingToken, newest: ReplacingToken): boolean =>
  token.expiresAtMs === newest.expiresAtMs ? token.digest < newest.digest : token.expiresAtMs < newest.expiresAtMs

const without = (state: MemoryState, condition: (token: TokenRow) => boolean): MemoryState => ({
  ...state,
  tokens: state.tokens.without(condition)
})

export const layer = Layer.effect(
  TokenStore,
  Effect.map(Memory, ({ read, write }) => {
    const insertIf = (isAllowed: (state: MemoryState) => boolean, token: TokenRow, nowMs: number) =>
      write((state) =>
        isAllowed(state)
          ? [{ ...state, tokens: state.tokens.put(token) }, liveOf(state, token.clientId, nowMs).length]
          : [state, undefined]
      )
    return TokenStore.of({
      insert: ({ secretDigest, ...token }, nowMs) =>
        insertIf(
          (state) => state.secrets.find(secretDigest)?.clientId === token.clientId,
          { ...token, permissions: undefined, parentId: undefined },
          nowMs
        ),
      insertScoped: (token, nowMs) =>
        insertIf(
          (state) =>
            state.grants.find(grantKey(token.clientId, token.organizationId)) !== undefined &&
            state.tokens.find(token.parentId) !== undefined,
          { ...token, primary: false },
          nowMs
        ),
      find: (digest) =>
        read((state) => {
          const token = state.tokens.find(digest)
          return token === undefined ? Option.none() : Option.fromNullishOr(infoOf(state, token))
        }),
      countLive: (clientId, nowMs) => read((state) => liveOf(state, clientId, nowMs).length),
      endOldest: (newest, nowMs) =>
        write((state) => {
          const [oldest] = liveOf(state, newest.clientId, nowMs)
            .filter(
              (token) =>
                token.primary === newest.primary &&
                token.organizationId === newest.organizationId &&
                isOlder(token, newest)
            )
            .toSorted((left, right) => left.expiresAtMs - right.expiresAtMs)
          return oldest === undefined ? [state, false] : [without(state, (token) => token === oldest), true]
        }),
      revoke: (clientId, digest) =>
        write((state) => [
          without(
            state,
            (token) => token.clientId === clientId && (token.digest === digest || token.parentId === digest)
          ),
          undefined
        ]),
      endOfClient: (clientId) => write((state) => [without(state, (token) => token.clientId === clientId), undefined]),
      purge: (nowMs) =>
        write((state) => {
          const expired = state.tokens.rows.filter(({ expiresAtMs }) => expiresAtMs <= nowMs).slice(0, tokensPerPurge)
          const gone = new Set(expired)
          return [without(state, (token) => gone.has(token)), expired.length]
        })
    })
  })
)
