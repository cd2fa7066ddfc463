/**
 * Searches a list page by page: the matches, and where the walk continues. What the platform cannot filter is compared here.
 */
import type { ClientError, Page } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { textCharactersMax } from "../protocol/answer/Budget.ts"
import type { Place } from "../protocol/answer/PageCursor.ts"
import { type Cursors, pagesAgainMax, type Position } from "./ItemPage.ts"
import type { Item } from "./ItemView.ts"

/** An item that matches, and where a walk that has shown it continues. */
interface Match {
  readonly item: Item
  readonly scanned: number
  readonly after: Position
}

export interface Search {
  readonly matches: ReadonlyArray<Match>
  /** The number of items that were read. */
  readonly scanned: number
  /** The position from which the walk continues. */
  readonly rest: Position
  /** The number of pages that were looked at. None, when the place where the walk begins is too far from a cursor of the platform. */
  readonly pages: number
}

export interface SearchRequest<Upstream> {
  readonly pages: Stream.Stream<Page<Upstream>, ClientError>
  readonly start: Place
  readonly cursors: Pick<Cursors, "after">
  readonly pagesMax: number
  readonly matches: (item: Upstream) => boolean
  readonly show: (item: Upstream) => Item
  /** All that is wanted was found. */
  readonly isDone: (found: number) => boolean
  readonly progress: (pages: number, scanned: number) => Effect.Effect<void>
}

interface State extends Search {
  /** The items before the place where the walk begins. */
  readonly skip: number
  readonly pagesAgain: number
  /** The place at which the next page begins. */
  readonly at: Place
  readonly characters: number
}

const look = <Upstream>(request: SearchRequest<Upstream>, state: State, page: Page<Upstream>): State => {
  const { at, skip } = state
  const { length } = page.content
  const rest = request.cursors.after(page, at.upstream, at.offset + length)
  const next = rest === "end" ? at : rest
  if (skip > 0 && skip >= length && rest !== "end") {
    return { ...state, at: next, skip: skip - length, pagesAgain: state.pagesAgain + 1 }
  }
  const matches = [...state.matches]
  let { characters, scanned } = state
  for (const [index, upstream] of page.content.entries()) {
    if (index < skip) continue
    scanned += 1
    if (!request.matches(upstream)) continue
    const item = request.show(upstream)
    characters += JSON.stringify(item).length
    const offset = at.offset + index + 1
    matches.push({ item, scanned, after: index + 1 === length ? rest : { upstream: at.upstream, offset } })
  }
  return { ...state, matches, scanned, rest, characters, at: next, skip: 0, pages: state.pages + 1 }
}

/** Whether the walk stops: the result is full, or the place where the walk begins is too far. */
const isOver = <Upstream>(request: SearchRequest<Upstream>, state: State): boolean => {
  const { characters, matches, pages, pagesAgain, rest } = state
  if (pages === 0) return pagesAgain >= pagesAgainMax
  return rest === "end" || pages >= request.pagesMax || characters > textCharactersMax || request.isDone(matches.length)
}

/** Walks until the result is full. The stream ends there, so that no further page is requested. */
export const search = <Upstream>(request: SearchRequest<Upstream>): Effect.Effect<Search, ClientError> => {
  const { start } = request
  const first: State = {
    matches: [],
    scanned: 0,
    rest: start,
    pages: 0,
    characters: 0,
    skip: start.offset,
    pagesAgain: 0,
    at: { upstream: start.upstream, offset: 0 }
  }
  return request.pages.pipe(
    Stream.scan(
      (): State => first,
      (state, page) => look(request, state, page)
    ),
    Stream.tap(({ pages, scanned }) => (pages === 0 ? Effect.void : request.progress(pages, scanned))),
    Stream.takeUntil((state) => isOver(request, state)),
    Stream.runLast,
    Effect.map((last) => (last._tag === "Some" ? last.value : first))
  )
}
