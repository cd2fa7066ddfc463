/**
 * The clients and organizations that a field suggests: an operator knows their names, and filters take their ids.
 */
import { useList } from "./Lists.ts"

/** What there is to choose from: ids, with the names of what has them. */
export type KnownNames = ReadonlyArray<readonly [id: string, name: string]>

/** The first page of clients: with more than that, the id is pasted. */
export const useClientNames = (): KnownNames =>
  useList("clients.list", { query: {} }).rows.map(({ id, name }) => [id, name])

/** The first page of organizations. */
export const useOrganizationNames = (): KnownNames =>
  useList("organizations.list", { query: {} }).rows.map(({ id, name }) => [id, name])
