/**
 * Whether somebody uses the page. Requests that it sends on its own while nobody does must not keep the session going.
 */
import type { unattendedHeader } from "@partner-api/contract/operator/OperatorAccess"

/** The time that somebody who has stopped to type and to point may still be reading. */
const attendedMs = 120_000

let lastInputMs = performance.now()

/** Listens to keys and pointers for as long as the page is there. */
export const watchPresence = (): void => {
  const note = (): void => void (lastInputMs = performance.now())
  for (const kind of ["keydown", "pointerdown", "wheel"]) {
    addEventListener(kind, note, { capture: true, passive: true })
  }
}

const header: typeof unattendedHeader = "x-unattended"

/** The headers of a request about the presence of the operator. */
export const presenceHeaders = (): Readonly<Record<string, string>> =>
  performance.now() - lastInputMs > attendedMs ? { [header]: "true" } : {}
