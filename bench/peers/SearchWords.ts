/**
 * The words of a user as the product keeps them, so that `q` finds the user. The engine keeps its index. Scripts without spaces
 * between words are left out.
 */
import * as Crypto from "node:crypto"
import type { Steps } from "./Database.ts"
import type { Person } from "./Person.ts"

const marks = /\p{M}+/gu
const word = /[\p{L}\p{N}]+/gu

/** A text whose words do not differ by case or accents. */
const folded = (text: string): string => text.normalize("NFKD").toLowerCase().replaceAll(marks, "")

/** Adds the words of a new user, each once and with the tag of its organization, within a transaction. */
export function* addWords(organizationId: string, id: string, person: Person): Steps<void> {
  const tag = Crypto.hash("sha256", `${organizationId} users`, "hex").slice(0, 6)
  const found = folded(`${person.first_name} ${person.last_name} ${person.email}`).match(word) ?? []
  const words = [...new Set(found)].map((one) => tag + one).join(" ")
  yield ["insertWords", [organizationId, id, words], "no rows"]
}
