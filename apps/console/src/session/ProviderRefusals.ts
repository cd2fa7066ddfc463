/**
 * Why the identity provider has opened no session, and what to do.
 */
import type { ProviderRefusal } from "@partner-api/domain/operator/ProviderSignIn"

const sentences: Readonly<Record<ProviderRefusal, string>> = {
  busy: "Too many people are signing in just now. Try again in a moment.",
  denied: "The provider has refused the sign-in, or it was cancelled there. Try again, or ask who runs the provider.",
  expired:
    "The sign-in took longer than ten minutes, or has begun in another browser, tab, or under another address. Try again.",
  not_allowed: "You are in none of the groups that may use the console, or were revoked. Ask an admin of the console.",
  unavailable: "The provider cannot be asked, or its answer does not fit. Try again; the log of the server says more."
}

/** The sentence of a refusal in the address; nothing for any other text. */
export const refusalSentence = (refusal: string | undefined): string | undefined =>
  Object.entries(sentences).find(([known]) => known === refusal)?.[1]
