/**
 * The page without a session: opens a session with the token of a link, leads to the identity provider, or shows how to get a link.
 */
import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useRouter } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { useRead } from "../api/Single.ts"
import { CopyButton } from "../parts/CopyButton.tsx"
import { FailureNotice, Loading, Refusal } from "../parts/Notice.tsx"
import { PageTitle } from "../shell/PageTitle.tsx"
import { sessionQuery } from "./Session.ts"
import { currentAttempt } from "./SignInAttempt.ts"
import styles from "./SignInPage.module.css"
import { isOwnAddress, keepWanted, takeWanted } from "./WantedAddress.ts"
import type { ProviderRefusal } from "@partner-api/domain/operator/ProviderSignIn"

/** Why the identity provider has opened no session, and what to do. */
const sentences: Readonly<Record<ProviderRefusal, string>> = {
  busy: "Too many people are signing in just now. Try again in a moment.",
  denied: "The provider has refused the sign-in, or it was cancelled there. Try again, or ask who runs the provider.",
  expired:
    "The sign-in took longer than ten minutes, or has begun in another browser, tab, or under another address. Try again.",
  not_allowed: "You are in none of the groups that may use the console, or were revoked. Ask an admin of the console.",
  unavailable: "The provider cannot be asked, or its answer does not fit. Try again; the log of the server says more."
}

/** The sentence of a refusal in the address; nothing for any other text. */
const refusalSentence = (refusal: string | undefined): string | undefined =>
  Object.entries(sentences).find(([known]) => known === refusal)?.[1]

const command = "partner-api console login --operator NAME"

const route = getRouteApi("/sign-in")

/** Signs in, then goes where the reader wanted. */
export const SignInPage = () => {
  const { done, refused, to } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  // The provider has opened a session already: the page reads it, and sends no token.
  const [attempt] = useState(
    () => currentAttempt() ?? (done === undefined ? undefined : queries.fetchQuery(sessionQuery))
  )
  const { data: methods } = useRead("session.methods", {})
  const refusal = refusalSentence(refused)
  const [error, setError] = useState<Error>()
  useEffect(() => {
    void attempt?.then(
      async (session) => {
        queries.setQueryData(sessionQuery.queryKey, session)
        await router.navigate({ href: import.meta.env.BASE_URL.replace(/\/$/, "") + takeWanted(), replace: true })
      },
      (cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause)))
    )
  }, [attempt, queries, router])
  useEffect(() => {
    if (attempt === undefined && to !== undefined && isOwnAddress(to)) keepWanted(to)
  }, [attempt, to])
  return (
    <main className={styles.page} id="main">
      <div className={styles.card}>
        <PageTitle>Sign in</PageTitle>
        {attempt !== undefined && error === undefined ? (
          <Loading what="your session" />
        ) : (
          <>
            {error === undefined ? null : <FailureNotice error={error} />}
            {refusal === undefined ? null : <Refusal>{refusal}</Refusal>}
            {methods?.provider === undefined ? null : (
              <>
                <a className={styles.provider} href={methods.provider.path}>
                  Sign in with {methods.provider.name}
                </a>
                <p className={styles.hint}>Or with a link:</p>
              </>
            )}
            <p>
              {error === undefined
                ? "The console opens with a link that can be used once, within ten minutes."
                : "Get another link: each can be used once, within ten minutes."}{" "}
              On the machine of the server, run:
            </p>
            <p className={styles.command}>
              <code>{command}</code>
              <CopyButton label="command" text={command} />
            </p>
            <p className={styles.hint}>Then open the link that it prints in this browser.</p>
          </>
        )}
      </div>
    </main>
  )
}
