/**
 * The console in the browser. Wiring only: signs in where the address has a link's token, and shows the page of the address.
 */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Failure, isSignedOut } from "./api/Failure.ts"
import "./design/base.css"
import { makeRouter } from "./Router.tsx"
import { sessionQuery } from "./session/Session.ts"
import { watchPresence } from "./session/Presence.ts"
import { attemptSignIn, forgetAttempt } from "./session/SignInAttempt.ts"
import { noteMove } from "./shell/Moves.ts"
import { showChosenTheme } from "./shell/Theme.ts"

/** The number of retries of a read that got no answer, or one of an overloaded server. */
const retriesMax = 2

const mayRetry = (failures: number, error: Error): boolean =>
  failures < retriesMax && error instanceof Failure && (error.status === 0 || error.status === 503)

/** The session is over: the sign-in page shows how to get another, and leads back here. */
const leaveWhenSignedOut = (error: unknown): void => {
  const { pathname, href } = router.state.location
  if (!isSignedOut(error) || pathname === "/sign-in") return
  forgetAttempt()
  queries.removeQueries({ queryKey: sessionQuery.queryKey })
  void router.navigate({ to: "/sign-in", search: { to: href } })
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  defaultOptions: { queries: { retry: mayRetry, staleTime: 5_000 } }
})

showChosenTheme()
watchPresence()
attemptSignIn()
const router = makeRouter(queries)

router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
  if (fromLocation !== undefined && pathChanged) noteMove()
})

// A link that is opened in a window of the console changes what is behind the # alone.
window.addEventListener("hashchange", () => {
  if (!attemptSignIn()) return
  queries.clear()
  void router.navigate({ to: "/sign-in", search: {} })
})

const place = document.getElementById("console")
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
