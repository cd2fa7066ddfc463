/**
 * Frees the memory of bytes that nobody reads any more. V8 collects all garbage after each 64 MiB of such memory, which takes half of the processor's time of
 * a file that passes through.
 */

/** Frees the memory of a piece, whose owner calls this. Afterwards it has no bytes. A piece of a larger buffer shares its memory with others and is left. */
export const freeBytes = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
