/**
 * Turns of requests on one node (decisions, Limits). A client has a bounded number of requests under way, and fewer large ones; the others wait.
 * Free turns go to the waiting clients one after the other, so that a client with many requests delays its own requests alone. An operator of the console is a
 * client of the API for operators.
 *
 * The stage `TakeTurn` requests turns, and `RequestExchange` ends them. A request without a token has no client, and needs no turn.
 */
import { RateLimited } from "@partner-api/domain/Errors"
import type { ClientId } from "@partner-api/domain/Ids"
import type { OperatorId } from "@partner-api/domain/operator/OperatorId"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { keysMax, makeBoundedMap } from "./BoundedMap.ts"
import { makeTimedWait, type TimedWait } from "./TimedWait.ts"

/** Requests of one client that are under way at once: as many as a busy program needs to hide the network, and a fraction of the node. */
export const clientTurnsMax = 8

/** Large requests among them: each takes tens of milliseconds of the node, or a session of the database for as long. */
export const largeTurnsMax = 2

/** Requests of all clients that are under way at once: more of them would make every answer later. */
export const nodeTurnsMax = 64

/**
 * The time from which a request counts as one that blocks the event loop, in milliseconds. The next request of its client and kind begins after the event loop
 * has read other requests: else eight requests of one client that arrive together would run before any request of another client is read.
 */
const blockingMs = 5

/** The time that a request waits for its turn: half of the time in which a client usually gives up. */
export const turnWaitMs = 5_000

const noTurn = new RateLimited({
  message: `More than ${clientTurnsMax} requests of this client are under way, or more than ${largeTurnsMax} large ones, and none ended within ${turnWaitMs / 1_000} s. Send fewer at once.`,
  retryAfterSeconds: 1
})

/** The requests of a client. The map evicts old clients; an evicted one begins with no request under way. */
interface ClientTurns {
  underWay: number
  largeUnderWay: number
  /** The kinds of requests whose last request was large. */
  readonly largeKinds: Set<string>
  /** The kinds of requests whose last request blocked the event loop. */
  readonly blockingKinds: Set<string>
  /** Requests that wait, the oldest first. */
  readonly small: Set<Turn>
  readonly large: Set<Turn>
}

const makeClient = (): ClientTurns => ({
  underWay: 0,
  largeUnderWay: 0,
  largeKinds: new Set(),
  blockingKinds: new Set(),
  small: new Set(),
  large: new Set()
})

/** The turns of all clients. */
class NodeTurns {
  private readonly clients = makeBoundedMap<ClientTurns>(keysMax)
  /** Clients with waiting requests. The first one is the next. */
  private readonly ring = new Set<ClientTurns>()
  private underWay = 0
  /** Waits for a turn. */
  readonly wait: TimedWait

  constructor(wait: TimedWait) {
    this.wait = wait
  }

  /** Requests a turn. `kind` is the id of the endpoint. A request is large where it is large itself, or where the last of its kind was. */
  request(id: ClientId | OperatorId, kind: string, isLargeItself: boolean): Turn {
    const client = this.clients.getOrMake(id, makeClient)
    const turn = new Turn(this, client, kind, isLargeItself || client.largeKinds.has(kind))
    if (this.hasRoom(turn)) turn.resume()
    else {
      turn.queue.add(turn)
      this.ring.add(client)
    }
    return turn
  }

  /** Counts a turn that begins or ends. An end gives turns to waiting requests. */
  count({ client, isLarge }: Turn, change: 1 | -1): void {
    this.underWay += change
    client.underWay += change
    if (isLarge) client.largeUnderWay += change
    if (change < 0 && this.ring.size > 0) this.giveFree()
  }

  /** Takes a request out of its queue. */
  leave(turn: Turn): void {
    const { client } = turn
    turn.queue.delete(turn)
    if (client.small.size + client.large.size === 0) this.ring.delete(client)
  }

  private hasRoom({ client, isLarge }: Turn): boolean {
    return (
      this.underWay < nodeTurnsMax &&
      client.underWay < clientTurnsMax &&
      client.small.size === 0 &&
      (!isLarge || (client.largeUnderWay < largeTurnsMax && client.large.size === 0))
    )
  }

  /** The next waiting request of a client. */
  private nextOf(client: ClientTurns): Turn | undefined {
    if (client.underWay >= clientTurnsMax) return undefined
    const [small] = client.small
    if (small !== undefined) return small
    const [large] = client.large
    return client.largeUnderWay < largeTurnsMax ? large : undefined
  }

  /** Gives free turns to the waiting clients, one each. */
  private giveFree(): void {
    // A client that gets a turn moves to the end of the ring.
    for (const client of this.ring) {
      if (this.underWay >= nodeTurnsMax) return
      const next = this.nextOf(client)
      if (next === undefined) continue
      this.ring.delete(client)
      this.ring.add(client)
      this.leave(next)
      next.enter()
    }
  }
}

/** The turn of a request. */
export class Turn {
  readonly client: ClientTurns
  readonly isLarge: boolean
  private readonly node: NodeTurns
  private readonly kind: string
  private held = false
  private onHeld: (() => void) | undefined

  constructor(node: NodeTurns, client: ClientTurns, kind: string, isLarge: boolean) {
    this.node = node
    this.client = client
    this.kind = kind
    this.isLarge = isLarge
  }

  /** Whether the event loop reads other requests before the request begins. */
  get yieldsFirst(): boolean {
    return this.client.blockingKinds.has(this.kind)
  }

  /** The queue in which the request waits. */
  get queue(): Set<Turn> {
    return this.isLarge ? this.client.large : this.client.small
  }

  /** Whether the request has its turn. */
  get isHeld(): boolean {
    return this.held
  }

  /** Waits for the turn. Fails when the wait is too long. */
  get wait(): Effect.Effect<void, RateLimited> {
    return this.node.wait((resume) => {
      if (this.held) return resume()
      this.onHeld = resume
    }, Effect.fail(noTurn))
  }

  /** Takes the turn, and lets the waiting request go on. */
  enter(): void {
    this.resume()
    this.onHeld?.()
  }

  /** Frees the turn while the request waits for others. */
  pause(): void {
    if (!this.held) return
    this.held = false
    this.node.count(this, -1)
  }

  /** Takes the turn without a wait: after a pause, the request has little work left. */
  resume(): void {
    this.held = true
    this.node.count(this, 1)
  }

  /** Records how long the request blocked the event loop. */
  recordBlocking(milliseconds: number): void {
    if (milliseconds >= blockingMs) this.client.blockingKinds.add(this.kind)
    else this.client.blockingKinds.delete(this.kind)
  }

  /** Ends the turn, or the wait for it. The next request of the client and kind counts as a large one where this one was. */
  end(wasLarge: boolean): void {
    if (wasLarge) this.client.largeKinds.add(this.kind)
    else if (this.isLarge) this.client.largeKinds.delete(this.kind)
    if (this.queue.has(this)) this.node.leave(this)
    this.pause()
  }
}

/** The turns of a node. */
export class FairTurns extends Context.Service<FairTurns, Pick<NodeTurns, "request">>()(
  "@partner-api/service/FairTurns"
) {
  static readonly layer = Layer.effect(
    FairTurns,
    Effect.map(makeTimedWait(turnWaitMs), (wait) => new NodeTurns(wait))
  )
}
