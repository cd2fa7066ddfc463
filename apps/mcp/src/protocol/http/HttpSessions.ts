/**
 * Sessions of clients of 2025: the owner of each, and their limit.
 *
 * Only the principal that opened a session may use it. Few clients end their sessions, and Effect's MCP server keeps all of them, so a new
 * session beyond the limit closes an old one: the one that was idle longest, of the principal with the most. A principal that opens very
 * many closes its own.
 */

/** A session costs a few kilobytes; this many is some megabytes. */
const sessionsMax = 1_000

export const makeHttpSessions = (max: number = sessionsMax) => {
  const owners = new Map<string, string>()
  return {
    /** Whether a principal may use a session. Effect's MCP server answers for one that is not known here. */
    mayUse: (session: string, principalId: string): boolean => {
      const owner = owners.get(session)
      if (owner === undefined) return true
      if (owner !== principalId) return false
      // Put last again: a map keeps its order, so the first is the one that was idle longest.
      owners.delete(session)
      owners.set(session, owner)
      return true
    },
    /** Adds a session; answers with those to close for it. */
    open: (session: string, principalId: string): ReadonlyArray<string> => {
      owners.set(session, principalId)
      if (owners.size <= max) return []
      const counts = new Map<string, number>()
      for (const owner of owners.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1)
      const most = Math.max(...counts.values())
      const leaving = [...owners].flatMap(([one, owner]) => (counts.get(owner) === most ? [one] : [])).slice(0, 1)
      for (const one of leaving) owners.delete(one)
      return leaving
    },
    close: (session: string): void => void owners.delete(session)
  }
}
