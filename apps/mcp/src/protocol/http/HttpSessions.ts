/**
 * Sessions of clients of 2025: to whom each belongs, and how many there may be.
 *
 * A session is used by who opened it and by nobody else, whatever its number is worth. Few clients end theirs, and the server
 * behind this forgets none, so one makes room for a new one: of those who have the most, the session that was idle longest. Who opens
 * very many ends their own.
 */

/** A session costs a few kilobytes; this many is some megabytes. */
const sessionsMax = 1_000

export const makeHttpSessions = (max: number = sessionsMax) => {
  const owners = new Map<string, string>()
  return {
    /** Whether someone may use a session. Of one that is not known here the server itself says so. */
    mayUse: (session: string, principalId: string): boolean => {
      const owner = owners.get(session)
      if (owner === undefined) return true
      if (owner !== principalId) return false
      // Put last again: a map keeps its order, so the first is the one that was idle longest.
      owners.delete(session)
      owners.set(session, owner)
      return true
    },
    /** Notes a new session; answers with those that make room for it. */
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
