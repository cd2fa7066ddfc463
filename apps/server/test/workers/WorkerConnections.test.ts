/**
 * How the processes of a node share its connections, at the bounds (docs/operators/install.md, Use several cores).
 */
import { assert, describe, it } from "@effect/vitest"
import { connectionsOfNode, connectionsOfWorker } from "../../src/platform/workers/WorkerConnections.ts"

describe("connections of workers", () => {
  it.for<[workers: number, databaseConnections: number, ofWorker: number, ofNode: number]>([
    [2, 10, 4, 10],
    [4, 10, 2, 10],
    [5, 10, 2, 12],
    [8, 10, 2, 18],
    [3, 12, 3, 12],
    [64, 10, 2, 130]
  ])("%d workers with %d connections have %d each, %d together", ([workers, databaseConnections, ofWorker, ofNode]) => {
    assert.strictEqual(connectionsOfWorker({ workers, databaseConnections }), ofWorker)
    assert.strictEqual(connectionsOfNode({ workers, databaseConnections }), ofNode)
  })

  it("are all of a single process", () =>
    assert.strictEqual(connectionsOfNode({ workers: 1, databaseConnections: 10 }), 10))
})
