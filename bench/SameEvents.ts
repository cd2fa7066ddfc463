/**
 * Compares stored events. Identifiers and times differ between servers, so only their format is checked.
 */
const eventId = /^evt_[0-9A-V]{13}[0-9A-Z]{13}$/

const isTime = (value: unknown): boolean => Number.isFinite(Date.parse(String(value)))

/** A row of the events, as it is compared. `which` maps the id of its person to what is the same on every server. */
export const eventShown = (row: unknown, which: (personId: string) => unknown): unknown => {
  const { json, occurred_at_ms: at, person_id: person, sequence, ...columns }: Record<string, unknown> = Object(row)
  const { data, id, sequence: shownSequence, timestamp, ...rest } = JSON.parse(String(json))
  const [name = ""] = Object.keys(data)
  const {
    id: answered,
    created_at,
    updated_at,
    state_entered_at = updated_at,
    confirmed_at,
    terms,
    ownership,
    ...record
  } = data[name]
  return {
    ...columns,
    rest,
    data: { ...data, [name]: record },
    terms: { ...terms, agreed_at: terms === undefined || terms.agreed_at === confirmed_at },
    claimMs: ownership === undefined ? 0 : Date.parse(ownership.expires_at) - Date.parse(ownership.since),
    which: which(String(person)),
    whole: {
      id: eventId.test(id) && Number.parseInt(id.slice(4, 17), 32) === Number(sequence),
      sequence: shownSequence === Number(sequence),
      person: answered === person,
      moment: Date.parse(timestamp) === Number(at),
      isConfirmed: confirmed_at !== undefined,
      times: [created_at, updated_at, state_entered_at, confirmed_at ?? updated_at].every(isTime)
    }
  }
}
