/**
 * One client uses its webhooks against everybody else (threat model, Webhooks): its receivers send `103` without end or never answer; it adds, deletes,
 * enables and tests endpoints, recovers 200,000 deliveries, and deletes the endpoint of as many. It stays below its rate limit. A bystander in another organization hardly notices:
 * its requests, its first pings, its deliveries and their repetitions come as they do when it is alone.
 */
import { assert, describe, it } from "@effect/vitest"
import { Jobs } from "@partner-api/contract/Jobs"
import { Organizations } from "@partner-api/contract/Organizations"
import { WebhookEndpointId, webhookEndpointsMax } from "@partner-api/domain/WebhookEndpoint"
import { pingsOfClientPerMinuteMax } from "@partner-api/domain/WebhookUse"
import * as Effect from "effect/Effect"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { acmeToken } from "../../test/faults/ServerProcess.ts"
import { textOf } from "../../test/HttpCall.ts"
import { databases } from "../../test/Postgres.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { goodRound, paceInThread } from "../Pace.ts"
import { type Arrival, type Behaviour } from "./HostileReceiver.ts"
import {
  addEndpoint,
  addUser,
  type Caller,
  endpointsPath,
  hostileClient,
  mustAddEndpoint,
  orders,
  pace,
  pathOf,
  startWorld,
  type World
} from "./HostileWorld.ts"
import { storeDeliveries } from "./StoredDeliveries.ts"

const folder = sharedFolder()

/** How long the bystander is watched. The first repetition of a delivery comes after 6 s at most. */
const seconds = 8

/** Requests of the bystander in a second that read, and that write what is delivered: half of its limit. */
const readsPerSecond = 20
const writesPerSecond = 5

/** Requests of the hostile client in a second, below its limit of 50 that some of them cost more of. */
const attacksPerSecond = 16

/** The deliveries of the endpoint that is recovered, and of each that is deleted. */
const storedDeliveries = 200_000

/** Longer than alone by so much is hardly noticed, in milliseconds: for a request, and for what a worker sends. */
const requestLaterMsMax = 100
const deliveryLaterMsMax = 1_000

/** A repetition comes after 4 to 6 s, as chance has it, and a worker looks once a second. */
const repetitionLaterMsMax = 3_000

/** What a receiver gets rid of that sends `103` without end: what the sockets of both ends hold, and some answers. */
const earlyBytesMax = 16 * 1_024 * 1_024

const highest = (values: ReadonlyArray<number>): number => Math.max(0, ...values)

/** What the bystander sees, in milliseconds. */
interface Seen {
  /** Beyond what the machine makes everybody wait. */
  readonly readP99Ms: number
  readonly readStatuses: ReadonlyArray<string>
  readonly pingMsMax: number
  readonly deliveryMsMax: number
  readonly repetitionMsMax: number
}

const isPing = ({ body }: Arrival): boolean => body.includes('"type":"ping"')

/** Watches what comes to a bystander that adds endpoints, writes and reads. `round` makes the names of what it makes its own. */
const watch = async (world: World, bystander: Caller, round: string): Promise<Seen> => {
  const { idle, receiver, server } = world
  const prompt = `prompt-${round}`
  const busy = Array.from({ length: 4 }, (_none, index) => `busy-${round}-${index}`)
  const pinged = async (behaviour: Behaviour, name: string) => {
    const startMs = Date.now()
    const id = await mustAddEndpoint(world, bystander, behaviour, name)
    const { atMs } = await receiver.arrival((one) => one.path === pathOf(behaviour, name) && isPing(one))
    return { id, ms: atMs - startMs }
  }
  const endpoints = await Promise.all([pinged("prompt", prompt), ...busy.map((name) => pinged("once_busy", name))])
  let isOver = false
  const deliveries: Array<number> = []
  const writing = pace(
    writesPerSecond,
    () => isOver,
    async (index) => {
      const startMs = Date.now()
      const user = textOf(await addUser(world, bystander, `${prompt}-${index}`), "id")
      const { atMs } = await receiver.arrival(
        ({ body, path }) => path === pathOf("prompt", prompt) && body.includes(`"${user}"`)
      )
      deliveries.push(atMs - startMs)
    }
  )
  const reads = {
    path: `${Jobs.endpoints.list.path}?limit=3`,
    token: bystander.token,
    perSecond: readsPerSecond,
    seconds
  }
  const [reading, machine] = await Promise.all([
    paceInThread({ ...reads, port: server.port }),
    paceInThread({ ...reads, port: idle.port })
  ])
  isOver = true
  await writing
  const repetitions = await Promise.all(
    busy.map(async (name) => {
      const isDelivery = (one: Arrival) => one.path === pathOf("once_busy", name) && !isPing(one)
      const first = await receiver.arrival(isDelivery)
      const second = await receiver.arrival((one) => isDelivery(one) && one !== first)
      return second.atMs - first.atMs
    })
  )
  for (const { id } of endpoints) await server.call("DELETE", `${endpointsPath}/${id}`, { token: bystander.token })
  return {
    readP99Ms: Math.max(0, reading.p99Ms - machine.p99Ms),
    readStatuses: Object.keys(reading.statuses),
    pingMsMax: highest(endpoints.map(({ ms }) => ms)),
    deliveryMsMax: highest(deliveries),
    repetitionMsMax: highest(repetitions)
  }
}

