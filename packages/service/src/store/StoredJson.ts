/**
 * A resource of a list: its id, and its stored JSON text, which the answer has unchanged.
 */
export interface StoredJson {
  readonly id: string
  readonly json: string
}
