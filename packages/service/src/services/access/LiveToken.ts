/**
 * The token of a request as it is in the transaction under way. Admission knows a token for up to a second (`Tokens.ts`), which is too long for what
 * outlives the token: who sees a token end has seen all that it made.
 */
import type { Unauthorized } from "@partner-api/domain/Errors"
import { refusedToken, type TokenInfo } from "@partner-api/domain/Token"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../store/StoreError.ts"
import type { TokenStore } from "../../store/TokenStore.ts"
import { orRefuse } from "../OrNotFound.ts"

/** A token with its grant as both are now. Fails where it has ended since the request was admitted. */
export const liveToken = (
  tokens: TokenStore["Service"],
  tokenId: string
): Effect.Effect<TokenInfo, Unauthorized | StoreError> => orRefuse(refusedToken)(tokens.find(tokenId))
