/**
 * Reads the token of a request again, in the transaction under way. The stage `Authenticate` uses a cached token for up to a second (`Tokens.ts`). That is too
 * long for a write whose result stays after the token: once an operator sees that a token has ended, it must make nothing more.
 */
import type { Unauthorized } from "@partner-api/domain/Errors"
import { refusedToken, type TokenInfo } from "@partner-api/domain/Token"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../store/StoreError.ts"
import type { TokenStore } from "../../store/TokenStore.ts"
import { orRefuse } from "../OrNotFound.ts"

/** The current token and its grant. Fails where the token has ended since `Authenticate`. */
export const liveToken = (
  tokens: TokenStore["Service"],
  tokenId: string
): Effect.Effect<TokenInfo, Unauthorized | StoreError> => orRefuse(refusedToken)(tokens.find(tokenId))
