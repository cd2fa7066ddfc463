/**
 * The maker of a change, for people: the client, with the person on whose behalf it did it.
 */

/** Renders the actor of an entry of a history or of the audit log. */
interface Acted {
  readonly actor: string
  readonly client_id?: string
  readonly user_id?: string
  readonly recruiter_id?: string
}

/** The actor of an entry. */
export const actorText = ({ actor, client_id, recruiter_id, user_id }: Acted): string => {
  const person = user_id ?? recruiter_id
  return `${client_id ?? actor}${person === undefined ? "" : ` for ${person}`}`
}