/** The endpoints that the hostile client uses by requests, and callers in other organizations of it. */
interface Weapons {
  readonly early: ReadonlyArray<string>
  /** The caller whose they are: they are as many as one organization takes. */
  readonly flooder: Caller
  readonly turncoat: string
  readonly stored: string
  readonly others: ReadonlyArray<Caller>
}

/** How many other organizations the client makes: endpoints of two of them are more than a node has places for those that do not answer. */
const otherOrganizations = 2

/** The endpoints of which each sends `103` without end. */
const earlyEndpoints = webhookEndpointsMax

/** Adds an endpoint that answers, and waits for its ping. */
const addPinged = async (world: World, caller: Caller, behaviour: Behaviour, name: string) => {
  const id = await mustAddEndpoint(world, caller, behaviour, name)
  await world.receiver.arrival(({ path }) => path === pathOf(behaviour, name))
  return id
}

/** Adds an endpoint with many failed deliveries. */
const addStored = async (world: World, caller: Caller, name: string, url: string) => {
  const id = await addPinged(world, caller, "turncoat", name)
  const store = storeDeliveries(WebhookEndpointId.make(id), "failed", storedDeliveries)
  await Effect.runPromise(Effect.provide(store, Database.layer(readTarget(url))))
  return id
}

const arm = async (
  world: World,
  hostile: Caller,
  { flooder, others }: Pick<Weapons, "flooder" | "others">,
  url: string
): Promise<Weapons> => {
  const early = await Promise.all(
    Array.from({ length: earlyEndpoints }, (_none, index) => addPinged(world, flooder, "early", `early-${index}`))
  )
  const stored = await addStored(world, hostile, "stored", url)
  const turncoat = await addPinged(world, hostile, "turncoat", "turncoat")
  return { early, flooder, turncoat, stored, others }
}

/** Adds endpoints whose pings hang, as many as fit. Gives what deletes them. */
const hang = async (world: World, { others }: Weapons) => {
  const added = await Promise.all(
    others.flatMap((other, nth) =>
      Array.from({ length: webhookEndpointsMax }, async (_none, index) => ({
        token: other.token,
        id: await addEndpoint(world, other, "silent", `hangs-${nth}-${index}`)
      }))
    )
  )
  return async () => {
    for (const { id, token } of added) {
      if (id !== undefined) await world.server.call("DELETE", `${endpointsPath}/${id}`, { token })
    }
  }
}

/** The attack after which the endpoint with many deliveries is deleted: in the midst of a round. */
const deletedAfter = (attacksPerSecond * seconds) / 2

/** Attacks until `isOver`, and deletes the endpoint `doomed` meanwhile. Gives how often each status came. */
const attack = async (
  world: World,
  hostile: Caller,
  { early, flooder, stored, turncoat }: Weapons,
  doomed: string,
  isOver: () => boolean
) => {
  const flood = orders(world, flooder)
  const { addAndDelete, again, call, statuses } = orders(world, hostile)
  const recover = (only: string) =>
    call("POST", `${endpointsPath}/${stored}/recover`, { since: "2026-01-01T00:00:00Z", only })
  const attacks: ReadonlyArray<(index: number) => Promise<unknown>> = [
    (index) => flood.again(early[index % early.length]),
    (index) => addAndDelete("refusing", index),
    () => recover("all"),
    () => recover("failed"),
    (index) => addUser(world, hostile, `hostile-${performance.now()}-${index}`),
    (index) => addAndDelete("silent", index),
    () => again(turncoat),
    () => call("POST", `${endpointsPath}/${stored}/test`),
    (index) => addAndDelete("refusing", index),
    () => call("GET", `${endpointsPath}/${stored}/deliveries?limit=100&status=succeeded`),
    () => call("GET", `${endpointsPath}/${stored}/deliveries?limit=100&status=failed`)
  ]
  await pace(attacksPerSecond, isOver, (index) =>
    index === deletedAfter
      ? call("DELETE", `${endpointsPath}/${doomed}`)
      : (attacks[index % attacks.length]?.(index) ?? Promise.resolve())
  )
  return statuses
}

