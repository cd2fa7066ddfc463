/**
 * The findings of `doctor` about claims. Pure.
 */
import { publicKeyId } from "@partner-api/service/services/Claims"
import type { ClaimContents } from "../../store/diagnosis/ClaimContents.ts"
import type { Finding } from "./Finding.ts"

const counted = (keys: ClaimContents["keys"]): string =>
  keys.map(({ count, keyId }) => `${count.toLocaleString("en")} with the key ${keyId}`).join(", ")

const keysOf = ({ keys }: ClaimContents, [current, ...previous]: ReadonlyArray<string>): ReadonlyArray<Finding> => {
  const lost = keys.filter(({ keyId }) => keyId !== publicKeyId && keyId !== current && !previous.includes(keyId))
  if (lost.length > 0) {
    return [
      {
        check: "claims",
        state: "look",
        seen: `claims that nobody finds, because their key is not set: ${counted(lost)}`,
        remedy:
          "Set SECRETS_KEY_PREVIOUS to it, restart every server, and run partner-api secrets rewrap. Where it is lost, rewrap finds all again but those of erased persons."
      }
    ]
  }
  const old = keys.filter(({ keyId }) => keyId !== (current ?? publicKeyId))
  return old.length === 0
    ? []
    : [
        {
          check: "claims",
          state: "look",
          seen: `claims that were made with another key: ${counted(old)}`,
          remedy: "Run partner-api secrets rewrap. Those of erased persons stay until they are over."
        }
      ]
}

const twinsOf = ({ twins }: ClaimContents): ReadonlyArray<Finding> =>
  twins.length === 0
    ? []
    : [
        {
          check: "claims",
          state: "look",
          seen: `applications that own one person for one job together, under two tags of an email: ${twins.map(({ first, last }) => `${first} and ${last}`).join("; ")}`,
          remedy: "They are from before claims. Tell the employer, which rejects one of them."
        }
      ]

/** Every finding about claims, for a service with these keys. */
export const claimFindingsOf = (
  contents: ClaimContents | undefined,
  keyIds: ReadonlyArray<string>
): ReadonlyArray<Finding> => (contents === undefined ? [] : [...keysOf(contents, keyIds), ...twinsOf(contents)])
