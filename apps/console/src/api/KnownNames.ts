/**
 * Names for ids: those of what a page shows, and those that a field suggests.
 */
import type { namesMax } from "@partner-api/domain/operator/KnownNames"
import { keepPreviousData, useQueries, type UseQueryResult } from "@tanstack/react-query"
import { call } from "./Call.ts"
import { useList } from "./Lists.ts"
import type { Answer } from "./Operations.ts"
import { readKey } from "./Single.ts"

/** The suggestions of a field: ids with their names. */
export type Suggestions = ReadonlyArray<readonly [id: string, name: string]>

/** The first page of clients: with more than that, the id is pasted. */
export const useSuggestedClients = (): Suggestions =>
  useList("clients.list", { query: {} }).rows.map(({ id, name }) => [id, name])

/** The first page of organizations. */
export const useSuggestedOrganizations = (): Suggestions =>
  useList("organizations.list", { query: {} }).rows.map(({ id, name }) => [id, name])

/** Names by ids. */
export type Names = ReadonlyMap<string, string>

/** The number of ids that are sent at once. */
const perCall: typeof namesMax = 50

/** The time that a name is shown before it is requested again: names change rarely. */
const staleMs = 60_000

type Named = Answer<"names.get">

const namesOf = (rows: ReadonlyArray<{ readonly id: string; readonly name: string }>): Names =>
  new Map(rows.map(({ id, name }) => [id, name]))

/** The kinds of ids, each with where its names stand in the answers. */
const kinds = {
  client_id: (answers: ReadonlyArray<UseQueryResult<Named>>) =>
    namesOf(answers.flatMap(({ data }) => data?.clients ?? [])),
  organization_id: (answers: ReadonlyArray<UseQueryResult<Named>>) =>
    namesOf(answers.flatMap(({ data }) => data?.organizations ?? [])),
  webhook_endpoint_id: (answers: ReadonlyArray<UseQueryResult<Named>>) =>
    namesOf(answers.flatMap(({ data }) => data?.webhook_endpoints ?? []))
}

/** The names of these ids, as far as they are known yet. Ids stay in the order in which they came, so those of more rows are requested alone. */
const useNames = (kind: keyof typeof kinds, ids: ReadonlyArray<string | undefined>): Names => {
  const distinct = [...new Set(ids.filter((id) => id !== undefined))]
  const parts = Array.from({ length: Math.ceil(distinct.length / perCall) }, (_, index) =>
    distinct.slice(index * perCall, (index + 1) * perCall)
  )
  return useQueries({
    queries: parts.map((part) => {
      const input = { query: { [kind]: part } }
      return {
        queryKey: readKey("names.get", input),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => call("names.get", input, { signal }),
        placeholderData: keepPreviousData,
        staleTime: staleMs
      }
    }),
    combine: kinds[kind]
  })
}

/** The names of clients. */
export const useClientNames = (ids: ReadonlyArray<string | undefined>): Names => useNames("client_id", ids)

/** The names of organizations. */
export const useOrganizationNames = (ids: ReadonlyArray<string | undefined>): Names => useNames("organization_id", ids)

/** The hosts of webhook endpoints. */
export const useWebhookHosts = (ids: ReadonlyArray<string | undefined>): Names => useNames("webhook_endpoint_id", ids)
