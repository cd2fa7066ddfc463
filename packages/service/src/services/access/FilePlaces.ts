/**
 * The places of uploads, of downloads (recruiting, Attachments) and of exports of persons (recruiting 9) on this node: a few for each client, and a number for all
 * of them. Each takes as long as its client's network, so it holds a place of its own and no turn (`FairTurns.ts`).
 */
import { downloadsMax, downloadsOfClientMax, uploadsMax, uploadsOfClientMax } from "@partner-api/domain/Attachment"
import { RateLimited } from "@partner-api/domain/Errors"
import { exportsMax, exportsOfClientMax } from "@partner-api/domain/SubjectExport"
import type { ClientId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** The seconds after which a place may be free: files and exports end at any time. */
const retryAfterSeconds = 1

interface PlaceBounds {
  readonly what: string
  readonly ofClientMax: number
  readonly allMax: number
}

/** Takes a place until the scope ends; fails where none is free. */
type TakePlace = (clientId: ClientId) => Effect.Effect<void, RateLimited, Scope.Scope>

const makePlaces = ({ allMax, ofClientMax, what }: PlaceBounds): TakePlace => {
  const taken = new Map<ClientId, number>()
  let all = 0
  const named = (count: number): string => (count === 1 ? what : `${what}s`)
  const ofClient = new RateLimited({
    message: `At most ${ofClientMax} ${named(ofClientMax)} of a client may be under way at once on a node. Begin the next one when one has ended.`,
    retryAfterSeconds
  })
  const ofNode = new RateLimited({
    message: `At most ${allMax} ${named(allMax)} may be under way at once on a node. Try again in a moment.`,
    retryAfterSeconds
  })
  const add = (clientId: ClientId, change: 1 | -1): void => {
    const next = (taken.get(clientId) ?? 0) + change
    all += change
    if (next === 0) taken.delete(clientId)
    else taken.set(clientId, next)
  }
  return (clientId) =>
    Effect.asVoid(
      Effect.acquireRelease(
        Effect.suspend(() => {
          if ((taken.get(clientId) ?? 0) >= ofClientMax) return Effect.fail(ofClient)
          if (all >= allMax) return Effect.fail(ofNode)
          return Effect.sync(() => add(clientId, 1))
        }),
        () => Effect.sync(() => add(clientId, -1))
      )
    )
}

/**
 * A stream that holds a place from its first piece to its end. Fails at once where none is free, while the answer can still have another status; the stream
 * takes a place of its own then.
 */
export const streamInPlace = <A, E, R>(
  place: ReturnType<TakePlace>,
  stream: Stream.Stream<A, E, R>
): Effect.Effect<Stream.Stream<A, E | RateLimited, R>, RateLimited> =>
  Effect.as(Effect.scoped(place), Stream.unwrap(Effect.as(place, stream)))

export class FilePlaces extends Context.Service<
  FilePlaces,
  { readonly upload: TakePlace; readonly download: TakePlace; readonly export: TakePlace }
>()("@partner-api/service/FilePlaces") {
  static readonly layer = Layer.sync(FilePlaces, () =>
    FilePlaces.of({
      upload: makePlaces({ what: "upload", ofClientMax: uploadsOfClientMax, allMax: uploadsMax }),
      download: makePlaces({ what: "download", ofClientMax: downloadsOfClientMax, allMax: downloadsMax }),
      export: makePlaces({ what: "export", ofClientMax: exportsOfClientMax, allMax: exportsMax })
    })
  )
}
