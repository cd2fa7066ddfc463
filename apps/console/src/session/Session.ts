/**
 * Who is signed in. The cookie of the session is the browser's alone: the page knows of it by asking.
 */
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query"
import { call } from "../api/Call.ts"

/** Asks who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => call("session.get", {}),
  staleTime: 60_000
})

/** Who is signed in; for pages that only a session opens. */
export const useSession = () => useSuspenseQuery(sessionQuery).data

/** Whether the reader may change things. */
export const useIsAdmin = (): boolean => useSession().operator.role === "admin"
