/**
 * What PostgreSQL does for a statement.
 */

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` prints it. */
interface PlanNode {
  readonly "Node Type": string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly Filter?: string
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
  readonly Plans?: ReadonlyArray<PlanNode>
}

/** The row that `EXPLAIN (FORMAT JSON)` answers with. */
export interface Explained {
  readonly "QUERY PLAN": readonly [{ readonly Plan: PlanNode }]
}

/** A plan in short. */
export interface Plan {
  /** Its nodes from the outermost to the innermost, each with its index and its filter. */
  readonly line: string
  /** The blocks that were read, in memory or not. */
  readonly blocks: number
}

const lineOf = ({ Plans: plans = [], ...node }: PlanNode): string => {
  const index = node["Index Name"] === undefined ? "" : ` using ${node["Index Name"]} ${node["Index Cond"]}`
  const filter = node.Filter === undefined ? "" : ` filtered by ${node.Filter}`
  return [`${node["Node Type"]}${index}${filter}`, ...plans.map(lineOf)].join(" < ")
}

export const planOf = ({ "QUERY PLAN": [{ Plan: node }] }: Explained): Plan => ({
  line: lineOf(node),
  blocks: node["Shared Hit Blocks"] + node["Shared Read Blocks"]
})

/** Whether a plan only searches an index, in its order, and passes no row that it does not give. */
export const searches = ({ line }: Plan, index: string): boolean =>
  line.startsWith(`Limit < Index Scan using ${index} `) && !line.includes(" filtered by ")
