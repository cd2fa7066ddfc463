/**
 * Differences from the program before that are meant, by the beginning of their names, each with its reason. The list begins anew with each program
 * that is kept.
 */

/** The commit whose program is kept: the one before the redesign of the store and of the road of a request. */
export const keptCommit = "d3825853"

export const intended: Readonly<Record<string, string>> = {
  "client.get": "a client reads its own grants",
  "system.extensions": "client.read is announced",
  output: "the log has the requests of client.get",
  "system.openapi": "members of a job have descriptions, which the flags of partner show; a client reads its own grants"
}
