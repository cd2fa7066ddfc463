/**
 * A stored secret as its client and the operator see it. The audit log has its maker.
 */
import { type LiveSecret, secretIdOf, type SecretMaker } from "@partner-api/domain/ClientSecret"
import { NormalTimestamp } from "@partner-api/domain/Timestamp"
import type { ClientSecret } from "../../store/ClientStore.ts"

export const liveSecretOf = (
  { createdAt, digest, lastUsedAt }: ClientSecret,
  madeBy: SecretMaker | undefined
): LiveSecret => ({ id: secretIdOf(digest), createdAt: NormalTimestamp.make(createdAt), lastUsedAt, madeBy })
