/**
 * Reads and writes of single things. After a write, every read is requested again, so the page shows the state of the server.
 */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { call, newKey } from "./Call.ts"
import type { Answer, Input, OperationId } from "./Operations.ts"

/** The key of a read in the cache. */
export const readKey = (id: OperationId, input: object) => [id, "one", input]

/** Reads one thing; again after `everyMs`, while the page is looked at. */
export const useRead = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { everyMs, isEnabled = true }: { readonly everyMs?: number | undefined; readonly isEnabled?: boolean } = {}
) =>
  useQuery({
    queryKey: readKey(id, input),
    queryFn: ({ signal }) => call(id, input, { signal }),
    enabled: isEnabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs })
  })

/**
 * Writes. The same write sent again after a failure carries the same `Idempotency-Key`, so that it has one effect whether or not the first
 * answer was lost.
 */
export const useWrite = <Id extends OperationId>(id: Id, onDone: (answer: Answer<Id>) => void = () => {}) => {
  const queries = useQueryClient()
  const sent = useRef({ text: "", key: "" })
  return useMutation({
    mutationFn: (input: Input<Id>) => {
      const text = JSON.stringify(input)
      if (sent.current.text !== text) sent.current = { text, key: newKey() }
      return call(id, input, { key: sent.current.key })
    },
    onSuccess: async (answer) => {
      sent.current = { text: "", key: "" }
      onDone(answer)
      await queries.invalidateQueries()
    }
  })
}
