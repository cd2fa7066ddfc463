/**
 * A resource of a list: its id, and the JSON text that it is answered with. Stores keep it so, and a list gives it undecoded.
 */
export interface StoredJson {
  readonly id: string
  readonly json: string
}
