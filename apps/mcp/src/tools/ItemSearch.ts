/**
 * Searches a list page by page, because the platform has no search: the matches, and where the walk continues.
 */
import type { ClientError, Page } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { textCharactersMax } from "../protocol/answer/Budget.ts"
import { type Place, type Position, positionOf } from "./ItemPage.ts"
import type { Item } from "./ShownItem.ts"

/** An item that matches, and where a walk that has shown it continues. */
interface Match {
  readonly item: Item
  readonly scanned: number
  readonly after: Position
}

export interface Search {
  readonly matches: ReadonlyArray<Match>
  /** How many items were read. */
  readonly scanned: number
  /** Where the walk continues. */
  readonly rest: Position
}

export interface SearchRequest<Upstream> {
  readonly pages: Stream.Stream<Page<Upstream>, ClientError>
  readonly start: Place
  readonly pagesMax: number
  readonly matches: (item: Upstream) => boolean
  readonly show: (item: Upstream) => Item
  /** All that can be found were found. */
  readonly isDone: (found: number) => boolean
  readonly progress: (pages: number, scanned: number) => Effect.Effect<void>
}

interface State extends Search {
  readonly pages: number
  readonly characters: number
}

const look = <Upstream>(request: SearchRequest<Upstream>, state: State, page: Page<Upstream>): State => {
  const at = state.rest
  const isPlace = typeof at === "object"
  const matches = [...state.matches]
  let { characters, scanned } = state
  for (const [index, upstream] of page.content.entries()) {
    if (isPlace && index < at.offset) continue
    scanned += 1
    if (!request.matches(upstream)) continue
    const item = request.show(upstream)
    characters += JSON.stringify(item).length
    matches.push({ item, scanned, after: isPlace ? { ...at, offset: index + 1 } : "lost" })
  }
  return { matches, scanned, rest: positionOf(page.next), characters, pages: state.pages + 1 }
}

/** Whether the walk stops: further matches would not fit the result. */
const isOver = <Upstream>(request: SearchRequest<Upstream>, { characters, matches, rest, pages }: State): boolean =>
  rest === "end" || pages >= request.pagesMax || characters > textCharactersMax || request.isDone(matches.length)

/** Walks until the result is full. The stream ends there, so that no further page is requested. */
export const search = <Upstream>(request: SearchRequest<Upstream>): Effect.Effect<Search, ClientError> => {
  const start: State = { matches: [], scanned: 0, rest: request.start, characters: 0, pages: 0 }
  return request.pages.pipe(
    Stream.scan(
      (): State => start,
      (state, page) => look(request, state, page)
    ),
    Stream.tap(({ pages, scanned }) => (pages === 0 ? Effect.void : request.progress(pages, scanned))),
    Stream.takeUntil((state) => state.pages > 0 && isOver(request, state)),
    Stream.runLast,
    Effect.map((last) => (last._tag === "Some" ? last.value : start))
  )
}
