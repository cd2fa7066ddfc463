/**
 * Where nobody is signed in: opens a session with the token of a link, or says how to get one.
 */
import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useRouter } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { CopyButton } from "../parts/CopyButton.tsx"
import { FailureNotice, Loading } from "../parts/Notice.tsx"
import { PageTitle } from "../shell/PageTitle.tsx"
import { sessionQuery } from "./Session.ts"
import { currentAttempt } from "./SignInAttempt.ts"
import styles from "./SignInPage.module.css"
import { isOwnAddress, keepWanted, takeWanted } from "./WantedAddress.ts"

const command = "partner-api console login --operator NAME"

const route = getRouteApi("/sign-in")

/** Signs in, then goes where the reader wanted. */
export const SignInPage = () => {
  const { to } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const [attempt] = useState(currentAttempt)
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
