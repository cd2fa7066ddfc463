/**
 * The operator who is signed in. Scripts cannot read the cookie of the session: the page learns of it by a request.
 */
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query"
import { call } from "../api/Call.ts"

/** Reads who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => call("session.get", {}),
  staleTime: 60_000
})

/** The operator who is signed in; for pages that only a session opens. */
export const useSession = () => useSuspenseQuery(sessionQuery).data

/** Whether the reader may change things. */
export const useIsAdmin = (): boolean => useSession().operator.role === "admin"
