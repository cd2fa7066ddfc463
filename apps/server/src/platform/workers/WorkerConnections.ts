/**
 * Divides the connections of one node to PostgreSQL among its processes (docs/operators/install.md, Use several cores).
 */

/** The number of connections for the work between requests: more than it uses at once. */
export const maintenanceConnections = 2

/** The minimum for a worker: a write that waits for a lock leaves one connection for the others. */
const workerConnectionsMin = 2

/** The settings on which it depends. */
export interface SharedConnections {
  /** The number of workers; 1 for a single process. */
  readonly workers: number
  /** The maximum number of connections of the node, as it was set. */
  readonly databaseConnections: number
}

/** The maximum number of connections of one of several workers. */
export const connectionsOfWorker = ({ databaseConnections, workers }: SharedConnections): number =>
  Math.max(workerConnectionsMin, Math.floor((databaseConnections - maintenanceConnections) / workers))

/** The maximum number of connections of all processes of a node: more than was set where that is too few for the workers. */
export const connectionsOfNode = (shared: SharedConnections): number =>
  shared.workers === 1
    ? shared.databaseConnections
    : Math.max(shared.databaseConnections, connectionsOfWorker(shared) * shared.workers + maintenanceConnections)
