/** The stored JSON text of a resource, which an answer has unchanged. */
export interface StoredText {
  readonly json: string
}

/** A resource of a list: its id, and its stored JSON text. */
export interface StoredJson extends StoredText {
  readonly id: string
}