const urlOf = async (engine: string, name: string): Promise<string> =>
  engine === "SQLite" ? `sqlite:${folder.file(`${name}.db`)}` : await databases().create()

describe.each(["SQLite", "PostgreSQL"])("a client that uses its webhooks against others, on %s", (engine) => {
  it("does not hold up the requests, pings, deliveries and repetitions of a bystander (threat model, Webhooks)", async () => {
    const url = await urlOf(engine, "attack")
    await using world = await startWorld(url)
    const { receiver, server } = world
    const { callerIn, primary } = await hostileClient(world)
    const hostile = await callerIn("org_globex")
    const [flooder = hostile, ...others] = await Promise.all(
      Array.from({ length: 1 + otherOrganizations }, async () => {
        const made = await server.call("POST", Organizations.endpoints.create.path, {
          token: primary,
          json: { name: "Hostile" }
        })
        return callerIn(textOf(made, "id"))
      })
    )
    const bystander: Caller = { token: await acmeToken(server.call) }
    await watch(world, bystander, "warm")
    const alone = await watch(world, bystander, "alone")
    const weapons = await arm(world, hostile, { flooder, others }, url)
    let round = 0
    const measure = async () => {
      let isOver = false
      const doomed = await addStored(world, hostile, `doomed-${round}`, url)
      const clear = await hang(world, weapons)
      const attacking = attack(world, hostile, weapons, doomed, () => isOver)
      const beside = await watch(world, bystander, `beside-${round++}`)
      isOver = true
      const statuses = await attacking
      await clear()
      const found = await server.call("GET", `${endpointsPath}/${doomed}`, { token: hostile.token })
      assert.strictEqual(found.status, 404)
      return { beside, statuses }
    }
    const heldUp = ({ beside }: { readonly beside: Seen }) => ({
      ping: beside.pingMsMax - alone.pingMsMax > deliveryLaterMsMax,
      delivery: beside.deliveryMsMax - alone.deliveryMsMax > deliveryLaterMsMax,
      repetition: beside.repetitionMsMax - alone.repetitionMsMax > repetitionLaterMsMax
    })
    const rounds: Array<Awaited<ReturnType<typeof measure>>> = []
    // A wait of seconds is none of the machine's, so every round counts for what is sent.
    const seen = await goodRound(
      async () => {
        const one = await measure()
        rounds.push(one)
        return one
      },
      ({ beside }) => beside.readP99Ms - alone.readP99Ms <= requestLaterMsMax
    )
    const earlyBytes = highest(receiver.earlyBytes)
    console.log(JSON.stringify({ check: "hostile client of webhooks", engine, alone, ...seen, earlyBytes }))
    assert.deepStrictEqual(
      rounds.map(heldUp),
      rounds.map(() => ({ ping: false, delivery: false, repetition: false }))
    )
    assert.deepStrictEqual(seen.beside.readStatuses, ["200"])
    assert.isAtMost(seen.beside.readP99Ms - alone.readP99Ms, requestLaterMsMax)
    assert.isAtMost(earlyBytes, earlyBytesMax)
  })

  it("has an address that agrees to nothing get a bounded number of pings (threat model, Webhooks)", async () => {
    await using world = await startWorld(await urlOf(engine, "pings"))
    const hostile = await (await hostileClient(world)).callerIn("org_globex")
    const { addAndDeletePinged, again } = orders(world, hostile)
    const kept = await mustAddEndpoint(world, hostile, "refusing", "kept")
    let sent = 0
    await pace(
      attacksPerSecond,
      () => sent === attacksPerSecond * seconds,
      (index) => {
        sent += 1
        return index % 2 === 0 ? addAndDeletePinged(index) : again(kept)
      }
    )
    const pings = world.receiver.arrivals.filter(isPing).length
    console.log(JSON.stringify({ check: "pings of a hostile client", engine, pings }))
    assert.isAtLeast(pings, pingsOfClientPerMinuteMax / 2)
    // A ping that is refused is sent once more.
    assert.isAtMost(pings, 2 * pingsOfClientPerMinuteMax)
  })
})
