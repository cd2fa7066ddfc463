/**
 * Lists page by page: a page has the address of the next one, of which the cursor is taken. A page may be empty and have a next one.
 */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { send } from "./Call.ts"
import type { Item, ListId, ListInput } from "./Operations.ts"

/** A page as every list answers with it. */
interface ListPage<Row> {
  readonly content: ReadonlyArray<Row>
  readonly next: string | null
}

/** The cursor in the address of a next page. */
export const cursorOf = (next: string | null): string | undefined =>
  next === null ? undefined : (new URL(next, "http://list").searchParams.get("cursor") ?? undefined)

/** A list as far as it was loaded. */
export interface LoadedList<Row> {
  readonly rows: ReadonlyArray<Row>
  /** Whether nothing of it is there yet. */
  readonly isLoading: boolean
  readonly error: Error | null
  /** Whether there may be more. */
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  readonly refresh: () => void
  /** Whether it is being requested again. */
  readonly isRefreshing: boolean
}

/** One page of a list, from a cursor on. */
export const fetchPage = <Id extends ListId>(
  id: Id,
  { params, query }: ListInput<Id>,
  cursor: string | undefined,
  signal?: AbortSignal
): Promise<ListPage<Item<Id>>> => send(id, { params, query: { ...query, cursor } }, { signal })

/** The key of a list in the cache: its name, then its filters. */
const listKey = (id: ListId, input: object) => [id, "list", input]

/** Loads a list, a page at a time. */
export const useList = <Id extends ListId>(id: Id, input: ListInput<Id>, isEnabled = true): LoadedList<Item<Id>> => {
  const list = useInfiniteQuery({
    queryKey: listKey(id, input),
    queryFn: ({ pageParam, signal }) => fetchPage(id, input, pageParam, signal),
    initialPageParam: ((): string | undefined => undefined)(),
    getNextPageParam: ({ next }) => cursorOf(next),
    placeholderData: keepPreviousData,
    enabled: isEnabled
  })
  return {
    rows: (list.data?.pages ?? []).flatMap(({ content }) => content),
    isLoading: list.isPending && isEnabled,
    error: list.error,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    refresh: () => void list.refetch(),
    isRefreshing: list.isFetching && !list.isFetchingNextPage && !list.isPending
  }
}
